/**
 * Lemmas: a linear classifier chooses an edit script that makes the lemma of the form, given the tag and the FEATS
 * (Chrupała 2006; Straka & Straková 2017). What it gets wrong in training is kept as an exception.
 */
import { hashPair } from '../../parser/core/sentence.ts'
import type { ClassifierWeights } from '../../parser/model/model.ts'
import { Classifier } from './classifier.ts'
import { listed, Templates } from './features.ts'
import { FACTS, FORM, wordColumns, type WordFacts } from './word-facts.ts'
import { numberOf, type WordNumbers } from '../../parser/core/word-numbers.ts'

export interface LemmaModel {
  /** The edit scripts, see `editOf` below. */
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

// Edit scripts that make a lemma of a form, as texts `case cut added cut added`: whether the form is taken in lower case
// (`l`), as it is (`k`) or in lower case with a capital (`u`), how many UTF-16 code units are cut off its beginning, what is
// put there, and the same for its end: `ran` and `run` is `l 0  2 un`. `=` and a text is the lemma itself.

/** The length of the longest form or lemma whose script has cuts, in UTF-16 code units: scripts take quadratic time. */
const LONGEST = 2000

/** Whether a text is a script. */
export function isEdit(text: unknown): text is string {
  return typeof text === 'string' && /^(?:=[^\t\r\n]+|[lku] \d+ \S* \d+ \S*)$/.test(text)
}

/** The shortest script. */
export function editOf(form: string, lemma: string): string {
  const cases = ['l', 'k', 'u'].filter((kind) => kind === 'k' || cased(kind, lemma) === lemma)
  const edits = cases.map((kind) => scriptOf(kind, cased(kind, form), lemma))
  return edits.reduce((a, b) => (b.cost < a.cost ? b : a)).script
}

/** The lemma; the form in lower case if the script cuts off more than there is. */
export function applyEdit(script: string, form: string): string {
  if (script[0] === '=') return script.slice(1)
  const [kind, start, before, end, after] = script.split(' ')
  const base = cased(kind, form)
  const [from, to] = [Number(start), base.length - Number(end)]
  const lemma = before + base.slice(from, Math.max(from, to)) + after
  return to < from || lemma === '' ? form.toLowerCase() : lemma
}

function cased(kind: string, text: string): string {
  if (kind === 'k') return text
  const lower = text.toLowerCase()
  return kind === 'l' ? lower : lower.slice(0, 1).toUpperCase() + lower.slice(1)
}

function scriptOf(
  kind: string,
  base: string,
  lemma: string,
): { readonly script: string; readonly cost: number } {
  const isLong = Math.max(base.length, lemma.length) > LONGEST
  const { from, at, length } = longestCommon(isLong ? '' : base, lemma)
  const [end, before, after] = [base.length - from - length, lemma.slice(0, at), lemma.slice(at + length)]
  if (length === 0 || /[\s=]/.test(before + after)) return { script: `=${lemma}`, cost: Infinity }
  return {
    script: [kind, from, before, end, after].join(' '),
    cost: from + end + before.length + after.length,
  }
}

/** The first longest common substring: its places in both texts, and its length. */
function longestCommon(a: string, b: string): { from: number; at: number; length: number } {
  let best = { from: 0, at: 0, length: 0 }
  /** By unit of b: the length of the common substring that ends there and at the last unit of a. */
  const lengths = new Int32Array(b.length)
  for (let i = 0; i < a.length; i++)
    for (let j = 0, before = 0; j < b.length; j++) {
      const length = a.charCodeAt(i) === b.charCodeAt(j) ? before + 1 : 0
      before = lengths[j]
      lengths[j] = length
      if (length > best.length) best = { from: i - length + 1, at: j - length + 1, length }
    }
  return best
}
