/**
 * The weights of a classifier of many classes, most features of which have a weight for a few of them only: eight bits
 * each, beside the classes they are for and the tags of their keys, a cache line for eight slots.
 *
 * A line has the tags of its slots (the low 15 bits of their keys; 0: empty), then the slots, each of three pairs of a
 * class and its weight. A feature takes as many slots as it needs, all in one line; where it has weights for so many
 * classes that a whole row is read as fast, the class of its one slot says so (FULL), and behind it stands where in `rows`
 * the row is. Where the line of a key has no room left, its feature lies in the first behind it that has, and all lines
 * from the one to the other are marked as spilling, in the highest bit of their first tag.
 *
 * Two features whose keys have tag and line in common are one, with the weights of both. That befalls about one in
 * fifty thousand.
 */
import type { TableBuilder } from '../kernel/builder.ts'
import { FARTHEST, lineOf, LOAD, SLOTS, SPILLS, TAG, tagOf } from './narrow-table.ts'
import type { StateWeights } from '../weights.ts'

/** Bytes of a line, of its tags, of a slot, of a pair. */
export const LINE = 64
export const TAGS = 2 * SLOTS
export const SLOT = 6
export const PAIR = 2
/** In place of a class: the weights are a row, whose place follows after PLACE bytes. */
export const FULL = 255
export const PLACE = 2
/** The most weights that are kept as pairs. */
const MOST_PAIRS = 12
const PAIRS = SLOT / PAIR

export interface SparseTable {
  readonly form: 'sparse'
  readonly classes: number
  /** How many lines keys are spread over; FARTHEST more are there to spill into. */
  readonly spread: number
  readonly lines: Uint8Array
  /** Rows of `width` weights, which is a multiple of 32. */
  readonly rows: Int8Array
  readonly width: number
}

/**
 * @param builder fills it faster than JavaScript does
 * @throws RangeError where the keys are not spread as hashes are
 */
export function buildSparseTable(weights: StateWeights, builder?: TableBuilder): SparseTable {
  const { keys, moves, starts } = weights
  const width = 32 * Math.ceil(moves.length / 32)
  let slots = 0
  let rows = 0
  for (let feature = 0; feature < keys.length; feature++) {
    const own = starts[feature + 1] - starts[feature]
    slots += slotsOf(own)
    if (own > MOST_PAIRS) rows++
  }
  for (let load = LOAD, attempt = 0; attempt < 4; load /= 2, attempt++) {
    const spread = Math.max(1, Math.ceil(slots / SLOTS / load))
    const bytes = (spread + FARTHEST) * LINE
    const filled = builder
      ? builder.sparse(weights, width, spread, bytes, width * rows)
      : fill(weights, width, spread)
    if (filled) return { form: 'sparse', classes: moves.length, spread, width, ...filled }
  }
  throw new RangeError('the features of a model crowd together')
}

function slotsOf(weights: number): number {
  return weights > MOST_PAIRS ? 1 : Math.max(1, Math.ceil(weights / PAIRS))
}

/** Undefined where a feature would be too far away. */
function fill(
  { keys, starts, classes, values }: StateWeights,
  width: number,
  spread: number,
): Pick<SparseTable, 'lines' | 'rows'> | undefined {
  const lines = new Uint8Array((spread + FARTHEST) * LINE)
  const tags = new Uint16Array(lines.buffer)
  const taken = new Uint8Array(spread + FARTHEST)
  const view = new DataView(lines.buffer)
  const full: number[] = []
  for (let feature = 0; feature < keys.length; feature++) {
    const start = starts[feature]
    const end = starts[feature + 1]
    const slots = slotsOf(end - start)
    const key = keys[feature]
    const home = lineOf(key, spread)
    let place = home
    while (place < home + FARTHEST && taken[place] + slots > SLOTS) place++
    if (place === home + FARTHEST) return undefined
    for (let i = home; i < place; i++) tags[(i * LINE) >> 1] |= SPILLS
    const slot = taken[place]
    let at = place * LINE + TAGS + SLOT * slot
    for (let i = slot; i < slot + slots; i++) tags[((place * LINE) >> 1) + i] |= tagOf(key)
    taken[place] = slot + slots
    if (end - start > MOST_PAIRS) {
      lines[at] = FULL
      view.setUint32(at + PLACE, width * full.length, true)
      full.push(feature)
      continue
    }
    for (let i = start; i < end; i++, at += PAIR) {
      lines[at] = classes[i]
      lines[at + 1] = values[i]
    }
  }
  const rows = new Int8Array(width * full.length)
  full.forEach((feature, row) => {
    for (let i = starts[feature]; i < starts[feature + 1]; i++) rows[width * row + classes[i]] = values[i]
  })
  return { lines, rows }
}

/** Adds the weights of a key, if it is known, to `scores`. */
export function addSparse(table: SparseTable, key: number, scores: Int32Array): void {
  const { lines, rows, spread } = table
  const tag = tagOf(key)
  for (let at = LINE * lineOf(key, spread), found = false; !found; at += LINE) {
    for (let slot = 0; slot < SLOTS; slot++) {
      if (((lines[at + 2 * slot] | (lines[at + 2 * slot + 1] << 8)) & TAG) !== tag) continue
      found = true
      const first = at + TAGS + SLOT * slot
      if (lines[first] === FULL) {
        const row = placeAt(lines, first + PLACE)
        for (let c = 0; c < scores.length; c++) scores[c] += rows[row + c]
      } else {
        for (let pair = first; pair < first + SLOT; pair += PAIR)
          scores[lines[pair]] += (lines[pair + 1] << 24) >> 24
      }
    }
    if ((lines[at + 1] & (SPILLS >> 8)) === 0) return
  }
}

function placeAt(lines: Uint8Array, at: number): number {
  return lines[at] | (lines[at + 1] << 8) | (lines[at + 2] << 16) | (lines[at + 3] << 24)
}
