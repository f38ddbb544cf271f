/** The scores of one classifier, whose table is in the memory of the kernel. */
import { typeStartsOf } from '../../model/model.ts'
import type { ClassScorer } from '../../core/scorer.ts'
import type { Arena } from './arena.ts'
import type { ClassifierPlace } from './table.ts'
import type { PlanPlaces } from './plan.ts'

export class KernelScorer implements ClassScorer {
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
