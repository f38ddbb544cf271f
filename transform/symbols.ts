/** A table of texts with integer ids: 0, 1, 2, … in the order of addition. A frozen table does not accept new texts. */
export class Symbols {
  readonly #ids = new Map<string, number>()
  readonly #texts: string[] = []
  #frozen = false

  constructor(texts: Iterable<string> = []) {
    for (const text of texts) this.add(text)
  }

  get size(): number {
    return this.#texts.length
  }

  /** The id of `text`, -1 if `text` is not in the table. */
  id(text: string): number {
    return this.#ids.get(text) ?? -1
  }

  /** The id of `text`. Adds `text` if it is new; returns -1 if it is new and the table is frozen. */
  add(text: string): number {
    const existingId = this.#ids.get(text)
    if (existingId !== undefined) return existingId
    if (this.#frozen) return -1
    const id = this.#texts.length
    this.#ids.set(text, id)
    this.#texts.push(text)
    return id
  }

  /** The text of `id`. Throws RangeError if there is none. */
  text(id: number): string {
    const text = this.#texts[id]
    if (text === undefined)
      throw new RangeError(`no symbol has the id ${id} (${this.#texts.length} are known)`)
    return text
  }

  /** All texts, in the order of their ids. */
  texts(): readonly string[] {
    return this.#texts
  }

  /** Freezes the table: `add` returns -1 for new texts. */
  freeze(): this {
    this.#frozen = true
    return this
  }
}
