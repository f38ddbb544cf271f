/** The compiled kernel. It needs WebAssembly with SIMD: every Node from 20 on and every browser since 2023 have it. */
import { kernel, sharedKernel } from './build/kernel.js'

/** What assembly/index.ts exports. All parameters are integers, most of them addresses in bytes. */
export type Exports = Record<
  | 'best'
  | 'compact'
  | 'completeRow'
  | 'decide'
  | 'equalNodes'
  | 'fillNarrow'
  | 'fillSparse'
  | 'fork'
  | 'insert'
  | 'leading'
  | 'logTotal'
  | 'offer'
  | 'scoreRow'
  | 'sum'
  | 'sumGiven',
  (...numbers: number[]) => number
>

const compiled = new Map<string, WebAssembly.Module>()

/**
 * The kernel on a memory, which may be shared between threads.
 *
 * @param admits whether constraints admit a transition: 1 or 0
 */
export function instantiate(memory: WebAssembly.Memory, admits: (transition: number) => number): Exports {
  const binary = memory.buffer instanceof ArrayBuffer ? kernel : sharedKernel
  let module = compiled.get(binary)
  if (!module) {
    module = new WebAssembly.Module(Uint8Array.from(atob(binary), (character) => character.charCodeAt(0)))
    compiled.set(binary, module)
  }
  return new WebAssembly.Instance(module, { env: { memory }, candidates: { admits } }).exports as Exports
}
