/** A binary heap (Williams 1964): gives the item with the largest key first; of equals any. */
export class Heap<Item> {
  readonly #items: Item[] = []
  readonly #keyOf: (item: Item) => number

  constructor(keyOf: (item: Item) => number) {
    this.#keyOf = keyOf
  }

  clear(): void {
    this.#items.length = 0
  }

  push(item: Item): void {
    const items = this.#items
    const key = this.#keyOf(item)
    let at = items.push(item) - 1
    while (at > 0) {
      const parent = (at - 1) >> 1
      if (this.#keyOf(items[parent]) >= key) break
      items[at] = items[parent]
      at = parent
    }
    items[at] = item
  }

  /** Takes the item with the largest key out; undefined where there is none. */
  pop(): Item | undefined {
    const items = this.#items
    const [first] = items
    const last = items.pop()
    if (last === undefined || items.length === 0) return first
    const key = this.#keyOf(last)
    let at = 0
    for (let child = 1; child < items.length; child = 2 * at + 1) {
      if (child + 1 < items.length && this.#keyOf(items[child + 1]) > this.#keyOf(items[child])) child++
      if (this.#keyOf(items[child]) <= key) break
      items[at] = items[child]
      at = child
    }
    items[at] = last
    return first
  }
}
