/** Scoring in WebAssembly with SIMD. One memory contains tables, templates, a configuration and a sentence. */
import type { Configuration } from '../../core/configuration.ts'
import type { ParserSentence } from '../../core/sentence.ts'
import { forThreads } from '../../core/shared-memory.ts'
import type { Transition } from '../../core/transition-system.ts'
import { LANE_COUNT, programOf } from '../../features/program.ts'
import { parts, type CompiledTemplates, type Part } from '../../features/templates.ts'
import type { Classifiers } from '../../features/classifiers.ts'
import { type ClassifierWeights, typeStartsOf } from '../../core/classifier-weights.ts'
import type { ClassScorer, BeamModel, BeamScorer } from '../../core/scorer.ts'
import { Arena, PAGE_BYTES } from './arena.ts'
import { KernelBeamScorer } from './kernel-beam-scorer.ts'
import type { Exports } from './module.ts'
import { NodePool, SentenceMemory } from './sentence-memory.ts'
import { placeTables, type Places, type ClassifierPlace } from './table.ts'
import { recordOf, sizeOfPlan, writePlan, writeTable, type PlanPlaces } from './plan.ts'
import { PLACE_COUNT, PLAN_FRONT } from './records.ts'

/** The tables of a model in the form that is sent to threads. Each thread copies them into its own memory. */
export interface SharedTables {
  /** If the runtime has shared memory, all threads read the same bytes. */
  readonly bytes: Uint8Array
  readonly places: Places
}

export class Kernel {
  /** One scorer for each classifier. */
  readonly scorers: readonly ClassScorer[]
  readonly compiled: CompiledTemplates
  readonly #arena: Arena
  readonly #places: Places
  readonly #classifiers: Classifiers
  readonly #at: Fixed
  readonly #nodes: NodePool
  readonly #sentence: SentenceMemory
  readonly #decide: Exports['decide']
  readonly #planAt: number
  /** Whether the plan is valid for the sentence. */
  #isPlanned = false
  /** The addresses of nodes and columns in the plan. */
  #plannedNodes = 0
  #plannedColumns: readonly number[] = []
  #beam: BeamScorer | undefined
  #keys = new Uint32Array(0)

  /**
   * Creates a kernel with a new memory that contains the weights of a model. Throws RangeError if a table is not possible.
   *
   * @param types the number of transition types of the system
   */
  static of(
    weights: readonly ClassifierWeights[],
    templates: CompiledTemplates,
    types: number,
    classifiers: Classifiers,
  ): Kernel {
    const arena = new Arena()
    return new Kernel(arena, placeTables(arena, weights, types), templates, classifiers)
  }

  /**
   * Creates a kernel that only extracts keys. Of a million features, one in 10,000 has the key of another feature; this does
   * not reduce accuracy.
   */
  static extractor(templates: CompiledTemplates): Kernel {
    return Kernel.of([], templates, 0, {
      form: 'labelled',
      names: [],
      ofLabels: new Int32Array(0),
      firstStage: 0,
    })
  }

  /** Creates a kernel with tables from another thread. */
  static attach(
    { bytes, places }: SharedTables,
    templates: CompiledTemplates,
    classifiers: Classifiers,
  ): Kernel {
    const arena = new Arena()
    arena.put(bytes)
    return new Kernel(arena, places, templates, classifiers)
  }

  constructor(arena: Arena, places: Places, templates: CompiledTemplates, classifiers: Classifiers) {
    this.#arena = arena
    this.#places = places
    this.compiled = templates
    this.#classifiers = classifiers
    const atoms = arena.put(new Int32Array(templates.atoms.length + 1))
    this.#at = {
      classifiers: places.classifiers,
      plan: arena.take(sizeOfPlan(templates, places.classifiers.length)),
      keys: arena.take(4 * (templates.most + LANE_COUNT)),
      scratch: arena.take(32 * (templates.most + 1) + 24),
      places: arena.take(4 * PLACE_COUNT),
      words: arena.take(4 * templates.atoms.length),
      atoms,
      programs: templates.members.map((_, part) =>
        arena.put(programOf(templates, part as Part, (atom) => atoms + 4 * atom)),
      ),
      scores: places.classifiers.map(({ width }) => arena.take(4 * width)),
    }
    this.#decide = arena.run.decide
    this.#planAt = this.#at.plan
    this.#nodes = new NodePool(arena)
    this.#sentence = new SentenceMemory(arena, templates)
    this.scorers = places.classifiers.flatMap((place, index) =>
      place.form === 'perceptron' ? [] : [new KernelScorer(arena, places.types, this.#at, index)],
    )
    this.#update()
  }

  /** The best transition of a configuration among the types in `mask`; NO_TRANSITION if the model has no such class. */
  decide(c: Configuration, sentence: ParserSentence, state: number, mask: number): Transition {
    this.prepare(c, sentence)
    return this.#decide(this.#planAt, state, mask, c.top, c.next, c.front, c.limit)
  }

  /** Writes the keys of all templates of a configuration to `keys`, BIAS_KEY last; returns the number of keys. */
  extract(c: Configuration, sentence: ParserSentence): number {
    this.lookUp(c, sentence)
    return this.combine(parts.all)
  }

  /** Looks up the atoms of a configuration that every decision reads. */
  lookUp(c: Configuration, sentence: ParserSentence): void {
    this.prepare(c, sentence)
    this.#arena.run.see(this.#planAt, c.top, c.next, c.front, c.limit)
  }

  /** Writes the keys of a part of the templates to `keys`, for the last configuration of `lookUp`; returns their number. */
  combine(part: Part): number {
    return this.#arena.run.extractPart(this.#planAt, part, this.#at.programs[part])
  }

  /** The keys of the last extraction; the integers after them are undefined. */
  get keys(): Uint32Array {
    if (this.#keys.length === 0)
      this.#keys = new Uint32Array(this.#arena.buffer, this.#at.keys, this.compiled.most + LANE_COUNT)
    return this.#keys
  }

  /** Selects the configuration and the sentence to score. Moves the nodes of `c` to the memory of the kernel. */
  prepare(c: Configuration, sentence: ParserSentence): void {
    if (!this.#sentence.holds(sentence)) {
      this.#isPlanned = false
      this.#sentence.hold(sentence)
    }
    this.follow(c)
  }

  /** Updates the address and the view of the nodes of `c`, which may have moved. */
  follow(c: Configuration): void {
    this.#nodes.hold(c)
    if (!this.#isPlanned || this.#nodes.at !== this.#plannedNodes) this.#update()
  }

  /** The address of the nodes. */
  get nodesAt(): number {
    return this.#nodes.at
  }

  /** Sums the weights of the features of the last configuration, for one classifier. */
  sum(classifier: number): void {
    this.#arena.run.sum(this.#at.plan, classifier)
  }

  /** The scorer of beams, for one search at a time. @param models by state of the system; classes are labelled transitions */
  beam(models: readonly BeamModel[]): BeamScorer {
    const { classifiers } = this.#at
    const isPerceptron = classifiers[0].form === 'perceptron'
    return (this.#beam ??= new KernelBeamScorer(this.#arena, this, this.compiled, {
      models,
      units: classifiers.map(({ scale }) => 1 / scale),
      sumBytes: (isPerceptron ? 4 : 2) * Math.max(...classifiers.map(({ width }) => width)),
    }))
  }

  /** The addresses of the plan and of the values of the atoms. */
  get places(): Pick<PlanPlaces, 'plan' | 'atoms'> {
    return this.#at
  }

  /** Updates the addresses of perceptron weights, which move during learning. */
  followTables(): void {
    const integers = new Int32Array(this.#arena.buffer)
    const { classifiers, plan } = this.#at
    classifiers.forEach((place, index) => writeTable(integers, recordOf(plan, index), place))
  }

  /** The tables, to be sent to other threads. */
  share(): SharedTables {
    const places = this.#places
    const tables = new Uint8Array(this.#arena.buffer, PAGE_BYTES, places.end - PAGE_BYTES)
    return { bytes: forThreads(tables), places }
  }

  /** Updates the plan after a move of nodes or columns, or for another sentence. */
  #update(): void {
    const [nodes, columns] = [this.#nodes.at, this.#sentence.columns]
    const { plan } = this.#at
    if (nodes !== this.#plannedNodes || columns !== this.#plannedColumns) {
      const { contentWords } = this.#sentence
      const at = { ...this.#at, nodes, columns, contentWords }
      writePlan(this.#arena.buffer, at, this.compiled, this.#classifiers)
      this.#plannedNodes = nodes
      this.#plannedColumns = columns
    } else new Int32Array(this.#arena.buffer, plan + PLAN_FRONT, 1)[0] = -1
    this.#isPlanned = true
  }
}

/** The methods of a kernel that extract feature keys. */
export type FeatureExtractor = Pick<Kernel, 'compiled' | 'keys' | 'extract' | 'lookUp' | 'combine'>

/** The addresses that do not change. */
type Fixed = Omit<PlanPlaces, 'nodes' | 'columns' | 'contentWords'>

/** Scores the classes of one classifier whose table is in the memory of the kernel. */
class KernelScorer implements ClassScorer {
  readonly transitions: Int32Array
  readonly typeStarts: Int32Array
  readonly unit: number
  readonly #arena: Arena
  readonly #at: Pick<PlanPlaces, 'plan' | 'keys'>
  readonly #index: number
  readonly #place: ClassifierPlace
  readonly #scores: number
  #view = new Int16Array(0)
  /** A view of the memory from the address of the keys on. */
  #input = new Uint32Array(0)

  constructor(
    arena: Arena,
    types: number,
    at: Pick<PlanPlaces, 'plan' | 'keys' | 'classifiers' | 'scores'>,
    index: number,
  ) {
    const place = at.classifiers[index]
    this.transitions = place.transitions
    this.typeStarts = typeStartsOf(place.transitions, types)
    this.unit = 1 / place.scale
    this.#arena = arena
    this.#at = at
    this.#index = index
    this.#place = place
    this.#scores = at.scores[index]
  }

  get scores(): Int16Array {
    if (this.#view.length === 0)
      this.#view = new Int16Array(this.#arena.buffer, this.#scores, this.transitions.length)
    return this.#view
  }

  score(keys: Uint32Array, count: number): void {
    if (this.#input.length === 0) this.#input = new Uint32Array(this.#arena.buffer, this.#at.keys)
    for (let i = 0; i < count; i++) this.#input[i] = keys[i]
    this.#arena.run.sumGiven(this.#at.plan, this.#index, count)
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
