/** Training of the tokenizer, from the text of a treebank. */
import { Chunk, MOST_BOUNDARY_FEATURES, PlaceSet } from './boundary-features.ts'
import { Examples } from './classifier-training.ts'
import { MOST_SENTENCE_FEATURES, pairOf, PAIRS, SentenceSoFar } from './sentence-features.ts'
import {
  BOUNDARIES,
  chunks,
  GOES_ON,
  NO_BOUNDARY,
  SENTENCE_END,
  TOKEN_END,
  WORD_END,
  type TokenizerModel,
} from './tokenizer.ts'
import type { GoldParagraph, GoldToken } from './treebank-text.ts'
import { NO_VOCABULARY, WordCache } from './word-facts.ts'

export interface TokenizerOptions {
  readonly seed: number
  readonly onPass?: (pass: number) => void
  readonly signal?: AbortSignal
}

/** Costs of errors, and the levels of the weights; chosen on the dev part of UD English EWT. */
const BOUNDARY_COST = 0.1
const SENTENCE_COST = 0.1
const LEVELS = 6

/** Pairs of characters that came so often, and so small a part of them at the end of a sentence, are calm. */
const CALM_OFTEN = 100
const CALM_SHARE = 0.005

/** @throws the signal's reason */
export function trainTokenizer(
  paragraphs: readonly GoldParagraph[],
  options: TokenizerOptions,
): TokenizerModel {
  const learned = (examples: Examples, classes: number, C: number, most: number) =>
    examples.learn(classes, { ...options, C, most, levels: LEVELS })
  const cuttable = cuttablePlaces(paragraphs)
  const calm = calmPairs(paragraphs)
  const boundaries = boundaryExamples(paragraphs, new PlaceSet(cuttable))
  const ends = sentenceExamples(paragraphs, calm)
  return {
    boundaryWeights: learned(boundaries, BOUNDARIES, BOUNDARY_COST, MOST_BOUNDARY_FEATURES),
    sentenceWeights: learned(ends, 2, SENTENCE_COST, MOST_SENTENCE_FEATURES),
    cuttable,
    calm,
    multiwords: multiwordsOf(paragraphs),
  }
}

/** Calls `visit` for each boundary of each chunk with its class, and where the token began. */
function eachBoundary(
  paragraphs: readonly GoldParagraph[],
  visit: (chunk: Chunk, i: number, boundary: number, tokenStart: number) => void,
): void {
  const chunk = new Chunk()
  for (const { text, tokens } of paragraphs) {
    const boundaries = boundariesOf(text, tokens)
    for (const { from, to, nextKind } of chunks(text, 0, text.length)) {
      chunk.load(text.slice(from, to), nextKind)
      for (let i = 0, tokenStart = 0; i + 1 < chunk.size; i++) {
        const boundary = boundaries[from + chunk.offsets[i + 1]]
        visit(chunk, i, boundary, tokenStart)
        if (boundary !== NO_BOUNDARY) tokenStart = i + 1
      }
    }
  }
}

/** The places within letters and digits where there is ever a boundary. */
function cuttablePlaces(paragraphs: readonly GoldParagraph[]): Uint16Array {
  const places = new Set<number>()
  eachBoundary(paragraphs, (chunk, i, boundary) => {
    if (boundary !== NO_BOUNDARY && chunk.isWithin(i)) places.add(chunk.placeOf(i))
  })
  return Uint16Array.from(places).sort()
}

function boundaryExamples(paragraphs: readonly GoldParagraph[], cuttable: PlaceSet): Examples {
  const examples = new Examples()
  const keys = new Uint32Array(MOST_BOUNDARY_FEATURES)
  eachBoundary(paragraphs, (chunk, i, boundary, tokenStart) => {
    if (!chunk.isPossible(i, cuttable)) return
    examples.add(keys, chunk.writeKeys(i, tokenStart, keys), boundary)
  })
  return examples
}

/** For each place in the text the class of the boundary there. */
function boundariesOf(text: string, tokens: readonly GoldToken[]): Uint8Array {
  const boundaries = new Uint8Array(text.length + 1)
  for (const { start, end, words } of tokens) {
    boundaries[end] = TOKEN_END
    if (words.length === 1 || words.join('') !== text.slice(start, end)) continue
    let at = start
    for (const word of words.slice(0, -1)) boundaries[(at += word.length)] = WORD_END
  }
  return boundaries
}

/** The pairs of characters that came often, with an end of a sentence between them hardly ever. */
function calmPairs(paragraphs: readonly GoldParagraph[]): Uint16Array {
  const all = new Float64Array(PAIRS)
  const ends = new Float64Array(PAIRS)
  for (const { text, tokens } of paragraphs) {
    for (let i = 0; i + 1 < tokens.length; i++) {
      const pair = pairBehind(text, tokens, i)
      all[pair]++
      if (tokens[i].endsSentence) ends[pair]++
    }
  }
  const pairs = Uint16Array.from(all.keys())
  return pairs.filter((pair) => all[pair] >= CALM_OFTEN && ends[pair] <= CALM_SHARE * all[pair])
}

function pairBehind(text: string, tokens: readonly GoldToken[], i: number): number {
  const { end } = tokens[i]
  const { start } = tokens[i + 1]
  return pairOf(text.charCodeAt(end - 1), text.charCodeAt(start), start > end)
}

function sentenceExamples(paragraphs: readonly GoldParagraph[], calm: Uint16Array): Examples {
  const examples = new Examples()
  const keys = new Uint32Array(MOST_SENTENCE_FEATURES)
  const words = new WordCache(NO_VOCABULARY, Infinity)
  const soFar = new SentenceSoFar()
  const tokens = paragraphs.flatMap((paragraph) => paragraph.tokens)
  const facts = paragraphs.flatMap(({ text, tokens }) =>
    tokens.map(({ start, end }) => words.of(text.slice(start, end))),
  )
  const isCalm = new Set(calm)
  const pairs = paragraphs.flatMap(({ text, tokens }) =>
    tokens.map((_, i) => (i + 1 < tokens.length ? pairBehind(text, tokens, i) : -1)),
  )
  soFar.begin()
  for (let i = 0; i + 1 < tokens.length; i++) {
    const { end, endsSentence } = tokens[i]
    soFar.add(facts[i])
    // Where a new paragraph begins, offsets do, too.
    const spaced = tokens[i + 1].start !== end
    if (!isCalm.has(pairs[i]))
      examples.add(keys, soFar.writeKeys(facts, i, spaced, keys), endsSentence ? SENTENCE_END : GOES_ON)
    if (endsSentence) soFar.begin()
  }
  return examples
}

/** The multiword tokens whose words are not pieces of them, where they are such more often than not. */
function multiwordsOf(paragraphs: readonly GoldParagraph[]): Map<string, readonly string[]> {
  const counts = new Map<string, Map<string, number>>()
  for (const { text, tokens } of paragraphs) {
    for (const { start, end, words } of tokens) {
      if (words.length === 1 || words.join('') === text.slice(start, end)) continue
      const surface = text.slice(start, end).toLowerCase()
      let analyses = counts.get(surface)
      if (!analyses) counts.set(surface, (analyses = new Map()))
      const analysis = words.join(' ').toLowerCase()
      analyses.set(analysis, (analyses.get(analysis) ?? 0) + 1)
    }
  }
  const wholes = new Map<string, number>()
  for (const { text, tokens } of paragraphs) {
    for (const { start, end, words } of tokens) {
      const surface = text.slice(start, end).toLowerCase()
      if (words.length === 1 && counts.has(surface)) wholes.set(surface, (wholes.get(surface) ?? 0) + 1)
    }
  }
  const multiwords = new Map<string, readonly string[]>()
  for (const [surface, analyses] of counts) {
    const all = [...analyses.values()].reduce((a, b) => a + b, 0)
    if (all < (wholes.get(surface) ?? 0)) continue
    const [best] = [...analyses].reduce((a, b) => (b[1] > a[1] ? b : a))
    multiwords.set(surface, best.split(' '))
  }
  return multiwords
}
