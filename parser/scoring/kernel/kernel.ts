/**
 * Scoring in WebAssembly with SIMD, for machines that have it: one memory with the tables of a model, its templates,
 * and room for a configuration and a sentence, on which it decides. Sums are those of the plain scorer, exactly. Threads
 * can share the memory; then each has its own room.
 */
import type { Classifiers } from '../../model/classifiers.ts'
import type { Configuration } from '../../core/configuration.ts'
import type { FeatureExtractor } from '../../features/extractor.ts'
import { CONTENT_WORD, type CompiledTemplates } from '../../features/templates.ts'
import { ROOMS } from '../tables/narrow-table.ts'
import type { ClassScorer } from '../scorer.ts'
import { attributes, NONE_VALUE, type Sentence } from '../../core/sentence.ts'
import type { Transition } from '../../core/transition-system.ts'
import { typeStartsOf } from '../../model/weights.ts'
import { kernel, sharedKernel } from './build/kernel.js'
import {
  copyTables,
  fillArea,
  fillTables,
  layOut,
  PAGE,
  pagesOf,
  type ClassifierPlace,
  type Layout,
  type Prediction,
} from './layout.ts'
import type { FillExports } from './table-builder.ts'
import { PartMachine, type PartExports } from './parts.ts'
import { FRONT_LOOKED_UP, NODES_BYTES, WORDS } from './plan.ts'

export interface Exports extends PartExports, FillExports {
  sumWide(...places: number[]): void
  sumSix(...places: number[]): void
  sumThirtyTwo(...places: number[]): void
  sumSparse(...places: number[]): void
  leading(scores: number, allowed: number, width: number, margin: number): number
  best(scores: number, allowed: number, width: number): number
  decide(
    plan: number,
    state: number,
    mask: number,
    top: number,
    next: number,
    front: number,
    limit: number,
  ): number
  sum(plan: number, classifier: number): void
}

export interface Kernel {
  /** One for each classifier. */
  readonly scorers: readonly ClassScorer[]
  /** Where the nodes of a configuration have to lie for the kernel to decide on it. */
  readonly nodes: Int32Array
  /**
   * Takes the sentence in, unless it is the one that it has. False where there is no room for it, and nothing can be
   * decided.
   */
  takes(sentence: Sentence): boolean
  /** The best transition of a configuration of that sentence, its nodes in `nodes`, as `predict` of ../scoring.ts. */
  decide(c: Configuration, state: number, mask: number): Transition
  /** Sums the weights of a classifier's features of the configuration that was decided on last. */
  sum(classifier: number): void
  /** What sums part by part for the configurations that the extractor looks up, by so many prediction models. */
  parts(extractor: FeatureExtractor, models: number): PartMachine
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
 * @param classifiers which of the models decides what
 */
export function createKernel(
  models: readonly Prediction[],
  templates: CompiledTemplates,
  types: number,
  classifiers: Classifiers,
): Kernel | undefined {
  const module = compile(kernel)
  const layout = layOut(models, templates, types)
  const pages = pagesOf(layout, 1)
  if (!module || pages > PAGE) return undefined
  const memory = new WebAssembly.Memory({ initial: pages })
  fillTables(
    memory.buffer,
    layout,
    models.map(({ table }) => table),
  )
  return kernelIn({ memory, layout }, module, templates, classifiers, 0)
}

/** What computes in this memory; undefined where the machine cannot. */
export function kernelExports(memory: WebAssembly.Memory): Exports | undefined {
  const module = compile(kernel)
  return module && instantiate(module, memory)
}

function instantiate(module: WebAssembly.Module, memory: WebAssembly.Memory): Exports {
  return new WebAssembly.Instance(module, { env: { memory } }).exports as unknown as Exports
}

/** The kernel of one of the threads that share a memory. Throws RangeError where WebAssembly cannot share it. */
export function attachKernel(
  shared: SharedMemory,
  templates: CompiledTemplates,
  classifiers: Classifiers,
  thread: number,
): Kernel {
  const module = compile(sharedKernel)
  if (!module) throw new RangeError('this machine has no WebAssembly with threads')
  return kernelIn(shared, module, templates, classifiers, thread)
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
  classifiers: Classifiers,
  thread: number,
): Kernel {
  const { memory, layout } = place
  const { buffer } = memory
  const run = instantiate(module, memory)
  const area = layout.areas + thread * layout.areaBytes
  const [keysAt, scratch, plan] = [area + layout.keys, area + layout.scratch, area + layout.plan]
  fillArea(buffer, area, layout, templates, classifiers)
  const input = new Uint32Array(buffer, keysAt, templates.most + 1)

  const scorers = layout.classifiers.map((at): ClassScorer => {
    const { transitions, scale } = at
    const bytes = 2 * at.width
    const scores = area + at.scores
    const sum = summing(run, at, keysAt, scores, scratch)
    return {
      transitions,
      typeStarts: typeStartsOf(transitions, layout.types),
      unit: 1 / scale,
      scores: new Int16Array(buffer, scores, transitions.length),
      score: (keys, count) => {
        for (let i = 0; i < count; i++) input[i] = keys[i]
        sum(count)
      },
      best: (mask) => run.best(scores, at.masks + bytes * mask, bytes),
      leading: (mask, margin) => run.leading(scores, at.masks + bytes * mask, bytes, margin),
    }
  })
  return {
    scorers,
    nodes: new Int32Array(buffer, area + layout.nodes, NODES_BYTES / 4),
    takes: sentenceTaker(buffer, area, layout, templates),
    decide: (c, state, mask) => run.decide(plan, state, mask, c.top, c.next, c.front, c.limit),
    sum: (classifier) => run.sum(plan, classifier),
    parts: (extractor, models) => {
      const sums = layout.classifiers.map((at) => summing(run, at, keysAt, area + at.scores, scratch))
      return new PartMachine(memory, run, extractor, layout.parts, area, {
        types: scorers.slice(0, models).map(({ typeStarts }) => typeStarts),
        array: Int16Array,
        keys: keysAt,
        add: (model, count, from, to) => {
          const { scores, width } = layout.classifiers[model]
          sums[model](count)
          run.addUp(from, area + scores, to, 2 * width)
        },
      })
    },
    share: (threads) => share(place, threads),
  }
}

/** What copies the columns of a sentence into the memory. */
function sentenceTaker(
  buffer: ArrayBufferLike,
  area: number,
  layout: Layout,
  { atoms, used }: CompiledTemplates,
): Kernel['takes'] {
  const columns = used.map((attribute) => attributes.indexOf(attribute))
  const into = columns.map((column) => new Int32Array(buffer, area + layout.columns[column], WORDS + 3))
  const anchors = new Int32Array(buffer, area + layout.anchors, WORDS + 3)
  const front = new Int32Array(buffer, area + layout.plan + 4 * FRONT_LOOKED_UP, 1)
  const readsAnchors = atoms.some(({ source }) => source === CONTENT_WORD)
  let known: Sentence | undefined
  let filling = -1
  return (sentence) => {
    if (sentence === known && sentence.filling === filling) return true
    const { size } = sentence
    if (size > WORDS) return false
    for (let i = 0; i < columns.length; i++) {
      const from = sentence.columns[columns[i]]
      const to = into[i]
      to[0] = NONE_VALUE
      for (let word = 0; word <= size + 1; word++) to[word + 1] = from[word]
    }
    if (readsAnchors) {
      const from = sentence.contentWords()
      for (let word = 1; word <= size + 1; word++) anchors[word] = from[word]
    }
    front[0] = -1
    known = sentence
    filling = sentence.filling
    return true
  }
}

/** What sums the weights of so many keys of one classifier. */
function summing(
  run: Exports,
  at: ClassifierPlace,
  keys: number,
  scores: number,
  scratch: number,
): (count: number) => void {
  const { lines } = at
  const bytes = 2 * at.width
  if (at.form === 'narrow') {
    const { room, spread } = at
    return room === ROOMS[0]
      ? (count) => run.sumSix(keys, count, lines, spread, scores, scratch)
      : (count) => run.sumThirtyTwo(keys, count, lines, spread, scores, scratch)
  }
  if (at.form === 'sparse') {
    const { spread, rows } = at
    return (count) => run.sumSparse(keys, count, lines, spread, rows, scores, bytes, scratch)
  }
  const { regions, codes, classBits, rows } = at
  return (count) => run.sumWide(keys, count, lines, regions, codes, classBits, rows, scores, bytes, scratch)
}
