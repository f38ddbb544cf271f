/** Memory of the kernel that is given out piece by piece and only grows. It belongs to one thread. */
import { instantiate, type Exports } from './module.ts'

/** Bytes of a page of WebAssembly's memory. */
export const PAGE = 65536

/** Two gigabytes: a place fits in 31 bits. */
const MOST_PAGES = 32768

/** Bytes to whose multiples pieces are aligned: a cache line. */
const LINE = 64

/** The memory of the kernel is used up. This is no fault of the sentence: there are bounds on the length of those, see ../../search/beam-options.ts. */
export class OutOfMemoryError extends Error {
  override readonly name = 'OutOfMemoryError'
}

/** Whether an error is one of the kernel itself. Nothing may be scored by it any more. */
export function isFault(error: unknown): boolean {
  return error instanceof OutOfMemoryError || error instanceof WebAssembly.RuntimeError
}

export class Arena {
  readonly run: Exports
  /** Whether constraints admit a transition in the configuration whose candidates are offered. */
  isAdmitted: (transition: number) => boolean = () => true
  readonly #memory = new WebAssembly.Memory({ initial: 16, maximum: MOST_PAGES })
  /** Where the next piece begins; the kernel keeps to the first page. */
  #next = PAGE

  constructor() {
    this.run = instantiate(this.#memory, (transition) => (this.isAdmitted(transition) ? 1 : 0))
  }

  /** The memory at this moment. When it grows, there is another buffer, and views of this one are empty. */
  get buffer(): ArrayBuffer {
    return this.#memory.buffer
  }

  /**
   * Takes memory, 0 unless the arena was cleared before; returns its address.
   *
   * @throws OutOfMemoryError. Nothing is taken then, so whoever needs several pieces takes all of them before it uses one
   */
  take(bytes: number): number {
    const missing = this.#next + bytes - this.buffer.byteLength
    if (missing > 0) this.#grow(Math.ceil(missing / PAGE))
    const at = this.#next
    this.#next = Math.ceil((at + bytes) / LINE) * LINE
    return at
  }

  /**
   * Makes a piece longer; returns where it is then. The new end of a piece that has to move is undefined.
   *
   * @throws OutOfMemoryError. The piece is as it was then
   */
  enlarge(at: number, bytes: number, more: number): number {
    const isLast = Math.ceil((at + bytes) / LINE) * LINE === this.#next
    if (isLast) {
      const next = this.#next
      this.#next = at
      try {
        return this.take(more)
      } catch (error) {
        this.#next = next
        throw error
      }
    }
    const moved = this.take(more)
    new Uint8Array(this.buffer).copyWithin(moved, at, at + bytes)
    return moved
  }

  /** Copies an array into the memory and returns where it begins. */
  put(array: ArrayBufferView): number {
    const at = this.take(array.byteLength)
    const bytes = new Uint8Array(array.buffer, array.byteOffset, array.byteLength)
    new Uint8Array(this.buffer, at).set(bytes)
    return at
  }

  /** Takes back what was given out from `at` on, and fills it with 0. */
  release(at: number): void {
    new Uint8Array(this.buffer, at, this.#next - at).fill(0)
    this.#next = at
  }

  /** Takes everything back. */
  clear(): void {
    this.#next = PAGE
  }

  /** Where the next piece begins. */
  get end(): number {
    return this.#next
  }

  #grow(pages: number): void {
    try {
      this.#memory.grow(pages)
    } catch (error) {
      throw new OutOfMemoryError(
        'the memory of the parser is used up, expected a shorter sentence or a smaller beam',
        {
          cause: error,
        },
      )
    }
  }
}
