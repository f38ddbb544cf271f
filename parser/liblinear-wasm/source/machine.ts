/** The WebAssembly of one training: its memory is planned to the byte, refused if there is too little, then cut into regions. */
import { binary } from '../build/binary.js'

const PAGE = 65536
const MOST_PAGES = 65536

/** By the name of a global: a number, or the size in bytes of the region whose address the global holds. */
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
  /** Address of each region; 0 if it is empty. */
  readonly at: Readonly<Record<Name, number>>
  readonly set: (numbers: Globals) => void
}

let compiled: WebAssembly.Module | undefined

/** The compiled binary. Throws Error if there is no SIMD. */
function compile(): WebAssembly.Module {
  const bytes = Uint8Array.from(atob(binary), (character) => character.charCodeAt(0))
  if (!WebAssembly.validate(bytes))
    throw new Error('training needs WebAssembly with SIMD, which is missing here')
  return new WebAssembly.Module(bytes)
}

/**
 * A new instance whose memory has the regions, each aligned to 64 bytes and all zero. Throws RangeError if the regions do
 * not fit in 4 GiB or the host does not have the memory.
 */
export function createMachine<R extends Globals>(regions: R, numbers: Globals): Machine<keyof R & string> {
  // The data of the binary is in the first page; the build checks that it does.
  let end = PAGE
  const at: Record<string, number> = {}
  for (const [name, bytes] of Object.entries(regions)) {
    at[name] = bytes === 0 ? 0 : end
    end += Math.ceil(bytes / 64) * 64
  }
  const pages = Math.ceil(end / PAGE)
  const need = `this training needs ${(end / 2 ** 30).toFixed(1)} GiB of`
  if (!(pages <= MOST_PAGES)) {
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
  const instance = new WebAssembly.Instance((compiled ??= compile()), { env: { memory, abort } })
  const exports = instance.exports as Machine<keyof R & string>['exports']
  const set = (globals: Globals): void => {
    for (const [name, value] of Object.entries(globals)) (exports[name] as WebAssembly.Global).value = value
  }
  set(at)
  set(numbers)
  return { exports, buffer: memory.buffer, at: at as Record<keyof R & string, number>, set }
}
