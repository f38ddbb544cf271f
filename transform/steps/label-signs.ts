import { reservedCharacter } from '../label.ts'
import type { Symbols } from '../symbols.ts'
import type { Tree } from '../tree.ts'

/** The signs of one step: characters that the step appends to labels. Each label is parsed once. */
export class LabelSigns {
  readonly #symbols: Symbols
  readonly #signs: string
  readonly #relations: ReadonlySet<string>
  // By label id:
  /** The index of the sign, -1 if there is none. */
  readonly #sign: number[] = []
  /** The id of the label without the sign. */
  readonly #base: number[] = []
  /** Whether the step changes the relation. */
  readonly #isChosen: boolean[] = []

  /** @param relations the relations that the step changes, without subtypes */
  constructor(symbols: Symbols, signs: string, relations: Iterable<string>) {
    this.#symbols = symbols
    this.#signs = signs
    this.#relations = new Set(relations)
  }

  /** The index of the sign of a label; -1 if it has none. */
  signOf(label: number): number {
    this.#learn(label)
    return this.#sign[label]
  }

  /** The label without its sign. Throws RangeError if a frozen table lacks it. */
  base(label: number): number {
    this.#learn(label)
    return this.#base[label]
  }

  /** Whether the step changes the relation of a label (with or without a sign). */
  isChosen(label: number): boolean {
    this.#learn(label)
    return this.#isChosen[label]
  }

  /** The label with a sign. Throws RangeError if a frozen table lacks it. */
  add(label: number, sign: number): number {
    return this.#idOf(this.#symbols.text(label) + this.#signs[sign])
  }

  /** Whether a label of the tree has a sign. */
  areIn({ size, label }: Tree): boolean {
    for (let word = 1; word <= size; word++) if (this.signOf(label[word]) >= 0) return true
    return false
  }

  /** Throws RangeError if a label that is to be encoded already has a sign. */
  refuse(label: number): void {
    if (this.signOf(label) < 0) return
    const text = this.#symbols.text(label)
    throw new RangeError(`label '${text}' has the reserved character '${text.at(-1)}'`)
  }

  #learn(label: number): void {
    for (let id = this.#sign.length; id <= label; id++) {
      const text = this.#symbols.text(id)
      // The end of a lifted label belongs to another label, and lifts are undone before signs. A sign alone is a label.
      const canHaveSign = text.length > 1 && reservedCharacter(text) === undefined
      const sign = canHaveSign ? this.#signs.indexOf(text.at(-1)!) : -1
      this.#sign.push(sign)
      this.#base.push(sign < 0 ? id : this.#idOf(text.slice(0, -1)))
      // Labels with signs of other steps are not chosen.
      const [, relation] =
        /^([\p{L}\p{N}_-]+)(?::[\p{L}\p{N}_:-]*)?$/u.exec(sign < 0 ? text : text.slice(0, -1)) ?? []
      this.#isChosen.push(this.#relations.has(relation))
    }
  }

  #idOf(text: string): number {
    const id = this.#symbols.add(text)
    if (id < 0) throw new RangeError(`label '${text}' is not in the frozen table of labels`)
    return id
  }
}
