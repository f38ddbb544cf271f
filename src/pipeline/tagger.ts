/**
 * The tagger: from left to right, each word gets the universal and the language's own part of speech that a linear
 * classifier scores best, together as one class, and then the best of the FEATS that this class was seen with.
 */
import { Classifier, type ClassWeights } from './classifier.ts'
import {
  MOST_FEATS_FEATURES,
  MOST_TAG_FEATURES,
  places,
  writeCombinedKeys,
  writeFeatsKeys,
  writePlaceKeys,
} from './tag-features.ts'
import { borderFacts, wordWithTag, WordCache, type Vocabulary, type WordFacts } from './word-facts.ts'

/** What a class of the tagger stands for. */
export interface TagClass {
  readonly upos: string
  readonly xpos: string
  /** The FEATS that it was seen with, as ids, the most frequent first; at least one. */
  readonly feats: readonly number[]
}

export interface TaggerModel {
  readonly tags: readonly TagClass[]
  /** The FEATS by id. */
  readonly feats: readonly string[]
  readonly vocabulary: Vocabulary
  readonly tagWeights: ClassWeights
  readonly featsWeights: ClassWeights
}

/** Tags and FEATS as features see them: ids from here on, 1 before the sentence. */
export const FIRST_ID = 3
export const NO_ID = 1

/** Sums are kept for so many classes of so many words, of two bytes each. */
const KEPT_SUMS = 1 << 23

/** Holds a model's weights, and sums of them for the words it met. */
export class Tagger {
  readonly model: TaggerModel
  /** Of the last sentence, for each word: the id of its class, and of its FEATS. */
  tags = new Uint16Array(64)
  feats = new Uint16Array(64)
  readonly #tagClassifier: Classifier
  readonly #featsClassifier: Classifier
  readonly #words: WordCache
  readonly #keys = new Uint32Array(MOST_TAG_FEATURES + MOST_FEATS_FEATURES)
  readonly #sentence: WordFacts[] = []
  readonly #borders = borders()

  constructor(model: TaggerModel) {
    this.model = model
    this.#tagClassifier = new Classifier(model.tagWeights)
    this.#featsClassifier = new Classifier(model.featsWeights)
    const sums = places.length * Math.max(1, model.tags.length)
    this.#words = new WordCache(model.vocabulary, Math.ceil(KEPT_SUMS / sums))
  }

  /** Tags the words of a sentence: the answers lie in `tags` and `feats`. */
  tag(forms: readonly string[]): void {
    const size = forms.length
    if (size > this.tags.length) {
      this.tags = new Uint16Array(2 * size)
      this.feats = new Uint16Array(2 * size)
    }
    const sentence = this.#sentence
    sentence.length = 0
    for (let i = 0; i < size; i++) sentence.push(this.#words.of(forms[i]))
    for (let i = 0; i < size; i++) {
      const { settled } = sentence[i]
      if (settled >= 0) {
        this.tags[i] = tagOf(settled)
        this.feats[i] = featsOf(settled)
        continue
      }
      const words = windowAt(sentence, i, this.#borders)
      this.tags[i] = this.#chooseTag(words, i)
      this.feats[i] = this.#chooseFeats(words, i)
    }
  }

  #chooseTag(words: Window, i: number): number {
    const classifier = this.#tagClassifier
    const scores = classifier.scores
    const secondBefore = this.#sumsOf(words[0])
    const before = this.#sumsOf(words[1])
    const own = this.#sumsOf(words[2])
    const after = this.#sumsOf(words[3])
    const secondAfter = this.#sumsOf(words[4])
    const size = scores.length
    // One loop for all five: nothing is stored in between. Row r is that of place r.
    for (let c = 0; c < size; c++) {
      scores[c] =
        own[c] +
        before[size + c] +
        secondBefore[2 * size + c] +
        after[3 * size + c] +
        secondAfter[4 * size + c]
    }
    const count = writeCombinedKeys(words, idAt(this.tags, i - 1), idAt(this.tags, i - 2), this.#keys, 0)
    classifier.add(this.#keys, count)
    return classifier.best()
  }

  #sumsOf(word: WordFacts): Int16Array {
    return word.sums ?? (word.sums = this.#sum(word))
  }

  #sum(word: WordFacts): Int16Array {
    const classifier = this.#tagClassifier
    const sums = new Int16Array(places.length * classifier.classes)
    for (let place = 0; place < places.length; place++) {
      const row = sums.subarray(place * classifier.classes, (place + 1) * classifier.classes)
      classifier.add(this.#keys, writePlaceKeys(word, place, this.#keys, 0), row)
    }
    return sums
  }

  #chooseFeats(words: Window, i: number): number {
    const { tags: classes, vocabulary } = this.model
    const choices = classes[this.tags[i]].feats
    if (choices.length === 1) return choices[0]
    const settled = vocabulary.feats.get(wordWithTag(words[2], this.tags[i]))
    if (settled !== undefined) return settled
    const { tags, feats } = this
    const [tag, last] = [idAt(tags, i), idAt(tags, i - 1)]
    const count = writeFeatsKeys(words, tag, last, idAt(feats, i - 1), idAt(feats, i - 2), this.#keys)
    const classifier = this.#featsClassifier
    classifier.scores.fill(0)
    classifier.add(this.#keys, count)
    let best = choices[0]
    for (const choice of choices) if (classifier.scores[choice] > classifier.scores[best]) best = choice
    return best
  }
}

/** An analysis as one number: the ids of a class and of FEATS. */
export function analysisOf(tag: number, feats: number): number {
  return (tag << 16) | feats
}

export function tagOf(analysis: number): number {
  return analysis >>> 16
}

export function featsOf(analysis: number): number {
  return analysis & 0xffff
}

/** The words around one, from two before it to two behind it. */
export type Window = [WordFacts, WordFacts, WordFacts, WordFacts, WordFacts]

/** What stands before a sentence and behind it; each tagger has its own, to keep its sums with them. */
export interface Borders {
  readonly start: WordFacts
  readonly end: WordFacts
}

export function borders(): Borders {
  return { start: borderFacts(1), end: borderFacts(2) }
}

export function windowAt(sentence: readonly WordFacts[], i: number, { start, end }: Borders): Window {
  const last = sentence.length - 1
  return [
    i > 1 ? sentence[i - 2] : start,
    i > 0 ? sentence[i - 1] : start,
    sentence[i],
    i < last ? sentence[i + 1] : end,
    i + 1 < last ? sentence[i + 2] : end,
  ]
}

/** What stands for the id at place `i` of a sentence. */
export function idAt(ids: ArrayLike<number>, i: number): number {
  return i < 0 ? NO_ID : ids[i] + FIRST_ID
}
