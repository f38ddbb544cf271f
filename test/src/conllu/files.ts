/** CoNLL-U for tests: written out, and at random. */
import fc from 'fast-check'

/** One sentence from lines `FORM HEAD DEPREL`, with the other columns empty. */
export function sentenceOf(...words: string[]): string {
  const lines = words.map((word, i) => {
    const [form, head, deprel] = word.split(' ')
    return [i + 1, form, form.toLowerCase(), 'X', '_', '_', head, deprel, '_', '_'].join('\t') + '\n'
  })
  return lines.join('') + '\n'
}

const text = fc
  .string({ unit: 'grapheme', minLength: 1, maxLength: 8 })
  .map((characters) => characters.replaceAll(/[\t\n\r]/g, '-'))

/** Heads of a tree over `size` words: in some order, every word but the first hangs on one before it. */
const heads = (size: number): fc.Arbitrary<number[]> =>
  fc
    .tuple(
      fc.shuffledSubarray(
        Array.from({ length: size }, (_, i) => i + 1),
        { minLength: size },
      ),
      fc.array(fc.nat(), { minLength: size, maxLength: size }),
    )
    .map(([order, choices]) => {
      const head: number[] = []
      order.forEach((word, i) => (head[word - 1] = i === 0 ? 0 : order[choices[i] % i]))
      return head
    })

interface RandomSentence {
  readonly comments: string[]
  readonly blankLinesBefore: number
  readonly heads: number[]
  readonly columns: string[][]
  readonly ranges: number[]
  readonly empty: number[]
}

const sentence: fc.Arbitrary<RandomSentence> = fc.integer({ min: 1, max: 9 }).chain((size) =>
  fc.record({
    comments: fc.array(
      text.map((t) => `# ${t}`),
      { maxLength: 3 },
    ),
    blankLinesBefore: fc.constantFrom(0, 0, 0, 1, 2),
    heads: heads(size),
    columns: fc.array(fc.array(text, { minLength: 7, maxLength: 7 }), { minLength: size, maxLength: size }),
    ranges: fc.uniqueArray(fc.integer({ min: 1, max: size }), { maxLength: 2 }),
    empty: fc.array(fc.integer({ min: 0, max: size }), { maxLength: 3 }),
  }),
)

/** A whole file: line ends, byte order mark and final blank lines of every kind. */
export const file: fc.Arbitrary<string> = fc
  .record({
    sentences: fc.array(sentence, { maxLength: 5 }),
    newline: fc.constantFrom('\n', '\r\n'),
    mark: fc.constantFrom('', '\ufeff'),
    end: fc.constantFrom('', '\n', '\n\n', '\n\n\n\n'),
  })
  .map(({ sentences, newline, mark, end }) => {
    const body = sentences.map(linesOf).join('\n\n')
    return (mark + body + end).replaceAll('\n', newline)
  })

function linesOf(s: RandomSentence): string {
  const lines = [...s.comments]
  const emptyNodes = (after: number) => {
    s.empty.filter((e) => e === after).forEach((e, i) => lines.push(`${e}.${i + 1}${'\t_'.repeat(9)}`))
  }
  emptyNodes(0)
  s.heads.forEach((head, i) => {
    const [form, lemma, upos, xpos, feats, deps, misc] = s.columns[i]
    if (s.ranges.includes(i + 1)) lines.push(`${i + 1}-${i + 1}\t${form}${'\t_'.repeat(8)}`)
    lines.push([i + 1, form, lemma, upos, xpos, feats, head, upos, deps, misc].join('\t'))
    emptyNodes(i + 1)
  })
  return '\n'.repeat(s.blankLinesBefore) + lines.join('\n')
}
