/** The compiled kernel. It requires WebAssembly with SIMD, which Node 20 and browsers since 2023 support. */
import { kernel } from './build/kernel.js'

/** The exports of assembly/index.ts. All parameters are integers, most of them addresses in bytes. */
export type Exports = Record<
  | 'addWeights'
  | 'best'
  | 'compact'
  | 'completeRow'
  | 'decide'
  | 'divide'
  | 'equalNodes'
  | 'extractPart'
  | 'fill'
  | 'fork'
  | 'insert'
  | 'leading'
  | 'logTotal'
  | 'moveSlots'
  | 'offer'
  | 'scoreRow'
  | 'see'
  | 'sum'
  | 'sumGiven'
  | 'sumOfClass'
  | 'sumPerceptron'
  | 'touchSlots'
  | 'unpack',
  (...numbers: number[]) => number
>

/** The compiled module. It is compiled at the first use. */
let compiledModule: WebAssembly.Module | undefined

/** Sets a kernel that the runtime has compiled, for runtimes in which code must not compile WebAssembly. */
export function useKernel(module: WebAssembly.Module): void {
  compiledModule = module
}

/** Instantiates the kernel with a memory. @param admits whether constraints allow a transition: 1 or 0 */
export function instantiate(memory: WebAssembly.Memory, admits: (transition: number) => number): Exports {
  compiledModule ??= compile()
  return new WebAssembly.Instance(compiledModule, { env: { memory }, candidates: { admits } })
    .exports as Exports
}

function compile(): WebAssembly.Module {
  const bytes = Uint8Array.from({ length: kernel.length / 2 }, (_, i) =>
    parseInt(kernel.slice(2 * i, 2 * i + 2), 16),
  )
  try {
    return new WebAssembly.Module(bytes)
  } catch (cause) {
    throw new Error(
      "this runtime compiles no WebAssembly, expected 'wasm-unsafe-eval' in the script-src of the page, or right-branching/edge",
      { cause },
    )
  }
}
