/**
 * Lemmas: a linear classifier chooses an edit script that makes the lemma of the form, given the tag and the FEATS
 * (Chrupała 2006; Straka & Straková 2017). What it gets wrong in training is kept as an exception.
 */
import { hashPair } from '../../parser/core/sentence.ts'
import type { ClassifierWeights } from '../../parser/model/weights.ts'
import { Symbols } from '../../transform/symbols.ts'
import { Classifier, Examples, type LearningOptions } from './classifier.ts'
import { countPairs, mostFrequent } from './counts.ts'
import { applyEdit, editOf } from './lemma-edits.ts'
import { listed, Templates } from './features.ts'
import { FACTS, FORM, wordColumns, type WordCache, type WordFacts } from './word-facts.ts'
import { numberOf, wordNumbers, type WordNumbers } from '../../parser/core/word-numbers.ts'

export interface LemmaModel {
  /** The edit scripts, see lemma-edits.ts. */
  readonly edits: readonly string[]
  readonly weights: ClassifierWeights
  /** The edits of words that the classifier gets wrong, by the hash of form, tag and FEATS. */
  readonly exceptions: WordNumbers
}

/** The cost of errors, and the smallest weight, chosen on the dev part of UD English EWT. */
const WEIGHTS = { cost: 0.3, least: 0.02 }

const templates = new Templates(
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
  readonly #keys = new Uint32Array(templates.size)
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

function writeKeys(
  facts: Int32Array,
  tag: number,
  feats: number,
  row: Int32Array,
  keys: Uint32Array,
): number {
  row.set(facts)
  row[FACTS] = tag
  row[FACTS + 1] = feats
  return templates.write(row, 0, keys)
}

function wordKey(form: number, tag: number, feats: number): number {
  return hashPair(hashPair(form, tag), feats)
}

/** A word of the training text with the ids of its tag and its FEATS. */
export interface LemmaExample {
  readonly form: string
  readonly lemma: string
  readonly tag: number
  readonly feats: number
}

/** Every form with its tag and FEATS is one example, of its most frequent edit. */
export function trainLemmatizer(
  examples: readonly LemmaExample[],
  words: WordCache,
  options: LearningOptions,
): LemmaModel {
  const edits = new Symbols()
  const counts = countPairs(
    examples.map(({ form, lemma, tag, feats }) => [`${tag} ${feats} ${form}`, editOf(form, lemma)] as const),
  )
  const types = [...counts].map(([key, found]) => {
    const [tag, feats] = key.split(' ', 2)
    const { facts } = words.of(key.slice(tag.length + feats.length + 2))
    return { facts, tag: Number(tag), feats: Number(feats), edit: edits.add(mostFrequent(found)[0]) }
  })
  const learned = new Examples()
  const row = new Int32Array(FACTS + 2)
  const keys = new Uint32Array(templates.size)
  for (const { facts, tag, feats, edit } of types)
    learned.add(keys, writeKeys(facts, tag, feats, row, keys), edit)
  const weights = learned.learn(WEIGHTS, options)
  const model = { edits: edits.texts(), weights }
  const lemmatizer = new Lemmatizer({ ...model, exceptions: wordNumbers(new Map()) })
  const wrong = types.filter(({ facts, tag, feats, edit }) => lemmatizer.choose(facts, tag, feats) !== edit)
  const exceptions = wrong.map(
    ({ facts, tag, feats, edit }) => [wordKey(facts[FORM], tag, feats) >>> 0, edit] as const,
  )
  return { ...model, exceptions: wordNumbers(new Map(exceptions)) }
}
