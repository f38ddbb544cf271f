/**
 * Scoring in WebAssembly with SIMD, for machines that have it. Features that say something about many classes get a
 * dense row, summed eight classes at a time; the others a list of entries. Sums are those of the plain scorer, exactly.
 */
import { kindStarts, type ClassScorer, type StateWeights } from '../scorer.ts'
import { kernel } from './build/kernel.js'

const PAGE = 65536
/** The binary keeps to the first page. */
const START = PAGE
const BLOCK = 64
const LIST = 0x80000000
/** From this share of the classes on a row is dense. */
const DENSE = 1 / 16
/** Keys that one call can take. */
const MOST_KEYS = 2048

interface Exports {
  score(...places: number[]): void
  best(scores: number, starts: number, kinds: number, mask: number): number
}

let compiled: WebAssembly.Module | null | undefined

/** The compiled kernel; null where this machine cannot run it. */
function compile(): WebAssembly.Module | null {
  if (compiled !== undefined) return compiled
  const bytes = Uint8Array.from(atob(kernel), (character) => character.charCodeAt(0))
  compiled =
    typeof WebAssembly === 'object' && WebAssembly.validate(bytes) ? new WebAssembly.Module(bytes) : null
  return compiled
}

/** The scorer of one prediction model; undefined where there is no WebAssembly with SIMD, or not the memory. */
export function kernelScorer(weights: StateWeights, kinds: number): ClassScorer | undefined {
  const module = compile()
  if (!module) return undefined
  const { moves, keys } = weights
  const blocks = Math.ceil(moves.length / BLOCK)
  const width = blocks * BLOCK
  const { denseRows, listWords } = measure(weights)
  let room = 16
  while (room < 2 * keys.length) room *= 2
  let end = START
  const place = (bytes: number): number => {
    const at = end
    end += Math.ceil(bytes / 64) * 64
    return at
  }
  const keysAt = place(4 * MOST_KEYS)
  const rowsAt = place(4 * MOST_KEYS)
  const startsAt = place(4 * (kinds + 1))
  const scoresAt = place(2 * width)
  const tableAt = place(8 * room)
  const listsAt = place(4 * listWords)
  const denseAt = place(2 * width * denseRows)
  const pages = Math.ceil(end / PAGE)
  if (pages > PAGE) return undefined
  const memory = new WebAssembly.Memory({ initial: pages })
  const { exports } = new WebAssembly.Instance(module, { env: { memory, abort: () => undefined } })
  const run = exports as unknown as Exports
  const starts = kindStarts(moves, kinds)
  new Int32Array(memory.buffer, startsAt, kinds + 1).set(starts)
  fill(weights, width, {
    table: new Uint32Array(memory.buffer, tableAt, 2 * room),
    lists: new Uint32Array(memory.buffer, listsAt, listWords),
    dense: new Int16Array(memory.buffer, denseAt, width * denseRows),
  })
  const input = new Uint32Array(memory.buffer, keysAt, MOST_KEYS)
  return {
    moves,
    kinds: starts,
    scores: new Int16Array(memory.buffer, scoresAt, moves.length),
    score: (from, count) => {
      for (let i = 0; i < count; i++) input[i] = from[i]
      run.score(keysAt, count, tableAt, room - 1, denseAt, listsAt, scoresAt, blocks, rowsAt)
    },
    best: (mask) => run.best(scoresAt, startsAt, kinds, mask),
  }
}

function isDense({ moves, starts }: StateWeights, feature: number): boolean {
  return starts[feature + 1] - starts[feature] >= DENSE * moves.length
}

function measure(weights: StateWeights): { denseRows: number; listWords: number } {
  let denseRows = 0
  let listWords = 0
  for (let feature = 0; feature < weights.keys.length; feature++) {
    if (isDense(weights, feature)) denseRows++
    else listWords += 1 + weights.starts[feature + 1] - weights.starts[feature]
  }
  return { denseRows, listWords }
}

interface Memory {
  readonly table: Uint32Array
  readonly lists: Uint32Array
  readonly dense: Int16Array
}

function fill(weights: StateWeights, width: number, { table, lists, dense }: Memory): void {
  const { keys, starts, classes, values } = weights
  const mask = table.length / 2 - 1
  let row = 0
  let list = 0
  for (let feature = 0; feature < keys.length; feature++) {
    let slot = keys[feature] & mask
    while (table[2 * slot] !== 0) slot = (slot + 1) & mask
    table[2 * slot] = keys[feature]
    const [from, to] = [starts[feature], starts[feature + 1]]
    if (isDense(weights, feature)) {
      for (let i = from; i < to; i++) dense[row * width + classes[i]] = values[i]
      table[2 * slot + 1] = row++
    } else {
      table[2 * slot + 1] = (LIST | list) >>> 0
      lists[list++] = to - from
      for (let i = from; i < to; i++) lists[list++] = classes[i] | (values[i] << 16)
    }
  }
}
