/** Training on CoNLL-U that nobody expects: a model that parses the same file, or one line. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll } from 'vitest'
import { registry } from '../../parser/registry.ts'
import { called } from './called.ts'
import { target } from './campaign.ts'
import { sentence, textOf } from './hostile-conllu.ts'

const folder = mkdtempSync(join(tmpdir(), 'training-'))
afterAll(() => rmSync(folder, { recursive: true }))
const at = (name: string): string => join(folder, name)

const calls = [
  [],
  ['--learner', 'perceptron', '--epochs', '1'],
  ['--beam', '2', '--epochs', '1'],
  ['--exploration', '--epochs', '1'],
  ['--pipeline'],
  ['--steps', 'verb-groups'],
  ['--solver', '7', '--form', 'factored'],
  ['--labelling', 'late', '--features', 'paper', '--non-projective', 'skip'],
]
const inputs = fc.record({
  sentences: fc.array(sentence, { minLength: 1, maxLength: 4 }),
  system: fc.constantFrom(...registry.map(({ name }) => name)),
  call: fc.constantFrom(...calls),
})

target(
  'training',
  inputs,
  async ({ sentences, system, call }) => {
    writeFileSync(at('gold'), sentences.map(textOf).join(''))
    const args = ['train', '--model', at('model'), '--skip-bad', '--system', system, ...call, at('gold')]
    const isTrained = (await called(args, { refused: [1, 2] })) !== undefined
    if (isTrained) await called(['parse', '--model', at('model'), at('gold')])
  },
  { seconds: 20 },
)
