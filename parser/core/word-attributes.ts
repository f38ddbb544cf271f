/** The attributes of words that features read, and their computation from the texts of a word. */
import { hashPair, hashText, NONE_VALUE } from './hash.ts'
import { clusterPath, type WordClusters } from './word-numbers.ts'

/** The attributes of a word, in the order of `ParserSentence.columns`. */
export const attributes = Object.freeze([
  'form',
  'lemma',
  'upos',
  'xpos',
  'feats',
  'tag',
  'lower',
  'prefix',
  'suffix',
  'shape',
  'case',
  'agreement',
  'verbform',
  'cluster',
  'cluster6',
  'extpos',
] as const)
export type Attribute = (typeof attributes)[number]

const [FORM, LEMMA, , XPOS, FEATS, TAG, LOWER, PREFIX, SUFFIX, SHAPE, CASE, AGREEMENT, VERBFORM] =
  attributes.map((_, i) => i)
/** The column of universal tags. */
export const UPOS = attributes.indexOf('upos')
const CLUSTER = attributes.indexOf('cluster')
const CLUSTER_6 = attributes.indexOf('cluster6')
const EXTPOS = attributes.indexOf('extpos')
/** The number of bits of the path in the attribute `cluster6`. */
const CLUSTER_BITS = 6

/** The attributes that are computed from FEATS. */
export const featsAttributes: readonly Attribute[] = Object.freeze(['feats', 'case', 'agreement', 'verbform'])

/** The columns of CoNLL-U that a model may read in addition to FORM, LEMMA and UPOS. */
export type TagColumn = 'XPOS' | 'FEATS'

/** The columns of CoNLL-U from which the attribute `tag` is computed. */
export type Tags = 'upos' | 'xpos' | 'both'

/** The texts of a word, as in the columns of CoNLL-U. Unknown texts are `_` or absent. */
export interface ParserToken {
  readonly form: string
  readonly lemma?: string
  readonly upos?: string
  readonly xpos?: string
  readonly feats?: string
}

/** The destination of the attributes of words. */
interface WordColumns {
  /** By attribute: a column with a 32-bit hash for each word. */
  readonly columns: readonly Int32Array[]
  /** By attribute: whether the column is filled. */
  readonly used: readonly boolean[]
  readonly tags: Tags
  readonly clusters: WordClusters | undefined
}

/** Writes the attributes of a word to index `at` of the columns. */
export function fillWord(to: WordColumns, at: number, token: ParserToken): void {
  const { columns, used, clusters } = to
  const { form, lemma = '_', upos = '_', xpos = '_', feats = '_' } = token
  if (used[FORM]) columns[FORM][at] = hashText(form)
  if (used[LEMMA]) columns[LEMMA][at] = hashText(lemma)
  setTags(to, at, upos, xpos, feats)
  if (used[FEATS]) columns[FEATS][at] = hashText(feats)
  if (used[LOWER]) columns[LOWER][at] = hashText(form.toLowerCase())
  if (used[PREFIX]) columns[PREFIX][at] = hashText(form, 0, Math.min(affixOf(form, 0), form.length))
  if (used[SUFFIX])
    columns[SUFFIX][at] = hashText(form, Math.max(0, form.length - affixOf(form, form.length - 1)))
  if (used[CASE]) columns[CASE][at] = hashOfFeatures(feats, CASES)
  if (used[AGREEMENT]) columns[AGREEMENT][at] = hashOfFeatures(feats, AGREEMENTS)
  if (used[VERBFORM]) columns[VERBFORM][at] = hashOfFeatures(feats, VERBFORMS)
  if (used[SHAPE]) columns[SHAPE][at] = hashText(shapeOf(form))
  if (!used[CLUSTER] && !used[CLUSTER_6]) return
  const path = clusters ? clusterPath(clusters, form) : ''
  columns[CLUSTER][at] = hashText(path)
  columns[CLUSTER_6][at] = hashText(path, 0, Math.min(CLUSTER_BITS, path.length))
}

function setTags(to: WordColumns, at: number, upos: string, xpos: string, feats: string): void {
  const { columns, used, tags } = to
  if (!used[UPOS] && !used[XPOS] && !used[TAG] && !used[EXTPOS]) return
  const universal = hashText(upos)
  if (used[EXTPOS]) columns[EXTPOS][at] = hashOfExternalTag(feats) ?? universal
  const languageTag = tags !== 'upos' || used[XPOS] ? hashText(xpos) : NONE_VALUE
  if (used[UPOS]) columns[UPOS][at] = tags === 'xpos' ? languageTag : universal
  if (used[XPOS]) columns[XPOS][at] = languageTag
  if (!used[TAG]) return
  if (tags === 'xpos') columns[TAG][at] = languageTag
  else if (tags === 'upos' || xpos === '_') columns[TAG][at] = universal
  else columns[TAG][at] = hashPair(universal, languageTag)
}

/** The hash of the tag that a fixed expression has as a whole (ExtPos in FEATS of its first word). */
function hashOfExternalTag(feats: string): number | undefined {
  if (feats === '_') return undefined
  const at = feats.indexOf(EXTERNAL)
  if (at < 0 || (at > 0 && feats[at - 1] !== '|')) return undefined
  const bar = feats.indexOf('|', at)
  return hashText(feats, at + EXTERNAL.length, bar < 0 ? feats.length : bar)
}
const EXTERNAL = 'ExtPos='

const CASES = ['Case']
const AGREEMENTS = ['Gender', 'Number', 'Person']
const VERBFORMS = ['Mood', 'VerbForm']

/** The hash of the values of the named features, in the order of FEATS; the hash of `_` if the word has none of them. */
function hashOfFeatures(feats: string, names: readonly string[]): number {
  let hash = NO_FEATURE
  for (let start = 0; start < feats.length;) {
    const bar = feats.indexOf('|', start)
    const end = bar < 0 ? feats.length : bar
    const equals = feats.indexOf('=', start)
    if (equals > start && equals < end && names.includes(feats.slice(start, equals)))
      hash = hashPair(hash, hashText(feats, start, end))
    start = end + 1
  }
  return hash
}
const NO_FEATURE = hashText('_')

/** From the first Kana to the last Hangul character: nearly all syllable and word characters, and few letters. */
const [FIRST_SYLLABLE, LAST_SYLLABLE] = [0x3041, 0xd7a3]

/** The length of a prefix or suffix: three letters, or one syllable character (+2 LAS for Korean, ko_kaist). */
function affixOf(form: string, end: number): number {
  const code = form.charCodeAt(end)
  return code >= FIRST_SYLLABLE && code <= LAST_SYLLABLE ? 1 : 3
}

/**
 * The shape of a word: `X`, `x` and `9` for upper case, lower case and digits; the result of `otherClass` for other
 * characters. Runs of one class are cut to `longestRun` characters: `McDonald's` becomes `XxXx-x`.
 */
export function shapeOf(
  form: string,
  longestRun = 1,
  otherClass: (character: string) => string = () => '-',
): string {
  let shape = ''
  let last = ''
  let run = 0
  for (const character of form.length > 64 ? form.slice(0, 64) : form) {
    const upper = character.toUpperCase()
    let type: string
    if (upper !== character.toLowerCase()) type = character === upper ? 'X' : 'x'
    else type = character >= '0' && character <= '9' ? '9' : otherClass(character)
    run = type === last ? run + 1 : 1
    if (run <= longestRun) shape += type
    last = type
  }
  return shape
}
