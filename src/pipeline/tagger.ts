/**
 * The tagger: greedy, from left to right. A linear classifier chooses the universal and the language-specific part of
 * speech of a word together, as one class; a second one chooses between the FEATS that this class had in training.
 */
import { IntList } from '../../parser/core/int-list.ts'
import { hashPair } from '../../parser/core/sentence.ts'
import { Classifier, type ClassWeights } from './classifier.ts'
import { FEATS_FEATURES, positions, TAG_FEATURES, TagContext, writeWordKeys } from './tag-features.ts'
import { FORM, WordCache, type Vocabulary, type WordFacts } from './word-facts.ts'
import { numberOf } from './word-numbers.ts'

/** A class of the tagger. */
export interface TagClass {
  readonly upos: string
  readonly xpos: string
  /** The ids of the FEATS that it had in training, the most frequent first; at least one. */
  readonly feats: readonly number[]
}

export interface TaggerModel {
  /** The classes by id. */
  readonly tags: readonly TagClass[]
  /** The FEATS by id. */
  readonly feats: readonly string[]
  readonly vocabulary: Vocabulary
  readonly tagWeights: ClassWeights
  readonly featsWeights: ClassWeights
}

/** A word with its tags, as in the columns of CoNLL-U; `_` stands for an unknown value. */
export interface TaggedWord {
  readonly form: string
  readonly upos: string
  readonly xpos: string
  readonly feats: string
}

/** The number of sums to keep in the word cache, of two bytes each. */
const KEPT_SUMS = 1 << 24

/** Holds the weights of a model, and sums of them for the words that it has met. */
export class Tagger {
  readonly model: TaggerModel
  /** The cache of word facts, which a tokenizer can share. */
  readonly words: WordCache
  /** The ids of the tags and FEATS of the last sentence, by word. */
  readonly tags = new IntList()
  readonly feats = new IntList()
  readonly #tagClassifier: Classifier
  readonly #featsClassifier: Classifier
  readonly #keys = new Uint32Array(Math.max(TAG_FEATURES, FEATS_FEATURES))
  readonly #context: TagContext
  readonly #allTags: Uint16Array

  constructor(model: TaggerModel) {
    this.model = model
    this.#tagClassifier = new Classifier(model.tagWeights)
    this.#featsClassifier = new Classifier(model.featsWeights)
    this.#context = new TagContext(model.tags)
    this.#allTags = Uint16Array.from(model.tags.keys())
    const sums = positions.length * Math.max(1, model.tags.length)
    this.words = new WordCache(model.vocabulary, Math.ceil(KEPT_SUMS / sums))
  }

  /** Tags the words of a sentence. */
  tag(forms: readonly string[]): TaggedWord[] {
    return this.tagWords(
      forms,
      forms.map((form) => this.words.of(form)),
    )
  }

  /**
   * Tags the words of a sentence.
   *
   * @param facts what {@link words} has for each of the forms
   */
  tagWords(forms: readonly string[], facts: readonly WordFacts[]): TaggedWord[] {
    const { tags, feats, model } = this
    const context = this.#context
    tags.length = feats.length = 0
    for (let i = 0; i < facts.length; i++) {
      context.moveTo(facts, i, tags.items, feats.items)
      const { choices } = facts[i]
      const candidates = choices?.tags ?? this.#allTags
      const best = candidates.length === 1 ? 0 : this.#bestOf(candidates)
      const tag = candidates[best]
      const known = choices
        ? choices.feats[best]
        : numberOf(model.vocabulary.feats, hashPair(facts[i].facts[FORM], tag))
      tags.push(tag)
      feats.push(known >= 0 ? known : this.#predictFeats(tag))
    }
    return forms.map((form, i) => {
      const { upos, xpos } = model.tags[tags.items[i]]
      return { form, upos, xpos, feats: model.feats[feats.items[i]] }
    })
  }

  /** The index of the best tag for the word of the context. */
  #bestOf(candidates: Uint16Array): number {
    const { before2, before, word, after, after2 } = this.#context
    const classifier = this.#tagClassifier
    const { scores } = classifier
    const size = scores.length
    const sums = word.sumsAsTagged ?? this.#sumAsTagged(word)
    const sumsBefore = before.sumsAsNeighbour ?? this.#sumAsNeighbour(before)
    const sumsBefore2 = before2.sumsAsNeighbour ?? this.#sumAsNeighbour(before2)
    const sumsAfter = after.sumsAsNeighbour ?? this.#sumAsNeighbour(after)
    const sumsAfter2 = after2.sumsAsNeighbour ?? this.#sumAsNeighbour(after2)
    for (let k = 0; k < candidates.length; k++) {
      const tag = candidates[k]
      scores[tag] =
        sums[k] +
        sumsBefore[tag] +
        sumsBefore2[size + tag] +
        sumsAfter[2 * size + tag] +
        sumsAfter2[3 * size + tag]
    }
    // The scores of tags that are no candidates stay undefined: nobody reads them.
    classifier.add(this.#keys, this.#context.writeCombinedKeys(this.#keys))
    let best = 0
    for (let k = 1; k < candidates.length; k++) if (scores[candidates[k]] > scores[candidates[best]]) best = k
    return best
  }

  /** The sums of a word's own features, for each of its candidates. */
  #sumAsTagged(word: WordFacts): Int16Array {
    const sums = new Int16Array(this.#tagClassifier.classes)
    this.#tagClassifier.add(this.#keys, writeWordKeys(word, 0, this.#keys, 0), sums)
    return (word.sumsAsTagged = word.choices ? Int16Array.from(word.choices.tags, (tag) => sums[tag]) : sums)
  }

  /** The sums of a word's features as a neighbour: for each other position a row of one sum for each tag. */
  #sumAsNeighbour(word: WordFacts): Int16Array {
    const classifier = this.#tagClassifier
    const sums = new Int16Array((positions.length - 1) * classifier.classes)
    for (let position = 1; position < positions.length; position++) {
      const row = sums.subarray((position - 1) * classifier.classes, position * classifier.classes)
      classifier.add(this.#keys, writeWordKeys(word, position, this.#keys, 0), row)
    }
    return (word.sumsAsNeighbour = sums)
  }

  /** The best FEATS of a tag for the word of the context. */
  #predictFeats(tag: number): number {
    const candidates = this.model.tags[tag].feats
    if (candidates.length === 1) return candidates[0]
    const classifier = this.#featsClassifier
    const { scores } = classifier
    for (const candidate of candidates) scores[candidate] = 0
    classifier.add(this.#keys, this.#context.writeFeatsKeys(tag, this.#keys))
    return candidates.reduce((best, candidate) => (scores[candidate] > scores[best] ? candidate : best))
  }
}
