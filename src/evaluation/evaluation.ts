/** What evaluation is told, and what it finds. */

export interface EvaluationOptions {
  /** Leave the words whose UPOS is PUNCT (in gold, where aligned) out of uas, las, la and exact. */
  readonly noPunct?: boolean
  /** Compare labels without their subtypes everywhere, as the CoNLL 2018 shared task did; MLAS and BLEX always do. */
  readonly universal?: boolean
}

/** Percentages from 0 to 100: F1, which is accuracy where the two sides have the same words. */
export interface Evaluation {
  /** Gold words and sentences. */
  readonly words: number
  readonly sentences: number
  /** Right heads; right heads and labels; right labels. */
  readonly uas: number
  readonly las: number
  readonly la: number
  /** LAS over the words attached by content relations. */
  readonly clas: number
  /** Gold sentences in which every head and label is right. */
  readonly exact: number
  /** How many system sentences have no, one, and more dependents of the artificial root. */
  readonly roots: { readonly zero: number; readonly one: number; readonly many: number }
  /** How many system labels hold a mark or a lift. */
  readonly markedLabels: number
  readonly tokensF1: number
  readonly wordsF1: number
  readonly sentencesF1: number
  readonly upos: number
  readonly xpos: number
  readonly ufeats: number
  readonly allTags: number
  readonly lemmas: number
  /** CLAS that also asks for the tag, the features and the function words of a word; and for its lemma. */
  readonly mlas: number
  readonly blex: number
}
