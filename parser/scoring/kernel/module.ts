/** The compiled kernel. It needs WebAssembly with SIMD: every Node from 20 on and every browser since 2023 have it. */
import { kernel, sharedStart, startLength } from './build/kernel.js'

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

/** A memory of WebAssembly. Types of Node alone do not have that name, and programs check the types of packages. */
export interface KernelMemory {
  readonly buffer: ArrayBuffer
  grow(pages: number): number
}

/** The modules for a memory of one thread and for a shared memory, once they are needed. */
const compiled: { own?: WebAssembly.Module; shared?: WebAssembly.Module } = {}

/** The kernel on a memory, which may be shared. @param admits whether constraints admit a transition: 1 or 0 */
export function instantiate(memory: KernelMemory, admits: (transition: number) => number): Exports {
  const module =
    Object.prototype.toString.call(memory.buffer) === '[object ArrayBuffer]' // of any realm
      ? (compiled.own ??= new WebAssembly.Module(bytesOf(kernel)))
      : (compiled.shared ??= new WebAssembly.Module(sharedBinary()))
  const env = { memory: memory as WebAssembly.Memory }
  return new WebAssembly.Instance(module, { env, candidates: { admits } }).exports as Exports
}

function sharedBinary(): Uint8Array<ArrayBuffer> {
  return Uint8Array.from([...bytesOf(sharedStart), ...bytesOf(kernel).subarray(startLength)])
}

function bytesOf(base64: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(base64), (character) => character.charCodeAt(0))
}
