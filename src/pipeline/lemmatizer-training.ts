/** Learns to make lemmas. */
import { wordNumbers } from '../../parser/core/word-numbers.ts'
import { Symbols } from '../../transform/symbols.ts'
import { Examples, type LearningOptions } from './classifier-training.ts'
import { countPairs, mostFrequent } from './features.ts'
import { editOf, lemmaTemplates, Lemmatizer, wordKey, writeKeys, type LemmaModel } from './lemmatizer.ts'
import { FACTS, FORM, type WordCache } from './word-facts.ts'

/** The cost of errors, and the smallest weight, chosen on the dev part of UD English EWT. */
const WEIGHTS = { cost: 0.3, least: 0.02 }

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
  const keys = new Uint32Array(lemmaTemplates.size)
  for (const { facts, tag, feats, edit } of types)
    learned.add(keys, writeKeys(facts, tag, feats, row, keys), edit, tag)
  const weights = learned.learn(WEIGHTS, options)
  const model = { edits: edits.texts(), weights }
  const lemmatizer = new Lemmatizer({ ...model, exceptions: wordNumbers(new Map()) })
  const wrong = types.filter(({ facts, tag, feats, edit }) => lemmatizer.choose(facts, tag, feats) !== edit)
  const exceptions = wrong.map(
    ({ facts, tag, feats, edit }) => [wordKey(facts[FORM], tag, feats) >>> 0, edit] as const,
  )
  return { ...model, exceptions: wordNumbers(new Map(exceptions)) }
}
