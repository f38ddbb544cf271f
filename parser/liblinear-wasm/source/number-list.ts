/** A list of numbers in a typed array that grows: it holds more than an array of JavaScript can. */
export class NumberList<T extends Int32Array | Float64Array> {
  readonly #make: new (length: number) => T
  #data: T
  #length = 0

  constructor(make: new (length: number) => T) {
    this.#make = make
    this.#data = new make(1024)
  }

  get length(): number {
    return this.#length
  }

  push(value: number): void {
    if (this.#length === this.#data.length) {
      const longer = new this.#make(2 * this.#length)
      longer.set(this.#data)
      this.#data = longer
    }
    this.#data[this.#length++] = value
  }

  /** A copy of the numbers. */
  toArray(): T {
    return this.#data.slice(0, this.#length) as T
  }
}
