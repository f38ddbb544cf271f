/** Fills narrow and sparse tables in WebAssembly, one after the other in one memory that is given up with the builder. */
import type { StateWeights } from '../weights.ts'
import { kernelExports } from './kernel.ts'
import { PAGE } from './layout.ts'

/** What ./assembly/fill.ts exports. */
export interface FillExports {
  fillNarrow(...places: number[]): number
  fillSparse(...places: number[]): number
}

export class TableBuilder {
  readonly #memory: WebAssembly.Memory
  readonly #run: FillExports

  private constructor(memory: WebAssembly.Memory, run: FillExports) {
    this.#memory = memory
    this.#run = run
  }

  /** Undefined where this machine cannot run the kernel. */
  static create(): TableBuilder | undefined {
    if (typeof WebAssembly !== 'object') return undefined
    const memory = new WebAssembly.Memory({ initial: 1 })
    const run = kernelExports(memory)
    return run && new TableBuilder(memory, run)
  }

  /** The lines of a narrow table, so many bytes; undefined where a feature would be too far away. */
  narrow(weights: StateWeights, room: number, spread: number, bytes: number): Uint8Array | undefined {
    const { inputs, lines } = this.#place(weights, bytes)
    if (this.#run.fillNarrow(...inputs, weights.keys.length, lines, spread, room) === 0) return undefined
    return new Uint8Array(this.#memory.buffer, lines, bytes).slice()
  }

  /** The lines of a sparse table, and its rows, so many bytes of each. */
  sparse(
    weights: StateWeights,
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
      lines: new Uint8Array(this.#memory.buffer, lines, bytes).slice(),
      rows: new Int8Array(this.#memory.buffer, rowsAt, rowBytes).slice(),
    }
  }

  /** Copies the weights into the memory; `lines` is where so many bytes, all of them zero, follow. */
  #place(
    { keys, starts, classes, values }: StateWeights,
    bytes: number,
  ): { inputs: number[]; lines: number } {
    const arrays = [keys, starts, classes, values]
    const inputs: number[] = []
    let at = PAGE
    for (const { byteLength } of arrays) {
      inputs.push(at)
      at = Math.ceil((at + byteLength) / 64) * 64
    }
    const missing = Math.ceil((at + bytes) / PAGE) - this.#memory.buffer.byteLength / PAGE
    if (missing > 0) this.#memory.grow(missing)
    const { buffer } = this.#memory
    arrays.forEach((array, i) => {
      new Uint8Array(buffer, inputs[i]).set(new Uint8Array(array.buffer, array.byteOffset, array.byteLength))
    })
    new Uint8Array(buffer, at, bytes).fill(0)
    return { inputs, lines: at }
  }
}
