/** A list of 32-bit integers that doubles its room when it is full. */
export class IntList {
  length = 0
  items = new Int32Array(1024)

  push(value: number): void {
    if (this.length === this.items.length) {
      const items = new Int32Array(2 * this.length)
      items.set(this.items)
      this.items = items
    }
    this.items[this.length++] = value
  }

  append(values: Int32Array): void {
    for (const value of values) this.push(value)
  }

  /** The values so far, as a view. */
  view(): Int32Array<ArrayBuffer> {
    return this.items.subarray(0, this.length)
  }
}
