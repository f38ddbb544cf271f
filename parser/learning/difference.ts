/**
 * The difference between the features of two derivations: for each feature, under its class in its prediction model,
 * how much more often the one has it than the other. Open addressing; entries come out in the order they went in.
 */
export class Difference {
  /** How many different entries there are, some of which may have become 0. */
  size = 0
  keys = new Uint32Array(1024)
  /** The prediction model, and the class. */
  states = new Int32Array(1024)
  classes = new Int32Array(1024)
  counts = new Int32Array(1024)
  /** Slot: an entry and one, 0 where it is empty. */
  #slots = new Int32Array(4096)

  clear(): void {
    this.size = 0
    this.#slots.fill(0)
  }

  /** Counts class `c` of `keys[0..count)` of a model `by` more times. */
  add(state: number, keys: Uint32Array, count: number, c: number, by: number): void {
    for (let i = 0; i < count; i++) {
      const entry = this.#entry(state, keys[i], c) // may move the counts
      this.counts[entry] += by
    }
  }

  #entry(state: number, key: number, c: number): number {
    const mask = this.#slots.length - 1
    let slot = mix(key, c, state) & mask
    for (; this.#slots[slot] !== 0; slot = (slot + 1) & mask) {
      const entry = this.#slots[slot] - 1
      if (this.keys[entry] === key && this.classes[entry] === c && this.states[entry] === state) return entry
    }
    const entry = this.size++
    if (entry === this.keys.length) this.#grow()
    this.keys[entry] = key
    this.states[entry] = state
    this.classes[entry] = c
    this.counts[entry] = 0
    if (4 * this.size > this.#slots.length) this.#spread()
    else this.#slots[slot] = entry + 1
    return entry
  }

  #spread(): void {
    this.#slots = new Int32Array(2 * this.#slots.length)
    const mask = this.#slots.length - 1
    for (let entry = 0; entry < this.size; entry++) {
      let slot = mix(this.keys[entry], this.classes[entry], this.states[entry]) & mask
      while (this.#slots[slot] !== 0) slot = (slot + 1) & mask
      this.#slots[slot] = entry + 1
    }
  }

  #grow(): void {
    const room = 2 * this.keys.length
    const longer = <T extends Int32Array | Uint32Array>(from: T, to: T): T => {
      to.set(from)
      return to
    }
    this.keys = longer(this.keys, new Uint32Array(room))
    this.states = longer(this.states, new Int32Array(room))
    this.classes = longer(this.classes, new Int32Array(room))
    this.counts = longer(this.counts, new Int32Array(room))
  }
}

function mix(key: number, c: number, state: number): number {
  const hash = Math.imul(key ^ Math.imul((c << 2) | state, 0x9e3779b1), 0x85ebca6b)
  return hash ^ (hash >>> 15)
}
