/**
 * The weights of a classifier as a hash table, with weights of eight bits next to the tags of their keys.
 *
 * A line ends with the tags of its eight slots: the low 15 bits of the keys of their features. With up to 32 classes
 * a slot has a weight for each class; with six, a line is a cache line. With more classes a line is a cache line too,
 * and a slot has three pairs of 16 bits, a class in the low bits and its weight in the others. A feature takes as many
 * slots of one line as it needs, and a large weight several pairs. If it has so many weights that reading a whole row
 * is as fast, all class bits of its one slot are set, and the place of the row follows.
 *
 * A feature whose line is full is in the next line with room; the lines between are marked as spilling in the highest
 * bit of their first tag. Of two features with the same tag and line, one in ten thousand, only the first is found.
 */
import { EIGHT_BITS, type ClassifierWeights, typeStartsOf } from '../../model/model.ts'
import type { Arena } from './arena.ts'
import { FARTHEST_LINE, IS_ROW, LINE_SLOTS, LINE_TAGS, SLOT_PAIRS, SLOT_THIRTY_TWO } from './records.ts'

/** For how many classes slots that are not pairs have room. */
const SIX = 6
const THIRTY_TWO = 32
/** The most pairs that are not kept as a row, and how many a slot has. */
const MOST_PAIRS = 12
const PAIRS_OF_SLOT = 3
/** The share of the slots that is taken. */
const LOAD = 0.6
/** What the kernel fills in one call: it runs slowly until engines have compiled it for the second time, between calls. */
const TURNS = 1 << 15
/** The largest number of classes of a table. */
const MOST_CLASSES = 4095

/** The weights of a classifier as a table in the memory of the kernel; places are addresses in bytes. */
export interface Table extends Pick<ClassifierWeights, 'transitions' | 'scale'> {
  readonly form: 'six' | 'thirtyTwo' | 'pairs'
  /** The number of classes, padded to whole vectors. */
  readonly width: number
  /** How many bits of a pair are its class. */
  readonly classBits: number
  /** How many lines keys are spread over; there are FARTHEST_LINE more to spill into. */
  readonly spread: number
  readonly lines: number
  /** Rows of `width` weights. */
  readonly rows: number
}

/**
 * Writes the weights of a classifier to the arena.
 *
 * @throws RangeError for too many classes, too large weights, and keys that are not spread as hashes are
 */
export function buildTable(weights: ClassifierWeights, arena: Arena): Table {
  const { transitions, scale } = weights
  const classes = transitions.length
  if (classes > MOST_CLASSES) throw new RangeError(`${classes} classes, expected at most ${MOST_CLASSES}`)
  const form = classes <= SIX ? 'six' : classes <= THIRTY_TWO ? 'thirtyTwo' : 'pairs'
  const width = form === 'six' ? 8 : 32 * Math.ceil(classes / 32)
  const classBits = form === 'pairs' ? Math.max(8, 32 - Math.clz32(classes)) : 0
  const division = divide(weights, classBits)
  for (let load = LOAD; load > LOAD / 16; load /= 2) {
    const spread = Math.max(1, Math.ceil(division.taken / LINE_SLOTS / load))
    const filled = fill(weights, arena, division, { transitions, scale, form, width, classBits, spread })
    if (filled) return filled
  }
  throw new RangeError('the features of a model crowd together')
}

interface Division {
  /** By feature: how many slots it takes, or IS_ROW. */
  readonly slots: Uint8Array
  /** How many slots all features take, and how many are rows. */
  readonly taken: number
  readonly rows: number
}

function divide({ starts, values }: ClassifierWeights, classBits: number): Division {
  const most = classBits > 0 ? (1 << (15 - classBits)) - 1 : EIGHT_BITS
  const pairsOf = Uint8Array.from({ length: EIGHT_BITS + 1 }, (_, size) =>
    Math.max(1, Math.ceil(size / most)),
  )
  const slots = new Uint8Array(starts.length - 1)
  let [taken, rows] = [0, 0]
  for (let feature = 0, i = 0; feature < slots.length; feature++) {
    let pairs = 0
    for (const end = starts[feature + 1]; i < end; i++) {
      const size = Math.abs(values[i])
      if (size > EIGHT_BITS)
        throw new RangeError(
          `a weight of ${values[i]}, expected ${-EIGHT_BITS} to ${EIGHT_BITS}: train the model again`,
        )
      pairs += pairsOf[size]
    }
    const own = classBits > 0 ? Math.max(1, Math.ceil(pairs / PAIRS_OF_SLOT)) : 1
    const isRow = classBits > 0 && pairs > MOST_PAIRS
    slots[feature] = isRow ? IS_ROW : own
    taken += isRow ? 1 : own
    if (isRow) rows++
  }
  return { slots, taken, rows }
}

/** Undefined if a feature would be too far from its line. */
function fill(
  { keys, starts, classes, values }: ClassifierWeights,
  arena: Arena,
  { slots, rows: rowCount }: Division,
  shape: Omit<Table, 'lines' | 'rows'>,
): Table | undefined {
  const { form, width, classBits, spread } = shape
  const stride = form === 'thirtyTwo' ? SLOT_THIRTY_TWO : SLOT_PAIRS
  const lines = arena.take((spread + FARTHEST_LINE) * (LINE_TAGS + LINE_SLOTS * stride))
  const rows = arena.take(width * rowCount)
  const { end } = arena
  const inputs = [keys, starts, classes, values, slots].map((array) => arena.put(array))
  const turns = 2 * keys.length
  let row = rows
  for (let first = 0; first < turns && row !== 0; first += TURNS) {
    const last = Math.min(turns, first + TURNS)
    // prettier-ignore
    row = arena.run.fill(...inputs, keys.length, first, last, lines, spread, stride, classBits, rows, row, width)
  }
  arena.release(row === 0 ? lines : end)
  return row === 0 ? undefined : { ...shape, lines, rows }
}

// The addresses of the tables of classifiers in the memory of the kernel. All of them are numbers that can be sent to a thread.

/** A classifier in the memory; places are addresses in bytes. */
export interface ClassifierPlace extends Omit<Table, 'form'> {
  /** `perceptron`: weights that are being learned, whose lines and rows move when they grow. */
  readonly form: Table['form'] | 'perceptron'
  /** For each set of transition types a row of 16-bit numbers, one for each class: -1 if its type is in the set. */
  readonly masks: number
  readonly transitionsAt: number
}

/** The tables of a model. */
export interface Places {
  /** How many transition types the system has. */
  readonly types: number
  readonly classifiers: readonly ClassifierPlace[]
  /** Where they end. */
  readonly end: number
}

/** Writes the tables of classifiers to the memory. Throws RangeError if weights cannot be made a table. */
export function placeTables(arena: Arena, classifiers: readonly ClassifierWeights[], types: number): Places {
  const places = classifiers.map((weights) => {
    const table = buildTable(weights, arena)
    const { transitions, width } = table
    const masks = arena.take((2 * width) << types)
    fillMasks(new Int16Array(arena.buffer, masks, width << types), width, typeStartsOf(transitions, types))
    return { ...table, masks, transitionsAt: arena.put(transitions) }
  })
  return { types, classifiers: places, end: arena.end }
}

function fillMasks(masks: Int16Array, width: number, starts: Int32Array): void {
  const types = starts.length - 1
  for (let mask = 0; mask < 1 << types; mask++) {
    for (let type = 0; type < types; type++) {
      if (mask & (1 << type)) masks.fill(-1, mask * width + starts[type], mask * width + starts[type + 1])
    }
  }
}
