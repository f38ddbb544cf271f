/** The options and the figures of an evaluation. */

export interface EvaluationOptions {
  /** Leave words with UPOS PUNCT out of `uas`, `las`, `la` and `exact`. Aligned words have the UPOS of gold. Default: false. */
  readonly noPunct?: boolean
  /**
   * Compare labels without subtypes in all scores, as the CoNLL 2018 shared task did. MLAS and BLEX always do. Default:
   * false.
   */
  readonly universal?: boolean
}

/** Percentages from 0 to 100: F1, which is accuracy if the two sides have the same words. */
export interface Evaluation {
  /** The numbers of gold words and sentences. */
  readonly words: number
  readonly sentences: number
  /** Correct heads. */
  readonly uas: number
  /** Correct heads with correct labels. */
  readonly las: number
  /** Correct labels. */
  readonly la: number
  /** LAS over words with content relations. */
  readonly clas: number
  /** Gold sentences in which all heads and labels are correct. */
  readonly exact: number
  /** The numbers of system sentences with no, one, and more dependents of the artificial root. */
  readonly roots: { readonly zero: number; readonly one: number; readonly many: number }
  /** The number of system labels with a mark or a lift. */
  readonly markedLabels: number
  readonly tokensF1: number
  readonly wordsF1: number
  readonly sentencesF1: number
  readonly upos: number
  readonly xpos: number
  readonly ufeats: number
  readonly allTags: number
  readonly lemmas: number
  /** CLAS of words whose tag, features and function words are correct, too. */
  readonly mlas: number
  /** CLAS of words whose lemma is correct, too. */
  readonly blex: number
}
