/** A table of texts with integer ids, from 0 in the order in which they are added. A frozen table takes no more texts. */
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

  /** The id of `text`, -1 if it is not in the table. */
  id(text: string): number {
    return this.#ids.get(text) ?? -1
  }

  /** The id of `text`, which is added if it is new; -1 if it is new and the table is frozen. */
  add(text: string): number {
    const known = this.#ids.get(text)
    if (known !== undefined) return known
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
