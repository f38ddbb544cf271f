/** Training of the tagger, from sentences with their tags; and tags for these that were not learned from them. */
import { hashText } from '../../parser/core/sentence.ts'
import { Examples } from './classifier-training.ts'
import {
  MOST_FEATS_FEATURES,
  MOST_TAG_FEATURES,
  places,
  writeCombinedKeys,
  writeFeatsKeys,
  writePlaceKeys,
} from './tag-features.ts'
import { borders, idAt, NO_ID, Tagger, verbsOf, windowAt, type TagClass, type TaggerModel } from './tagger.ts'
import { FORM, wordWithTag, WordCache, type Vocabulary } from './word-facts.ts'
import { numberOf, wordNumbers, type WordNumbers } from './word-numbers.ts'

/** A sentence to learn tags from: for each word its form, UPOS, XPOS and FEATS. */
export interface TaggedSentence {
  readonly forms: readonly string[]
  readonly upos: readonly string[]
  readonly xpos: readonly string[]
  readonly feats: readonly string[]
}

export interface TaggerOptions {
  readonly seed: number
  readonly onPass?: (pass: number) => void
  readonly signal?: AbortSignal
}

/** The cost of errors, and the levels of the weights; both chosen on the dev part of UD English EWT. */
const C = 0.06
const LEVELS = 12

/** Words that stand in training at least so often have an ambiguity set: */
const OFTEN = 8
/** … of the tags that it has this often at least, up to four. */
const SHARE = 0.03
const SET = 4

/** Words that stand in training at least so often get no tag that they had less often than this. */
const CHOICE_OFTEN = 8
const CHOICE_SHARE = 0.01

/** Words with a tag that come at least so often, and so great a part of them with the same FEATS, always get these. */
const FEATS_OFTEN = 4
const FEATS_SHARE = 0.99

/** @throws the signal's reason */
export function trainTagger(sentences: readonly TaggedSentence[], options: TaggerOptions): TaggerModel {
  const classes = new ClassTable()
  const gold = sentences.map((sentence) => classes.idsOf(sentence))
  const vocabulary: Vocabulary = {
    ambiguity: ambiguitySets(sentences, gold),
    ...choicesOf(sentences, gold),
    feats: settledFeats(sentences, gold),
  }
  const words = new WordCache(vocabulary, Infinity)
  const sides = borders()
  const keys = new Uint32Array(Math.max(MOST_TAG_FEATURES, MOST_FEATS_FEATURES))
  const tagExamples = new Examples()
  const featsExamples = new Examples()
  const tagClasses = classes.tags()
  const isVerb = verbsOf(tagClasses)
  sentences.forEach(({ forms }, index) => {
    const { tags, feats } = gold[index]
    const sentence = forms.map((form) => words.of(form))
    let verb = NO_ID
    for (let i = 0; i < sentence.length; i++) {
      if (i > 0 && isVerb[tags[i - 1]] === 1) verb = idAt(tags, i - 1)
      const window = windowAt(sentence, i, sides)
      let count = writeCombinedKeys(window, idAt(tags, i - 1), idAt(tags, i - 2), verb, keys, 0)
      places.forEach(({ offset }, place) => {
        count = writePlaceKeys(window[2 + offset], place, keys, count)
      })
      tagExamples.add(keys, count, tags[i])
      if (tagClasses[tags[i]].feats.length === 1) continue
      if (numberOf(vocabulary.feats, wordWithTag(sentence[i].facts[FORM], tags[i])) >= 0) continue
      const last = idAt(tags, i - 1)
      count = writeFeatsKeys(window, idAt(tags, i), last, idAt(feats, i - 1), idAt(feats, i - 2), keys)
      featsExamples.add(keys, count, feats[i])
    }
  })
  const shared = { ...options, C, levels: LEVELS }
  return {
    tags: tagClasses,
    feats: classes.feats(),
    vocabulary,
    tagWeights: tagExamples.learn(tagClasses.length, { ...shared, most: MOST_TAG_FEATURES }),
    featsWeights: featsExamples.learn(classes.feats().length, { ...shared, most: MOST_FEATS_FEATURES }),
  }
}

/** Numbers for tags and FEATS, in order of first sight. */
class ClassTable {
  readonly #tags = new Map<string, { upos: string; xpos: string; id: number; feats: Map<number, number> }>()
  readonly #feats = new Map<string, number>()

  idsOf({ forms, upos, xpos, feats }: TaggedSentence): { tags: Uint16Array; feats: Uint16Array } {
    const ids = { tags: new Uint16Array(forms.length), feats: new Uint16Array(forms.length) }
    for (let i = 0; i < forms.length; i++) {
      const name = `${upos[i]}\t${xpos[i]}`
      let tag = this.#tags.get(name)
      if (!tag) {
        tag = { upos: upos[i], xpos: xpos[i], id: this.#tags.size, feats: new Map() }
        this.#tags.set(name, tag)
      }
      let id = this.#feats.get(feats[i])
      if (id === undefined) this.#feats.set(feats[i], (id = this.#feats.size))
      tag.feats.set(id, (tag.feats.get(id) ?? 0) + 1)
      ids.tags[i] = tag.id
      ids.feats[i] = id
    }
    return ids
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

type GoldIds = ReturnType<ClassTable['idsOf']>

/** How often each word had which analysis; words and analyses are what `word` and `analysis` make of them. */
function countAnalyses(
  sentences: readonly TaggedSentence[],
  word: (form: string, sentence: number, i: number) => number,
  analysis: (sentence: number, i: number) => number,
): Map<number, Map<number, number>> {
  const counts = new Map<number, Map<number, number>>()
  sentences.forEach(({ forms }, index) =>
    forms.forEach((form, i) => {
      const key = word(form, index, i)
      let analyses = counts.get(key)
      if (!analyses) counts.set(key, (analyses = new Map()))
      const found = analysis(index, i)
      analyses.set(found, (analyses.get(found) ?? 0) + 1)
    }),
  )
  return counts
}

/** The words that came often enough, and the number of the set of tags that each had. */
function ambiguitySets(sentences: readonly TaggedSentence[], gold: readonly GoldIds[]): WordNumbers {
  const counts = countAnalyses(
    sentences,
    (form) => hashText(form.toLowerCase()) >>> 0,
    (index, i) => gold[index].tags[i],
  )
  const sets = new Map<string, number>()
  const found = new Map<number, number>()
  for (const [word, tags] of counts) {
    const all = sumOf(tags)
    if (all < OFTEN) continue
    const set = [...tags]
      .filter(([, count]) => count > SHARE * all)
      .sort((a, b) => b[1] - a[1] || a[0] - b[0])
    const name = set
      .slice(0, SET)
      .map(([tag]) => tag)
      .join()
    if (!sets.has(name)) sets.set(name, sets.size)
    found.set(word, sets.get(name)!)
  }
  return wordNumbers(found)
}

/** The tags of words that came often enough, without those that they hardly ever had. */
function choicesOf(
  sentences: readonly TaggedSentence[],
  gold: readonly GoldIds[],
): Pick<Vocabulary, 'choice' | 'choices'> {
  const counts = countAnalyses(
    sentences,
    (form) => hashText(form) >>> 0,
    (index, i) => gold[index].tags[i],
  )
  const numbers = new Map<string, number>()
  const choices: Uint16Array[] = []
  const found = new Map<number, number>()
  for (const [word, tags] of counts) {
    const all = sumOf(tags)
    if (all < CHOICE_OFTEN) continue
    const usual = [...tags].filter(([, count]) => count >= CHOICE_SHARE * all)
    const choice = Uint16Array.from(usual, ([tag]) => tag).sort()
    const name = choice.join()
    if (!numbers.has(name)) numbers.set(name, choices.push(choice) - 1)
    found.set(word, numbers.get(name)!)
  }
  return { choice: wordNumbers(found), choices }
}

/** The words with a tag that nearly always had the same FEATS. */
function settledFeats(sentences: readonly TaggedSentence[], gold: readonly GoldIds[]): WordNumbers {
  const counts = countAnalyses(
    sentences,
    (form, index, i) => wordWithTag(hashText(form), gold[index].tags[i]) >>> 0,
    (index, i) => gold[index].feats[i],
  )
  const settled = new Map<number, number>()
  for (const [word, feats] of counts) {
    const all = sumOf(feats)
    if (all < FEATS_OFTEN) continue
    const [best, count] = [...feats].reduce((a, b) => (b[1] > a[1] ? b : a))
    if (count >= FEATS_SHARE * all) settled.set(word, best)
  }
  return wordNumbers(settled)
}

function sumOf(counts: ReadonlyMap<number, number>): number {
  return [...counts.values()].reduce((a, b) => a + b, 0)
}

/**
 * The sentences with the tags that a tagger gives them that has not seen them: they are dealt out into `folds` parts,
 * and each part is tagged by what was learned from the others.
 *
 * @throws the signal's reason
 */
export function jackknife(
  sentences: readonly TaggedSentence[],
  folds: number,
  options: TaggerOptions & { readonly onFold?: (fold: number) => void },
): TaggedSentence[] {
  const tagged = [...sentences]
  const parts = Math.min(folds, sentences.length)
  if (parts < 2) return tagged
  for (let fold = 0; fold < parts; fold++) {
    options.onFold?.(fold)
    const tagger = new Tagger(
      trainTagger(
        sentences.filter((_, i) => i % parts !== fold),
        options,
      ),
    )
    for (let i = fold; i < sentences.length; i += parts) tagged[i] = retagged(tagger, sentences[i].forms)
  }
  return tagged
}

/** A sentence with the tags that a tagger gives it. */
export function retagged(tagger: Tagger, forms: readonly string[]): TaggedSentence {
  tagger.tag(forms)
  const { tags, feats } = tagger.model
  const classes = forms.map((_, i) => tags[tagger.tags[i]])
  return {
    forms,
    upos: classes.map(({ upos }) => upos),
    xpos: classes.map(({ xpos }) => xpos),
    feats: forms.map((_, i) => feats[tagger.feats[i]]),
  }
}
