/**
 * The weights of a classifier as a hash table, with 8-bit weights next to the tags of their keys.
 *
 * A line ends with the tags of its eight slots: the low 15 bits of the keys of their features. With up to 32 classes a slot
 * has a weight for each class; with up to six classes a line is a cache line. With more than 32 classes a line is a cache
 * line, too, and a slot has three 16-bit pairs: a class in the low bits and its weight in the other bits. A feature takes
 * one or more slots of one line, and a large weight takes several pairs. If a feature has so many weights that reading a
 * dense row is as fast, it has one slot in which all class bits are set, followed by the place of the row.
 *
 * If the home line of a feature is full, the feature is in the next line with room; the highest bit of the first tag marks
 * the lines between as spilling. Of two features with the same tag and line (one in ten thousand), only the first is found.
 */
import { MAX_8_BIT_WEIGHT, type ClassifierWeights, typeStartsOf } from '../../core/classifier-weights.ts'
import type { Arena } from './arena.ts'
import {
  DIVISION_BYTES,
  DIVISION_HEAVIEST,
  DIVISION_ROWS,
  DIVISION_SLOTS,
  MAX_LINE_DISTANCE,
  LINE_SLOTS,
  LINE_TAGS,
  SLOT_PAIRS,
  SLOT_THIRTY_TWO,
} from './records.ts'

/** The maximum number of classes of slots without pairs. */
const SIX = 6
const THIRTY_TWO = 32
/** The share of used slots. */
const LOAD = 0.6
/** The number of turns of one call of `fill`. Calls are short because engines replace slow code by optimized code between calls. */
const TURNS_PER_CALL = 1 << 13
/** The maximum number of classes of a table. */
const MAX_CLASS_COUNT = 4095

/** The table of a classifier in the memory of the kernel. Places are addresses in bytes. */
export interface Table extends Pick<ClassifierWeights, 'transitions' | 'scale'> {
  readonly form: 'six' | 'thirtyTwo' | 'pairs'
  /** The number of classes, padded to whole vectors. */
  readonly width: number
  /** The number of class bits of a pair. */
  readonly classBits: number
  /** The number of lines over which keys are spread. MAX_LINE_DISTANCE more lines follow, for spilled features. */
  readonly spread: number
  readonly lines: number
  /** Dense rows of `width` weights. */
  readonly rows: number
}

/**
 * Writes the weights of a classifier to the arena.
 *
 * @throws RangeError for too many classes, too large weights, and keys that are not distributed like hashes
 */
export function buildTable(weights: ClassifierWeights, arena: Arena): Table {
  const { transitions, scale } = weights
  const classes = transitions.length
  if (classes > MAX_CLASS_COUNT)
    throw new RangeError(`${classes} classes, expected at most ${MAX_CLASS_COUNT}`)
  const form = classes <= SIX ? 'six' : classes <= THIRTY_TWO ? 'thirtyTwo' : 'pairs'
  const width = form === 'six' ? 8 : 32 * Math.ceil(classes / 32)
  const classBits = form === 'pairs' ? Math.max(8, 32 - Math.clz32(classes)) : 0
  const division = divide(weights, classBits, arena)
  for (let load = LOAD; load > LOAD / 16; load /= 2) {
    const spread = Math.max(1, Math.ceil(division.taken / LINE_SLOTS / load))
    const filled = fill(weights, arena, division, { transitions, scale, form, width, classBits, spread })
    if (filled) return filled
  }
  throw new RangeError('the features of a model crowd together')
}

interface Division {
  /** By feature: the number of its slots, or ROW_MARKER. */
  readonly slots: Uint8Array
  /** The number of slots of all features, and the number of rows. */
  readonly taken: number
  readonly rows: number
}

function divide({ starts, values }: ClassifierWeights, classBits: number, arena: Arena): Division {
  const features = starts.length - 1
  const { end } = arena
  const [startsAt, valuesAt] = [starts, values].map((array) => arena.put(array))
  const [slotsAt, result] = [features, DIVISION_BYTES].map((bytes) => arena.take(bytes))
  for (let first = 0; first < features; first += TURNS_PER_CALL) {
    const last = Math.min(features, first + TURNS_PER_CALL)
    arena.run.divide(startsAt, valuesAt, first, last, classBits, slotsAt, result)
  }
  const slots = new Uint8Array(arena.buffer, slotsAt, features).slice()
  const figures = new Int32Array(arena.buffer, result, DIVISION_BYTES / 4).slice()
  arena.release(end)
  const heaviest = figures[DIVISION_HEAVIEST / 4]
  if (Math.abs(heaviest) > MAX_8_BIT_WEIGHT)
    throw new RangeError(
      `a weight of ${heaviest}, expected ${-MAX_8_BIT_WEIGHT} to ${MAX_8_BIT_WEIGHT}: train the model again`,
    )
  return { slots, taken: figures[DIVISION_SLOTS / 4], rows: figures[DIVISION_ROWS / 4] }
}

/** Fills a table; returns undefined if a feature would be too far from its home line. */
function fill(
  { keys, starts, classes, values }: ClassifierWeights,
  arena: Arena,
  { slots, rows: rowCount }: Division,
  shape: Omit<Table, 'lines' | 'rows'>,
): Table | undefined {
  const { form, width, classBits, spread } = shape
  const stride = form === 'thirtyTwo' ? SLOT_THIRTY_TWO : SLOT_PAIRS
  const lines = arena.take((spread + MAX_LINE_DISTANCE) * (LINE_TAGS + LINE_SLOTS * stride))
  const rows = arena.take(width * rowCount)
  const { end } = arena
  const inputs = [keys, starts, classes, values, slots].map((array) => arena.put(array))
  const turnCount = 2 * keys.length
  let row = rows
  for (let first = 0; first < turnCount && row !== 0; first += TURNS_PER_CALL) {
    const last = Math.min(turnCount, first + TURNS_PER_CALL)
    // prettier-ignore
    row = arena.run.fill(...inputs, keys.length, first, last, lines, spread, stride, classBits, rows, row, width)
  }
  arena.release(row === 0 ? lines : end)
  return row === 0 ? undefined : { ...shape, lines, rows }
}

// The addresses of the tables in the memory of the kernel. They are plain numbers, which can be sent to a thread.

/** A classifier in the memory. Places are addresses in bytes. */
export interface ClassifierPlace extends Omit<Table, 'form'> {
  /** `perceptron`: weights during learning, whose lines and rows move when they grow. */
  readonly form: Table['form'] | 'perceptron'
  /** For each set of transition types, a row with a 16-bit number for each class: -1 if its type is in the set, else 0. */
  readonly masks: number
  readonly transitionsAt: number
}

/** The tables of a model. */
export interface Places {
  /** The number of transition types of the system. */
  readonly types: number
  readonly classifiers: readonly ClassifierPlace[]
  /** The end address of the tables. */
  readonly end: number
}

/** Writes the tables of classifiers to the memory. Throws RangeError if a table is not possible. */
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
