/** Seeded random numbers (Mulberry32: one 32-bit word of state, a period of 2^32). */
export class Random {
  #state: number

  constructor(seed: number) {
    this.#state = seed >>> 0
  }

  /** A number in [0, 1). */
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0
    let value = this.#state
    value = Math.imul(value ^ (value >>> 15), value | 1)
    value ^= value + Math.imul(value ^ (value >>> 7), value | 61)
    return ((value ^ (value >>> 14)) >>> 0) / 0x100000000
  }

  /** A whole number in 0..below - 1. */
  below(below: number): number {
    return Math.floor(this.next() * below)
  }

  /** The numbers 0..size - 1 in random order (Fisher & Yates). */
  permutation(size: number): Int32Array {
    const order = Int32Array.from({ length: size }, (_, i) => i)
    for (let i = size - 1; i > 0; i--) {
      const j = this.below(i + 1)
      ;[order[i], order[j]] = [order[j], order[i]]
    }
    return order
  }
}
