/** Codes of weights: an entry of a wide table has 16 bits, for a class and the code of a weight. */

/** How many of the 16 bits of an entry tell classes apart. */
export function classBitsFor(classes: number): number {
  return Math.max(1, 32 - Math.clz32(classes - 1))
}

/** How many different weights can have a code. */
export function codesFor(classes: number): number {
  return Math.max(0, 2 ** (16 - classBitsFor(classes)) - 2)
}

export interface Codes {
  /** The weights that have a code, by how often they occur; the first is 0. */
  readonly weights: Int16Array
  /** The code of each weight + 32768; 0: none. */
  readonly places: Uint16Array
  /** Whether all weights that occur have one. */
  readonly all: boolean
}

/** Codes of the `room` most frequent weights. */
export function codesOf(values: Int16Array, room: number): Codes {
  const counts = new Uint32Array(65536)
  for (const value of values) counts[value + 32768]++
  const common: number[] = []
  for (let i = 0; i < counts.length; i++) if (counts[i] > 0) common.push(i)
  common.sort((a, b) => counts[b] - counts[a])
  const all = common.length <= room
  common.length = Math.min(common.length, room)
  const weights = new Int16Array(common.length + 1)
  const places = new Uint16Array(65536)
  common.forEach((value, i) => {
    weights[i + 1] = value - 32768
    places[value] = i + 1
  })
  return { weights, places, all }
}
