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
import type { Arena } from '../kernel/arena.ts'
import type { ClassifierWeights } from '../../model/weights.ts'
import { FARTHEST, SLOTS, withRoom } from './lines.ts'

/** Bytes of a line. */
const LINE = 64
/** The most weights that are kept as pairs, and how many there are to a slot. */
const MOST_PAIRS = 12
const PAIRS = 3
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
 * @param arena memory to fill the table in; it is cleared
 * @throws RangeError if the keys are not spread as hashes are
 */
export function buildSparseTable(weights: ClassifierWeights, arena: Arena): SparseTable {
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
    const filled = fill(weights, arena, width, spread, rows)
    return filled && { form: 'sparse', classes: transitions.length, spread, width, ...filled }
  })
}

function slotsOf(weights: number): number {
  return weights > MOST_PAIRS ? 1 : Math.max(1, Math.ceil(weights / PAIRS))
}

/** Undefined if a feature would be too far from its line. */
function fill(
  { keys, starts, classes, values }: ClassifierWeights,
  arena: Arena,
  width: number,
  spread: number,
  rowCount: number,
): Pick<SparseTable, 'lines' | 'rows'> | undefined {
  arena.clear()
  const inputs = [keys, starts, classes, values].map((array) => arena.put(array))
  const [lineBytes, rowBytes] = [(spread + FARTHEST) * LINE, width * rowCount]
  const at = arena.take(lineBytes)
  const rowsAt = arena.take(rowBytes)
  const lines = new Uint8Array(arena.buffer, at, lineBytes).fill(0)
  const rows = new Int8Array(arena.buffer, rowsAt, rowBytes).fill(0)
  if (arena.run.fillSparse(...inputs, keys.length, at, spread, rowsAt, width) === 0) return undefined
  return { lines: lines.slice(), rows: rows.slice() }
}
