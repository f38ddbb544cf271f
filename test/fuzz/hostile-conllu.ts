/** CoNLL-U that is allowed and that nobody expects. */
import fc from 'fast-check'
import { readCoNLLU } from '../../src/conllu/reader.ts'

/** White space of all kinds, characters without width, characters whose lower case is longer, and what formats escape. */
const spaces = [' ', '\u00a0', '\u3000', '\u2028', '\u0085', '\u200b', '\u200d', '\ufeff', '\u0301', '\0']
const forms = [
  'a',
  'A',
  'aa',
  'b',
  '_',
  '-',
  '.',
  'İ',
  'ß',
  'a b',
  '\u00a0a',
  'a\u3000',
  '👩‍👩‍👧',
  '<&>"',
  '__proto__',
]
const form = fc.oneof(fc.constantFrom(...spaces), fc.constantFrom(...forms), fc.constant('  '))
const tag = fc.constantFrom('_', 'X', 'X', 'NOUN', 'VERB', 'PUNCT', '', ' ', '|', 'a=b', '\u0001')
const feats = fc.constantFrom('_', '_', 'A=B', '=', '|', 'A=B|A=C', 'Case=', '', '\u00a0')
const deprel = fc.constantFrom(
  'dep',
  'dep',
  'nsubj',
  'case',
  'conj',
  'cc',
  'punct',
  'a:b',
  ':',
  '_',
  '',
  'dep*',
  'x↑y',
  '\u2028',
)
const misc = fc.constantFrom(
  '_',
  '_',
  'SpaceAfter=No',
  'SpacesAfter=\\s\\n',
  'SpacesBefore=\\',
  '',
  '|',
  '\u00a0',
)
const word = fc.record({ form, tag, feats, deprel, misc, key: fc.nat(99), choice: fc.nat(99) })
const token = fc.record({
  words: fc.array(word, { minLength: 1, maxLength: 3 }),
  surface: fc.option(form),
  emptyNodes: fc.constantFrom(0, 0, 0, 1, 3),
})
const comment = fc.constantFrom(
  '# newpar',
  '#',
  '# text = a',
  '# span = 1-1',
  '# root = 1',
  '# leaves = 1',
  '# forbidden = 0>1',
  '# =',
)
export const sentence = fc.record({
  tokens: fc.array(token, { minLength: 1, maxLength: 6 }),
  comments: fc.array(comment, { maxLength: 2 }),
  emptyNodes: fc.constantFrom(0, 0, 1, 3),
  heads: fc.constantFrom<Shape>('right', 'left', 'star', 'any', 'any', 'none'),
})
type Shape = 'right' | 'left' | 'star' | 'any' | 'none'
type Sentence = typeof sentence extends fc.Arbitrary<infer One> ? One : never

/** Heads of a tree; `none` makes every word a root. */
export function headsOf(
  shape: Shape,
  words: readonly { readonly key: number; readonly choice: number }[],
): number[] {
  const size = words.length
  const heads = Array.from<number>({ length: size }).fill(0)
  const order = words.map((_, i) => i)
  if (shape === 'any') order.sort((i, k) => words[i].key - words[k].key)
  if (shape === 'left') order.reverse()
  if (shape === 'none') return heads
  const head = {
    right: (i: number) => i - 1,
    left: (i: number) => i - 1,
    star: () => 0,
    any: (i: number) => words[i].choice % i,
  }
  for (let i = 1; i < size; i++) heads[order[i]] = order[head[shape](i)] + 1
  return heads
}

const emptyNodes = (after: number, count: number): string =>
  Array.from({ length: count }, (_, i) => `${after}.${i + 1}\t\u00a0${'\t_'.repeat(8)}\n`).join('')

export function textOf({ tokens, comments, emptyNodes: before, heads: shape }: Sentence): string {
  const heads = headsOf(
    shape,
    tokens.flatMap(({ words }) => words),
  )
  let text = comments.map((one) => `${one}\n`).join('') + emptyNodes(0, before)
  let id = 0
  for (const { words, surface, emptyNodes: after } of tokens) {
    if (surface !== null || words.length > 1)
      text += `${id + 1}-${id + words.length}\t${surface ?? words.map((one) => one.form).join('')}${'\t_'.repeat(8)}\n`
    for (const one of words) {
      const head = heads[id++]
      const columns = [
        id,
        one.form,
        one.form,
        one.tag,
        one.tag,
        one.feats,
        head,
        head === 0 ? 'root' : one.deprel,
        '_',
        one.misc,
      ]
      text += `${columns.join('\t')}\n`
    }
    text += emptyNodes(id, after)
  }
  return `${text}\n`
}

/** The same characters in other tokens and other sentences. */
export const cuts = fc.array(
  fc.record({ length: fc.integer({ min: 1, max: 3 }), token, ends: fc.boolean() }),
  {
    minLength: 1,
    maxLength: 5,
  },
)
type Cuts = typeof cuts extends fc.Arbitrary<infer All> ? All : never

export function retokenized(text: string, pieces: Cuts): string {
  let characters = ''
  for (const read of readCoNLLU(text, { heads: 'ignore' })) {
    const ranges = read.multiwordTokens()
    const isCovered = (id: number): boolean => ranges.some(({ first, last }) => first <= id && id <= last)
    for (let id = 1; id <= read.size; id++) {
      const range = ranges.find(({ first }) => first === id)
      if (range || !isCovered(id)) characters += range?.form ?? read.form(id)
    }
  }
  const sentences: Sentence[] = []
  let tokens: Sentence['tokens'] = []
  const points = Array.from(characters.replaceAll(/\p{Zs}/gu, ''))
  for (let from = 0, i = 0; from < points.length || tokens.length > 0 || sentences.length === 0; i++) {
    const {
      length,
      token: { words, surface: space, emptyNodes: after },
      ends,
    } = pieces[i % pieces.length]
    const surface = points.slice(from, from + length).join('')
    tokens.push(
      surface === ''
        ? { words, surface: '\u00a0', emptyNodes: after }
        : { words, surface: space === null ? `\u00a0${surface}` : surface, emptyNodes: after },
    )
    from += length
    if (!ends && from < points.length) continue
    sentences.push({ tokens, comments: [], emptyNodes: 0, heads: 'any' })
    tokens = []
  }
  return sentences.map(textOf).join('')
}
