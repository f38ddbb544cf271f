/**
 * The grammar of labels as text. A label records the changes to its arc:
 *
 *     label = base [lift] [mark]
 *     lift  = "↑" [base of the label of the head it was lifted from]   the arc was lifted
 *             "↓"                                                      another arc was lifted past this arc
 *     mark  = "*" reversed | "^" relocated
 *
 * An arc can have both lifts: `↑nsubj↓`. Scheme `path` writes `↑` without a label. The four signs are reserved and must not
 * occur in a base. In memory, a base with its lift is one symbol; the mark is separate ({@link Tree}).
 */
import { PLAIN, RELOCATED, REVERSED } from './tree.ts'

export const LIFTED = '↑'
export const PASSED = '↓'

/** The sign of each mark: `markSigns[REVERSED]` is `*`. */
export const markSigns: readonly string[] = Object.freeze(['', '^', '*'])

/** The parts of a label. */
export interface Label {
  readonly base: string
  /** For a lifted arc: the base of the label of the original head, '' if the scheme does not record it. */
  readonly lift?: string
  /** Whether another arc was lifted past this one. */
  readonly passed: boolean
  /** PLAIN, RELOCATED or REVERSED. */
  readonly mark: number
}

const RESERVED = /[↑↓*^]/u
const GRAMMAR = /^([^↑↓*^]+)(?:↑([^↑↓*^]*))?(↓)?([*^])?$/u

/** The first reserved character of `text`, undefined if there is none. Labels of a treebank must not have any. */
export function reservedCharacter(text: string): string | undefined {
  return RESERVED.exec(text)?.[0]
}

/** Parses a label. Throws SyntaxError if it does not follow the grammar. */
export function parseLabel(text: string): Label {
  const parts = GRAMMAR.exec(text)
  if (!parts)
    throw new SyntaxError(
      `label '${text}' is malformed, expected a base, then ${LIFTED}label or ${PASSED}, then * or ^`,
    )
  const [, base, lift, passed, mark] = parts
  return { base, lift, passed: passed !== undefined, mark: markOfSign(mark) }
}

/** The text of a label: the inverse of {@link parseLabel}. */
export function printLabel(label: Label): string {
  const lift = label.lift === undefined ? '' : LIFTED + label.lift
  return label.base + lift + (label.passed ? PASSED : '') + markSigns[label.mark]
}

/** Splits a label of a file into the label in memory (with its lift) and the mark. */
export function splitMark(text: string): { readonly label: string; readonly mark: number } {
  const mark = markOfSign(text.at(-1))
  return { label: mark === PLAIN ? text : text.slice(0, -1), mark }
}

function markOfSign(sign: string | undefined): number {
  return sign === markSigns[REVERSED] ? REVERSED : sign === markSigns[RELOCATED] ? RELOCATED : PLAIN
}
