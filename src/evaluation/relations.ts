/** What Universal Dependencies 2 calls content and function relations, and features that are universal. */

/** Relations between content words, without subtypes: CLAS, MLAS and BLEX count the words attached by these. */
export const contentRelations: ReadonlySet<string> = new Set(
  `acl advcl advmod amod appos ccomp compound conj csubj dep discourse dislocated expl fixed flat goeswith iobj list
   nmod nsubj nummod obj obl orphan parataxis reparandum root vocative xcomp`.split(/\s+/),
)

/** Relations of function words; MLAS compares them as parts of their heads. */
export const functionRelations: ReadonlySet<string> = new Set([
  'aux',
  'case',
  'cc',
  'clf',
  'cop',
  'det',
  'mark',
])

/** The features that all languages share; the others are not compared. */
const universalFeatures: ReadonlySet<string> = new Set(
  `Abbr Animacy Aspect Case Definite Degree Evident Foreign Gender Mood NumType Number Person Polarity Polite Poss
   PronType Reflex Tense VerbForm Voice`.split(/\s+/),
)

/** A relation without its subtype: `nmod` for `nmod:poss`. */
export function withoutSubtype(deprel: string): string {
  const colon = deprel.indexOf(':')
  return colon < 0 ? deprel : deprel.slice(0, colon)
}

/** FEATS with the universal features only, in order of their code points. */
export function universalFeats(feats: string): string {
  return feats
    .split('|')
    .filter((feature) => universalFeatures.has(feature.split('=', 1)[0]))
    .sort()
    .join('|')
}
