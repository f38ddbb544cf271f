/** Memory that is given out piece by piece and only grows, for what the kernel is to read. */
import { PAGE } from './layout.ts'

export class Arena {
  readonly memory = new WebAssembly.Memory({ initial: 16 })
  #end = PAGE // the kernel keeps to the first page

  /** The memory at this moment: when it grows, there is another, and views on this one are empty. */
  get buffer(): ArrayBuffer {
    return this.memory.buffer
  }

  /** Where the next `bytes` lie. What is there is not always 0. Throws RangeError where there is not the memory. */
  take(bytes: number): number {
    const at = this.#end
    this.#end = Math.ceil((at + bytes) / 64) * 64
    const missing = this.#end - this.buffer.byteLength
    if (missing > 0) this.memory.grow(Math.ceil(missing / PAGE))
    return at
  }

  /** Takes everything back. */
  clear(): void {
    this.#end = PAGE
  }
}
