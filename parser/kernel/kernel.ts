/**
 * Scoring in WebAssembly with SIMD, for machines that have it: one memory with the tables of a model, its templates,
 * and room for the atoms of a configuration. Sums are those of the plain scorer, exactly. Threads can share the memory;
 * then each has its own room.
 */
import { seedOfState } from '../features/hash.ts'
import type { CompiledTemplates } from '../features/templates.ts'
import { kindStarts, type ClassScorer } from '../scorer.ts'
import { kernel, sharedKernel } from './build/kernel.js'
import {
  copyTables,
  fillProgram,
  fillTables,
  layOut,
  PAGE,
  pagesOf,
  type Layout,
  type Prediction,
} from './layout.ts'

interface Exports {
  extract(program: number, state: number, keys: number): number
  score(...places: number[]): void
  best(scores: number, allowed: number, width: number): number
}

/** A scorer that can also extract: from atoms straight to the best class. */
export interface KernelScorer extends ClassScorer {
  /** Scores what the atoms say, then chooses as `best` does. */
  predict(mask: number): number
}

export interface Kernel {
  /** Where the values of the atoms of a configuration are to be written, by index. */
  readonly atoms: Int32Array
  /** One for each state of the system. */
  readonly scorers: readonly KernelScorer[]
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
  const [program, keysAt, scratch] = [area + layout.program, area + layout.keys, area + layout.scratch]
  fillProgram(buffer, area, layout, templates)
  const input = new Uint32Array(buffer, keysAt, templates.most + 1)

  const scorers = layout.states.map((at, state): KernelScorer => {
    const { moves } = at
    const bytes = 2 * at.width
    const scores = area + at.scores
    const seed = seedOfState(state)
    const sum = (count: number): void =>
      run.score(keysAt, count, at.lines, at.regions, at.codes, at.classBits, at.rows, scores, bytes, scratch)
    const best = (mask: number): number => run.best(scores, at.masks + bytes * mask, bytes)
    return {
      moves,
      kinds: kindStarts(moves, layout.kinds),
      scores: new Int16Array(buffer, scores, moves.length),
      score: (keys, count) => {
        for (let i = 0; i < count; i++) input[i] = keys[i]
        sum(count)
      },
      best,
      predict: (mask) => {
        sum(run.extract(program, seed, keysAt))
        return best(mask)
      },
    }
  })
  const atoms = new Int32Array(buffer, area + layout.atoms, templates.atoms.length)
  return { atoms, scorers, share: (threads) => share(place, threads) }
}
