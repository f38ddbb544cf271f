/** The lifts of labels by label id: each symbol is parsed once by `label.ts`. */
import { parseLabel, printLabel } from './label.ts'
import type { Symbols } from './symbols.ts'

/** In place of the label of a head: the arc was not lifted; the arc was lifted, and the scheme does not say from where. */
export const NOT_LIFTED = -1
export const LIFTED_UNSAID = -2

interface Parts {
  readonly base: number
  readonly lift: number
  readonly passed: boolean
}

/** The parts of labels. Throws SyntaxError for a malformed label, RangeError if a frozen table lacks a part. */
export class Lifts {
  readonly symbols: Symbols
  readonly #parts: Parts[] = []

  constructor(symbols: Symbols) {
    this.symbols = symbols
  }

  /** The id of a label's base. */
  base(label: number): number {
    return this.#partsOf(label).base
  }

  /** The base id of the label of the head that the arc was lifted from, or NOT_LIFTED, or LIFTED_UNSAID. */
  lift(label: number): number {
    return this.#partsOf(label).lift
  }

  /** Whether another arc was lifted past the arc. */
  passed(label: number): boolean {
    return this.#partsOf(label).passed
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
    if (symbols.size > 0) this.base(symbols.size - 1)
    return Int32Array.from({ length: symbols.size }, (_, label) => this.base(label))
  }

  #partsOf(label: number): Parts {
    const { symbols } = this
    for (let id = this.#parts.length; id <= label; id++) {
      const { base, lift, passed } = parseLabel(symbols.text(id))
      const baseId = addTo(symbols, base)
      const liftId = lift === undefined ? NOT_LIFTED : lift === '' ? LIFTED_UNSAID : addTo(symbols, lift)
      this.#parts.push({ base: baseId, lift: liftId, passed })
    }
    return this.#parts[label]
  }
}

function addTo(symbols: Symbols, text: string): number {
  const id = symbols.add(text)
  if (id < 0) throw new RangeError(`label '${text}' is not in the frozen table of labels`)
  return id
}
