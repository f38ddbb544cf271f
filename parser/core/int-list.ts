/** `Int32Array<ArrayBuffer>`, or `Int32Array` before TypeScript 5.7, where it takes no argument. */
export type Ints = ReturnType<typeof Int32Array.from>

/** A list of 32-bit integers that doubles its room when it is full. */
export class IntList {
  length = 0
  /** The values are items[0..length). */
  items: Ints = new Int32Array(1024)

  push(value: number): void {
    if (this.length === this.items.length) this.items = enlarged(this.items, this.length + 1)
    this.items[this.length++] = value
  }

  append(values: Int32Array): void {
    const length = this.length + values.length
    if (length > this.items.length) this.items = enlarged(this.items, length)
    this.items.set(values, this.length)
    this.length = length
  }

  /** The values, as a view of the current memory. */
  view(): Ints {
    return this.items.subarray(0, this.length)
  }
}

/** A copy of `items` with room for at least `least` values, and for twice as many as before. */
export function enlarged<Items extends Int32Array | Uint32Array | Float64Array | Uint8Array>(
  items: Items,
  least: number,
): Items {
  const larger = new (items.constructor as new (length: number) => Items)(Math.max(least, 2 * items.length))
  larger.set(items)
  return larger
}
