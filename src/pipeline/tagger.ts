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
import {
  borderFacts,
  FORM,
  wordWithTag,
  WordCache,
  type Choices,
  type Vocabulary,
  type WordFacts,
} from './word-facts.ts'
import { numberOf } from './word-numbers.ts'

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
const FIRST_ID = 3
export const NO_ID = 1

/** Sums are kept for so many classes of so many words, of two bytes each. */
const KEPT_SUMS = 1 << 24

/** By class of tags: 1 where it is of verbs, auxiliaries included. */
export function verbsOf(tags: readonly TagClass[]): Uint8Array {
  return Uint8Array.from(tags, ({ upos }) => (upos === 'VERB' || upos === 'AUX' ? 1 : 0))
}

/** Holds a model's weights, and sums of them for the words it met. */
export class Tagger {
  readonly model: TaggerModel
  /** What is known of words; for whoever needs it beside the tagger. */
  readonly words: WordCache
  /** Of the last sentence, for each word: the id of its class, and of its FEATS. */
  tags = new Uint16Array(64)
  feats = new Uint16Array(64)
  readonly #tagClassifier: Classifier
  readonly #featsClassifier: Classifier
  readonly #keys = new Uint32Array(MOST_TAG_FEATURES + MOST_FEATS_FEATURES)
  readonly #sentence: WordFacts[] = []
  /** By class whether it is a verb's, and what stands for the tag of the last verb. */
  readonly #isVerb: Uint8Array
  #verb = NO_ID
  readonly #borders = borders()

  constructor(model: TaggerModel) {
    this.model = model
    this.#isVerb = verbsOf(model.tags)
    this.#tagClassifier = new Classifier(model.tagWeights)
    this.#featsClassifier = new Classifier(model.featsWeights)
    const sums = places.length * Math.max(1, model.tags.length)
    this.words = new WordCache(model.vocabulary, Math.ceil(KEPT_SUMS / sums))
  }

  /** Tags the words of a sentence: the answers lie in `tags` and `feats`. */
  tag(forms: readonly string[]): void {
    const sentence = this.#sentence
    sentence.length = 0
    for (let i = 0; i < forms.length; i++) sentence.push(this.words.of(forms[i]))
    this.tagWords(sentence)
  }

  /** The same for words that `words` knows already. */
  tagWords(sentence: readonly WordFacts[]): void {
    const size = sentence.length
    if (size > this.tags.length) {
      this.tags = new Uint16Array(2 * size)
      this.feats = new Uint16Array(2 * size)
    }
    const { tags, feats } = this
    this.#verb = NO_ID
    for (let i = 0; i < size; i++) {
      if (i > 0 && this.#isVerb[tags[i - 1]] === 1) this.#verb = idAt(tags, i - 1)
      const { choices } = sentence[i]
      if (choices && choices.tags.length === 1) {
        tags[i] = choices.tags[0]
        const settled = choices.feats[0]
        feats[i] = settled >= 0 ? settled : this.#chooseFeats(windowAt(sentence, i, this.#borders), i)
        continue
      }
      const words = windowAt(sentence, i, this.#borders)
      const settled = choices ? this.#chooseAmong(words, i, choices) : this.#choose(words, i)
      feats[i] = settled >= 0 ? settled : this.#chooseFeats(words, i)
    }
  }

  /** Gives a word one of the classes that it may have; returns the FEATS that are settled by that, -1 for none. */
  #chooseAmong(words: Window, i: number, { tags, feats }: Choices): number {
    const classifier = this.#tagClassifier
    const scores = classifier.scores
    const size = scores.length
    const [secondBefore, before, word, after, secondAfter] = words
    const own = word.own ?? this.#sumOwn(word)
    const rowBefore = before.beside ?? this.#sumBeside(before)
    const rowSecondBefore = secondBefore.beside ?? this.#sumBeside(secondBefore)
    const rowAfter = after.beside ?? this.#sumBeside(after)
    const rowSecondAfter = secondAfter.beside ?? this.#sumBeside(secondAfter)
    for (let k = 0; k < tags.length; k++) {
      const c = tags[k]
      scores[c] =
        own[k] +
        rowBefore[c] +
        rowSecondBefore[size + c] +
        rowAfter[2 * size + c] +
        rowSecondAfter[3 * size + c]
    }
    // The scores of other classes are whatever they are.
    this.#addCombined(words, i)
    let best = 0
    for (let k = 1; k < tags.length; k++) if (scores[tags[k]] > scores[tags[best]]) best = k
    this.tags[i] = tags[best]
    return feats[best]
  }

  /** Gives a word any class; returns the FEATS that are settled by that, -1 for none. */
  #choose(words: Window, i: number): number {
    const classifier = this.#tagClassifier
    const scores = classifier.scores
    const size = scores.length
    const [secondBefore, before, word, after, secondAfter] = words
    const own = word.own ?? this.#sumOwn(word)
    const rowBefore = before.beside ?? this.#sumBeside(before)
    const rowSecondBefore = secondBefore.beside ?? this.#sumBeside(secondBefore)
    const rowAfter = after.beside ?? this.#sumBeside(after)
    const rowSecondAfter = secondAfter.beside ?? this.#sumBeside(secondAfter)
    // One loop for all five: nothing is stored in between.
    for (let c = 0; c < size; c++) {
      scores[c] =
        own[c] +
        rowBefore[c] +
        rowSecondBefore[size + c] +
        rowAfter[2 * size + c] +
        rowSecondAfter[3 * size + c]
    }
    this.#addCombined(words, i)
    const tag = (this.tags[i] = classifier.best())
    return numberOf(this.model.vocabulary.feats, wordWithTag(word.facts[FORM], tag))
  }

  #addCombined(words: Window, i: number): void {
    const count = writeCombinedKeys(
      words,
      idAt(this.tags, i - 1),
      idAt(this.tags, i - 2),
      this.#verb,
      this.#keys,
      0,
    )
    this.#tagClassifier.add(this.#keys, count)
  }

  /** The sums of a word where it stands itself: of its choices, or of all classes. */
  #sumOwn(word: WordFacts): Int16Array {
    const row = new Int16Array(this.#tagClassifier.classes)
    this.#tagClassifier.add(this.#keys, writePlaceKeys(word, 0, this.#keys, 0), row)
    return (word.own = word.choices ? Int16Array.from(word.choices.tags, (tag) => row[tag]) : row)
  }

  /** The sums of a word for those that it stands beside: a row for each place but its own. */
  #sumBeside(word: WordFacts): Int16Array {
    const classifier = this.#tagClassifier
    const sums = new Int16Array((places.length - 1) * classifier.classes)
    for (let place = 1; place < places.length; place++) {
      const row = sums.subarray((place - 1) * classifier.classes, place * classifier.classes)
      classifier.add(this.#keys, writePlaceKeys(word, place, this.#keys, 0), row)
    }
    return (word.beside = sums)
  }

  /** The best of the FEATS of the class that word `i` has. */
  #chooseFeats(words: Window, i: number): number {
    const choices = this.model.tags[this.tags[i]].feats
    if (choices.length === 1) return choices[0]
    const { tags, feats } = this
    const [tag, last] = [idAt(tags, i), idAt(tags, i - 1)]
    const count = writeFeatsKeys(words, tag, last, idAt(feats, i - 1), idAt(feats, i - 2), this.#keys)
    const classifier = this.#featsClassifier
    const scores = classifier.scores
    for (const choice of choices) scores[choice] = 0
    classifier.add(this.#keys, count)
    let best = choices[0]
    for (const choice of choices) if (scores[choice] > scores[best]) best = choice
    return best
  }
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
