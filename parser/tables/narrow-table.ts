/**
 * The weights of a classifier that has few classes, as most of stepwise models do: eight bits each, beside the tags of
 * their keys, so that what is known of a key lies together; small tables fit into a cache near the processor.
 *
 * A line has the tags of eight slots (the low 15 bits of their keys; 0: empty), then the slots, each with a weight of
 * eight bits for each class; with six classes at most, a line is a cache line. Where the line of a key is full, its
 * feature lies in the first behind it that has room, and all lines from the one to the other are marked as spilling, in
 * the highest bit of their first tag.
 *
 * Two features whose keys have tag and line in common are one: the first of them is found. That befalls about one in
 * fifty thousand.
 */
import type { TableBuilder } from '../kernel/builder.ts'
import type { StateWeights } from '../weights.ts'

/** How many classes a slot may have room for. */
export const ROOMS = Object.freeze([6, 32] as const)

/** Slots to a line, and the bytes of their tags. */
export const SLOTS = 8
const TAGS = 2 * SLOTS
/** The bits of a tag, and the bit of the first one of a line that tells that it spills. */
export const TAG = 0x7fff
export const SPILLS = 0x8000

/** How many of the slots are taken. */
export const LOAD = 0.6
/** Lines that a feature may be away from its own. */
export const FARTHEST = 64

export interface NarrowTable {
  readonly form: 'narrow'
  readonly classes: number
  /** For how many classes a slot has room. */
  readonly room: (typeof ROOMS)[number]
  /** How many lines keys are spread over; FARTHEST more are there to spill into. */
  readonly spread: number
  readonly lines: Uint8Array
}

/**
 * @param builder fills it faster than JavaScript does
 * @throws RangeError where the keys are not spread as hashes are
 */
export function buildNarrowTable(weights: StateWeights, builder?: TableBuilder): NarrowTable {
  const room = ROOMS.find((classes) => classes >= weights.moves.length)!
  for (let load = LOAD, attempt = 0; attempt < 4; load /= 2, attempt++) {
    const spread = Math.max(1, Math.ceil(weights.keys.length / SLOTS / load))
    const bytes = (spread + FARTHEST) * lineBytes(room)
    const lines = builder ? builder.narrow(weights, room, spread, bytes) : fill(weights, room, spread)
    if (lines) return { form: 'narrow', classes: weights.moves.length, room, spread, lines }
  }
  throw new RangeError('the features of a model crowd together')
}

/** The line of a key: the high bits of its product with a constant, so that all of its bits have a say. */
export function lineOf(key: number, spread: number): number {
  return Math.floor((Math.imul(key, 0x9e3779b1) >>> 0) * spread * 2 ** -32)
}

/** Bytes to a line. */
function lineBytes(room: number): number {
  return TAGS + SLOTS * room
}

/** Undefined where a feature would be too far away. */
function fill(weights: StateWeights, room: number, spread: number): Uint8Array | undefined {
  const { keys, starts, classes, values } = weights
  const line = lineBytes(room)
  const lines = new Uint8Array((spread + FARTHEST) * line)
  const weightsOf = new Int8Array(lines.buffer)
  const tags = new Uint16Array(lines.buffer)
  const taken = new Uint8Array(spread + FARTHEST)
  for (let feature = 0; feature < keys.length; feature++) {
    const home = lineOf(keys[feature], spread)
    let place = home
    while (place < home + FARTHEST && taken[place] === SLOTS) place++
    if (place === home + FARTHEST) return undefined
    for (let i = home; i < place; i++) tags[(i * line) >> 1] |= SPILLS
    const slot = taken[place]++
    tags[((place * line) >> 1) + slot] |= tagOf(keys[feature])
    const at = place * line + TAGS + room * slot
    for (let i = starts[feature]; i < starts[feature + 1]; i++) weightsOf[at + classes[i]] = values[i]
  }
  return lines
}

/** Never 0, which is the tag of an empty slot. */
export function tagOf(key: number): number {
  return key & TAG || 1
}

/** Where in `lines` the weights of a key begin; -1 where it is not known. */
export function findNarrow({ lines, room, spread }: NarrowTable, key: number): number {
  const tag = tagOf(key)
  const line = lineBytes(room)
  for (let at = line * lineOf(key, spread); ; at += line) {
    for (let slot = 0; slot < SLOTS; slot++) {
      const known = lines[at + 2 * slot] | (lines[at + 2 * slot + 1] << 8)
      if ((known & TAG) === tag) return at + TAGS + room * slot
    }
    if ((lines[at + 1] & (SPILLS >> 8)) === 0) return -1
  }
}
