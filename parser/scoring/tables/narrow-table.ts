/**
 * The weights of a classifier that has few classes, as most of stepwise models do: eight bits each, beside the tags of
 * their keys (see lines.ts), so that what is known of a key lies together; small tables fit into a cache near the
 * processor. A slot has a weight for each class; with six classes at most, a line is a cache line.
 *
 * Two features whose keys have tag and line in common are one: the first of them is found. That befalls about one in
 * fifty thousand.
 */
import type { TableBuilder } from '../kernel/table-builder.ts'
import type { ClassifierWeights } from '../../model/weights.ts'
import { FARTHEST, FreeSlots, lineOf, SLOTS, SPILLS, TAG, tagOf, TAGS, withRoom } from './lines.ts'

/** How many classes a slot may have room for. */
export const ROOMS = Object.freeze([6, 32] as const)

/** How many of the slots are taken. */
const LOAD = 0.6

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
export function buildNarrowTable(weights: ClassifierWeights, builder?: TableBuilder): NarrowTable {
  const classes = weights.transitions.length
  const room = ROOMS.find((most) => most >= classes)!
  return withRoom(LOAD, (load) => {
    const spread = Math.max(1, Math.ceil(weights.keys.length / SLOTS / load))
    const bytes = (spread + FARTHEST) * lineBytes(room)
    const lines = builder ? builder.narrow(weights, room, spread, bytes) : fill(weights, room, spread, bytes)
    return lines && { form: 'narrow', classes, room, spread, lines }
  })
}

/** Bytes to a line. */
function lineBytes(room: number): number {
  return TAGS + SLOTS * room
}

/** Undefined where a feature would be too far away. */
function fill(
  weights: ClassifierWeights,
  room: number,
  spread: number,
  bytes: number,
): Uint8Array | undefined {
  const { keys, starts, classes, values } = weights
  const line = lineBytes(room)
  const lines = new Uint8Array(bytes)
  const weightsOf = new Int8Array(lines.buffer)
  const free = new FreeSlots(new Uint16Array(lines.buffer), line / 2)
  for (let feature = 0; feature < keys.length; feature++) {
    const place = free.take(lineOf(keys[feature], spread), 1, tagOf(keys[feature]))
    if (place < 0) return undefined
    const slot = place % SLOTS
    const at = ((place - slot) / SLOTS) * line + TAGS + room * slot
    for (let i = starts[feature]; i < starts[feature + 1]; i++) weightsOf[at + classes[i]] = values[i]
  }
  return lines
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
