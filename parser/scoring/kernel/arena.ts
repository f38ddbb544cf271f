/** The memory of the kernel: allocates pieces and never shrinks. It belongs to one thread. */
import { instantiate, type Exports } from './module.ts'

/** Bytes of a page of WebAssembly memory. */
export const PAGE_BYTES = 65536

/** Two gigabytes: an address fits in 31 bits. */
const MAX_PAGE_COUNT = 32768

/** The alignment of pieces in bytes: a cache line. */
const CACHE_LINE_BYTES = 64

/** The error if the memory of the kernel is used up. Bounds on sentence length should prevent it (../../search/beam-options.ts). */
export class OutOfMemoryError extends Error {
  override readonly name = 'OutOfMemoryError'
}

/** Whether an error comes from the kernel. The kernel must not be used after such an error. */
export function isFault(error: unknown): boolean {
  return error instanceof OutOfMemoryError || error instanceof WebAssembly.RuntimeError
}

export class Arena {
  readonly run: Exports
  /** Whether constraints allow a transition in the configuration whose candidates are offered. */
  isAdmitted: (transition: number) => boolean = () => true
  readonly #memory = new WebAssembly.Memory({ initial: 16, maximum: MAX_PAGE_COUNT })
  /** The address of the next piece. The kernel itself uses the first page only. */
  #next = PAGE_BYTES

  constructor() {
    this.run = instantiate(this.#memory, (transition) => (this.isAdmitted(transition) ? 1 : 0))
  }

  /** The present buffer of the memory. When the memory grows, it gets another buffer, and views of the old buffer become empty. */
  get buffer(): ArrayBuffer {
    return this.#memory.buffer
  }

  /**
   * Allocates memory and returns the address. The bytes are 0 unless the arena was cleared before.
   *
   * @throws OutOfMemoryError. Then nothing is allocated. A caller that needs several pieces must allocate all of them first
   */
  take(bytes: number): number {
    const missingBytes = this.#next + bytes - this.buffer.byteLength
    if (missingBytes > 0) this.#grow(Math.ceil(missingBytes / PAGE_BYTES))
    const at = this.#next
    this.#next = Math.ceil((at + bytes) / CACHE_LINE_BYTES) * CACHE_LINE_BYTES
    return at
  }

  /**
   * Enlarges a piece and returns its new address. If the piece moves, the contents of the added bytes are undefined.
   *
   * @throws OutOfMemoryError. Then the piece is unchanged
   */
  enlarge(at: number, bytes: number, newBytes: number): number {
    const isLast = Math.ceil((at + bytes) / CACHE_LINE_BYTES) * CACHE_LINE_BYTES === this.#next
    if (isLast) {
      const next = this.#next
      this.#next = at
      try {
        return this.take(newBytes)
      } catch (error) {
        this.#next = next
        throw error
      }
    }
    const newAddress = this.take(newBytes)
    new Uint8Array(this.buffer).copyWithin(newAddress, at, at + bytes)
    return newAddress
  }

  /** Copies an array into the memory and returns the address. */
  put(array: ArrayBufferView): number {
    const at = this.take(array.byteLength)
    const bytes = new Uint8Array(array.buffer, array.byteOffset, array.byteLength)
    new Uint8Array(this.buffer, at).set(bytes)
    return at
  }

  /** Frees all pieces from address `at` on, and fills them with 0. */
  release(at: number): void {
    new Uint8Array(this.buffer, at, this.#next - at).fill(0)
    this.#next = at
  }

  /** Frees all pieces. */
  clear(): void {
    this.#next = PAGE_BYTES
  }

  /** The address of the next piece. */
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
