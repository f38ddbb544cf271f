/** Fills narrow and sparse tables in WebAssembly, one after the other in one memory that is given up with the builder. */
import type { ClassifierWeights } from '../../model/weights.ts'
import { Arena } from './arena.ts'
import { kernelExports } from './kernel.ts'

/** What ./assembly/fill.ts exports. */
export interface FillExports {
  fillNarrow(...places: number[]): number
  fillSparse(...places: number[]): number
}

export class TableBuilder {
  readonly #arena: Arena
  readonly #run: FillExports

  private constructor(arena: Arena, run: FillExports) {
    this.#arena = arena
    this.#run = run
  }

  /** Undefined where this machine cannot run the kernel. */
  static create(): TableBuilder | undefined {
    if (typeof WebAssembly !== 'object') return undefined
    const arena = new Arena()
    const run = kernelExports(arena.memory)
    return run && new TableBuilder(arena, run)
  }

  /** The lines of a narrow table, so many bytes; undefined where a feature would be too far away. */
  narrow(weights: ClassifierWeights, room: number, spread: number, bytes: number): Uint8Array | undefined {
    const { inputs, lines } = this.#place(weights, bytes)
    if (this.#run.fillNarrow(...inputs, weights.keys.length, lines, spread, room) === 0) return undefined
    return new Uint8Array(this.#arena.buffer, lines, bytes).slice()
  }

  /** The lines of a sparse table, and its rows, so many bytes of each. */
  sparse(
    weights: ClassifierWeights,
    width: number,
    spread: number,
    bytes: number,
    rowBytes: number,
  ): { lines: Uint8Array; rows: Int8Array } | undefined {
    const { inputs, lines } = this.#place(weights, bytes + rowBytes)
    const rowsAt = lines + bytes
    const { length } = weights.keys
    if (this.#run.fillSparse(...inputs, length, lines, spread, rowsAt, width) === 0) return undefined
    return {
      lines: new Uint8Array(this.#arena.buffer, lines, bytes).slice(),
      rows: new Int8Array(this.#arena.buffer, rowsAt, rowBytes).slice(),
    }
  }

  /** Copies the weights into the memory; `lines` is where so many bytes, all of them zero, follow. */
  #place(
    { keys, starts, classes, values }: ClassifierWeights,
    bytes: number,
  ): { inputs: number[]; lines: number } {
    const arena = this.#arena
    arena.clear()
    const inputs = [keys, starts, classes, values].map((array) => {
      const at = arena.take(array.byteLength)
      new Uint8Array(arena.buffer, at).set(new Uint8Array(array.buffer, array.byteOffset, array.byteLength))
      return at
    })
    const lines = arena.take(bytes)
    new Uint8Array(arena.buffer, lines, bytes).fill(0)
    return { inputs, lines }
  }
}
