/** Parsed sentences from data: from the JSON of documents, and from CoNLL-U. */
import { findFlaw } from '../../transform/check.ts'
import { Symbols } from '../../transform/symbols.ts'
import { treeOf } from '../../transform/tree.ts'
import type { ConlluSentence } from '../conllu/conllu-sentence.ts'
import { TokenReader } from '../conllu/trees.ts'
import type { ParsedSentence, ParsedWord } from '../pipeline/pipeline.ts'
import { checkColumns, isSpaceAfter, tokensOf } from '../pipeline/treebank-text.ts'
import { wordPositions } from '../pipeline/characters.ts'
import { boolean, hasFields, listOf, number, optional, string } from './arguments.ts'
import type { DocumentJson, SentenceJson } from './formats.ts'

const range = { start: number, end: number }
const texts = { form: string, lemma: string, upos: string, xpos: string, feats: string, deprel: string }
const score = optional(number)
const tree = {
  ...range,
  text: string,
  vestigialArcs: number,
  words: listOf(hasFields({ ...range, ...texts, id: number, head: number, score })),
  tokens: listOf(hasFields({ ...range, first: number, last: number, spaceAfter: boolean })),
  score,
}
const alternatives = optional(listOf(hasFields(tree)))
const checkJson = hasFields({ text: string, sentences: listOf(hasFields({ ...tree, alternatives })) })

/**
 * The sentences of the JSON of a document. Properties that it does not have in {@link DocumentJson} are ignored.
 *
 * @throws TypeError for values of wrong types; RangeError if words or tokens are not numbered from 1 in order, heads are no
 *   tree, or offsets are not in the text
 */
export function sentencesOfJson(json: DocumentJson): ParsedSentence[] {
  checkJson(json, 'document')
  const labels = new Symbols()
  return json.sentences.map((sentence, index) => {
    const alternatives = sentence.alternatives ?? []
    for (const one of [sentence, ...alternatives]) {
      const problem = problemOf(one, json.text)
      if (problem) throw new RangeError(`document.sentences[${index}]: ${problem}`)
    }
    return { ...withTree(sentence, labels), alternatives: alternatives.map((one) => withTree(one, labels)) }
  })
}

/** What is wrong with the numbers of a sentence; undefined for nothing. */
function problemOf({ start, end, text, words, tokens }: SentenceJson, whole: string): string | undefined {
  const isOutside = (one: { readonly start: number; readonly end: number }): boolean =>
    !(
      Number.isInteger(one.start) &&
      Number.isInteger(one.end) &&
      start <= one.start &&
      one.start <= one.end
    ) || one.end > end
  if (whole.slice(start, end) !== text || isOutside({ start, end }))
    return `its text is not that of the document from ${start} to ${end}`
  let next = 1
  for (const { first, last } of tokens) {
    if (first !== next || !Number.isInteger(last) || last < first)
      return `the words ${first} to ${last} of a token, expected ${next} to a word from there on`
    next = last + 1
  }
  if (next !== words.length + 1) return `tokens for ${next - 1} words, expected ${words.length}`
  const unordered = words.findIndex(({ id }, i) => id !== i + 1)
  if (unordered >= 0) return `the word ${words[unordered].id}, expected ${unordered + 1}`
  const outside = [...words, ...tokens].find(isOutside)
  if (outside) return `offsets ${outside.start} to ${outside.end}, expected offsets from ${start} to ${end}`
  const columns = Object.keys(texts) as (keyof typeof texts)[]
  if (words.some((word) => columns.some((column) => /^$|[\t\r\n]/.test(word[column]))))
    return 'an empty column, or one with a tab or a line end'
  const wrong = words.find(({ head }) => !Number.isInteger(head) || head < 0 || head > words.length)
  return wrong
    ? `the head ${wrong.head}, expected a whole number from 0 to ${words.length}`
    : findFlaw(treeOf(words.map(({ head }) => head)))?.reason
}

function withTree(
  { start, end, text, words, tokens, vestigialArcs, score }: SentenceJson,
  labels: Symbols,
): ParsedSentence {
  const indices = tokens.flatMap(({ first, last }, token) =>
    Array.from({ length: last - first + 1 }, () => token),
  )
  const parsed = words.map((word, i): ParsedWord => ({ ...word, token: indices[i] }))
  const tree = treeOf(
    words.map(({ head }) => head),
    words.map(({ deprel }) => labels.add(deprel)),
  )
  return { start, end, text, tokens, words: parsed, tree, vestigialArcs, score }
}

/**
 * The JSON of the document that sentences of CoNLL-U describe. Its text is what the tokens make: a space follows each token without
 * `SpaceAfter=No`. Comments, empty nodes, DEPS and the rest of MISC are left out. Throws ConlluError for an empty column.
 */
export function jsonOfConllu(read: Iterable<ConlluSentence>): DocumentJson {
  let text = ''
  const sentences: SentenceJson[] = []
  const reader = new TokenReader()
  for (const sentence of read) {
    checkColumns(sentence)
    const start = text.length
    const tokens = [...tokensOf(sentence)].map(({ form, words, misc, last }) => {
      const token = { start: text.length, end: text.length + form.length, words, last }
      const spaceAfter = isSpaceAfter(misc)
      text += spaceAfter ? `${form} ` : form
      return { ...token, first: last - words.length + 1, spaceAfter }
    })
    const columns = reader.tokens(sentence)
    const words = wordPositions(text, tokens).map((position, i) => ({
      id: i + 1,
      ...columns[i],
      head: sentence.head[i + 1],
      deprel: sentence.deprel(i + 1),
      ...position,
    }))
    const end = tokens.at(-1)!.end
    sentences.push({ text: text.slice(start, end), start, end, words, tokens, vestigialArcs: 0 })
  }
  return { text, sentences }
}
