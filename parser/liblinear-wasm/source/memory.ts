/** Memory of one training: planned to the byte, refused when it cannot be had, then cut into views. */
import { plain, simd } from '../build/binaries.js'

const PAGE = 65536
const LIMIT = 65536 * PAGE

/** A named region and its size in bytes. */
export type Regions = Readonly<Record<string, number>>

/** Functions of the assembly that a solver uses, and its memory. */
export interface Machine<Name extends string> {
  readonly call: Readonly<Record<string, (...numbers: number[]) => number>>
  readonly buffer: ArrayBuffer
  /** Address of each region. */
  readonly at: Readonly<Record<Name, number>>
}

const compiled = new Map<string, WebAssembly.Module>()

function bytesOf(base64: string): Uint8Array<ArrayBuffer> {
  const text = atob(base64)
  const bytes = new Uint8Array(text.length)
  for (let i = 0; i < text.length; i++) bytes[i] = text.charCodeAt(i)
  return bytes
}

/** The binary for this machine: the one with SIMD where it is valid. Compiled once. */
function moduleFor(variant: Variant): WebAssembly.Module {
  let module = compiled.get(variant)
  if (module === undefined) {
    module = new WebAssembly.Module(bytesOf(variant === 'simd' ? simd : plain))
    compiled.set(variant, module)
  }
  return module
}

/** Which of the two binaries; both give the same results. */
export type Variant = 'simd' | 'plain'

/** The faster variant that this machine can run. */
export function bestVariant(): Variant {
  return WebAssembly.validate(bytesOf(simd)) ? 'simd' : 'plain'
}

/**
 * A fresh instance with memory for the regions, each aligned to 64 bytes and all zero. It lives as long as what
 * is returned, or a view of it, is referred to.
 * @throws RangeError when the regions do not fit in 4 GiB or the host does not have the memory.
 */
export function machine<R extends Regions>(regions: R, variant: Variant): Machine<keyof R & string> {
  // the binary's own data lies in the first page; the build checks that it does
  let end = PAGE
  const at: Record<string, number> = {}
  for (const [name, bytes] of Object.entries(regions)) {
    at[name] = end
    end += Math.ceil(bytes / 64) * 64
  }
  // a last partial block of classes may be read past the end of its row
  const pages = Math.ceil((end + 1024) / PAGE)
  if (!(pages * PAGE <= LIMIT)) {
    throw new RangeError(
      `this training needs ${gibibytes(end)} GiB of WebAssembly memory, which has 4 GiB at most; ` +
        'use fewer instances, classes or features, or single precision',
    )
  }
  let memory: WebAssembly.Memory
  try {
    memory = new WebAssembly.Memory({ initial: pages, maximum: pages })
  } catch {
    throw new RangeError(
      `this training needs ${gibibytes(end)} GiB of memory, which this machine does not give`,
    )
  }
  const instance = new WebAssembly.Instance(moduleFor(variant), {
    env: {
      memory,
      abort: (_message: number, _file: number, line: number) => {
        throw new Error(`assembly stopped at line ${line}`)
      },
    },
  })
  return {
    call: instance.exports as Record<string, (...numbers: number[]) => number>,
    buffer: memory.buffer,
    at: at as Record<keyof R & string, number>,
  }
}

function gibibytes(bytes: number): string {
  return (bytes / 2 ** 30).toFixed(1)
}
