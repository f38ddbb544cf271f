/** Training of the tagger from tagged sentences, and jackknifing. */
import { hashText } from '../../parser/core/sentence.ts'
import { Examples, type LearningOptions } from './classifier-training.ts'
import { countPairs, totalOf, type Counts } from './counts.ts'
import { FEATS_FEATURES, TAG_FEATURES, TagContext } from './tag-features.ts'
import { Tagger, type TagClass, type TaggedWord, type TaggerModel } from './tagger.ts'
import { FORM, wordWithTag, WordCache, type Vocabulary } from './word-facts.ts'
import { numberOf, wordNumbers, type WordNumbers } from './word-numbers.ts'

/** The cost of errors and the levels of the weights, chosen on the dev part of UD English EWT. */
const COST = 0.06
const LEVELS = 12

/** Words with this frequency or more have a set of tags, of up to four tags that are more frequent than the share. */
const SET_FREQUENCY = 8
const SET_SHARE = 0.03
const SET_SIZE = 4

/** Words with this frequency or more get only tags that had at least this share of their occurrences. */
const CHOICE_FREQUENCY = 8
const CHOICE_SHARE = 0.01

/** Pairs of word and tag with this frequency or more have fixed FEATS if one value had at least this share. */
const FEATS_FREQUENCY = 4
const FEATS_SHARE = 0.99

/** @throws the reason of the signal */
export function trainTagger(
  sentences: readonly (readonly TaggedWord[])[],
  options: LearningOptions,
): TaggerModel {
  const classes = new ClassTable()
  const gold = sentences.map((sentence) => sentence.map((word) => classes.idsOf(word)))
  const vocabulary = vocabularyOf(sentences.flat(), gold.flat())
  const words = new WordCache(vocabulary, Infinity)
  const keys = new Uint32Array(Math.max(TAG_FEATURES, FEATS_FEATURES))
  const tagExamples = new Examples(TAG_FEATURES)
  const featsExamples = new Examples(FEATS_FEATURES)
  const tagClasses = classes.tags()
  const context = new TagContext(tagClasses)
  sentences.forEach((sentence, index) => {
    const facts = sentence.map(({ form }) => words.of(form))
    const tags = gold[index].map(({ tag }) => tag)
    const feats = gold[index].map((ids) => ids.feats)
    facts.forEach((word, i) => {
      context.moveTo(facts, i, tags, feats)
      tagExamples.add(keys, context.writeKeys(keys), tags[i])
      if (tagClasses[tags[i]].feats.length === 1) return
      if (numberOf(vocabulary.feats, wordWithTag(word.facts[FORM], tags[i])) >= 0) return
      featsExamples.add(keys, context.writeFeatsKeys(tags[i], keys), feats[i])
    })
  })
  const weights = { cost: COST, levels: LEVELS }
  return {
    tags: tagClasses,
    feats: classes.feats(),
    vocabulary,
    tagWeights: tagExamples.learn(tagClasses.length, weights, options),
    featsWeights: featsExamples.learn(classes.feats().length, weights, options),
  }
}

interface Ids {
  readonly tag: number
  readonly feats: number
}

/** Ids of tags and FEATS, in the order of their first occurrences. */
class ClassTable {
  readonly #tags = new Map<string, { upos: string; xpos: string; id: number; feats: Map<number, number> }>()
  readonly #feats = new Map<string, number>()

  /** The ids of a word's tag and FEATS; counts the FEATS of the tag. */
  idsOf({ upos, xpos, feats }: TaggedWord): Ids {
    const name = `${upos}\t${xpos}`
    let tag = this.#tags.get(name)
    if (!tag) this.#tags.set(name, (tag = { upos, xpos, id: this.#tags.size, feats: new Map() }))
    let id = this.#feats.get(feats)
    if (id === undefined) this.#feats.set(feats, (id = this.#feats.size))
    tag.feats.set(id, (tag.feats.get(id) ?? 0) + 1)
    return { tag: tag.id, feats: id }
  }

  tags(): TagClass[] {
    return [...this.#tags.values()].map(({ upos, xpos, feats }) => ({
      upos,
      xpos,
      feats: [...feats].sort((a, b) => b[1] - a[1]).map(([id]) => id),
    }))
  }

  feats(): string[] {
    return [...this.#feats.keys()]
  }
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
    (form, { tag }) => wordWithTag(hashText(form), tag),
    ({ feats }) => feats,
  )
  const feats = new Map<number, number>()
  for (const [word, counts] of featsByWord) {
    const all = totalOf(counts)
    const [best, count] = [...counts].reduce((a, b) => (b[1] > a[1] ? b : a))
    if (all >= FEATS_FREQUENCY && count >= FEATS_SHARE * all) feats.set(word, best)
  }
  return {
    ambiguity: ambiguity.numbers,
    choice: choice.numbers,
    choices: choice.sets.map((set) => Uint16Array.from(set)),
    feats: wordNumbers(feats),
  }
}

/** For each word of at least this frequency a set of its tags; equal sets have one number. */
function numbersOfSets(
  counts: Counts<number, number>,
  frequency: number,
  setOf: (tags: ReadonlyMap<number, number>, all: number) => number[],
): { readonly numbers: WordNumbers; readonly sets: readonly number[][] } {
  const sets: number[][] = []
  const known = new Map<string, number>()
  const found = new Map<number, number>()
  for (const [word, tags] of counts) {
    const all = totalOf(tags)
    if (all < frequency) continue
    const set = setOf(tags, all)
    const name = set.join()
    if (!known.has(name)) known.set(name, sets.push(set) - 1)
    found.set(word, known.get(name)!)
  }
  return { numbers: wordNumbers(found), sets }
}

/**
 * Jackknifing: tags each sentence with a tagger that has not seen it. The sentences are dealt to `folds` parts; each part
 * is tagged by a tagger trained on the others. A single sentence keeps its tags.
 *
 * @param onFold called with the number of each fold, from 0
 * @throws the reason of the signal
 */
export function jackknife(
  sentences: readonly (readonly TaggedWord[])[],
  folds: number,
  options: LearningOptions,
  onFold?: (fold: number) => void,
): (readonly TaggedWord[])[] {
  const tagged = [...sentences]
  const parts = Math.min(folds, sentences.length)
  if (parts < 2) return tagged
  for (let fold = 0; fold < parts; fold++) {
    onFold?.(fold)
    const others = sentences.filter((_, i) => i % parts !== fold)
    const tagger = new Tagger(trainTagger(others, options))
    for (let i = fold; i < sentences.length; i += parts)
      tagged[i] = tagger.tag(sentences[i].map(({ form }) => form))
  }
  return tagged
}
