/** Training of the tagger from tagged sentences, and jackknifing. */
import type { WordClusters } from '../../parser/core/word-clusters.ts'
import { hashPair, hashText } from '../../parser/core/sentence.ts'
import { Symbols } from '../../transform/symbols.ts'
import { Examples, type LearningOptions } from './classifier-training.ts'
import { countPairs, mostFrequent, totalOf, type Counts } from './counts.ts'
import { trainLemmatizer } from './lemmatizer-training.ts'
import { combinedTemplates, featsTemplates, neighbours, TagRows, wordTemplates } from './tag-features.ts'
import { Tagger, type TagClass, type TaggedWord, type TaggerModel } from './tagger.ts'
import { FORM, WordCache, type Vocabulary } from './word-facts.ts'
import { numberOf, wordNumbers, type WordNumbers } from '../../parser/core/word-numbers.ts'

/** The smallest weight. */
const LEAST = 0.01

/** The cost of errors: a large treebank needs a smaller one. Chosen on halves of UD English EWT. */
const costOf = (words: number): number => Math.min(0.1, 12 / Math.sqrt(words))

/** Words with this frequency or more have a set of tags, of up to four tags that are more frequent than the share. */
const SET_FREQUENCY = 8
const SET_SHARE = 0.03
const SET_SIZE = 4

/** Words with this frequency or more get only tags that had at least this share of their occurrences. */
const CHOICE_FREQUENCY = 25
const CHOICE_SHARE = 0.01

/** Pairs of word and tag with this frequency or more have fixed FEATS if one value had at least this share. */
const FEATS_FREQUENCY = 4
const FEATS_SHARE = 0.99

export interface TaggerTraining extends LearningOptions {
  /** Default: no clusters. */
  readonly clusters?: WordClusters
}

/** @throws RangeError for too many classes; the reason of the signal */
export function trainTagger(
  sentences: readonly (readonly TaggedWord[])[],
  options: TaggerTraining,
): TaggerModel {
  const names = new Symbols()
  const featsTexts = new Symbols()
  const gold = sentences.map((sentence) =>
    sentence.map(({ upos, xpos, feats }) => ({
      tag: names.add(`${upos}\t${xpos}`),
      feats: featsTexts.add(feats),
    })),
  )
  const tags = classesOf(names.texts(), gold.flat())
  const vocabulary = vocabularyOf(sentences.flat(), gold.flat())
  const words = new WordCache(vocabulary, Infinity, options.clusters)
  const keys = new Uint32Array(256)
  const tagExamples = new Examples()
  const featsExamples = new Examples()
  const rows = new TagRows(tags)
  sentences.forEach((sentence, index) => {
    const facts = sentence.map(({ form }) => words.of(form))
    rows.beginSentence(facts)
    gold[index].forEach(({ tag, feats }, i) => {
      let count = wordTemplates.write(facts[i].facts, 0, keys)
      for (const { offset, templates, at } of neighbours)
        count = templates.write((facts[i + offset] ?? rows.border(i + offset)).facts, at, keys, count)
      tagExamples.add(keys, combinedTemplates.write(rows.data, rows.at(i), keys, count), tag)
      rows.setTag(i, tag)
      rows.setFeats(i, feats)
      if (tags[tag].feats.length === 1) return
      if (numberOf(vocabulary.feats, hashPair(facts[i].facts[FORM], tag)) >= 0) return
      featsExamples.add(keys, featsTemplates.write(rows.data, rows.at(i), keys), feats)
    })
  })
  const weights = { cost: costOf(gold.flat().length), least: LEAST }
  const lemmas = gold.flatMap((ids, i) => ids.map((id, k) => ({ ...sentences[i][k], ...id })))
  return {
    tags,
    feats: featsTexts.texts(),
    vocabulary,
    tagWeights: tagExamples.learn(weights, options),
    featsWeights: featsExamples.learn(weights, options),
    lemmas: trainLemmatizer(lemmas, words, options),
  }
}

/** The ids of the tag and the FEATS of a word, in the order of their first occurrences. */
interface Ids {
  readonly tag: number
  readonly feats: number
}

/** The tags with the FEATS that each of them has, the most frequent first. */
function classesOf(names: readonly string[], gold: readonly Ids[]): TagClass[] {
  const featsByTag = countPairs(gold.map(({ tag, feats }) => [tag, feats] as const))
  return names.map((name, id) => {
    const [upos, xpos] = name.split('\t')
    const feats = [...featsByTag.get(id)!].sort((a, b) => b[1] - a[1]).map(([id]) => id)
    return { upos, xpos, feats }
  })
}

function vocabularyOf(words: readonly TaggedWord[], gold: readonly Ids[]): Vocabulary {
  const countBy = <T>(key: (form: string, ids: Ids) => number, value: (ids: Ids) => T): Counts<number, T> =>
    countPairs(words.map(({ form }, i) => [key(form, gold[i]) >>> 0, value(gold[i])] as const))
  const tagOf = ({ tag }: Ids): number => tag
  const ambiguity = numbersOfSets(
    countBy((form) => hashText(form.toLowerCase()), tagOf),
    SET_FREQUENCY,
    (tags, all) =>
      [...tags]
        .filter(([, count]) => count > SET_SHARE * all)
        .sort((a, b) => b[1] - a[1] || a[0] - b[0])
        .slice(0, SET_SIZE)
        .map(([tag]) => tag),
  )
  const choice = numbersOfSets(
    countBy((form) => hashText(form), tagOf),
    CHOICE_FREQUENCY,
    (tags, all) =>
      [...tags]
        .filter(([, count]) => count >= CHOICE_SHARE * all)
        .map(([tag]) => tag)
        .sort((a, b) => a - b),
  )
  const featsByWord = countBy(
    (form, { tag }) => hashPair(hashText(form), tag),
    ({ feats }) => feats,
  )
  const feats = new Map<number, number>()
  for (const [word, counts] of featsByWord) {
    const all = totalOf(counts)
    const [best, count] = mostFrequent(counts)
    if (all >= FEATS_FREQUENCY && count >= FEATS_SHARE * all) feats.set(word, best)
  }
  return {
    ambiguity: ambiguity.numbers,
    choice: choice.numbers,
    choices: choice.sets,
    feats: wordNumbers(feats),
  }
}

/** For each word of at least this frequency a set of its tags; equal sets have one number. */
function numbersOfSets(
  counts: Counts<number, number>,
  frequency: number,
  setOf: (tags: ReadonlyMap<number, number>, all: number) => number[],
): { readonly numbers: WordNumbers; readonly sets: readonly Uint16Array[] } {
  const sets = new Symbols()
  const found = new Map<number, number>()
  for (const [word, tags] of counts) {
    const all = totalOf(tags)
    if (all >= frequency) found.set(word, sets.add(setOf(tags, all).join()))
  }
  return {
    numbers: wordNumbers(found),
    sets: sets.texts().map((set) => Uint16Array.from(set.split(','), Number)),
  }
}

/**
 * Jackknifing: tags each sentence with a tagger that has not seen it. The sentences are dealt to `folds` parts, each tagged
 * by a tagger trained on the others; `onFold` gets its number. A single sentence keeps its tags. Throws the signal's reason.
 */
export function jackknife(
  sentences: readonly (readonly TaggedWord[])[],
  folds: number,
  options: TaggerTraining,
  onFold?: (fold: number) => void,
): (readonly TaggedWord[])[] {
  const tagged = [...sentences]
  const parts = Math.min(folds, sentences.length)
  if (parts < 2) return tagged
  for (let fold = 0; fold < parts; fold++) {
    onFold?.(fold)
    const others = sentences.filter((_, i) => i % parts !== fold)
    const tagger = new Tagger(trainTagger(others, options), options.clusters)
    for (let i = fold; i < sentences.length; i += parts)
      tagged[i] = tagger.tag(sentences[i].map(({ form }) => form))
  }
  return tagged
}
