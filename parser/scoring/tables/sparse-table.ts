/**
 * The weights of a classifier of many classes, most features of which have a weight for a few of them only: eight bits
 * each, beside the classes they are for and the tags of their keys (see lines.ts), a cache line for eight slots.
 *
 * A slot has three pairs of a class and its weight. A feature takes as many slots as it needs, all in one line; where it
 * has weights for so many classes that a whole row is read as fast, the class of its one slot says so (FULL), and behind
 * it stands where in `rows` the row is.
 *
 * Two features whose keys have tag and line in common are one, with the weights of both. That befalls about one in
 * fifty thousand.
 */
import type { TableBuilder } from '../kernel/table-builder.ts'
import type { ClassifierWeights } from '../../model/weights.ts'
import { FARTHEST, FreeSlots, lineOf, SLOTS, SPILLS, TAG, tagOf, TAGS, withRoom } from './lines.ts'

/** Bytes of a line, of a slot, of a pair. */
const LINE = 64
const SLOT = 6
const PAIR = 2
/** In place of a class: the weights are a row, whose place follows after PLACE bytes. */
const FULL = 255
const PLACE = 2
/** The most weights that are kept as pairs. */
const MOST_PAIRS = 12
const PAIRS = SLOT / PAIR
/** How many of the slots are taken. */
const LOAD = 0.6

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
export function buildSparseTable(weights: ClassifierWeights, builder?: TableBuilder): SparseTable {
  const { keys, transitions, starts } = weights
  const width = 32 * Math.ceil(transitions.length / 32)
  let slots = 0
  let rows = 0
  for (let feature = 0; feature < keys.length; feature++) {
    const own = starts[feature + 1] - starts[feature]
    slots += slotsOf(own)
    if (own > MOST_PAIRS) rows++
  }
  return withRoom(LOAD, (load) => {
    const spread = Math.max(1, Math.ceil(slots / SLOTS / load))
    const bytes = (spread + FARTHEST) * LINE
    const filled = builder
      ? builder.sparse(weights, width, spread, bytes, width * rows)
      : fill(weights, width, spread, bytes)
    return filled && { form: 'sparse', classes: transitions.length, spread, width, ...filled }
  })
}

function slotsOf(weights: number): number {
  return weights > MOST_PAIRS ? 1 : Math.max(1, Math.ceil(weights / PAIRS))
}

/** Undefined where a feature would be too far away. */
function fill(
  { keys, starts, classes, values }: ClassifierWeights,
  width: number,
  spread: number,
  bytes: number,
): Pick<SparseTable, 'lines' | 'rows'> | undefined {
  const lines = new Uint8Array(bytes)
  const free = new FreeSlots(new Uint16Array(lines.buffer), LINE / 2)
  const view = new DataView(lines.buffer)
  const full: number[] = []
  for (let feature = 0; feature < keys.length; feature++) {
    const start = starts[feature]
    const end = starts[feature + 1]
    const place = free.take(lineOf(keys[feature], spread), slotsOf(end - start), tagOf(keys[feature]))
    if (place < 0) return undefined
    const slot = place % SLOTS
    let at = (place - slot) * (LINE / SLOTS) + TAGS + SLOT * slot
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
