/** `Int32Array<ArrayBuffer>`, or `Int32Array` before TypeScript 5.7, which has no type argument. */
export type Ints = ReturnType<typeof Int32Array.from>

/** A list of 32-bit integers. A full list doubles its capacity. */
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

/** A copy of `items` with room for at least `minLength` values and at least twice as many as before. */
export function enlarged<Items extends Int32Array | Uint32Array | Float64Array | Uint8Array>(
  items: Items,
  minLength: number,
): Items {
  const larger = new (items.constructor as new (length: number) => Items)(
    Math.max(minLength, 2 * items.length),
  )
  larger.set(items)
  return larger
}
