import { readFileSync, writeFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { embeddedDev, embeddedTrain } from '../../../src/embedded/treebank.ts'
import { newFolder, rbparse } from './rbparse.ts'

/** The treebank with `_` as every second HEAD and DEPREL. */
function half(treebank: string): string {
  let words = 0
  const hide = (line: string): string => {
    const columns = line.split('\t')
    return words++ % 2 === 0 ? line : [...columns.slice(0, 6), '_', '_', ...columns.slice(8)].join('\t')
  }
  return treebank.replace(/^\d+\t.*$/gm, hide)
}

test('train learns from half of the arcs, alone and in a pipeline, and says how many it completed', async () => {
  const file = newFolder()
  writeFileSync(file('half.conllu'), half(embeddedTrain(80)))
  writeFileSync(file('dev.conllu'), embeddedDev(50))
  for (const more of [
    ['--fast'],
    ['--fast', '--pipeline'],
    ['--beam', '2', '--epochs', '2', '--jobs', '2'],
  ]) {
    const call = ['train', ...more, '--model', file('m.rb'), '--dev', file('dev.conllu'), '--json']
    const { status, stdout } = await rbparse([...call, file('half.conllu')])
    expect(status).toBe(0)
    expect(JSON.parse(stdout).dev.las).toBeGreaterThan(25)
  }
  const info = await rbparse(['info', '--json', file('m.rb')])
  expect(JSON.parse(info.stdout).training.completion).toMatch(/^\d+ heads of \d+, in \d+ trees of 80$/)
})

test('whole trees give the same bytes next to a sentence of which nothing is known', async () => {
  const file = newFolder()
  writeFileSync(file('whole.conllu'), embeddedTrain(60))
  writeFileSync(
    file('unknown.conllu'),
    embeddedTrain(1).replaceAll(/^(\d+\t(?:[^\t]*\t){5})[^\t]*\t[^\t]*/gm, '$1_\t_'),
  )
  const train = async (...files: string[]): Promise<Buffer> => {
    const call = ['train', '--fast', '--fact', 'treebank=whole', '--model', file('m.rb')]
    expect((await rbparse([...call, ...files.map(file)])).stderr).toContain('60 sentences')
    return readFileSync(file('m.rb'))
  }
  const alone = await train('whole.conllu')
  expect(alone.equals(await train('unknown.conllu', 'whole.conllu'))).toBe(true)
})

const word = (id: number, head: string, deprel = 'dep'): string =>
  `${id}\tw\t_\tX\t_\t_\t${head}\t${deprel}\t_\t_\n`

test.each([
  [
    'a cycle of known heads',
    word(1, '2') + word(2, '1') + word(3, '_', '_'),
    '-:1: cycle 1 → 2 → 1, expected a tree',
  ],
  [
    'a whole tree without a root',
    word(1, '2') + word(2, '1'),
    '-:1: no root: no word has head 0 (cycle 1 → 2 → 1), expected a tree',
  ],
  ['no known head', word(1, '_') + word(2, '_'), '-: no head is known, expected some that are not _'],
  [
    'no known label',
    word(1, '_', '_') + word(2, '0', '_'),
    '-: no label is known, expected some that are not _',
  ],
  ['a head that is neither', word(1, 'x'), "-:1: the head of word 1 is 'x', expected a number or _"],
])('%s is one line', async (_, text, problem) => {
  const file = newFolder()
  const { status, stderr } = await rbparse(['train', '--fast', '--model', file('m.rb'), '-'], `${text}\n`)
  expect({ status, stderr }).toEqual({ status: 1, stderr: `${problem}\n` })
})

test('the trees to evaluate on have to be whole', async () => {
  const file = newFolder()
  writeFileSync(file('dev.conllu'), `${word(1, '_')}\n`)
  const call = ['train', '--fast', '--model', file('m.rb'), '--dev', file('dev.conllu'), '-']
  const { status, stderr } = await rbparse(call, embeddedTrain(30))
  expect(status).toBe(1)
  expect(stderr).toContain("dev.conllu:1: the head of word 1 is '_', expected a number")
})
