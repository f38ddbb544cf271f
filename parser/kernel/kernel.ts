/**
 * Scoring in WebAssembly with SIMD, for machines that have it: one memory with the tables of a model, its templates,
 * and room for the atoms of a configuration. Sums are those of the plain scorer, exactly. Threads can share the memory;
 * then each has its own room.
 */
import type { CompiledTemplates, Part } from '../features/templates.ts'
import type { ClassScorer } from '../scorer.ts'
import { kindStarts } from '../weights.ts'
import { ROOMS } from '../narrow-table.ts'
import { kernel, sharedKernel } from './build/kernel.js'
import {
  copyTables,
  fillProgram,
  fillTables,
  layOut,
  PAGE,
  pagesOf,
  type Layout,
  type NarrowPlace,
  type Prediction,
  type WidePlace,
} from './layout.ts'

interface Exports {
  extract(program: number, keys: number): number
  sumWide(...places: number[]): void
  sumSix(...places: number[]): void
  sumMany(...places: number[]): void
  leading(scores: number, allowed: number, width: number, margin: number): number
  best(scores: number, allowed: number, width: number): number
}

/** A scorer that can also take the keys that were extracted last, which lie in its memory already. */
export interface KernelScorer extends ClassScorer {
  sum(count: number): void
}

export interface Kernel {
  /** Where the values of the atoms of a configuration are to be written, by index. */
  readonly atoms: Int32Array
  /** One for each classifier. */
  readonly scorers: readonly KernelScorer[]
  /** Extracts the keys of a part of the templates of what the atoms say, and returns how many there are. */
  extract(part: Part): number
  /** A memory for so many threads, filled. Undefined where threads cannot share one. */
  share(threads: number): SharedMemory | undefined
}

/** What threads are sent to score in one memory. */
export interface SharedMemory {
  readonly memory: WebAssembly.Memory
  readonly layout: Layout
}

const compiled = new Map<string, WebAssembly.Module | undefined>()

/** A compiled binary; undefined where this machine cannot run it. */
function compile(binary: string): WebAssembly.Module | undefined {
  if (!compiled.has(binary)) {
    const bytes = Uint8Array.from(atob(binary), (character) => character.charCodeAt(0))
    const runs = typeof WebAssembly === 'object' && WebAssembly.validate(bytes)
    compiled.set(binary, runs ? new WebAssembly.Module(bytes) : undefined)
  }
  return compiled.get(binary)
}

/**
 * Lays out the memory of a model. Undefined where there is no WebAssembly with SIMD, or not the memory.
 *
 * @param models the transitions of each prediction model, and its table
 * @param kinds how many kinds of transitions the system has
 */
export function createKernel(
  models: readonly Prediction[],
  templates: CompiledTemplates,
  kinds: number,
): Kernel | undefined {
  const module = compile(kernel)
  const layout = layOut(models, templates, kinds)
  const pages = pagesOf(layout, 1)
  if (!module || pages > PAGE) return undefined
  const memory = new WebAssembly.Memory({ initial: pages })
  fillTables(
    memory.buffer,
    layout,
    models.map(({ table }) => table),
  )
  return kernelIn({ memory, layout }, module, templates, 0)
}

/** The kernel of one of the threads that share a memory. Throws RangeError where WebAssembly cannot share it. */
export function attachKernel(shared: SharedMemory, templates: CompiledTemplates, thread: number): Kernel {
  const module = compile(sharedKernel)
  if (!module) throw new RangeError('this machine has no WebAssembly with threads')
  return kernelIn(shared, module, templates, thread)
}

function share({ memory, layout }: SharedMemory, threads: number): SharedMemory | undefined {
  const pages = pagesOf(layout, threads)
  if (typeof SharedArrayBuffer !== 'function' || !compile(sharedKernel) || pages > PAGE) return undefined
  const shared = new WebAssembly.Memory({ initial: pages, maximum: pages, shared: true })
  copyTables(memory.buffer, shared.buffer, layout)
  return { memory: shared, layout }
}

/** A kernel that has the area number `thread` to itself. */
function kernelIn(
  place: SharedMemory,
  module: WebAssembly.Module,
  templates: CompiledTemplates,
  thread: number,
): Kernel {
  const { memory, layout } = place
  const { buffer } = memory
  const { exports } = new WebAssembly.Instance(module, { env: { memory } })
  const run = exports as unknown as Exports
  const area = layout.areas + thread * layout.areaBytes
  const [keysAt, scratch] = [area + layout.keys, area + layout.scratch]
  const programs = layout.programs.map((program) => area + program)
  fillProgram(buffer, area, layout, templates)
  const input = new Uint32Array(buffer, keysAt, templates.most + 1)

  const scorers = layout.classifiers.map((at): KernelScorer => {
    const { moves, scale } = at
    const bytes = 2 * at.width
    const scores = area + at.scores
    const sum = summing(run, at, keysAt, scores, scratch)
    return {
      moves,
      kinds: kindStarts(moves, layout.kinds),
      unit: 1 / scale,
      scores: new Int16Array(buffer, scores, moves.length),
      score: (keys, count) => {
        for (let i = 0; i < count; i++) input[i] = keys[i]
        sum(count)
      },
      sum,
      best: (mask) => run.best(scores, at.masks + bytes * mask, bytes),
      leading: (mask, margin) => run.leading(scores, at.masks + bytes * mask, bytes, margin),
    }
  })
  const atoms = new Int32Array(buffer, area + layout.atoms, templates.atoms.length)
  return {
    atoms,
    scorers,
    extract: (part) => run.extract(programs[part], keysAt),
    share: (threads) => share(place, threads),
  }
}

/** What sums the weights of so many keys of one classifier. */
function summing(
  run: Exports,
  at: WidePlace | NarrowPlace,
  keys: number,
  scores: number,
  scratch: number,
): KernelScorer['sum'] {
  const { lines } = at
  if (at.form === 'narrow') {
    const { room, spread } = at
    return room === ROOMS[0]
      ? (count) => run.sumSix(keys, count, lines, spread, scores, scratch)
      : (count) => run.sumMany(keys, count, lines, spread, room, scores, scratch)
  }
  const { regions, codes, classBits, rows } = at
  const bytes = 2 * at.width
  return (count) => run.sumWide(keys, count, lines, regions, codes, classBits, rows, scores, bytes, scratch)
}
