/**
 * Lemmas: a linear classifier chooses an edit script that makes the lemma of the form, given the tag and the FEATS
 * (Chrupała 2006; Straka & Straková 2017). What it gets wrong in training is kept as an exception.
 */
import { hashPair } from '../../parser/core/sentence.ts'
import type { ClassifierWeights } from '../../parser/model/weights.ts'
import { Classifier } from './classifier.ts'
import { applyEdit } from './lemma-edits.ts'
import { listed, Templates } from './features.ts'
import { FACTS, FORM, wordColumns, type WordFacts } from './word-facts.ts'
import { numberOf, type WordNumbers } from '../../parser/core/word-numbers.ts'

export interface LemmaModel {
  /** The edit scripts, see lemma-edits.ts. */
  readonly edits: readonly string[]
  readonly weights: ClassifierWeights
  /** The edits of words that the classifier gets wrong, by the hash of form, tag and FEATS. */
  readonly exceptions: WordNumbers
}

/** The features of the choice between edits. */
export const lemmaTemplates = new Templates(
  listed(`
    lower, suffix1, suffix2, suffix3, suffix4, suffix5, prefix1, prefix2, prefix4, shape, long,
    shape suffix2, feats, feats suffix1, feats suffix2, feats suffix3
  `).map((template) => `tag ${template}`),
  [...wordColumns, 'tag', 'feats'],
)

/** Makes lemmas; keeps them in the facts of words. */
export class Lemmatizer {
  readonly #model: LemmaModel
  readonly #classifier: Classifier
  readonly #keys = new Uint32Array(lemmaTemplates.size)
  readonly #row = new Int32Array(FACTS + 2)

  constructor(model: LemmaModel) {
    this.#model = model
    this.#classifier = new Classifier(model.weights, model.edits.length)
  }

  /** The lemma of a word, given the ids of its tag and its FEATS. */
  lemma(form: string, word: WordFacts, tag: number, feats: number): string {
    const key = (feats << 12) | tag
    let lemma = word.lemmas.get(key)
    if (lemma === undefined) word.lemmas.set(key, (lemma = this.#lemma(form, word, tag, feats)))
    return lemma
  }

  #lemma(form: string, { facts }: WordFacts, tag: number, feats: number): string {
    const known = numberOf(this.#model.exceptions, wordKey(facts[FORM], tag, feats))
    return applyEdit(this.#model.edits[known >= 0 ? known : this.choose(facts, tag, feats)], form)
  }

  choose(facts: Int32Array, tag: number, feats: number): number {
    return this.#classifier.best(this.#keys, writeKeys(facts, tag, feats, this.#row, this.#keys))
  }
}

export function writeKeys(
  facts: Int32Array,
  tag: number,
  feats: number,
  row: Int32Array,
  keys: Uint32Array,
): number {
  row.set(facts)
  row[FACTS] = tag
  row[FACTS + 1] = feats
  return lemmaTemplates.write(row, 0, keys)
}

export function wordKey(form: number, tag: number, feats: number): number {
  return hashPair(hashPair(form, tag), feats)
}
