/** Labels that record lifts; `projectivize.ts` writes them, `deprojectivize.ts` reads them. */
import { parseLabel, printLabel } from '../label.ts'
import type { Symbols } from '../symbols.ts'

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
