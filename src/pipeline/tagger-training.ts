/** Trains the tagger from tagged sentences, and tags sentences by jackknifing. */
import { numberOf, wordNumbers, type WordNumbers } from '../../parser/core/word-numbers.ts'
import { hashPair, hashText } from '../../parser/core/hash.ts'
import { Symbols } from '../../transform/symbols.ts'
import type { AnnotatedSentence } from '../sentence/annotated-sentence.ts'
import { Examples, partOf } from './classifier-training.ts'
import { countPairs, mostFrequent, totalOf, type Counts } from './features.ts'
import { trainLemmatizer, type LemmaTraining } from './lemmatizer-training.ts'
import { combinedTemplates, featsTemplates, neighbours, TagRows, wordTemplates } from './tag-features.ts'
import { Tagger, type TagClass, type TaggerModel } from './tagger.ts'
import { FORM, WordCache, type Vocabulary } from './word-facts.ts'

/** The smallest weight. */
const LEAST = 0.01

/** The cost of errors, which decreases with the size of the treebank. Chosen on halves of UD English EWT. */
const costOf = (words: number): number => Math.min(0.1, 12 / Math.sqrt(words))

/** Words with at least this frequency have a set of up to four tags whose share exceeds SET_SHARE. */
const SET_FREQUENCY = 8
const SET_SHARE = 0.03
const SET_SIZE = 4

/** Words with at least this frequency get only tags with at least this share of their occurrences. */
const CHOICE_FREQUENCY = 25
const CHOICE_SHARE = 0.01

/** Pairs of word and tag with at least this frequency have fixed FEATS if one value has at least this share. */
const FEATS_FREQUENCY = 4
const FEATS_SHARE = 0.99

/**
 * The most tags, and the most words times tags, with which UPOS and XPOS are one tag. Portuguese Bosque has 5,301 pairs, many
 * with the function of a word in the sentence: UPOS 93.8 % on dev with the 800 most frequent pairs, 96.4 % with UPOS alone.
 */
const MAX_TAGS = 4096
const MAX_WORDS_TIMES_TAGS = 2 ** 28

export interface TaggerTraining extends LemmaTraining {
  /** Whether a tag is UPOS alone, and XPOS follows from it and FEATS. Default: as {@link hasManyTags} says. */
  readonly uposAlone?: boolean
}

/** Whether a treebank has too many pairs of UPOS and XPOS to predict both together. */
export function hasManyTags(sentences: readonly AnnotatedSentence[]): boolean {
  const tags = new Set<string>()
  let words = 0
  for (const sentence of sentences) {
    words += sentence.size
    for (let word = 1; word <= sentence.size; word++)
      tags.add(`${sentence.upos(word)}\t${sentence.xpos(word)}`)
  }
  return tags.size > MAX_TAGS || tags.size * words > MAX_WORDS_TIMES_TAGS
}

/** @throws RangeError for more than {@link MAX_TAGS} tags; the reason of the signal */
export function trainTagger(sentences: readonly AnnotatedSentence[], options: TaggerTraining): TaggerModel {
  const { uposAlone = hasManyTags(sentences) } = options
  const names = new Symbols()
  const featsTexts = new Symbols()
  const forms = sentences.map((sentence) => sentence.forms())
  const gold = sentences.map((sentence, index) =>
    forms[index].map((_, i) => ({
      tag: names.add(`${sentence.upos(i + 1)}\t${uposAlone ? '_' : sentence.xpos(i + 1)}`),
      feats: featsTexts.add(sentence.feats(i + 1)),
    })),
  )
  if (names.size > MAX_TAGS)
    throw new RangeError(`${names.size} different values of UPOS, expected ${MAX_TAGS} at most`)
  const xpos = uposAlone ? sentences.flatMap((one) => one.forms().map((_, i) => one.xpos(i + 1))) : undefined
  const tags = classesOf(names.texts(), gold.flat(), xpos)
  const vocabulary = vocabularyOf(forms.flat(), gold.flat())
  const words = new WordCache(vocabulary, Infinity, options.clusters)
  const keys = new Uint32Array(256)
  const tagExamples = new Examples()
  const featsExamples = new Examples()
  const rows = new TagRows(tags)
  forms.forEach((sentence, index) => {
    const facts = sentence.map((form) => words.of(form))
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
      featsExamples.add(keys, featsTemplates.write(rows.data, rows.at(i), keys), feats, tag)
    })
  })
  const weights = { cost: costOf(gold.flat().length), least: LEAST }
  const lemmas = gold.flatMap((ids, i) =>
    ids.map((id, k) => ({ form: forms[i][k], lemma: sentences[i].lemma(k + 1), ...id })),
  )
  return {
    tags,
    feats: featsTexts.texts(),
    vocabulary,
    tagWeights: tagExamples.learn(weights, partOf(options, 0, 3)),
    featsWeights: featsExamples.learn(weights, partOf(options, 1, 3)),
    lemmas: trainLemmatizer(lemmas, tags, words, partOf(options, 2, 3)),
  }
}

/** The ids of the tag and the FEATS of a word, in the order of their first occurrences. */
interface Ids {
  readonly tag: number
  readonly feats: number
}

/** The tags with their FEATS in descending frequency. @param xposOfWords the XPOS of each word, if tags are only UPOS */
function classesOf(
  names: readonly string[],
  gold: readonly Ids[],
  xposOfWords: readonly string[] | undefined,
): TagClass[] {
  const featsByTag = countPairs(gold.map(({ tag, feats }) => [tag, feats] as const))
  const xposByTag =
    xposOfWords && countPairs(gold.map(({ tag, feats }, i) => [`${tag} ${feats}`, xposOfWords[i]] as const))
  return names.map((name, id) => {
    const [upos, xpos] = name.split('\t')
    const feats = [...featsByTag.get(id)!].sort((a, b) => b[1] - a[1]).map(([id]) => id)
    const xposOfFeats = xposByTag && feats.map((one) => mostFrequent(xposByTag.get(`${id} ${one}`)!)[0])
    return { upos, xpos, feats, ...(xposOfFeats && { xposOfFeats }) }
  })
}

function vocabularyOf(forms: readonly string[], gold: readonly Ids[]): Vocabulary {
  const countBy = <T>(key: (form: string, ids: Ids) => number, value: (ids: Ids) => T): Counts<number, T> =>
    countPairs(forms.map((form, i) => [key(form, gold[i]) >>> 0, value(gold[i])] as const))
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

/** Assigns a set of tags to each word with at least this frequency. Equal sets have the same number. */
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
 * Jackknifing: tags each sentence with a tagger that was trained without it. The sentences are distributed over `folds`
 * parts; each part is tagged by a tagger trained on the other parts. A single sentence keeps its tags. Throws the reason of the signal.
 */
export function jackknife<Sentence extends AnnotatedSentence>(
  sentences: readonly Sentence[],
  folds: number,
  options: TaggerTraining,
): Sentence[] {
  const tagged = [...sentences]
  const parts = Math.min(folds, sentences.length)
  if (parts < 2) return tagged
  const uposAlone = hasManyTags(sentences)
  for (let fold = 0; fold < parts; fold++) {
    const others = sentences.filter((_, i) => i % parts !== fold)
    const tagger = new Tagger(
      trainTagger(others, partOf({ ...options, uposAlone }, fold, parts)),
      options.clusters,
    )
    for (let i = fold; i < sentences.length; i += parts)
      tagged[i] = sentences[i].with(tagger.tag(sentences[i].forms())) as Sentence
  }
  return tagged
}
