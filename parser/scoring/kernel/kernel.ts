/**
 * Scoring in WebAssembly with SIMD: one memory with the tables of a model, its templates, and room for a configuration
 * and a sentence. Threads can share the memory; each has places of its own for all that is written.
 */
import type { Configuration } from '../../core/configuration.ts'
import type { Sentence } from '../../core/sentence.ts'
import type { Transition } from '../../core/transition-system.ts'
import type { FeatureExtractor } from '../../features/extractor.ts'
import { LANES, programOf } from '../../features/program.ts'
import type { CompiledTemplates, Part } from '../../features/templates.ts'
import type { Classifiers } from '../../model/classifiers.ts'
import { typeStartsOf } from '../../model/weights.ts'
import type { ClassScorer } from '../scorer.ts'
import { ROOMS } from '../tables/narrow-table.ts'
import type { Prediction } from '../tables/table.ts'
import { Arena, PAGE } from './arena.ts'
import type { Exports } from './module.ts'
import { NodePool } from './node-pool.ts'
import { PartMachine, takeParts } from './parts.ts'
import { placeTables, type ClassifierPlace, type Places } from './places.ts'
import { FRONT_LOOKED_UP, planOf, sizeOfPlan, type PlanPlaces } from './plan.ts'
import { SentenceMemory } from './sentence-memory.ts'

/** Pages by which a shared memory may grow: half a gigabyte, sentences of millions of words. */
const GROWTH = 8192
/** How many nodes atoms refer to; see ../../features/templates.ts. */
const PLACES = 8

/** The tables of a model as they are sent to threads: in a memory that all of them use, or as bytes to copy. */
export interface SharedTables {
  readonly memory: WebAssembly.Memory | Uint8Array<ArrayBuffer>
  readonly places: Places
}

export class Kernel {
  /** One for each classifier. */
  readonly scorers: readonly ClassScorer[]
  readonly #arena: Arena
  readonly #places: Places
  readonly #templates: CompiledTemplates
  readonly #classifiers: Classifiers
  readonly #at: Fixed
  readonly #nodes: NodePool
  readonly #sentence: SentenceMemory
  readonly #decide: Exports['decide']
  readonly #planAt: number
  /** Where nodes and columns were when the plan was written. */
  #plannedNodes = 0
  #plannedColumns: readonly number[] = []

  /** A kernel with the tables of a model in a memory of its own. `types`: how many transition types the system has. */
  static of(
    predictions: readonly Prediction[],
    templates: CompiledTemplates,
    types: number,
    classifiers: Classifiers,
  ): Kernel {
    const arena = new Arena()
    return new Kernel(arena, placeTables(arena, predictions, types), templates, classifiers)
  }

  /** A kernel with tables that another thread has sent. */
  static attach(
    { memory, places }: SharedTables,
    templates: CompiledTemplates,
    classifiers: Classifiers,
  ): Kernel {
    if (memory instanceof WebAssembly.Memory)
      return new Kernel(new Arena(memory), places, templates, classifiers)
    const arena = new Arena()
    arena.put(memory)
    return new Kernel(arena, places, templates, classifiers)
  }

  private constructor(arena: Arena, places: Places, templates: CompiledTemplates, classifiers: Classifiers) {
    this.#arena = arena
    this.#places = places
    this.#templates = templates
    this.#classifiers = classifiers
    const atoms = arena.take(4 * (templates.atoms.length + 1))
    this.#at = {
      classifiers: places.classifiers,
      plan: arena.take(4 * sizeOfPlan(templates, places.classifiers.length)),
      keys: arena.take(4 * (templates.most + LANES)),
      scratch: arena.take(84 * (templates.most + 1) + 4),
      places: arena.take(4 * PLACES),
      words: arena.take(4 * templates.atoms.length),
      atoms,
      programs: templates.members.map((_, part) => {
        const { code, isAtom } = programOf(templates, part as Part)
        return arena.put(code.map((n, i) => (isAtom[i] ? atoms + 4 * n : n)))
      }),
      scores: places.classifiers.map(({ width }) => arena.take(4 * width)),
    }
    this.#decide = arena.run.decide
    this.#planAt = this.#at.plan
    this.#nodes = new NodePool(arena)
    this.#sentence = new SentenceMemory(arena, templates)
    this.scorers = places.classifiers.map(
      (_, index) => new KernelScorer(arena, places.types, this.#at, index),
    )
  }

  /** The best transition of a configuration for `sentence` among the types in `mask`; NO_TRANSITION if none is known. */
  decide(c: Configuration, sentence: Sentence, state: number, mask: number): Transition {
    const isNew = !this.#sentence.holds(sentence)
    if (isNew) this.#sentence.hold(sentence)
    this.#nodes.hold(c)
    if (isNew || this.#nodes.at !== this.#plannedNodes) this.#update()
    return this.#decide(this.#planAt, state, mask, c.top, c.next, c.front, c.limit)
  }

  /** Sums the weights of a classifier's features of the configuration that was decided on last. */
  sum(classifier: number): void {
    this.#arena.run.sum(this.#at.plan, classifier)
  }

  /** What sums part by part for the configurations that the extractor looks up, by so many prediction models. */
  parts(extractor: FeatureExtractor, models: number): PartMachine {
    const arena = this.#arena
    const { keys, scores, classifiers } = this.#at
    const slot = 2 * Math.max(...classifiers.map(({ width }) => width))
    return new PartMachine(arena, extractor, takeParts(arena, this.#templates, models, slot), {
      types: this.scorers.slice(0, models).map(({ typeStarts }) => typeStarts),
      array: Int16Array,
      keys,
      add: (model, count, from, to) => {
        summing(arena.run, this.#at, model)(count)
        arena.run.addUp(from, scores[model], to, 2 * classifiers[model].width)
      },
    })
  }

  /** The tables, to be sent to other threads. */
  share(): SharedTables {
    const places = this.#places
    const tables = new Uint8Array(this.#arena.buffer, PAGE, places.end - PAGE)
    if (typeof SharedArrayBuffer !== 'function') return { memory: tables.slice(), places }
    const initial = Math.ceil(places.end / PAGE)
    const memory = new WebAssembly.Memory({ initial, maximum: initial + GROWTH, shared: true })
    new Uint8Array(memory.buffer, PAGE).set(tables)
    return { memory, places }
  }

  /** Makes the plan fit what has moved, or another sentence. */
  #update(): void {
    const [nodes, columns] = [this.#nodes.at, this.#sentence.columns]
    const { plan } = this.#at
    if (nodes !== this.#plannedNodes || columns !== this.#plannedColumns) {
      const { contentWords } = this.#sentence
      const at = { ...this.#at, nodes, columns, contentWords }
      const written = planOf(at, this.#templates, this.#classifiers)
      new Int32Array(this.#arena.buffer, plan, written.length).set(written)
      this.#plannedNodes = nodes
      this.#plannedColumns = columns
    } else new Int32Array(this.#arena.buffer, plan, FRONT_LOOKED_UP + 1)[FRONT_LOOKED_UP] = -1
  }
}

type Fixed = Omit<PlanPlaces, 'nodes' | 'columns' | 'contentWords'>

class KernelScorer implements ClassScorer {
  readonly transitions: Int32Array
  readonly typeStarts: Int32Array
  readonly unit: number
  readonly #arena: Arena
  readonly #keys: number
  readonly #scores: number
  readonly #place: ClassifierPlace
  readonly #sum: (count: number) => void
  #view = new Int16Array(0)

  constructor(arena: Arena, types: number, at: Fixed, index: number) {
    const place = at.classifiers[index]
    this.transitions = place.transitions
    this.typeStarts = typeStartsOf(place.transitions, types)
    this.unit = 1 / place.scale
    this.#arena = arena
    this.#keys = at.keys
    this.#scores = at.scores[index]
    this.#place = place
    this.#sum = summing(arena.run, at, index)
  }

  get scores(): Int16Array {
    if (this.#view.length === 0)
      this.#view = new Int16Array(this.#arena.buffer, this.#scores, this.transitions.length)
    return this.#view
  }

  score(keys: Uint32Array, count: number): void {
    const input = new Uint32Array(this.#arena.buffer, this.#keys, count)
    for (let i = 0; i < count; i++) input[i] = keys[i]
    this.#sum(count)
  }

  best(mask: number): number {
    return this.#arena.run.best(this.#scores, this.#maskAt(mask), 2 * this.#place.width)
  }

  leading(mask: number, margin: number): number {
    return this.#arena.run.leading(this.#scores, this.#maskAt(mask), 2 * this.#place.width, margin)
  }

  #maskAt(mask: number): number {
    return this.#place.masks + 2 * this.#place.width * mask
  }
}

/** What sums the weights of so many keys of one classifier. */
function summing(
  run: Exports,
  { keys, scratch, scores, classifiers }: Fixed,
  index: number,
): (count: number) => void {
  const at = classifiers[index]
  const to = scores[index]
  if (at.form === 'narrow') {
    const sum = at.room === ROOMS[0] ? run.sumSix : run.sumThirtyTwo
    return (count) => sum(keys, count, at.lines, at.spread, to, scratch)
  }
  const bytes = 2 * at.width
  if (at.form === 'sparse') {
    const { lines, spread, rows } = at
    return (count) => run.sumSparse(keys, count, lines, spread, rows, to, bytes, scratch)
  }
  const { lines, regions, codes, classBits, rows } = at
  return (count) => run.sumWide(keys, count, lines, regions, codes, classBits, rows, to, bytes, scratch)
}
