/**
 * The weights of a classifier of many classes as a table made for memory that is slow to answer: what is known of a key
 * lies in one cache line, most often, and a key that is not known costs no more than that line either.
 *
 * A line (see lines.ts) is 64 bytes, a slot three entries of 16 bits: a class in the low bits, a code for a weight in
 * the others. A feature takes as many slots of one line as its entries need. Longer features, and weights without a
 * code, take one slot, which begins with ELSEWHERE and tells where in `rows` they lie: as a row with an eight-bit weight
 * for each class, to be shifted by the low bits of the place, or, marked with LIST, as a list, its length first, then a
 * class and a weight in each 32 bits.
 *
 * The lines of a region of keys, most often of a word, lie together, so that few pages of memory are in use at a time:
 * to find out where a page lies can take longer than to fetch from it.
 *
 * Two features whose keys have tag and line in common are one. That befalls about one in five thousand.
 */
import { REGION, REGION_SHIFT } from '../../features/hash.ts'
import type { ClassifierWeights } from '../../model/weights.ts'
import { classBitsFor, codesFor, codesOf, type Codes } from './wide-codes.ts'
import { FARTHEST, FreeSlots, SLOTS, TAG, withRoom } from './lines.ts'

/** 16-bit numbers to a line. */
export const LINE = 32
/** Entries to a slot. */
export const ENTRIES = 3
export const ELSEWHERE = 0xffff
export const LIST = 0x80000000
/** The bits of the place of a row that say how far its weights are shifted. */
export const SHIFT = 0xf

/** Classes to the block that rows are padded to. */
const BLOCK = 64
/** Entries that a feature may have in its line. */
const MOST_ENTRIES = 5 * ENTRIES
/** From this share of the classes on what is longer is a row. */
const DENSE = 1 / 8
/** How many of the slots are taken. */
const LOAD = 0.7
const NOTHING = 0
const NO_SHIFT = -1
/** Where a feature is that is not in its line. */
const IN_ROW = 1
const IN_LIST = 2

export interface WideTable {
  readonly form: 'wide'
  readonly classes: number
  /** The classes, padded to whole vectors. */
  readonly width: number
  readonly lines: Uint16Array
  /** For each region (the high bits of a key, see features/hash.ts) its first line, and how many it has. */
  readonly regions: Uint32Array
  /** The weights that the codes of entries mean; the first is 0. */
  readonly codes: Int16Array
  /** How many bits of an entry are its class. */
  readonly classBits: number
  readonly rows: Uint32Array
}

/** @throws RangeError where the keys are not spread as hashes are */
export function buildWideTable(weights: ClassifierWeights): WideTable {
  const classes = weights.transitions.length
  const width = Math.ceil(Math.max(1, classes) / BLOCK) * BLOCK
  const classBits = classBitsFor(classes)
  const codes = codesOf(weights.values, codesFor(classes))
  const forms = formsOf(weights, width, codes)
  const { at, ...placed } = withRoom(LOAD, (load) =>
    placeFeatures(weights.keys, forms.slots, regionsOf(weights.keys, forms.slots, load)),
  )
  const table: WideTable = {
    form: 'wide',
    classes,
    width,
    codes: codes.weights,
    classBits,
    rows: forms.rows,
    ...placed,
  }
  fillLines(table, weights, at, forms, codes.places)
  return table
}

/** Whether a feature of so many entries is to be a row: its weights have to fit into eight bits and a shift then. */
export function isLong(entries: number, classes: number): boolean {
  return entries > MOST_ENTRIES && entries >= DENSE * classes
}

/** By how many bits weights up to `largest` have to be shifted to fit into eight. */
export function shiftFor(largest: number): number {
  return Math.max(0, 32 - Math.clz32(largest) - 7)
}

/** By how many bits the weights of a row are shifted; NO_SHIFT where some would lose bits by that. */
function shiftOf(values: Int16Array): number {
  let [largest, all] = [0, 0]
  for (const value of values) {
    largest = Math.max(largest, Math.abs(value))
    all |= value
  }
  const shift = shiftFor(largest)
  return (all & ((1 << shift) - 1)) === 0 ? shift : NO_SHIFT
}

interface Forms {
  /** By feature: how many slots it takes. */
  readonly slots: Uint8Array
  /** By feature: where it lies in `rows`, LIST included; of those that are in their lines, NOTHING. */
  readonly places: Uint32Array
  readonly isElsewhere: Uint8Array
  readonly rows: Uint32Array
}

function formsOf(weights: ClassifierWeights, width: number, { places: codes, all: allCoded }: Codes): Forms {
  const { transitions, keys, starts, classes, values } = weights
  const slots = new Uint8Array(keys.length)
  const places = new Uint32Array(keys.length)
  const isElsewhere = new Uint8Array(keys.length)
  const fits = (from: number, to: number): boolean => {
    if (to - from > MOST_ENTRIES) return false
    if (allCoded) return true
    for (let i = from; i < to; i++) if (codes[values[i] + 32768] === NOTHING) return false
    return true
  }
  // Rows first, so that they keep to the borders of cache lines.
  let end = 0
  for (let feature = 0; feature < keys.length; feature++) {
    const from = starts[feature]
    const to = starts[feature + 1]
    slots[feature] = 1
    if (fits(from, to)) slots[feature] = Math.max(1, Math.ceil((to - from) / ENTRIES))
    else {
      const shift = isLong(to - from, transitions.length) ? shiftOf(values.subarray(from, to)) : NO_SHIFT
      isElsewhere[feature] = shift === NO_SHIFT ? IN_LIST : IN_ROW
      if (shift === NO_SHIFT) continue
      places[feature] = end | shift
      end += width / 4
    }
  }
  for (let feature = 0; feature < keys.length; feature++) {
    if (isElsewhere[feature] !== IN_LIST) continue
    places[feature] = (LIST | end) >>> 0
    end += 1 + starts[feature + 1] - starts[feature]
  }
  const rows = new Uint32Array(end)
  const bytes = new Int8Array(rows.buffer)
  for (let feature = 0; feature < keys.length; feature++) {
    const from = starts[feature]
    const to = starts[feature + 1]
    const place = places[feature]
    if (isElsewhere[feature] === IN_ROW) {
      const at = 4 * (place & ~SHIFT)
      for (let i = from; i < to; i++) bytes[at + classes[i]] = values[i] >> (place & SHIFT)
    } else if (isElsewhere[feature] === IN_LIST) {
      let at = (place & ~LIST) >>> 0
      rows[at++] = to - from
      for (let i = from; i < to; i++) rows[at++] = classes[i] | (values[i] << 16)
    }
  }
  return { slots, places, isElsewhere, rows }
}

/** Gives each region as many lines as its features take; the first line is of none, and for the keys of those. */
function regionsOf(keys: Uint32Array, slots: Uint8Array, load: number): Uint32Array {
  const regions = new Uint32Array(2 << (32 - REGION_SHIFT))
  for (let feature = 0; feature < keys.length; feature++) {
    regions[2 * (keys[feature] >>> REGION_SHIFT) + 1] += slots[feature]
  }
  let next = 1
  for (let region = 0; region < regions.length; region += 2) {
    if (regions[region + 1] === 0) continue
    regions[region] = next
    regions[region + 1] = Math.ceil(regions[region + 1] / SLOTS / load)
    next += regions[region + 1]
  }
  return regions
}

/** The line of a key. */
export function lineOf(key: number, regions: Uint32Array): number {
  const region = 2 * (key >>> REGION_SHIFT)
  return regions[region] + Math.floor(((key & ~REGION) * regions[region + 1]) / 2 ** REGION_SHIFT)
}

/** Finds a place, line * SLOTS + slot, for each feature, and tags it; undefined where some would be too far away. */
function placeFeatures(
  keys: Uint32Array,
  slots: Uint8Array,
  regions: Uint32Array,
): { at: Uint32Array; lines: Uint16Array; regions: Uint32Array } | undefined {
  let all = 1
  for (let region = 1; region < regions.length; region += 2) all += regions[region]
  const lines = new Uint16Array((all + FARTHEST) * LINE)
  const free = new FreeSlots(lines, LINE)
  const at = new Uint32Array(keys.length)
  for (let feature = 0; feature < keys.length; feature++) {
    const place = free.take(lineOf(keys[feature], regions), slots[feature], keys[feature] & TAG)
    if (place < 0) return undefined
    at[feature] = place
  }
  return { at, lines, regions }
}

function fillLines(
  { lines, classBits, classes: classCount }: WideTable,
  { keys, starts, classes, values }: ClassifierWeights,
  at: Uint32Array,
  { slots, places, isElsewhere }: Forms,
  codes: Uint16Array,
): void {
  for (let feature = 0; feature < keys.length; feature++) {
    const slot = at[feature] & (SLOTS - 1)
    const line = (at[feature] - slot) * (LINE / SLOTS)
    let to = line + SLOTS + ENTRIES * slot
    if (isElsewhere[feature] !== 0) {
      lines[to] = ELSEWHERE
      lines[to + 1] = places[feature] & 0xffff
      lines[to + 2] = places[feature] >>> 16
      continue
    }
    const end = starts[feature + 1]
    const last = to + ENTRIES * slots[feature]
    for (let i = starts[feature]; i < end; i++) {
      lines[to++] = classes[i] | (codes[values[i] + 32768] << classBits)
    }
    // What is left over adds nothing, to some class or other: to always the same would be slow.
    while (to < last) lines[to++] = (feature + last - to) % classCount
  }
}
