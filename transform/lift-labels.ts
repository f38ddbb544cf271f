/** The lifts of labels by label id: each symbol is parsed once by `label.ts`. */
import { parseLabel, printLabel } from './label.ts'
import type { Symbols } from './symbols.ts'

/** In place of the label of a head: the arc was not lifted; the arc was lifted, and the scheme does not say from where. */
export const NOT_LIFTED = -1
export const LIFTED_UNSAID = -2

/** The parts of labels. Throws SyntaxError for a malformed label, RangeError if a frozen table lacks a part. */
export class Lifts {
  readonly symbols: Symbols
  readonly #base: number[] = []
  readonly #lift: number[] = []
  readonly #passed: boolean[] = []
  readonly #composed = new Map<string, number>()

  constructor(symbols: Symbols) {
    this.symbols = symbols
  }

  /** The id of a label's base. */
  base(label: number): number {
    if (label >= this.#base.length) this.#learn(label)
    return this.#base[label]
  }

  /** The base id of the label of the head that the arc was lifted from, or NOT_LIFTED, or LIFTED_UNSAID. */
  lift(label: number): number {
    if (label >= this.#base.length) this.#learn(label)
    return this.#lift[label]
  }

  /** Whether another arc was lifted past the arc. */
  passed(label: number): boolean {
    if (label >= this.#base.length) this.#learn(label)
    return this.#passed[label]
  }

  /** The id of base and lift together. */
  compose(base: number, lift: number, passed: boolean): number {
    if (lift === NOT_LIFTED && !passed) return base
    const key = `${base} ${lift} ${passed}`
    let label = this.#composed.get(key)
    if (label === undefined) {
      const { symbols } = this
      const text = printLabel({
        base: symbols.text(base),
        lift: lift === NOT_LIFTED ? undefined : lift === LIFTED_UNSAID ? '' : symbols.text(lift),
        passed,
        mark: 0,
      })
      label = addTo(symbols, text)
      this.#composed.set(key, label)
    }
    return label
  }

  /** By symbol: the id of its base. */
  bases(): Int32Array {
    const { symbols } = this
    if (symbols.size > 0) this.base(symbols.size - 1)
    return Int32Array.from({ length: symbols.size }, (_, label) => this.base(label))
  }

  #learn(label: number): void {
    const { symbols } = this
    for (let id = this.#base.length; id <= label; id++) {
      const { base, lift, passed } = parseLabel(symbols.text(id))
      const baseId = addTo(symbols, base)
      const liftId = lift === undefined ? NOT_LIFTED : lift === '' ? LIFTED_UNSAID : addTo(symbols, lift)
      this.#base.push(baseId)
      this.#lift.push(liftId)
      this.#passed.push(passed)
    }
  }
}

function addTo(symbols: Symbols, text: string): number {
  const id = symbols.add(text)
  if (id < 0) throw new RangeError(`label '${text}' is not in the frozen table of labels`)
  return id
}
