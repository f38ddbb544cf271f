/** Where the tables of classifiers lie in the memory of the kernel. All of it is numbers that can be sent to a thread. */
import { typeStartsOf, type ClassifierWeights } from '../../model/weights.ts'
import { buildTable, type Table } from '../table.ts'
import type { Arena } from './arena.ts'

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
