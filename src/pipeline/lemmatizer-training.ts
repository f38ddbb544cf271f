/** Trains the lemmatizer. */
import { wordNumbers, type WordClusters } from '../../parser/core/word-numbers.ts'
import { Symbols } from '../../transform/symbols.ts'
import { Examples, type LearningOptions } from './classifier-training.ts'
import { countPairs, mostFrequent } from './features.ts'
import { applyScript, IDENTITY, readScript, scriptOf } from './lemma-edits.ts'
import type { LemmaEntry } from './lemma-list.ts'
import { lemmaTemplates, Lemmatizer, pairKey, wordKey, writeKeys, type LemmaModel } from './lemmatizer.ts'
import { FACT_COUNT, FORM, type WordCache } from './word-facts.ts'

/** The cost of errors and the minimum weight, chosen on the dev part of UD English EWT. */
const WEIGHTS = { cost: 0.3, least: 0.02 }

/** A word of the training text with the ids of its tag and its FEATS. */
export interface LemmaExample {
  readonly form: string
  readonly lemma: string
  readonly tag: number
  readonly feats: number
}

export interface LemmaTraining extends LearningOptions {
  /** Word clusters, and word classes in which letters mark lemmas. Default: none. */
  readonly clusters?: WordClusters
  /** Words that the treebank may lack, such as irregular forms. Default: none. */
  readonly lemmas?: readonly LemmaEntry[]
}

/** Trains on one example for each form with its tag and FEATS: its most frequent lemma. */
export function trainLemmatizer(
  examples: readonly LemmaExample[],
  tags: readonly { readonly upos: string }[],
  words: WordCache,
  options: LemmaTraining,
): LemmaModel {
  const scripts = new Symbols()
  const counts = countPairs(
    examples.map(({ form, lemma, tag, feats }) => [`${tag} ${feats} ${form}`, lemma] as const),
  )
  const types = [...counts].map(([key, found]) => {
    const [tag, feats] = key.split(' ', 2)
    const form = key.slice(tag.length + feats.length + 2)
    const [lemma] = mostFrequent(found)
    const { facts } = words.of(form)
    return {
      form,
      lemma,
      facts,
      tag: Number(tag),
      feats: Number(feats),
      edit: scripts.add(scriptOf(form, lemma)),
    }
  })
  const learned = new Examples()
  const row = new Int32Array(FACT_COUNT + 3)
  const keys = new Uint32Array(lemmaTemplates.size)
  for (const { form, facts, tag, feats, edit } of types)
    learned.add(keys, writeKeys(form, facts, tag, feats, row, keys), edit, tag)
  const weights = learned.learn(WEIGHTS, options)
  const known = new Map<number, number>()
  for (const { form, lemma, upos } of options.lemmas ?? [])
    known.set(pairKey(form, upos) >>> 0, scripts.add(scriptOf(form, lemma)))
  const identity = scripts.add(IDENTITY)
  for (const { lemma, tag } of examples) {
    const key = pairKey(lemma, tags[tag].upos) >>> 0
    if (!known.has(key)) known.set(key, identity)
  }
  const cuts = cutsOf(types)
  const edits = [...scripts.texts()].map((script, edit) => ({
    script,
    cuts: cuts.get(edit) ?? new Set<string>(),
  }))
  const lemmatizer = new Lemmatizer(
    { edits, weights, exceptions: wordNumbers(known) },
    tags,
    options.clusters,
  )
  for (const { form, lemma, facts, tag, feats, edit } of types)
    if (lemmatizer.choose(form, facts, tag, feats) !== lemma)
      known.set(wordKey(facts[FORM], tag, feats) >>> 0, edit)
  return { edits, weights, exceptions: wordNumbers(known) }
}

/** What each edit cuts off. What is done to a beginning alone, or only added, counts if two words have it. */
function cutsOf(
  types: readonly { readonly form: string; readonly lemma: string; readonly edit: number }[],
): Map<number, Set<string>> {
  const found = new Map<number, Map<string, Set<string>>>()
  const kept = new Map<number, Set<string>>()
  for (const { form, lemma, edit } of types) {
    const script = readScript(scriptOf(form, lemma))
    const { cut } = applyScript(script, form)!
    if (!found.has(edit)) found.set(edit, new Map())
    const forms = found.get(edit)!.get(cut) ?? new Set()
    found.get(edit)!.set(cut, forms.add(form.toLowerCase()))
    const { start, before, end, after } = script
    const isPlain = end > 0 || (start === 0 && before === '' && after === '')
    if (isPlain || forms.size > 1) kept.set(edit, (kept.get(edit) ?? new Set()).add(cut))
  }
  return kept
}
