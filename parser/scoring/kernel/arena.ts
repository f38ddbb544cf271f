/** Memory of the kernel that is given out piece by piece and only grows. */
import { instantiate, type Exports, type KernelMemory } from './module.ts'

/** Bytes of a page of WebAssembly's memory. */
export const PAGE = 65536

/** Bytes to whose multiples pieces are aligned: a cache line. */
const LINE = 64

export class Arena {
  readonly memory: KernelMemory
  readonly run: Exports
  /** Whether constraints admit a transition in the configuration whose candidates are offered. */
  isAdmitted: (transition: number) => boolean = () => true
  /** Where the next piece begins, and where the memory that belongs to this arena ends. */
  #next: number
  #end: number

  /** @param memory a memory that other threads use, too: all pieces lie in pages that it grows by */
  constructor(memory?: KernelMemory) {
    this.memory = memory ?? new WebAssembly.Memory({ initial: 16 })
    this.run = instantiate(this.memory, (transition) => (this.isAdmitted(transition) ? 1 : 0))
    this.#end = memory ? 0 : this.buffer.byteLength
    this.#next = memory ? 0 : PAGE // the kernel keeps to the first page
  }

  /** The memory at this moment. When it grows, there is another buffer, and views of this one are empty. */
  get buffer(): ArrayBuffer {
    return this.memory.buffer
  }

  /**
   * Takes memory, 0 unless the arena was cleared before; returns its address. Throws RangeError if there is too little.
   */
  take(bytes: number): number {
    if (this.#next + bytes > this.#end) {
      const pages = Math.ceil(bytes / PAGE)
      const grown = this.memory.grow(pages) * PAGE
      if (grown !== this.#end) this.#next = grown // another thread has grown the memory in between
      this.#end = grown + pages * PAGE
    }
    const at = this.#next
    this.#next = Math.ceil((at + bytes) / LINE) * LINE
    return at
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

  /** Takes everything back. Only for an arena that has the memory to itself. */
  clear(): void {
    this.#next = PAGE
  }

  /** Where the next piece begins. */
  get end(): number {
    return this.#next
  }
}
