/** `rbparse parse --backtrack`. */
import { writeFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { writeModel } from '../../../parser/model/model-file.ts'
import { registry } from '../../../parser/registry.ts'
import { readConllu } from '../../../src/conllu/reader.ts'
import { embeddedDev, embeddedTrain } from '../../../src/embedded/treebank.ts'
import { trainModel } from '../../../src/training/train-model.ts'
import { standIn, untimed } from '../jobs/threads.ts'
import { newFolder, rbparse } from './rbparse.ts'

const dev = embeddedDev(20)

/** The file of a model of a system, trained as by default unless options say otherwise; gone when the test ends. */
function modelOf(system: string, options: Parameters<typeof trainModel>[1] = {}): string {
  const path = newFolder()('model')
  writeFileSync(path, writeModel(trainModel(readConllu(embeddedTrain(60)), { system, ...options }).model))
  return path
}

async function parsed(text: string, ...args: string[]): Promise<string> {
  const { status, stdout, stderr } = await rbparse(['parse', ...args], text, standIn)
  expect([status, untimed(stderr)]).toEqual([0, ''])
  return stdout
}

describe.each(registry.filter(({ name }) => name !== 'rb-oracle'))('$name', ({ name }) => {
  test('trees are whole, some others than the greedy ones', async () => {
    const model = modelOf(name)
    const greedy = await parsed(dev, '--model', model)
    const found = await parsed(dev, '--model', model, '--backtrack', '16')
    expect(found).not.toBe(greedy)
    const roots = [...readConllu(found)].map(
      (sentence) => sentence.head.subarray(1, sentence.size + 1).filter((head) => head === 0).length,
    )
    expect(Math.min(...roots)).toBeGreaterThan(0)
    if (['rb', 'arc-eager-unshift'].includes(name)) expect(new Set(roots)).toEqual(new Set([1]))
  })
})

test('from right to left, and from several threads', async () => {
  const model = modelOf('rb', { direction: 'left' })
  const text = dev.repeat(Math.ceil(150_000 / dev.length))
  const args = ['--model', model, '--backtrack', '2']
  expect((await parsed(text, ...args, '--jobs', '2')) === (await parsed(text, ...args))).toBe(true)
})

test('text is parsed so, too', async () => {
  const model = modelOf('rb')
  const raw = ['--model', model, '--raw']
  expect((await rbparse(['parse', ...raw, '--backtrack', '4'], 'Dogs bark. Cats sleep.')).status).toBe(0)
})

test('demands are met, and sentences of one word and of none are parsed', async () => {
  const model = modelOf('rb')
  const open = dev
    .replaceAll(/^(\d+(?:\t[^\t\n]*){5})\t\d+\t[^\t]*/gm, '$1\t_\t_')
    .replaceAll(/^# text/gm, '# root = 1\n# text')
  const args = ['--model', model, '--backtrack', '8']
  const found = [...readConllu(await parsed(open, ...args, '--constraints'))]
  expect(found.length).toBe(20)
  for (const sentence of found) expect(sentence.head[1]).toBe(0)
  const [one] = readConllu(await parsed('1\tGo\tgo\tVERB\tVB\t_\t_\t_\t_\t_\n\n', ...args))
  expect([...one.head]).toEqual([-1, 0])
  expect(await parsed('', ...args)).toBe('')
})

test('a model that was trained with a beam says that it goes without', async () => {
  const model = modelOf('rb', { learner: 'perceptron', beam: 2, epochs: 1 })
  const { status, stderr } = await rbparse(['parse', '--model', model, '--backtrack', '1'], dev)
  expect([status, untimed(stderr)]).toEqual([
    0,
    `note: ${model} was trained with a beam, which backtracking does without\n`,
  ])
  const both = await rbparse(['parse', '--model', model, '--backtrack', '1', '--beam', '2'], dev)
  expect(both).toEqual({ status: 2, stdout: '', stderr: 'a beam and backtracking exclude each other\n' })
})

test.each([
  [
    ['--backtrack', '0'],
    "error: option '--backtrack <n>' argument '0' is invalid. Expected a whole number from 1 to 1024.",
  ],
  [
    ['--backtrack', '-1'],
    "error: option '--backtrack <n>' argument '-1' is invalid. Expected a whole number from 1 to 1024.",
  ],
  [
    ['--backtrack', '1000000'],
    "error: option '--backtrack <n>' argument '1000000' is invalid. Expected a whole number from 1 to 1024.",
  ],
  [
    ['--backtrack', '2', '--nbest', '2'],
    "error: option '--backtrack <n>' cannot be used with option '--nbest <n>'",
  ],
  [['--backtrack', '2', '--scores'], "error: option '--backtrack <n>' cannot be used with option '--scores'"],
])('a bad call: %j', async (args, message) => {
  expect(await rbparse(['parse', '--model', 'none', ...args])).toEqual({
    status: 2,
    stdout: '',
    stderr: message + '\n',
  })
})
