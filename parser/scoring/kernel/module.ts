/** The compiled kernel. It needs WebAssembly with SIMD: every Node from 20 on and every browser since 2023 have it. */
import { kernel } from './build/kernel.js'

/** What assembly/index.ts exports. All parameters are integers, most of them addresses in bytes. */
export type Exports = Record<
  | 'addWeights'
  | 'best'
  | 'compact'
  | 'completeRow'
  | 'decide'
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
  | 'touchSlots',
  (...numbers: number[]) => number
>

/** Compiled when it is needed for the first time. */
let compiled: WebAssembly.Module | undefined

/** Uses a kernel that the runtime has compiled, where code must not compile WebAssembly. */
export function useKernel(module: WebAssembly.Module): void {
  compiled = module
}

/** The kernel on a memory. @param admits whether constraints admit a transition: 1 or 0 */
export function instantiate(memory: WebAssembly.Memory, admits: (transition: number) => number): Exports {
  compiled ??= compile()
  return new WebAssembly.Instance(compiled, { env: { memory }, candidates: { admits } }).exports as Exports
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
