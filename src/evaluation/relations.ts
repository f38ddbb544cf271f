/** Labels and features as evaluation sees them: content and function relations of Universal Dependencies 2, universal features. */
import { reservedCharacter } from '../../transform/label.ts'

/** Relations of content words, without subtypes. CLAS, MLAS and BLEX count words with these relations. */
const contentRelations: ReadonlySet<string> = new Set(
  `acl advcl advmod amod appos ccomp compound conj csubj dep discourse dislocated expl fixed flat goeswith iobj list
   nmod nsubj nummod obj obl orphan parataxis reparandum root vocative xcomp`.split(/\s+/),
)

/** Relations of function words. MLAS compares function words together with their heads. */
const functionRelations: ReadonlySet<string> = new Set('aux case cc clf cop det mark'.split(' '))

/** Features that are the same in all languages. Evaluation ignores other features. */
const universalFeatures: ReadonlySet<string> = new Set(
  `Abbr Animacy Aspect Case Definite Degree Evident Foreign Gender Mood NumType Number Person Polarity Polite Poss
   PronType Reflex Tense VerbForm Voice`.split(/\s+/),
)

/** What evaluation needs to know about a label. */
export interface Relation {
  /** The label without its subtype: `nmod` for `nmod:poss`. */
  readonly base: string
  readonly isContent: boolean
  readonly isFunction: boolean
  /** Whether the label has a mark or a lift, which only the transforms write. */
  readonly isMarked: boolean
}

export function relationOf(deprel: string): Relation {
  const [base] = deprel.split(':', 1)
  return {
    base,
    isContent: contentRelations.has(base),
    isFunction: functionRelations.has(base),
    isMarked: reservedCharacter(deprel) !== undefined,
  }
}

/** FEATS with universal features only, sorted by code point. */
export function universalFeats(feats: string): string {
  return feats
    .split('|')
    .filter((feature) => universalFeatures.has(feature.split('=', 1)[0]))
    .sort()
    .join('|')
}
