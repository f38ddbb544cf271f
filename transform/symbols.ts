/** Text to small integers and back: ids count up from 0 in order of first sight. Frozen, it learns nothing more. */
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

  get frozen(): boolean {
    return this.#frozen
  }

  /** The id of `text`, or -1 where it is not known. */
  id(text: string): number {
    return this.#ids.get(text) ?? -1
  }

  /** The id of `text`, which is taken up when it is new; -1 when it is new and the table is frozen. */
  add(text: string): number {
    const known = this.#ids.get(text)
    if (known !== undefined) return known
    if (this.#frozen) return -1
    const id = this.#texts.length
    this.#ids.set(text, id)
    this.#texts.push(text)
    return id
  }

  /** The text of `id`. Throws RangeError where there is none. */
  text(id: number): string {
    const text = this.#texts[id]
    if (text === undefined)
      throw new RangeError(`no symbol has the id ${id} (${this.#texts.length} are known)`)
    return text
  }

  /** All texts, in order of their ids. */
  texts(): readonly string[] {
    return this.#texts
  }

  /** Takes up nothing from now on: `add` answers -1 for new text. */
  freeze(): this {
    this.#frozen = true
    return this
  }
}
