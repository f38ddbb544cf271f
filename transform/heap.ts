/** A priority queue of numbers; `pop` returns the smallest one. */
export class Heap {
  #keys = new Float64Array(64)
  #size = 0

  get size(): number {
    return this.#size
  }

  push(key: number): void {
    if (this.#size === this.#keys.length) {
      const keys = new Float64Array(2 * this.#size)
      keys.set(this.#keys)
      this.#keys = keys
    }
    const keys = this.#keys
    let slot = this.#size++
    while (slot > 0) {
      const parent = (slot - 1) >> 1
      if (keys[parent] <= key) break
      keys[slot] = keys[parent]
      slot = parent
    }
    keys[slot] = key
  }

  /** Removes and returns the smallest number. The queue must not be empty. */
  pop(): number {
    const keys = this.#keys
    const smallest = keys[0]
    const key = keys[--this.#size]
    let slot = 0
    for (let child = 1; child < this.#size; child = 2 * slot + 1) {
      if (child + 1 < this.#size && keys[child + 1] < keys[child]) child++
      if (keys[child] >= key) break
      keys[slot] = keys[child]
      slot = child
    }
    keys[slot] = key
    return smallest
  }
}
