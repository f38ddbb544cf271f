/**
 * The lines of slots that tables of weights consist of. A line begins with the tags of its eight slots, the low 15 bits
 * of the keys of the features that lie there, each in one slot or several; what the slots hold is up to the table.
 *
 * Where the line of a key has no room left, its feature lies in the first behind it that has, and all lines from the one
 * to the other are marked as spilling, in the highest bit of their first tag.
 */

/** Slots to a line, and the bytes of their tags. */
export const SLOTS = 8
export const TAGS = 2 * SLOTS
/** The bits of a tag, and the bit of the first one of a line that tells that it spills. */
export const TAG = 0x7fff
export const SPILLS = 0x8000
/** Lines that a feature may be away from its own. */
export const FARTHEST = 64

/** Gives out the slots of lines that are empty at first. */
export class FreeSlots {
  readonly #tags: Uint16Array
  readonly #stride: number
  /** By line: how many of its slots are taken. */
  readonly #taken: Uint8Array

  /** @param stride from the tags of a line to those of the next one */
  constructor(tags: Uint16Array, stride: number) {
    this.#tags = tags
    this.#stride = stride
    this.#taken = new Uint8Array(tags.length / stride)
  }

  /**
   * Takes slots of one line for a feature whose own line is `home`, and tags them. Gives line * SLOTS + the first of
   * them; -1 where it would be too far away.
   */
  take(home: number, slots: number, tag: number): number {
    const tags = this.#tags
    const stride = this.#stride
    const taken = this.#taken
    let line = home
    while (line < home + FARTHEST && taken[line] + slots > SLOTS) line++
    if (line === home + FARTHEST) return -1
    for (let i = home; i < line; i++) tags[i * stride] |= SPILLS
    const slot = taken[line]
    taken[line] += slots
    for (let i = slot; i < slot + slots; i++) tags[line * stride + i] |= tag
    return line * SLOTS + slot
  }
}

/**
 * What `fill` makes with this share of the slots taken or, as long as it makes nothing, with half of it.
 *
 * @throws RangeError where the keys are not spread as hashes are
 */
export function withRoom<Filled>(load: number, fill: (load: number) => Filled | undefined): Filled {
  for (let attempt = 0; attempt < 4; load /= 2, attempt++) {
    const filled = fill(load)
    if (filled) return filled
  }
  throw new RangeError('the features of a model crowd together')
}
