/**
 * Pseudo-projective encoding (Nivre & Nilsson 2005): a tree is made projective by lifting arcs (`lift.ts`), and labels say
 * what was lifted. `deprojectivize.ts` is the inverse.
 *
 *     scheme      label of a lifted arc    label of an arc that others were lifted past
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
 * Makes `tree` projective, with its lifts in labels; returns how many.
 *
 * @throws RangeError for heads that form no tree, and if a frozen table lacks a label; TypeError for what is no tree
 */
export function projectivize(tree: Tree, scheme: Scheme, lifts: Lifts): number {
  if (isProjective(tree)) return 0
  // Lifting never ends in a cycle.
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
        ? LIFTED_UNSAID
        : lifts.parts(label[original[word]]).base
    label[word] = lifts.compose(lifts.parts(label[word]).base, lift, isPassed)
  }
  return lifted
}

// The lifts of labels by label id: each symbol is parsed once by `label.ts`.

/** In place of the label of a head: the arc was not lifted; the arc was lifted, and the scheme does not say from where. */
export const NOT_LIFTED = -1
export const LIFTED_UNSAID = -2

/** A label taken apart. */
export interface LabelParts {
  /** The id of its base. */
  readonly base: number
  /** The base id of the label of the head that the arc was lifted from, or NOT_LIFTED, or LIFTED_UNSAID. */
  readonly lift: number
  /** Whether another arc was lifted past the arc. */
  readonly passed: boolean
}

/** The parts of labels. Throws SyntaxError for a malformed label, RangeError if a frozen table lacks a part. */
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
      const liftId = lift === undefined ? NOT_LIFTED : lift === '' ? LIFTED_UNSAID : addTo(symbols, lift)
      this.#parts.push({ base: baseId, lift: liftId, passed })
    }
    return this.#parts[label]
  }

  /** The id of base and lift together. */
  compose(base: number, lift: number, passed: boolean): number {
    if (lift === NOT_LIFTED && !passed) return base
    const { symbols } = this
    const head = lift === NOT_LIFTED ? undefined : lift === LIFTED_UNSAID ? '' : symbols.text(lift)
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
