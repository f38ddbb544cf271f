/** `rbparse parse --nbest` and `--scores`. */
import { writeFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { writeModel } from '../../../parser/model/model-file.ts'
import { readCoNLLU } from '../../../src/conllu/reader.ts'
import type { CoNLLUSentence } from '../../../src/conllu/conllu-sentence.ts'
import { embeddedDev, embeddedTrain } from '../../../src/embedded/treebank.ts'
import { trainModel } from '../../../src/training/train-model.ts'
import { standIn, untimed } from '../jobs/threads.ts'
import { newFolder, rbparse } from './rbparse.ts'

const dev = embeddedDev(20)
const word = '# newpar\n1\tGo\tgo\tVERB\tVB\t_\t_\t_\t_\tScore=no|SpaceAfter=No\n\n'

const models = new Map<string, Uint8Array>()

/** The bytes of a model of a system, learned with a beam; of a beam of 1, greedily. */
function bytesOf(system: string, beam = 4, direction: 'right' | 'left' = 'right'): Uint8Array {
  const name = `${system} ${beam} ${direction}`
  const options = { system, beam, direction, epochs: 2, learner: 'perceptron' } as const
  const bytes = models.get(name) ?? writeModel(trainModel(readCoNLLU(embeddedTrain(60)), options).model)
  models.set(name, bytes)
  return bytes
}

/** The sentences that `parse` gives, without a note. */
async function parsed(model: Uint8Array, args: string[], text = dev): Promise<CoNLLUSentence[]> {
  const file = newFolder()
  writeFileSync(file('m'), model)
  const { status, stdout, stderr } = await rbparse(['parse', '--model', file('m'), ...args], text)
  expect([status, untimed(stderr)]).toEqual([0, ''])
  return [...readCoNLLU(stdout)]
}

/** What a sentence says apart from its tree and what parsing adds. */
function rest(sentence: CoNLLUSentence): string {
  const lines = sentence.conllu().trimEnd().split('\n')
  return lines
    .filter((line) => !/^# (parse|score) = /.test(line))
    .map((line) =>
      line.startsWith('#')
        ? line
        : line
            .split('\t')
            .flatMap((column, i) =>
              i === 6 || i === 7 ? [] : [column.replace(/\|?Score=[^|]+$/, '').replace(/^$/, '_')],
            )
            .join('\t'),
    )
    .join('\n')
}

const arcs = (sentence: CoNLLUSentence): string =>
  Array.from({ length: sentence.size }, (_, i) => `${sentence.head[i + 1]} ${sentence.deprel(i + 1)}`).join()

describe.each(['rb', 'arc-eager-unshift'])('%s', (system) => {
  test.each(['', '--keep-marks', '--beam 1 --no-single-root'])(
    'n-best trees are numbered and different, and the first is what parse gives without; %s',
    async (text) => {
      const flags = text.split(' ').filter(Boolean)
      const plain = await parsed(bytesOf(system), flags)
      const ranked = await parsed(bytesOf(system), [...flags, '--nbest', '3', '--scores'])
      let at = 0
      for (const sentence of plain) {
        const group: CoNLLUSentence[] = []
        while (ranked[at]?.commentValues('parse')[0] === String(group.length + 1)) group.push(ranked[at++])
        expect(group.length).toBeGreaterThan(0)
        expect(group.length).toBeLessThanOrEqual(3)
        if (!flags.includes('--beam')) expect(arcs(group[0])).toBe(arcs(sentence))
        expect(new Set(group.map(arcs)).size).toBe(group.length)
        for (const one of group) expect(rest(one)).toBe(rest(sentence))
        const scores = group.map((one) => Number(one.commentValues('score')[0]))
        expect(scores).toEqual(scores.toSorted((a, b) => b - a))
      }
      expect(at).toBe(ranked.length)
      expect(ranked.length).toBeGreaterThan(2 * plain.length)
    },
  )

  test.each(['1', '4'])(
    'with a beam of %s arcs have scores from 0 to 1, some surer than others',
    async (beam) => {
      const sentences = await parsed(bytesOf(system), ['--scores', '--beam', beam])
      expect(sentences.map(arcs)).toEqual((await parsed(bytesOf(system), ['--beam', beam])).map(arcs))
      const scores = sentences.flatMap((sentence) => {
        expect(sentence.commentValues('parse')).toEqual([])
        expect(sentence.commentValues('score')[0]).toMatch(/^-?\d+\.\d{4}$/)
        return Array.from({ length: sentence.size }, (_, i) => scoreOf(sentence, i + 1))
      })
      for (const score of scores) {
        expect(score).toBeGreaterThanOrEqual(0)
        expect(score).toBeLessThanOrEqual(1)
      }
      expect(new Set(scores).size).toBeGreaterThan(5)
    },
  )

  test('a sentence of one word has no more trees than labels, and the score takes the place of an old one', async () => {
    const sentences = await parsed(
      bytesOf(system),
      ['--nbest', '1000', '--scores', '--beam', '1024'],
      word + word,
    )
    const trees = sentences.map(arcs)
    expect(trees.length).toBeLessThan(100)
    expect(trees.length % 2).toBe(0)
    const half = trees.slice(0, trees.length / 2)
    expect(new Set(half).size).toBe(half.length)
    for (const sentence of sentences) {
      expect([...sentence.head]).toEqual([-1, 0])
      expect(sentence.misc(1)).toMatch(/^SpaceAfter=No\|Score=[01]\.\d{4}$/)
    }
    const sum = sentences.slice(0, half.length).reduce((all, sentence) => all + scoreOf(sentence, 1), 0)
    expect(sum).toBeCloseTo(1, 2)
  })
})

test('models from right to left, and from several threads', async () => {
  const file = newFolder()
  writeFileSync(file('m'), bytesOf('rb', 4, 'left'))
  const text = dev.repeat(Math.ceil(150_000 / dev.length))
  const args = ['parse', '--model', file('m'), '--beam', '2', '--nbest', '2', '--scores']
  args.push('--no-norms', '--keep-marks')
  const one = await rbparse(args, text)
  expect(one.stdout).toContain('\n# direction = left\n1')
  const [reversed, marked] = await Promise.all([
    rbparse(args.slice(0, -1), text),
    rbparse(['reverse'], one.stdout),
  ])
  expect(marked.stdout).toBe(reversed.stdout)
  const two = await rbparse([...args, '--jobs', '2'], text, standIn)
  expect(two.stdout === one.stdout).toBe(true)
})

test('demands are met by all trees', async () => {
  const open = dev
    .replaceAll(/^(\d+(?:\t[^\t\n]*){5})\t\d+\t[^\t]*/gm, '$1\t_\t_')
    .replaceAll(/^# text/gm, '# root = 1\n# text')
  const sentences = await parsed(bytesOf('rb'), ['--constraints', '--nbest', '4'], open)
  expect(sentences.length).toBeGreaterThan(3 * 20)
  for (const sentence of sentences) expect(sentence.head[1]).toBe(0)
})

test('a model trained greedily that has to search says so; one tree needs no search', async () => {
  const file = newFolder()
  writeFileSync(file('m'), bytesOf('rb', 1))
  const notes = async (...args: string[]): Promise<string> => {
    const { status, stderr } = await rbparse(['parse', '--model', file('m'), ...args], dev)
    expect(status).toBe(0)
    return untimed(stderr)
  }
  const note = `note: ${file('m')} was trained greedily, without a beam\n`
  expect(await notes('--beam', '8')).toBe(note)
  expect(await notes('--nbest', '2')).toBe(note)
  expect(await notes('--nbest', '1', '--scores')).toBe('')
})

test.each([
  [
    ['--beam', '0'],
    "error: option '--beam <n>' argument '0' is invalid. Expected a whole number from 1 to 1024.",
  ],
  [
    ['--beam', '-1'],
    "error: option '--beam <n>' argument '-1' is invalid. Expected a whole number from 1 to 1024.",
  ],
  [
    ['--nbest', '0'],
    "error: option '--nbest <n>' argument '0' is invalid. Expected a whole number from 1 to 1024.",
  ],
  [
    ['--nbest', 'x'],
    "error: option '--nbest <n>' argument 'x' is invalid. Expected a whole number from 1 to 1024.",
  ],
  [['--raw', '--nbest', '2'], '--nbest is for CoNLL-U, expected no --raw with it'],
  [['--text', 'x', '--scores'], '--scores is for CoNLL-U, expected no --text with it'],
])('a bad call: %j', async (args, message) => {
  expect(await rbparse(['parse', '--model', 'none', ...args])).toEqual({
    status: 2,
    stdout: '',
    stderr: message + '\n',
  })
})

function scoreOf(sentence: CoNLLUSentence, word: number): number {
  return Number(/(?:^|\|)Score=(\d\.\d{4})$/.exec(sentence.misc(word))?.[1])
}
