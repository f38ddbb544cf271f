/** The WebAssembly instance of one training. The size of its memory is computed first; then the memory is divided into regions. */
import { binary } from '../build/binary.js'

const PAGE_BYTES = 65536
const MAX_PAGE_COUNT = 65536

/** By name of a global: a number, or the size in bytes of the region whose address is in the global. */
export type Globals = Readonly<Record<string, number>>

/** The exports of the binary that every solver uses. Each region and number is a global, too. */
interface Exports {
  readonly seedShuffle: (seed: number) => void
  readonly start: () => void
  readonly run: (budget: number) => 0 | 1 | 2
  readonly violation: WebAssembly.Global
  readonly primalValue: WebAssembly.Global
}

export interface Machine<Name extends string> {
  readonly exports: Exports & Readonly<Record<string, WebAssembly.ExportValue>>
  readonly buffer: ArrayBuffer
  /** The address of each region; 0 if it is empty. */
  readonly at: Readonly<Record<Name, number>>
  readonly set: (numbers: Globals) => void
}

let compiledModule: WebAssembly.Module | undefined

/** Compiles the binary. Throws Error if the host does not support SIMD. */
function compile(): WebAssembly.Module {
  const bytes = Uint8Array.from(atob(binary), (character) => character.charCodeAt(0))
  if (!WebAssembly.validate(bytes))
    throw new Error('training needs WebAssembly with SIMD, which is missing here')
  return new WebAssembly.Module(bytes)
}

/**
 * Creates an instance with the regions in its memory, aligned to 64 bytes and filled with zeros. Throws RangeError if the
 * regions do not fit in 4 GiB or the host cannot allocate the memory.
 */
export function createMachine<R extends Globals>(regions: R, numbers: Globals): Machine<keyof R & string> {
  // The data of the binary is in the first page (the build checks this).
  let end = PAGE_BYTES
  const at: Record<string, number> = {}
  for (const [name, bytes] of Object.entries(regions)) {
    at[name] = bytes === 0 ? 0 : end
    end += Math.ceil(bytes / 64) * 64
  }
  const pages = Math.ceil(end / PAGE_BYTES)
  const need = `this training needs ${(end / 2 ** 30).toFixed(1)} GiB of`
  if (!(pages <= MAX_PAGE_COUNT)) {
    throw new RangeError(
      `${need} WebAssembly memory, which has 4 GiB at most; use fewer instances, classes or features, or single precision`,
    )
  }
  let memory: WebAssembly.Memory
  try {
    memory = new WebAssembly.Memory({ initial: pages, maximum: pages })
  } catch {
    throw new RangeError(`${need} memory, which this machine does not give`)
  }
  const abort = (_message: number, _file: number, line: number): never => {
    throw new Error(`assembly stopped at line ${line}`)
  }
  const instance = new WebAssembly.Instance((compiledModule ??= compile()), { env: { memory, abort } })
  const exports = instance.exports as Machine<keyof R & string>['exports']
  const set = (globals: Globals): void => {
    for (const [name, value] of Object.entries(globals)) (exports[name] as WebAssembly.Global).value = value
  }
  set(at)
  set(numbers)
  return { exports, buffer: memory.buffer, at: at as Record<keyof R & string, number>, set }
}
