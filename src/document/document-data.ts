/** Makes the sentences of a document from JSON or CoNLL-U. */
import { findFlaw } from '../../transform/check.ts'
import { Symbols } from '../../transform/symbols.ts'
import { treeOf } from '../../transform/tree.ts'
import type { CoNLLUSentence } from '../conllu/conllu-sentence.ts'
import { checkColumns } from '../pipeline/treebank-text.ts'
import { FEATS, FORM, LEMMA, UPOS, XPOS } from '../sentence/annotated-sentence.ts'
import { emptyPositions, spacesAround, TextSentence, type TextToken } from '../sentence/text-sentence.ts'
import { spacesIn, SPACES } from '../sentence/white-space.ts'
import { boolean, hasFields, listOf, number, optional, string } from '../../transform/arguments.ts'
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
 * The sentences of a document in JSON. Ignores properties that are not in {@link DocumentJson}.
 *
 * @throws TypeError for values of wrong types; RangeError if words or tokens are not numbered 1, 2, 3, …, heads do not form
 * a tree, or offsets are outside the text
 */
export function sentencesOfJson(json: DocumentJson): TextSentence[] {
  checkJson(json, 'document')
  const labels = new Symbols()
  return json.sentences.map((sentence, index) => {
    const trees = [sentence, ...(sentence.alternatives ?? [])]
    for (const one of trees) {
      const problem = problemOf(one, json.text)
      if (problem) throw new RangeError(`document.sentences[${index}]: ${problem}`)
    }
    const [best, ...alternatives] = trees.map((one) => sentenceOfJson(one, json.text, labels))
    return best.withAlternatives(alternatives)
  })
}

/** The first problem with the numbers of a sentence; undefined if there is none. */
function problemOf(
  { start, end, text, words, tokens }: SentenceJson,
  documentText: string,
): string | undefined {
  const isOutside = (one: { readonly start: number; readonly end: number }): boolean =>
    !(
      Number.isInteger(one.start) &&
      Number.isInteger(one.end) &&
      start <= one.start &&
      one.start <= one.end
    ) || one.end > end
  if (documentText.slice(start, end) !== text || isOutside({ start, end }))
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
  const invalidHead = words.find(({ head }) => !Number.isInteger(head) || head < 0 || head > words.length)
  return invalidHead
    ? `the head ${invalidHead.head}, expected a whole number from 0 to ${words.length}`
    : findFlaw(treeOf(words.map(({ head }) => head)))?.reason
}

function sentenceOfJson(
  { start, end, text, words, tokens, ...parse }: SentenceJson,
  documentText: string,
  labels: Symbols,
): TextSentence {
  const positions = emptyPositions(tokens.length, words.length)
  tokens.forEach((token, k) => {
    positions.tokenStarts[k] = token.start
    positions.tokenEnds[k] = token.end
    positions.tokenLasts[k] = token.last
    positions.tokenOfWord.fill(k, token.first - 1, token.last)
  })
  words.forEach((word, i) => {
    positions.wordStarts[i] = word.start
    positions.wordEnds[i] = word.end
  })
  const columns = {
    [FORM]: words.map(({ form }) => form),
    [LEMMA]: words.map(({ lemma }) => lemma),
    [UPOS]: words.map(({ upos }) => upos),
    [XPOS]: words.map(({ xpos }) => xpos),
    [FEATS]: words.map(({ feats }) => feats),
  }
  const tree = treeOf(
    words.map(({ head }) => head),
    words.map(({ deprel }) => labels.add(deprel)),
  )
  const scores = words.map(({ score }) => score)
  const arcs = scores.some((score) => score !== undefined) ? [undefined, ...scores] : undefined
  const { vestigialArcs, score } = parse
  const spaces = spacesAround(documentText, start, end)
  const sentence = new TextSentence({ start, end, text, places: positions, columns, ...spaces })
  return sentence.withTrees([{ tree, vestigialArcs, score, arcs }], labels)
}

/** Words to merge: the numbers of the first word, the last word and the head. */
export interface MergedWords {
  readonly first: number
  readonly last: number
  readonly head: number
}

/** The sentence with merged words, without alternatives. Throws RangeError. */
export function mergeWords(sentence: SentenceJson, merged: readonly MergedWords[]): SentenceJson {
  const { alternatives: _, ...rest } = sentence
  const rangeOf: (MergedWords | undefined)[] = []
  for (const range of merged) {
    const isWhole =
      sentence.tokens.some(({ first }) => first === range.first) &&
      sentence.tokens.some(({ last }) => last === range.last)
    if (!isWhole) throw new RangeError('a phrase cuts a token, expected whole tokens')
    for (let id = range.first; id <= range.last; id++) {
      if (rangeOf[id]) throw new RangeError(`word ${id} is in two phrases, expected one`)
      rangeOf[id] = range
    }
  }
  // New word numbers by old numbers.
  const ids = [0]
  for (const { id } of sentence.words) ids.push(ids[id - 1] + (rangeOf[id] && rangeOf[id].first < id ? 0 : 1))
  const isFirst = (id: number): boolean => (rangeOf[id]?.first ?? id) === id
  const firstWords = sentence.words.filter(({ id }) => isFirst(id))
  const words = firstWords.map((word) => {
    const range = rangeOf[word.id]
    if (!range) return { ...word, id: ids[word.id], head: ids[word.head] }
    const mergedWords = sentence.words.slice(range.first - 1, range.last)
    const headWord = sentence.words[range.head - 1]
    const { end } = mergedWords[mergedWords.length - 1]
    const form = sentence.text.slice(word.start - sentence.start, end - sentence.start).replace(SPACES, ' ')
    let lemma = ''
    mergedWords.forEach(
      (one, i) => (lemma += (i > 0 && one.start > mergedWords[i - 1].end ? ' ' : '') + one.lemma),
    )
    return { ...headWord, id: ids[word.id], head: ids[headWord.head], form, lemma, start: word.start, end }
  })
  const tokens = sentence.tokens
    .filter(({ first }) => isFirst(first))
    .map((token) => {
      const last = rangeOf[token.first]?.last ?? token.last
      const { end, spaceAfter } = sentence.tokens.find((one) => one.last === last)!
      return { start: token.start, end, spaceAfter, first: ids[token.first], last: ids[last] }
    })
  return { ...rest, words, tokens }
}

/**
 * The text and the sentences of a document from CoNLL-U. The text consists of the tokens and the white space in MISC.
 * Comments, empty nodes, DEPS and the rest of MISC are left out. Throws CoNLLUError for an empty column.
 */
export function textOfCoNLLU(conlluSentences: Iterable<CoNLLUSentence>): {
  readonly text: string
  readonly sentences: readonly TextSentence[]
} {
  const labels = new Symbols()
  let text = ''
  const contents = Array.from(conlluSentences, (sentence) => {
    checkColumns(sentence)
    const forms = sentence.forms()
    const tokens: TextToken[] = []
    for (const { first, last, form, misc } of sentence.tokens()) {
      const { before, inToken, after } = spacesIn(misc)
      const start = text.length + before.length
      text += before + (inToken || form)
      tokens.push({ start, end: text.length, words: forms.slice(first - 1, last) })
      text += after
    }
    const column = (number: number): string[] => forms.map((_, i) => sentence.column(i + 1, number))
    const tree = treeOf(
      sentence.head.subarray(1),
      forms.map((_, i) => labels.add(sentence.deprel(i + 1))),
    )
    const columns = Object.fromEntries(
      [FORM, LEMMA, UPOS, XPOS, FEATS].map((number) => [number, column(number)]),
    )
    return { tokens, columns, tree }
  })
  const sentences = contents.map(({ tokens, columns, tree }) =>
    TextSentence.ofTokens(text, tokens)
      .with(columns)
      .withTrees([{ tree, vestigialArcs: 0 }], labels),
  )
  return { text, sentences }
}
