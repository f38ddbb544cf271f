/** Training of the tokenizer, from the text of a treebank. */
import { Chunk, MOST_BOUNDARY_FEATURES } from './boundary-features.ts'
import { Examples } from './classifier.ts'
import { MARK } from './characters.ts'
import { MOST_SENTENCE_FEATURES, SentenceSoFar } from './sentence-features.ts'
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

/** @throws the signal's reason */
export function trainTokenizer(
  paragraphs: readonly GoldParagraph[],
  options: TokenizerOptions,
): TokenizerModel {
  const learned = (examples: Examples, classes: number, C: number, most: number) =>
    examples.learn(classes, { ...options, C, most, levels: LEVELS })
  return {
    boundaryWeights: learned(boundaryExamples(paragraphs), BOUNDARIES, BOUNDARY_COST, MOST_BOUNDARY_FEATURES),
    sentenceWeights: learned(sentenceExamples(paragraphs), 2, SENTENCE_COST, MOST_SENTENCE_FEATURES),
    multiwords: multiwordsOf(paragraphs),
  }
}

function boundaryExamples(paragraphs: readonly GoldParagraph[]): Examples {
  const examples = new Examples()
  const keys = new Uint32Array(MOST_BOUNDARY_FEATURES)
  const chunk = new Chunk()
  for (const { text, tokens } of paragraphs) {
    const boundaries = boundariesOf(text, tokens)
    for (const { from, to, nextKind } of chunks(text, 0, text.length)) {
      chunk.load(text.slice(from, to), nextKind)
      for (let i = 0, tokenStart = 0; i + 1 < chunk.size; i++) {
        if (chunk.kind(i + 1) === MARK) continue
        const boundary = boundaries[from + chunk.offsets[i + 1]]
        examples.add(keys, chunk.writeKeys(i, tokenStart, keys), boundary)
        if (boundary !== NO_BOUNDARY) tokenStart = i + 1
      }
    }
  }
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

function sentenceExamples(paragraphs: readonly GoldParagraph[]): Examples {
  const examples = new Examples()
  const keys = new Uint32Array(MOST_SENTENCE_FEATURES)
  const words = new WordCache(NO_VOCABULARY, Infinity)
  const soFar = new SentenceSoFar()
  const tokens = paragraphs.flatMap((paragraph) => paragraph.tokens)
  const facts = paragraphs.flatMap(({ text, tokens }) =>
    tokens.map(({ start, end }) => words.of(text.slice(start, end))),
  )
  soFar.begin()
  for (let i = 0; i + 1 < tokens.length; i++) {
    const { end, endsSentence } = tokens[i]
    soFar.add(facts[i])
    // Where a new paragraph begins, offsets do, too.
    const spaced = tokens[i + 1].start !== end
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
