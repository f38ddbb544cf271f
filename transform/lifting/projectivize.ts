/**
 * Pseudo-projective encoding (Nivre & Nilsson 2005): lifting arcs (`lift.ts`) makes a tree projective, and labels record
 * the lifts. `deprojectivize.ts` is the inverse.
 *
 *     scheme      label of a lifted arc    label of an arc past which others were lifted
 *     head        d↑h                      p
 *     path        d↑                       p↓
 *     head+path   d↑h                      p↓
 *
 * d and p are the labels before the encoding, h is the label of the arc into the original head of the lifted word.
 */
import { findFlaw } from '../check.ts'
import { Lifting } from './lift.ts'
import { isProjective } from '../projectivity.ts'
import type { Tree } from '../tree.ts'
import { parseLabel, printLabel } from '../label.ts'
import type { Symbols } from '../symbols.ts'

const lifting = new Lifting()

export type Scheme = 'head' | 'path' | 'head+path'

/**
 * Makes `tree` projective and records the lifts in the labels. Returns the number of lifted words.
 *
 * @throws RangeError if the heads do not form a tree or a frozen table lacks a label; TypeError if the value is no tree
 */
export function projectivize(tree: Tree, scheme: Scheme, lifts: Lifts): number {
  if (isProjective(tree)) return 0
  // In a cycle, lifting would never end.
  const flaw = findFlaw(tree)
  if (flaw) throw new RangeError(`${flaw.reason}, expected a tree`)
  lifting.lift(tree)
  const { original, passed } = lifting
  const { size, label } = tree
  let lifted = 0
  for (let word = 1; word <= size; word++) {
    const isLifted = original[word] !== -1
    const isPassed = passed[word] === 1 && scheme !== 'head'
    if (isLifted) lifted++
    if (!isLifted && !isPassed) continue
    // The original head is a word: nothing is lifted from the artificial root. Encoding a label keeps its base.
    const lift = !isLifted
      ? NOT_LIFTED
      : scheme === 'path'
        ? LIFTED_FROM_UNKNOWN
        : lifts.parts(label[original[word]]).base
    label[word] = lifts.compose(lifts.parts(label[word]).base, lift, isPassed)
  }
  return lifted
}

/** The value of `lift` for an arc that was not lifted. */
export const NOT_LIFTED = -1
/** The value of `lift` for an arc that was lifted if the scheme does not record the label of the original head. */
export const LIFTED_FROM_UNKNOWN = -2

/** The parts of a label. */
export interface LabelParts {
  /** The id of the base. */
  readonly base: number
  /** The base id of the label of the original head, or NOT_LIFTED, or LIFTED_FROM_UNKNOWN. */
  readonly lift: number
  /** Whether another arc was lifted past this arc. */
  readonly passed: boolean
}

/**
 * The parts of labels by label id; each label is parsed once. Throws SyntaxError for a malformed label, RangeError if a
 * frozen table lacks a part.
 */
export class Lifts {
  readonly symbols: Symbols
  readonly #parts: LabelParts[] = []

  constructor(symbols: Symbols) {
    this.symbols = symbols
  }

  parts(label: number): LabelParts {
    if (label < this.#parts.length) return this.#parts[label]
    const { symbols } = this
    for (let id = this.#parts.length; id <= label; id++) {
      const { base, lift, passed } = parseLabel(symbols.text(id))
      const baseId = addTo(symbols, base)
      const liftId =
        lift === undefined ? NOT_LIFTED : lift === '' ? LIFTED_FROM_UNKNOWN : addTo(symbols, lift)
      this.#parts.push({ base: baseId, lift: liftId, passed })
    }
    return this.#parts[label]
  }

  /** The id of the label with this base and lift. */
  compose(base: number, lift: number, passed: boolean): number {
    if (lift === NOT_LIFTED && !passed) return base
    const { symbols } = this
    const head = lift === NOT_LIFTED ? undefined : lift === LIFTED_FROM_UNKNOWN ? '' : symbols.text(lift)
    return addTo(symbols, printLabel({ base: symbols.text(base), lift: head, passed, mark: 0 }))
  }

  /** By symbol: the id of its base. */
  bases(): Int32Array {
    const { symbols } = this
    if (symbols.size > 0) this.parts(symbols.size - 1)
    return Int32Array.from({ length: symbols.size }, (_, label) => this.parts(label).base)
  }
}

function addTo(symbols: Symbols, text: string): number {
  const id = symbols.add(text)
  if (id < 0) throw new RangeError(`label '${text}' is not in the frozen table of labels`)
  return id
}
