/** Training of the tokenizer from the text of a treebank. */
import { classPair, CLASS_PAIRS } from './characters.ts'
import { BOUNDARY_FEATURES, Chunk } from './boundary-features.ts'
import { Examples, type LearningOptions } from './classifier-training.ts'
import { countPairs, mostFrequent, totalOf } from './features.ts'
import { RunSplitCounter, type RunSplits } from './run-splits.ts'
import { OpenSentence, SENTENCE_END_FEATURES } from './sentence-end-features.ts'
import { chunks, NO_BOUNDARY, NO_SENTENCE_END, SENTENCE_END, TOKEN_END, WORD_END } from './tokenizer.ts'
import type { TokenizerModel } from './tokenizer.ts'
import type { TextToken } from '../sentence/text-sentence.ts'
import type { GoldParagraph } from './treebank-text.ts'
import { NO_VOCABULARY, WordCache } from './word-facts.ts'
import { joinPairsOf, trainJoins } from './word-pieces-training.ts'

/** The cost of errors and the smallest weight, chosen on the dev part of UD English EWT. */
const WEIGHTS = { cost: 0.1, least: 0.01 }

/** No sentence ends at class pairs with this frequency or more of which at most this share are sentence ends. */
const PAIR_FREQUENCY = 100
const PAIR_SHARE = 0.005

export interface TokenizerTraining extends LearningOptions {
  /** Words whose final period belongs to them, in lower case and without it; none by default. */
  readonly abbreviations?: ReadonlySet<string>
}

/** @throws the reason of the signal */
export function trainTokenizer(
  paragraphs: readonly GoldParagraph[],
  options: TokenizerTraining,
): TokenizerModel {
  const { abbreviations = new Set<string>() } = options
  const splits = { ...splitsOf(paragraphs), abbreviations }
  const noEndPairs = noEndPairsOf(paragraphs)
  const joinPairs = joinPairsOf(paragraphs)
  const boundaries = boundaryExamples(paragraphs, splits, joinPairs)
  const sentenceEnds = sentenceEndExamples(paragraphs, new Set(noEndPairs))
  return {
    boundaryWeights: boundaries.learn(WEIGHTS, options),
    sentenceEndWeights: sentenceEnds.learn(WEIGHTS, options),
    splits,
    joins: trainJoins(paragraphs, joinPairs, options),
    noEndPairs,
    multiwords: multiwordsOf(paragraphs),
  }
}

/** For each offset of the text the class of the boundary there. */
function boundariesOf(text: string, tokens: readonly TextToken[]): Uint8Array {
  const boundaries = new Uint8Array(text.length + 1)
  for (const token of tokens) {
    boundaries[token.end] = TOKEN_END
    if (!isConcatenation(text, token)) continue
    let at = token.start
    for (const word of token.words.slice(0, -1)) boundaries[(at += word.length)] = WORD_END
  }
  return boundaries
}

/** Whether a token is written as its words, one after the other. */
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
  const all = new Float64Array(CLASS_PAIRS)
  const ends = new Float64Array(CLASS_PAIRS)
  for (const { text, tokens, sentenceEnds } of paragraphs) {
    for (let i = 0; i + 1 < tokens.length; i++) {
      const pair = classPair(text, tokens[i].end, tokens[i + 1].start)
      all[pair]++
      if (sentenceEnds[i]) ends[pair]++
    }
  }
  const pairs = Uint16Array.from(all.keys())
  return pairs.filter((pair) => all[pair] >= PAIR_FREQUENCY && ends[pair] <= PAIR_SHARE * all[pair])
}

/** The features see the paragraphs as one text. */
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
  let at = 0
  const sentence = new OpenSentence(facts)
  for (const { text, tokens, sentenceEnds } of paragraphs) {
    tokens.forEach(({ end }, i) => {
      sentence.add(facts[at])
      const isLast = i === tokens.length - 1
      const isExample = isLast
        ? at < facts.length - 1
        : !noEndPairs.has(classPair(text, tokens[i].end, tokens[i + 1].start))
      const isSpaced = isLast || tokens[i + 1].start > end
      if (isExample) {
        const count = sentence.writeKeys(at, isSpaced, keys)
        examples.add(keys, count, sentenceEnds[i] ? SENTENCE_END : NO_SENTENCE_END)
      }
      if (sentenceEnds[i]) sentence.begin()
      at++
    })
  }
  return examples
}

/** The multiword tokens not written as their words, which at least half of their occurrences are: with their words. */
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
