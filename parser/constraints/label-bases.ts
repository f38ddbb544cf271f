/**
 * Which labels count as which when one is demanded: a label that the projectivizer has lifted counts as what it was.
 * Without a table of bases, every label is its own.
 */
export class LabelBases {
  #baseOf: Int32Array | undefined
  #isBase = new Uint8Array(0)

  /** Takes over the table: `baseOf[label]` is the base of a label id. It is read once and must not change. */
  use(baseOf: Int32Array | undefined): void {
    if (baseOf === this.#baseOf) return
    this.#baseOf = baseOf
    if (baseOf === undefined) return
    let largest = -1
    for (const base of baseOf) if (base > largest) largest = base
    this.#isBase = new Uint8Array(largest + 1)
    for (const base of baseOf) if (base >= 0) this.#isBase[base] = 1
  }

  /** The label that `label` counts as. */
  of(label: number): number {
    return this.#baseOf === undefined ? label : this.#baseOf[label]
  }

  /** Whether some label counts as this one. */
  has(base: number): boolean {
    return this.#baseOf === undefined ? Number.isInteger(base) && base >= 0 : this.#isBase[base] === 1
  }
}
