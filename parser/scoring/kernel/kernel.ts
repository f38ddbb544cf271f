/** Scoring in WebAssembly with SIMD: one memory for tables, templates, a configuration and a sentence. */
import type { Configuration } from '../../core/configuration.ts'
import type { ParserSentence } from '../../core/sentence.ts'
import type { Transition } from '../../core/transition-system.ts'
import { LANES, programOf } from '../../features/program.ts'
import { parts, type CompiledTemplates, type Part } from '../../features/templates.ts'
import type { Classifiers } from '../../model/classifiers.ts'
import { type ClassifierWeights, typeStartsOf } from '../../model/model.ts'
import type { ClassScorer, BeamModel, BeamScorer } from '../../core/scorer.ts'
import { Arena, PAGE } from './arena.ts'
import { KernelBeamScorer } from './kernel-beam-scorer.ts'
import type { Exports } from './module.ts'
import { NodePool, SentenceMemory } from './sentence-memory.ts'
import { placeTables, type Places, type ClassifierPlace } from './table.ts'
import { recordOf, sizeOfPlan, writePlan, writeTable, type PlanPlaces } from './plan.ts'
import { PLACES, PLAN_FRONT } from './records.ts'

/** The tables of a model as they are sent to threads, each of which copies them into a memory of its own. */
export interface SharedTables {
  /** Threads read the same bytes where the runtime has shared memory. */
  readonly bytes: Uint8Array
  readonly places: Places
}

export class Kernel {
  /** One for each classifier. */
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
  /** Whether the plan fits the sentence. */
  #isPlanned = false
  /** Where nodes and columns were when the plan was written. */
  #plannedNodes = 0
  #plannedColumns: readonly number[] = []
  #beam: BeamScorer | undefined
  #keys = new Uint32Array(0)

  /**
   * A kernel with the weights of a model in a memory of its own. Throws RangeError if they cannot be made tables.
   *
   * @param types how many transition types the system has
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

  /** A kernel that only extracts keys. One in 10,000 of a million features shares its key, which costs nothing. */
  static extractor(templates: CompiledTemplates): Kernel {
    return Kernel.of([], templates, 0, {
      form: 'labelled',
      names: [],
      ofLabels: new Int32Array(0),
      firstStage: 0,
    })
  }

  /** A kernel with tables that another thread has sent. */
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
      keys: arena.take(4 * (templates.most + LANES)),
      scratch: arena.take(32 * (templates.most + 1) + 24),
      places: arena.take(4 * PLACES),
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

  /** The best transition of a configuration for `sentence` among the types in `mask`; NO_TRANSITION if none is known. */
  decide(c: Configuration, sentence: ParserSentence, state: number, mask: number): Transition {
    this.prepare(c, sentence)
    return this.#decide(this.#planAt, state, mask, c.top, c.next, c.front, c.limit)
  }

  /** Writes the keys of all templates of a configuration to `keys`, BIAS_KEY last, and returns how many there are. */
  extract(c: Configuration, sentence: ParserSentence): number {
    this.lookUp(c, sentence)
    return this.combine(parts.all)
  }

  /** Looks up what every decision reads of a configuration. */
  lookUp(c: Configuration, sentence: ParserSentence): void {
    this.prepare(c, sentence)
    this.#arena.run.see(this.#planAt, c.top, c.next, c.front, c.limit)
  }

  /** Writes the keys of a part of the templates to `keys`, of the configuration that was looked up last; returns how many. */
  combine(part: Part): number {
    return this.#arena.run.extractPart(this.#planAt, part, this.#at.programs[part])
  }

  /** The keys of the last extraction; what follows them is undefined. */
  get keys(): Uint32Array {
    if (this.#keys.length === 0)
      this.#keys = new Uint32Array(this.#arena.buffer, this.#at.keys, this.compiled.most + LANES)
    return this.#keys
  }

  /** Makes `c` and `sentence` those that are scored: the nodes are in the memory from then on. */
  prepare(c: Configuration, sentence: ParserSentence): void {
    if (!this.#sentence.holds(sentence)) {
      this.#isPlanned = false
      this.#sentence.hold(sentence)
    }
    this.follow(c)
  }

  /** Follows the nodes of `c`, which may have moved, and makes their view one of the memory as it is. */
  follow(c: Configuration): void {
    this.#nodes.hold(c)
    if (!this.#isPlanned || this.#nodes.at !== this.#plannedNodes) this.#update()
  }

  /** Where the nodes begin. */
  get nodesAt(): number {
    return this.#nodes.at
  }

  /** Sums the weights of a classifier's features of the configuration that was decided on last. */
  sum(classifier: number): void {
    this.#arena.run.sum(this.#at.plan, classifier)
  }

  /** The scorer of beams, one search at a time. @param models by state of the system, of whole transitions */
  beam(models: readonly BeamModel[]): BeamScorer {
    const { classifiers } = this.#at
    const isPerceptron = classifiers[0].form === 'perceptron'
    return (this.#beam ??= new KernelBeamScorer(this.#arena, this, this.compiled, {
      models,
      units: classifiers.map(({ scale }) => 1 / scale),
      slot: (isPerceptron ? 4 : 2) * Math.max(...classifiers.map(({ width }) => width)),
    }))
  }

  /** The addresses of the plan and of the values of the atoms. */
  get places(): Pick<PlanPlaces, 'plan' | 'atoms'> {
    return this.#at
  }

  /** Follows the weights that are being learned to where they have moved. */
  followTables(): void {
    const integers = new Int32Array(this.#arena.buffer)
    const { classifiers, plan } = this.#at
    classifiers.forEach((place, index) => writeTable(integers, recordOf(plan, index), place))
  }

  /** The tables, to be sent to other threads. */
  share(): SharedTables {
    const places = this.#places
    const tables = new Uint8Array(this.#arena.buffer, PAGE, places.end - PAGE)
    if (typeof SharedArrayBuffer !== 'function') return { bytes: tables.slice(), places }
    const bytes = new Uint8Array(new SharedArrayBuffer(tables.length))
    bytes.set(tables)
    return { bytes, places }
  }

  /** Makes the plan fit what has moved, or another sentence. */
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

/** A kernel as an extractor of the keys of features. */
export type FeatureExtractor = Pick<Kernel, 'compiled' | 'keys' | 'extract' | 'lookUp' | 'combine'>

/** The addresses of what does not move. */
type Fixed = Omit<PlanPlaces, 'nodes' | 'columns' | 'contentWords'>

/** The scores of one classifier, whose table is in the memory of the kernel. */
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
  /** The memory from the keys on. */
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
