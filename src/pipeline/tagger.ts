/**
 * The tagger: greedy, from left to right. A linear classifier chooses the universal and the language-specific part of
 * speech of a word together, as one class; a second one chooses between the FEATS that this class had in training.
 */
import { IntList } from '../../parser/core/int-list.ts'
import { hashPair } from '../../parser/core/hash.ts'
import { type WordClusters, numberOf } from '../../parser/core/word-numbers.ts'
import type { ClassifierWeights } from '../../parser/core/classifier-weights.ts'
import { FEATS, LEMMA, UPOS, XPOS, type Columns } from '../sentence/annotated-sentence.ts'
import { Classifier } from './classifier.ts'
import { Lemmatizer, type LemmaModel } from './lemmatizer.ts'
import { combinedTemplates, featsTemplates, neighbours, TagRows, wordTemplates } from './tag-features.ts'
import { FORM, WordCache, type Vocabulary, type WordFacts } from './word-facts.ts'

/** A class of the tagger. */
export interface TagClass {
  readonly upos: string
  readonly xpos: string
  /** The ids of the FEATS of this class in training, in descending frequency; at least one. */
  readonly feats: readonly number[]
  /** For each of these FEATS: its most frequent XPOS. Only for treebanks with very many XPOS; `xpos` is then `_`. */
  readonly xposOfFeats?: readonly string[]
}

export interface TaggerModel {
  /** The classes by id. */
  readonly tags: readonly TagClass[]
  /** The FEATS by id. */
  readonly feats: readonly string[]
  readonly vocabulary: Vocabulary
  readonly tagWeights: ClassifierWeights
  readonly featsWeights: ClassifierWeights
  readonly lemmas: LemmaModel
}

/** Another analysis of a word: the texts of its columns. */
export interface OtherAnalysis {
  readonly lemma: string
  readonly upos: string
  readonly xpos: string
  readonly feats: string
}

/** How much less a tag that is as likely can score than the tag of a word, in margins of training. */
const DOUBT = 0.5

/** The maximum number of sums (two bytes each) in the word cache. */
const MAX_CACHED_SUMS = 1 << 24

/** Holds the weights of a model, and a cache of their sums for words. */
export class Tagger {
  readonly model: TaggerModel
  /** The cache of word facts, which a tokenizer can share. */
  readonly words: WordCache
  /** The ids of the tags and FEATS of the last sentence, by word. */
  readonly tags = new IntList()
  readonly feats = new IntList()
  readonly #tagClassifier: Classifier
  readonly #featsClassifier: Classifier
  readonly #lemmatizer: Lemmatizer
  readonly #keys = new Uint32Array(256)
  readonly #rows: TagRows
  readonly #allTags: Uint16Array
  /** The `sumsAsNeighbour` of the neighbours of a word. */
  readonly #neighbourSums: Int16Array[] = []

  /** @param clusters the clusters that the model was trained with */
  constructor(model: TaggerModel, clusters?: WordClusters) {
    this.model = model
    this.#tagClassifier = new Classifier(model.tagWeights, model.tags.length)
    this.#featsClassifier = new Classifier(model.featsWeights, model.feats.length)
    this.#lemmatizer = new Lemmatizer(model.lemmas, model.tags, clusters)
    this.#rows = new TagRows(model.tags)
    this.#allTags = Uint16Array.from(model.tags.keys())
    const sums = (1 + neighbours.length) * Math.max(1, model.tags.length)
    this.words = new WordCache(model.vocabulary, Math.ceil(MAX_CACHED_SUMS / sums), clusters)
  }

  /**
   * LEMMA, UPOS, XPOS and FEATS of the words of a sentence.
   *
   * @param others is filled with what each word is if its universal tag is the next best one; undefined if this is not likely
   */
  tag(forms: readonly string[], others?: (OtherAnalysis | undefined)[]): Columns {
    const { tags, feats, model } = this
    const facts = forms.map((form) => this.words.of(form))
    const rows = this.#rows
    tags.length = feats.length = 0
    rows.beginSentence(facts)
    for (let i = 0; i < facts.length; i++) {
      const { choices } = facts[i]
      const candidates = choices?.tags ?? this.#allTags
      const best = candidates.length === 1 ? 0 : this.#bestOf(candidates, facts, i)
      others?.push(this.#other(forms[i], facts[i], i, candidates, best))
      tags.push(candidates[best])
      feats.push(this.#featsOf(facts[i], i, candidates, best))
      rows.setFeats(i, feats.items[i])
    }
    return {
      [LEMMA]: forms.map((form, i) => this.#lemmatizer.lemma(form, facts[i], tags.items[i], feats.items[i])),
      [UPOS]: forms.map((_, i) => model.tags[tags.items[i]].upos),
      [XPOS]: forms.map((_, i) => this.#xposOf(tags.items[i], feats.items[i])),
      [FEATS]: forms.map((_, i) => model.feats[feats.items[i]]),
    }
  }

  /** Sets the tag of a word; returns its FEATS. */
  #featsOf({ facts, choices }: WordFacts, i: number, candidates: Uint16Array, chosen: number): number {
    const tag = candidates[chosen]
    this.#rows.setTag(i, tag)
    const known = choices
      ? choices.feats[chosen]
      : numberOf(this.model.vocabulary.feats, hashPair(facts[FORM], tag))
    return known >= 0 ? known : this.#predictFeats(tag, this.#rows.at(i))
  }

  /** What a word is if its universal tag is the next best one, after `#bestOf`. */
  #other(
    form: string,
    word: WordFacts,
    i: number,
    candidates: Uint16Array,
    best: number,
  ): OtherAnalysis | undefined {
    const { scores } = this.#tagClassifier
    const { tags, feats, tagWeights } = this.model
    const { upos } = tags[candidates[best]]
    let second: number | undefined
    for (let k = 0; k < candidates.length; k++) {
      if (tags[candidates[k]].upos === upos) continue
      if (second === undefined || scores[candidates[k]] > scores[candidates[second]]) second = k
    }
    if (second === undefined) return undefined
    const tag = candidates[second]
    if (scores[candidates[best]] - scores[tag] > DOUBT * tagWeights.scale) return undefined
    const id = this.#featsOf(word, i, candidates, second)
    return {
      lemma: this.#lemmatizer.lemma(form, word, tag, id),
      upos: tags[tag].upos,
      xpos: this.#xposOf(tag, id),
      feats: feats[id],
    }
  }

  #xposOf(tag: number, id: number): string {
    const { xpos, feats, xposOfFeats } = this.model.tags[tag]
    return xposOfFeats ? xposOfFeats[feats.indexOf(id)] : xpos
  }

  #bestOf(candidates: Uint16Array, facts: readonly WordFacts[], i: number): number {
    const { scores } = this.#tagClassifier
    const size = scores.length
    const sums = facts[i].sumsAsTagged ?? this.#sumAsTagged(facts[i])
    const rows = this.#neighbourSums
    neighbours.forEach(({ offset }, n) => {
      const at = i + offset
      // Check the bounds, because reading outside the bounds of an array is slow.
      const word = at >= 0 && at < facts.length ? facts[at] : this.#rows.border(at)
      rows[n] = word.sumsAsNeighbour ?? this.#sumAsNeighbour(word)
    })
    const [row0, row1, row2, row3] = rows
    for (let k = 0; k < candidates.length; k++) {
      const tag = candidates[k]
      const others = row0[tag] + row1[size + tag] + row2[2 * size + tag] + row3[3 * size + tag]
      scores[tag] = sums[k] + others
    }
    // The scores of tags that are no candidates are undefined and are not read.
    const count = combinedTemplates.write(this.#rows.data, this.#rows.at(i), this.#keys)
    this.#tagClassifier.add(this.#keys, count)
    let best = 0
    for (let k = 1; k < candidates.length; k++) if (scores[candidates[k]] > scores[candidates[best]]) best = k
    return best
  }

  /** The weight sums of the features of a word as the tagged word, for each candidate. */
  #sumAsTagged(word: WordFacts): Int16Array {
    const sums = new Int16Array(this.#tagClassifier.classes)
    this.#tagClassifier.add(this.#keys, wordTemplates.write(word.facts, 0, this.#keys), sums)
    return (word.sumsAsTagged = word.choices ? Int16Array.from(word.choices.tags, (tag) => sums[tag]) : sums)
  }

  /** The weight sums of the features of a word as a neighbour: for each position, a row with one sum per tag. */
  #sumAsNeighbour(word: WordFacts): Int16Array {
    const classifier = this.#tagClassifier
    const sums = new Int16Array(neighbours.length * classifier.classes)
    neighbours.forEach(({ templates, at }, n) => {
      const row = sums.subarray(n * classifier.classes, (n + 1) * classifier.classes)
      classifier.add(this.#keys, templates.write(word.facts, at, this.#keys), row)
    })
    return (word.sumsAsNeighbour = sums)
  }

  /** The best FEATS of a tag for the word in the row that begins at `at`. */
  #predictFeats(tag: number, at: number): number {
    const candidates = this.model.tags[tag].feats
    if (candidates.length === 1) return candidates[0]
    const classifier = this.#featsClassifier
    const { scores } = classifier
    for (const candidate of candidates) scores[candidate] = 0
    classifier.add(this.#keys, featsTemplates.write(this.#rows.data, at, this.#keys))
    return candidates.reduce((best, candidate) => (scores[candidate] > scores[best] ? candidate : best))
  }
}
