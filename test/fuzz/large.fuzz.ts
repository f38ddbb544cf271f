/** CoNLL-U with one thing in great numbers: every command that reads it ends in bounded time and memory. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll } from 'vitest'
import { writeModel } from '../../parser/model/model-file.ts'
import { readCoNLLU } from '../../src/conllu/reader.ts'
import { embeddedTrain } from '../../src/embedded/treebank.ts'
import { trainModel } from '../../src/training/train-model.ts'
import { called } from './called.ts'
import { target } from './campaign.ts'

const folder = mkdtempSync(join(tmpdir(), 'large-'))
afterAll(() => rmSync(folder, { recursive: true }))
const at = (name: string): string => join(folder, name)
writeFileSync(at('model'), writeModel(trainModel([...readCoNLLU(embeddedTrain(60))], { system: 'rb' }).model))

const line = (id: string | number, form: string, head: number | '_', deprel = 'dep', feats = '_'): string =>
  `${id}\t${form}\t_\tX\t_\t${feats}\t${head}\t${head === 0 ? 'root' : deprel}\t_\t_\n`
const times = (count: number, lineOf: (i: number) => string): string =>
  Array.from({ length: count }, (_, i) => lineOf(i + 1)).join('')
const chain = (count: number, form: (i: number) => string, deprel?: (i: number) => string): string =>
  times(count, (i) => line(i, form(i), i - 1, deprel?.(i)))

/** What there is much of, and how many times as many as the size of an input. */
const kinds: Readonly<Record<string, readonly [times: number, textOf: (count: number) => string]>> = {
  'words, each the head of the next': [1, (n) => chain(n, (i) => `a${i % 50}`)],
  'words, each the head of the one before': [1, (n) => times(n, (i) => line(i, 'a', i === n ? 0 : i + 1))],
  'dependents of one word': [1, (n) => times(n, (i) => line(i, 'a', i === 1 ? 0 : 1))],
  'crossing arcs': [1, (n) => times(n, (i) => line(i, 'a', Math.max(i - 2, Math.min(i - 1, 1))))],
  'arcs around one another': [1, (n) => times(n, (i) => line(i, 'a', i > n / 2 ? n - i : n + 1 - i))],
  'marks and lifts': [
    1,
    (n) =>
      chain(
        n,
        () => 'a',
        (i) => ['a↑b', 'b', 'a*', 'b^', 'a↓'][i % 5],
      ),
  ],
  conjuncts: [
    1,
    (n) =>
      chain(
        n,
        () => 'a',
        (i) => ['conj', 'cc', 'case', 'aux'][i % 4],
      ),
  ],
  'words without characters': [1, (n) => chain(n, () => '\u00a0')],
  'words in one token': [1, (n) => line(`1-${n}`, 'a'.repeat(n), '_') + chain(n, () => 'a')],
  'tokens of one word': [1, (n) => times(n, (i) => line(`${i}-${i}`, 'a', '_') + line(i, 'b', i - 1))],
  'tokens without characters': [
    1,
    (n) => times(n, (i) => line(`${i}-${i}`, '\u3000', '_') + line(i, 'b', i - 1)),
  ],
  'empty nodes': [
    1,
    (n) =>
      times(n, (i) => line(`0.${i}`, 'a', '_')) + line(1, 'a', 0) + times(n, (i) => line(`1.${i}`, 'a', '_')),
  ],
  characters: [
    10,
    (n) =>
      ['a', '\u00a0', '(', 'a.', '1,', '👩‍👩‍👧', '\u0301']
        .map((form, i) => line(i + 1, form.repeat(n / 10), i))
        .join(''),
  ],
  features: [10, (n) => line(1, 'a', 0, '', `${'A=B|'.repeat(n)}C=D`)],
  labels: [
    0.1,
    (n) =>
      chain(
        n,
        (i) => `a${i}`,
        (i) => `l${i}:x`,
      ),
  ],
  comments: [1, (n) => times(n, (i) => `# a = ${i}\n`) + line(1, 'a', 0)],
  sentences: [1, (n) => times(n, () => `${line(1, 'a', 0)}\n`)],
  'blank lines': [10, (n) => '\n'.repeat(n) + line(1, 'a', 0) + '\n'.repeat(n)],
}
const calls = [
  ['evaluate', at('gold'), at('gold')],
  ['evaluate', at('gold'), at('words')],
  ['evaluate', at('words'), at('gold')],
  ['transform', at('gold')],
  ['transform', '--direction', 'left', '--non-projective', 'projectivize:head+path', at('gold')],
  ['transform', '--steps', 'function-heads:case+mark+aux+cop+cc', at('gold')],
  ['transform', '--steps', 'verb-groups', at('gold')],
  ['transform', '--steps', 'coordination:chain', at('gold')],
  ['reverse', at('gold')],
  ['draw', at('gold')],
  ['draw', '--svg', at('gold')],
  ['derive', at('gold')],
  ['derive', '--system', 'arc-eager-unshift', at('gold')],
  ['match', '--count', '--semgrex', '{$} >> {}=b', at('gold')],
  ['parse', '--model', at('model'), at('gold')],
  ['parse', '--model', at('model'), '--raw', at('gold')],
  ['parse', '--model', at('model'), '--constraints', at('gold')],
  [
    'parse',
    '--model',
    at('model'),
    '--beam',
    '2',
    '--nbest',
    '2',
    '--scores',
    '--format',
    'json',
    at('gold'),
  ],
  ['train', '--model', at('out'), '--learner', 'perceptron', '--epochs', '1', at('gold')],
]
const inputs = fc.record({
  kind: fc.constantFrom(...Object.keys(kinds)),
  size: fc.constantFrom(10, 100, 1000, 10_000),
  call: fc.constantFrom(...calls),
})

target(
  'large',
  inputs,
  async ({ kind, size, call }) => {
    const [factor, textOf] = kinds[kind]
    const text = `${textOf(factor * size)}\n`
    writeFileSync(at('gold'), text)
    writeFileSync(at('words'), text.replaceAll(/^\d+-\d+\t.*\n/gm, ''))
    const output = await called(call)
    if (call[0] === 'transform' && output !== undefined)
      await called(['reverse', ...(call[1] === '--steps' ? call.slice(1, 3) : [])], { stdin: output })
  },
  { seconds: 20 },
)
