/** The compiled kernel. It needs WebAssembly with SIMD: every Node from 20 on and every browser since 2023 have it. */
import { kernel, sharedKernel } from './build/kernel.js'

/** What assembly/index.ts exports. All parameters are integers, most of them addresses in bytes. */
export type Exports = Record<
  | 'addUp'
  | 'best'
  | 'decide'
  | 'extract'
  | 'fillNarrow'
  | 'fillSparse'
  | 'find'
  | 'leading'
  | 'mostOfFloats'
  | 'mostOfShorts'
  | 'sum'
  | 'sumPerceptron'
  | 'sumSix'
  | 'sumSparse'
  | 'sumThirtyTwo'
  | 'sumWide',
  (...numbers: number[]) => number
>

const compiled = new Map<string, WebAssembly.Module>()

/** The kernel on a memory, which may be shared between threads. */
export function instantiate(memory: WebAssembly.Memory): Exports {
  const binary = memory.buffer instanceof ArrayBuffer ? kernel : sharedKernel
  let module = compiled.get(binary)
  if (!module) {
    module = new WebAssembly.Module(Uint8Array.from(atob(binary), (character) => character.charCodeAt(0)))
    compiled.set(binary, module)
  }
  return new WebAssembly.Instance(module, { env: { memory } }).exports as Exports
}
