import { expect, test } from 'vitest'
import { evaluate, readCoNLLU, use } from '../../../src/index.ts'
import type { AnnotatedSentence } from '../../../src/sentence/annotated-sentence.ts'
import type { Symbols, Tree } from '../../../transform/index.ts'

const conllu = (...words: readonly (readonly [form: string, head: number, deprel: string])[]): string =>
  words
    .map(([form, head, deprel], i) => `${i + 1}\t${form}\t_\tX\t_\t_\t${head}\t${deprel}\t_\t_\n`)
    .join('') + '\n'

const forms: string[] = []
const seen: { readonly heads: number[]; readonly labels: string[] }[] = []
use({
  metrics: [
    {
      name: 'subjects',
      count(gold: Tree, tree: Tree, labels: Symbols, sentence: AnnotatedSentence) {
        forms.push(sentence.form(1))
        seen.push({
          heads: [...tree.head.subarray(1)],
          labels: [...tree.label.subarray(1)].map((id) => labels.text(id)),
        })
        const counts = { right: 0, all: 0 }
        for (let word = 1; word <= gold.size; word++) {
          if (labels.text(gold.label[word]) !== 'nsubj') continue
          counts.all++
          if (tree.head[word] === gold.head[word] && tree.label[word] === gold.label[word]) counts.right++
        }
        return counts
      },
    },
  ],
})

const gold = conllu(['He', 2, 'nsubj'], ['sleeps', 0, 'root'])
const long = conllu(['It', 3, 'nsubj'], ['can', 3, 'aux'], ['not', 0, 'root'])

test('a registered metric counts in all sentences', () => {
  const system = conllu(['He', 2, 'nsubj'], ['sleeps', 0, 'root'])
  const other = conllu(['It', 3, 'obj'], ['can', 3, 'aux'], ['not', 0, 'root'])
  expect(evaluate(readCoNLLU(gold + long), readCoNLLU(system + other)).metrics).toEqual({ subjects: 50 })
  expect(forms).toEqual(['He', 'It'])
})

test('a gold word without counterpart has head -1 and label _, and heads are those of aligned words', () => {
  seen.length = 0
  const system = conllu(['It', 2, 'nsubj'], ['cannot', 0, 'root'])
  expect(evaluate(readCoNLLU(long), readCoNLLU(system)).metrics).toEqual({ subjects: 0 })
  expect(seen).toEqual([{ heads: [-1, -1, -1], labels: ['nsubj', '_', '_'] }])
})

test('a head in another sentence is -1', () => {
  seen.length = 0
  const joined = conllu(
    ['He', 2, 'nsubj'],
    ['sleeps', 0, 'root'],
    ['It', 2, 'obj'],
    ['can', 2, 'aux'],
    ['not', 2, 'x'],
  )
  evaluate(readCoNLLU(gold + long), readCoNLLU(joined))
  expect(seen.map(({ heads }) => heads)).toEqual([
    [2, 0],
    [-1, -1, -1],
  ])
})
