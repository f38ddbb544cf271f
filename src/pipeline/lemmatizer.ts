/**
 * Lemmas: a linear classifier scores edits of a form, given its tag and FEATS (Chrupała 2006; Straka & Straková 2017). Of
 * the edits that were seen to cut off what they would cut off, the best one to a known lemma counts, or else the best one.
 */
import { hashPair, hashText } from '../../parser/core/hash.ts'
import {
  lexiconClass,
  numberOf,
  type WordClusters,
  type WordNumbers,
} from '../../parser/core/word-numbers.ts'
import { labelOf } from '../../parser/core/transition-system.ts'
import type { ClassifierWeights } from '../../parser/core/classifier-weights.ts'
import { Classifier } from './classifier.ts'
import { listed } from '../../parser/features/template-language.ts'
import { Templates } from './features.ts'
import { applyScript, IDENTITY, readScript, type Edit, type Script } from './lemma-edits.ts'
import { FACT_COUNT, FORM, wordColumns, type WordFacts } from './word-facts.ts'

export interface LemmaModel {
  readonly edits: readonly Edit[]
  readonly weights: ClassifierWeights
  /**
   * The edits of known words by two kinds of hashes: of the form, tag and FEATS of words that the classifier gets wrong,
   * and of form and universal tag. A known lemma is a form whose edit leaves it as it is.
   */
  readonly exceptions: WordNumbers
}

/** The features of the choice between edits. */
export const lemmaTemplates = new Templates(
  listed(`
    lower, suffix1, suffix2, suffix3, suffix4, suffix5, prefix1, prefix2, prefix4, shape, long,
    shape suffix2, feats, feats suffix1, feats suffix2, feats suffix3, frame, frame suffix3
  `).map((template) => `tag ${template}`),
  [...wordColumns, 'tag', 'feats', 'frame'],
)

/** The letters of lemmas in the classes of a lexicon, by universal tag. */
const lemmaLetters: Readonly<Record<string, string>> = { NOUN: 'n', VERB: 'v', AUX: 'v', ADJ: 'a', ADV: 'r' }

interface Candidate {
  readonly lemma?: string
  readonly score: number
}

const NONE: Candidate = { score: 0 }

/** Makes lemmas, and caches them in the facts of words. */
export class Lemmatizer {
  readonly #model: LemmaModel
  /** The UPOS of each tag. */
  readonly #upos: readonly string[]
  readonly #lexicon: WordClusters | undefined
  readonly #scripts: readonly Script[]
  readonly #classifier: Classifier
  /** The edits with weights, in ascending order. All other edits occur only in exceptions. */
  readonly #learned: Int32Array
  readonly #keys = new Uint32Array(lemmaTemplates.size)
  readonly #row = new Int32Array(FACT_COUNT + 3)

  /** @param lexicon clusters with word classes in which letters mark lemmas. Default: none */
  constructor(model: LemmaModel, tags: readonly { readonly upos: string }[], lexicon?: WordClusters) {
    this.#model = model
    this.#upos = tags.map(({ upos }) => upos)
    this.#lexicon = lexicon
    this.#scripts = model.edits.map(({ script }) => readScript(script))
    this.#classifier = new Classifier(model.weights, model.edits.length)
    this.#learned = model.weights.transitions.map(labelOf)
  }

  /** The lemma of a word with the ids of its tag and FEATS. */
  lemma(form: string, word: WordFacts, tag: number, feats: number): string {
    const key = (feats << 12) | tag
    let lemma = word.lemmas.get(key)
    if (lemma === undefined) word.lemmas.set(key, (lemma = this.#lemma(form, word, tag, feats)))
    return lemma
  }

  #lemma(form: string, { facts }: WordFacts, tag: number, feats: number): string {
    const { exceptions } = this.#model
    const known = numberOf(exceptions, wordKey(facts[FORM], tag, feats))
    const edited = known < 0 ? undefined : applyScript(this.#scripts[known], form)
    return edited?.lemma ?? this.choose(form, facts, tag, feats)
  }

  /** The lemma of a word that is no exception. */
  choose(form: string, facts: Int32Array, tag: number, feats: number): string {
    const upos = this.#upos[tag]
    const lower = form.toLowerCase()
    const best = this.#best(form, facts, tag, feats)
    // A form that is also a lemma can be either.
    if (best === lower && this.#isLemma(best, upos)) return best
    const pair = numberOf(this.#model.exceptions, pairKey(lower, upos))
    const edited = pair < 0 ? undefined : applyScript(this.#scripts[pair], lower)
    return edited && edited.lemma !== lower ? edited.lemma : (best ?? lower)
  }

  /** The best lemma of all applicable edits; undefined if there is none. */
  #best(form: string, facts: Int32Array, tag: number, feats: number): string | undefined {
    const { scores } = this.#classifier
    scores.fill(0)
    this.#classifier.add(this.#keys, writeKeys(form, facts, tag, feats, this.#row, this.#keys))
    const digits = digitsOf(form)
    let [best, bestKnown, bestNew] = [NONE, NONE, NONE]
    for (const edit of this.#learned) {
      const score = scores[edit]
      // With a lower score than a known lemma, only an edit of digits still counts.
      if (score <= (digits === '' ? bestKnown.score : 0)) continue
      const script = this.#scripts[edit]
      const edited = applyScript(script, form)
      if (edited === undefined || digitsOf(edited.lemma) !== digits) continue
      const { lemma, cut } = edited
      const { cuts } = this.#model.edits[edit]
      if (takesDigits(script)) return lemma
      const isKnown = this.#isLemma(lemma, this.#upos[tag])
      if (cuts.has(cut)) {
        if (score > best.score) best = { lemma, score }
        if (isKnown && score > bestKnown.score) bestKnown = { lemma, score }
      } else if (isKnown && onlyCutsEnd(script) && score > bestNew.score) bestNew = { lemma, score }
    }
    // Cut off an ending that was never cut off in training if no other edit is better and the result is a known lemma.
    if (bestNew.score > best.score) return bestNew.lemma
    return bestKnown.lemma ?? best.lemma
  }

  #isLemma(text: string, upos: string): boolean {
    const { exceptions, edits } = this.#model
    const pair = numberOf(exceptions, pairKey(text, upos))
    if (pair >= 0 && edits[pair].script === IDENTITY) return true
    const letter = lemmaLetters[upos]
    if (letter === undefined || this.#lexicon === undefined) return false
    return lexiconClass(this.#lexicon, text).includes(letter, 1)
  }
}

/** Whether a script takes forms without the marks between digits. */
function takesDigits({ kind }: Script): boolean {
  return kind.length > 1
}

/** Whether a script cuts off an end, and does nothing else. */
function onlyCutsEnd({ start, before, after }: Script): boolean {
  return start === 0 && before === '' && after === ''
}

function digitsOf(text: string): string {
  return /\p{Nd}/u.test(text) ? text.replace(/\P{Nd}/gu, '') : ''
}

export function writeKeys(
  form: string,
  facts: Int32Array,
  tag: number,
  feats: number,
  row: Int32Array,
  keys: Uint32Array,
): number {
  row.set(facts)
  row[FACT_COUNT] = tag
  row[FACT_COUNT + 1] = feats
  row[FACT_COUNT + 2] = hashText(frameOf(form))
  return lemmaTemplates.write(row, 0, keys)
}

/** The vowels (v), consonants (c) and doubled letters (d) before the last three letters: scrap-ing is not scrapp-ing. */
function frameOf(form: string): string {
  const letters = [...form.toLowerCase().normalize('NFD').replace(/\p{M}/gu, '')].slice(-7)
  const classOf = (letter: string, i: number): string =>
    letter === letters[i - 1] ? 'd' : /[aeiouyαεηιουωаеиоуыэюя]/.test(letter) ? 'v' : 'c'
  return letters.map(classOf).slice(-6, -2).join('')
}

export function wordKey(form: number, tag: number, feats: number): number {
  return hashPair(hashPair(form, tag), feats)
}

/** The key of a form, or a lemma, with a universal tag. */
export function pairKey(text: string, upos: string): number {
  return hashPair(hashText(text), hashText(upos))
}
