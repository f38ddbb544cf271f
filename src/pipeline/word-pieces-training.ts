/** Trains the model that joins pieces to words. */
import { wordNumbers, type WordNumbers } from '../../parser/core/word-numbers.ts'
import type { Characters } from '../sentence/text-sentence.ts'
import { classPair, CLASS_PAIRS, isSpace, isSpacedPair, isUncasedPair } from './characters.ts'
import { Examples, type LearningOptions } from './classifier-training.ts'
import { GOES_ON } from './tokenizer.ts'
import type { GoldParagraph } from './treebank-text.ts'
import { JOIN_FEATURES, LONGEST_PHRASE, OpenWord, phraseHash, type JoinModel } from './word-pieces.ts'
import { NO_VOCABULARY, WordCache, type WordFacts } from './word-facts.ts'

/** The cost of errors and the minimum weight, chosen on the dev part of UD Vietnamese VTB. */
const WEIGHTS = { cost: 0.05, least: 0.01 }

/** The minimum frequency with which words continue after a space between two character classes. */
const MIN_PAIR_FREQUENCY = 3
/** Uncased letters are separate pieces if more than this share of the boundaries between them ends a token. */
const MIN_TOKEN_END_SHARE = 0.05

/** The class pairs at which a word of several pieces can be cut, in ascending order. Most treebanks have none. */
export function joinPairsOf(paragraphs: readonly GoldParagraph[]): Uint16Array {
  const joined = new Float64Array(CLASS_PAIRS)
  const ends = new Float64Array(CLASS_PAIRS)
  for (const { text, tokens } of paragraphs)
    tokens.forEach(({ start, end }, i) => {
      for (let at = start + 1; at < end; at++) {
        if (isSpace(text.charCodeAt(at))) continue
        let last = at
        while (isSpace(text.charCodeAt(last - 1))) last--
        joined[classPair(text, last, at)]++
      }
      if (i + 1 < tokens.length) ends[classPair(text, end, tokens[i + 1].start)]++
    })
  return Uint16Array.from(joined.keys()).filter((pair) =>
    isSpacedPair(pair)
      ? joined[pair] >= MIN_PAIR_FREQUENCY
      : isUncasedPair(pair) && ends[pair] > MIN_TOKEN_END_SHARE * (ends[pair] + joined[pair]),
  )
}

/** Trains the join model; undefined if all words have one piece. Throws the reason of the signal. */
export function trainJoins(
  paragraphs: readonly GoldParagraph[],
  pairs: Uint16Array,
  options: LearningOptions,
): JoinModel | undefined {
  if (pairs.length === 0) return undefined
  const texts = paragraphs.map((paragraph) => piecesOf(paragraph, new Set(pairs)))
  const counter = new PhraseCounter()
  for (const { sentences } of texts) for (const sentence of sentences) counter.count(sentence, 1)
  const examples = new Examples()
  const keys = new Uint32Array(JOIN_FEATURES)
  for (const { text, places, facts, sentences } of texts) {
    const word = new OpenWord(text, places, facts, (hash) => counter.classOf(hash))
    let i = 0
    for (const sentence of sentences) {
      // Remove the words of this sentence from the counts, so that words that occur only here are unknown, as in new text.
      counter.count(sentence, -1)
      for (const { isOpen, goesOn } of sentence) {
        if (isOpen) examples.add(keys, word.writeKeys(i, keys), goesOn ? GOES_ON : 0)
        i++
        if (!goesOn) word.begin(i)
      }
      counter.count(sentence, 1)
    }
  }
  return { pairs, weights: examples.learn(WEIGHTS, options), phrases: counter.phrases() }
}

interface Piece {
  readonly facts: WordFacts
  /** Whether the word can continue after the piece, and whether it does. */
  readonly isOpen: boolean
  readonly goesOn: boolean
}

/** The pieces of a paragraph and of each of its sentences. */
function piecesOf(
  { text, tokens, sentenceEnds }: GoldParagraph,
  pairs: ReadonlySet<number>,
): {
  readonly text: string
  readonly places: readonly Characters[]
  readonly facts: readonly WordFacts[]
  readonly sentences: readonly (readonly Piece[])[]
} {
  const words = new WordCache(NO_VOCABULARY, Infinity)
  const places = tokens.flatMap((token) => [...piecesOfToken(text, token, pairs)])
  const facts = places.map(({ start, end }) => words.of(text.slice(start, end)))
  const sentences: Piece[][] = [[]]
  let token = 0
  places.forEach(({ end }, i) => {
    const goesOn = end < tokens[token].end
    const isOpen = i + 1 < places.length && pairs.has(classPair(text, end, places[i + 1].start))
    sentences[sentences.length - 1].push({ facts: facts[i], isOpen, goesOn })
    if (!goesOn && sentenceEnds[token++]) sentences.push([])
  })
  return { text, places, facts, sentences }
}

function* piecesOfToken(
  text: string,
  { start, end }: Characters,
  pairs: ReadonlySet<number>,
): Generator<Characters> {
  let from = start
  for (let at = start + 1; at < end; at++) {
    if (isSpace(text.charCodeAt(at))) continue
    let last = at
    while (isSpace(text.charCodeAt(last - 1))) last--
    if (last === at && !pairs.has(classPair(text, at, at))) continue
    yield { start: from, end: last }
    from = at
  }
  yield { start: from, end }
}

/** Counts how often sequences of pieces occur, and how often they are words. */
class PhraseCounter {
  readonly #words = new Map<number, number>()
  readonly #all = new Map<number, number>()

  /** @param sign 1 to add the words of a sentence, -1 to remove them */
  count(pieces: readonly Piece[], sign: number): void {
    pieces.forEach(({ isOpen }, start) => {
      if (!isOpen && !(start > 0 && pieces[start - 1].isOpen)) return
      let isWord = start === 0 || !pieces[start - 1].goesOn
      let hash = 0
      for (let end = start; end < Math.min(pieces.length, start + LONGEST_PHRASE); end++) {
        hash = phraseHash(hash, pieces[end].facts) >>> 0
        this.#all.set(hash, (this.#all.get(hash) ?? 0) + sign)
        if (isWord && !pieces[end].goesOn) {
          this.#words.set(hash, (this.#words.get(hash) ?? 0) + sign)
          isWord = false
        }
        if (!pieces[end].isOpen) break
      }
    })
  }

  /** The class of a sequence, see JoinModel; -1 if it is never a word. */
  classOf(hash: number): number {
    const words = this.#words.get(hash >>> 0) ?? 0
    if (words === 0) return -1
    const share = words / this.#all.get(hash >>> 0)!
    return share < 0.5 ? 0 : share < 0.9 ? 1 : 2
  }

  phrases(): WordNumbers {
    return wordNumbers(new Map(Array.from(this.#words.keys(), (hash) => [hash, this.classOf(hash)])))
  }
}
