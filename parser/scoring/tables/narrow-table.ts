/**
 * The weights of a classifier that has few classes, as most of stepwise models do: eight bits each, beside the tags of
 * their keys (see lines.ts), so that what is known of a key lies together; small tables fit into a cache near the
 * processor. A slot has a weight for each class; with six classes at most, a line is a cache line.
 *
 * Two features whose keys have tag and line in common are one: the first of them is found. That befalls about one in
 * fifty thousand.
 */
import type { Arena } from '../kernel/arena.ts'
import type { ClassifierWeights } from '../../model/weights.ts'
import { FARTHEST, SLOTS, TAGS, withRoom } from './lines.ts'

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
 * @param arena memory to fill the table in; it is cleared
 * @throws RangeError if the keys are not spread as hashes are
 */
export function buildNarrowTable(weights: ClassifierWeights, arena: Arena): NarrowTable {
  const classes = weights.transitions.length
  const room = ROOMS.find((most) => most >= classes)!
  return withRoom(LOAD, (load) => {
    const spread = Math.max(1, Math.ceil(weights.keys.length / SLOTS / load))
    const lines = fillLines(weights, arena, room, spread)
    return lines && { form: 'narrow', classes, room, spread, lines }
  })
}

/** Undefined if a feature would be too far from its line. */
function fillLines(
  { keys, starts, classes, values }: ClassifierWeights,
  arena: Arena,
  room: number,
  spread: number,
): Uint8Array | undefined {
  arena.clear()
  const inputs = [keys, starts, classes, values].map((array) => arena.put(array))
  const bytes = (spread + FARTHEST) * (TAGS + SLOTS * room)
  const at = arena.take(bytes)
  const lines = new Uint8Array(arena.buffer, at, bytes).fill(0)
  return arena.run.fillNarrow(...inputs, keys.length, at, spread, room) === 0 ? undefined : lines.slice()
}
