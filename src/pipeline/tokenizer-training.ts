/** Trains the tokenizer from the text of a treebank. */
import { classPair, CLASS_PAIRS } from './characters.ts'
import { BOUNDARY_FEATURES, Chunk } from './boundary-features.ts'
import { Examples, partOf, type LearningOptions } from './classifier-training.ts'
import { countPairs, mostFrequent, totalOf } from './features.ts'
import { RunSplitCounter, type RunSplits } from './run-splits.ts'
import { OpenSentence, SENTENCE_END_FEATURES } from './sentence-end-features.ts'
import { chunks, NO_BOUNDARY, NO_SENTENCE_END, SENTENCE_END, TOKEN_END, WORD_END } from './tokenizer.ts'
import type { TokenizerModel } from './tokenizer.ts'
import type { TextToken } from '../sentence/text-sentence.ts'
import { respaced, type GoldParagraph } from './treebank-text.ts'
import { NO_VOCABULARY, WordCache } from './word-facts.ts'
import { joinPairsOf, trainJoins } from './word-pieces-training.ts'

/** The cost of errors and the minimum weight, chosen on the dev part of UD English EWT. */
const WEIGHTS = { cost: 0.1, least: 0.01 }

/** Class pairs with at least this frequency, of which at most this share are sentence ends, never end a sentence. */
const MIN_PAIR_FREQUENCY = 100
const MAX_SENTENCE_END_SHARE = 0.005

export interface TokenizerTraining extends LearningOptions {
  /** Abbreviations in lower case without their final period. Default: none. */
  readonly abbreviations?: ReadonlySet<string>
}

/** @throws the reason of the signal */
export function trainTokenizer(
  treebank: readonly GoldParagraph[],
  options: TokenizerTraining,
): TokenizerModel {
  const paragraphs = [...treebank, ...respaced(treebank)]
  const { abbreviations = new Set<string>() } = options
  // The periods of known abbreviations are examples, too: they teach those of unknown ones.
  const splits = { ...splitsOf(paragraphs), abbreviations: new Set<string>() }
  const noEndPairs = noEndPairsOf(paragraphs)
  // The join model leaves one sentence out to learn, so that no sentence may come twice.
  const joinPairs = joinPairsOf(treebank)
  const boundaries = boundaryExamples(paragraphs, splits, joinPairs)
  const sentenceEnds = sentenceEndExamples(paragraphs, new Set(noEndPairs))
  const parts = joinPairs.length > 0 ? 3 : 2
  return {
    boundaryWeights: boundaries.learn(WEIGHTS, partOf(options, 0, parts)),
    sentenceEndWeights: sentenceEnds.learn(WEIGHTS, partOf(options, 1, parts)),
    splits: { ...splits, abbreviations },
    joins: trainJoins(treebank, joinPairs, partOf(options, 2, parts)),
    noEndPairs,
    multiwords: multiwordsOf(paragraphs),
  }
}

/** The class of the boundary at each offset of the text. */
function boundariesOf(text: string, tokens: readonly TextToken[]): Uint8Array {
  const boundaries = new Uint8Array(text.length + 1)
  for (const token of tokens) {
    boundaries[token.end] = TOKEN_END
    if (!isConcatenation(text, token)) continue
    let end = token.start
    for (const word of token.words.slice(0, -1)) boundaries[(end += word.length)] = WORD_END
  }
  return boundaries
}

/** Whether a token is the concatenation of its words. */
function isConcatenation(text: string, { start, end, words }: TextToken): boolean {
  return words.join('') === text.slice(start, end)
}

function splitsOf(paragraphs: readonly GoldParagraph[]): Omit<RunSplits, 'abbreviations'> {
  const counter = new RunSplitCounter()
  for (const { text, tokens } of paragraphs) {
    const boundaries = boundariesOf(text, tokens)
    counter.add(text, (offset) => boundaries[offset] !== NO_BOUNDARY)
  }
  return counter.splits()
}

function boundaryExamples(
  paragraphs: readonly GoldParagraph[],
  splits: RunSplits,
  joinPairs: Uint16Array,
): Examples {
  const examples = new Examples()
  const keys = new Uint32Array(BOUNDARY_FEATURES)
  const chunk = new Chunk(splits, joinPairs)
  for (const { text, tokens } of paragraphs) {
    const boundaries = boundariesOf(text, tokens)
    for (const { from, to, nextClass } of chunks(text, 0, text.length)) {
      chunk.load(text.slice(from, to), nextClass)
      for (let i = 0, tokenStart = 0; i + 1 < chunk.size; i++) {
        const boundary = boundaries[from + chunk.offsets.items[i + 1]]
        const isPiece = chunk.endsPiece(i)
        if (chunk.isPossible(i) && !isPiece)
          examples.add(keys, chunk.writeKeys(i, tokenStart, keys), boundary)
        if (isPiece || boundary !== NO_BOUNDARY) tokenStart = i + 1
      }
    }
  }
  return examples
}

function noEndPairsOf(paragraphs: readonly GoldParagraph[]): Uint16Array {
  const pairCounts = new Float64Array(CLASS_PAIRS)
  const ends = new Float64Array(CLASS_PAIRS)
  for (const { text, tokens, sentenceEnds } of paragraphs) {
    for (let i = 0; i + 1 < tokens.length; i++) {
      const pair = classPair(text, tokens[i].end, tokens[i + 1].start)
      pairCounts[pair]++
      if (sentenceEnds[i]) ends[pair]++
    }
  }
  const pairs = Uint16Array.from(pairCounts.keys())
  return pairs.filter(
    (pair) =>
      pairCounts[pair] >= MIN_PAIR_FREQUENCY && ends[pair] <= MAX_SENTENCE_END_SHARE * pairCounts[pair],
  )
}

/** The examples of sentence ends. Features treat the paragraphs as one text. */
function sentenceEndExamples(
  paragraphs: readonly GoldParagraph[],
  noEndPairs: ReadonlySet<number>,
): Examples {
  const examples = new Examples()
  const keys = new Uint32Array(SENTENCE_END_FEATURES)
  const words = new WordCache(NO_VOCABULARY, Infinity)
  const facts = paragraphs.flatMap(({ text, tokens }) =>
    tokens.map(({ start, end }) => words.of(text.slice(start, end))),
  )
  let tokenIndex = 0
  const sentence = new OpenSentence(facts)
  for (const { text, tokens, sentenceEnds } of paragraphs) {
    tokens.forEach(({ end }, i) => {
      sentence.add(facts[tokenIndex])
      const isLast = i === tokens.length - 1
      const isExample = isLast
        ? tokenIndex < facts.length - 1
        : !noEndPairs.has(classPair(text, tokens[i].end, tokens[i + 1].start))
      const isSpaced = isLast || tokens[i + 1].start > end
      if (isExample) {
        const count = sentence.writeKeys(tokenIndex, isSpaced, keys)
        examples.add(keys, count, sentenceEnds[i] ? SENTENCE_END : NO_SENTENCE_END)
      }
      if (sentenceEnds[i]) sentence.begin()
      tokenIndex++
    })
  }
  return examples
}

/**
 * The words of multiword tokens that are not the concatenation of their words, and that are multiword tokens in at least
 * half of their occurrences.
 */
function multiwordsOf(paragraphs: readonly GoldParagraph[]): Map<string, readonly string[]> {
  const analyses: [string, string][] = []
  const single: [string, string][] = []
  for (const { text, tokens } of paragraphs)
    for (const token of tokens) {
      const form = text.slice(token.start, token.end).toLowerCase()
      if (token.words.length === 1) single.push([form, form])
      else if (!isConcatenation(text, token)) analyses.push([form, token.words.join('\t').toLowerCase()])
    }
  const singles = countPairs(single)
  const multiwords = new Map<string, readonly string[]>()
  for (const [form, counts] of countPairs(analyses)) {
    if (totalOf(counts) < (singles.get(form)?.get(form) ?? 0)) continue
    multiwords.set(form, mostFrequent(counts)[0].split('\t'))
  }
  return multiwords
}
