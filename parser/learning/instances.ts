/**
 * Training is decoding with a collector: the oracle picks the transitions, and each choice that a model would have been
 * asked for is written down as an instance of it: the ids of its features, and its class.
 */
import type { Classifiers } from '../model/classifiers.ts'
import type { Configuration } from '../core/configuration.ts'
import { IntList } from '../core/int-list.ts'
import type { FeatureExtractor } from '../features/extractor.ts'
import { parts, type Part } from '../features/templates.ts'
import type { Sentence } from '../core/sentence.ts'
import {
  isForced,
  typeOf,
  transitionOf,
  type Guide,
  type Transition,
  type TransitionSystem,
} from '../core/transition-system.ts'

/** The instances of one prediction model: rows of feature ids in compressed sparse rows. */
export class Instances {
  readonly features = new KeyIndex()
  readonly columns = new IntList()
  /** Row i is columns[starts[i]..starts[i + 1]). */
  readonly starts = new IntList()
  /** The class of each row, as an index into `moves`. */
  readonly labels = new IntList()
  /** The transitions seen, in order of first sight. */
  readonly transitions: Transition[] = []
  readonly #classOf = new Map<Transition, number>()

  constructor() {
    this.starts.push(0)
  }

  get size(): number {
    return this.labels.length
  }

  add(keys: Uint32Array, count: number, transition: Transition): void {
    for (let i = 0; i < count; i++) this.columns.push(this.features.add(keys[i]))
    this.starts.push(this.columns.length)
    let label = this.#classOf.get(transition)
    if (label === undefined) {
      label = this.transitions.push(transition) - 1
      this.#classOf.set(transition, label)
    }
    this.labels.push(label)
  }
}

/** Feature keys to ids 0, 1, …: open addressing, doubled when half full. */
export class KeyIndex {
  size = 0
  #mask = 1023
  #keys = new Uint32Array(1024)
  #ids = new Int32Array(1024)

  /** The id of `key`, a new one where it is not known. */
  add(key: number): number {
    let slot = key & this.#mask
    while (this.#keys[slot] !== 0) {
      if (this.#keys[slot] === key) return this.#ids[slot]
      slot = (slot + 1) & this.#mask
    }
    this.#keys[slot] = key
    this.#ids[slot] = this.size
    if (2 * ++this.size > this.#mask) this.#grow()
    return this.size - 1
  }

  /** The id of `key`, -1 where it is not known. */
  find(key: number): number {
    let slot = key & this.#mask
    while (this.#keys[slot] !== 0) {
      if (this.#keys[slot] === key) return this.#ids[slot]
      slot = (slot + 1) & this.#mask
    }
    return -1
  }

  /** The keys by id. */
  keys(): Uint32Array<ArrayBuffer> {
    const keys = new Uint32Array(this.size)
    for (let slot = 0; slot <= this.#mask; slot++)
      if (this.#keys[slot] !== 0) keys[this.#ids[slot]] = this.#keys[slot]
    return keys
  }

  #grow(): void {
    const [keys, ids] = [this.#keys, this.#ids]
    this.#mask = 2 * keys.length - 1
    this.#keys = new Uint32Array(2 * keys.length)
    this.#ids = new Int32Array(2 * keys.length)
    for (let i = 0; i < keys.length; i++) {
      if (keys[i] === 0) continue
      let slot = keys[i] & this.#mask
      while (this.#keys[slot] !== 0) slot = (slot + 1) & this.#mask
      this.#keys[slot] = keys[i]
      this.#ids[slot] = ids[i]
    }
  }
}

/** A guide that follows `oracle` and notes what it did where there was a choice. */
export function collector(
  system: TransitionSystem,
  { form, ofLabels, firstStage }: Classifiers,
  extractor: FeatureExtractor,
  instances: readonly Instances[],
  sentence: Sentence,
  oracle: Guide,
): Guide {
  return {
    next(c: Configuration): Transition {
      const transition = oracle.next(c)
      const allowed = system.allowed(c)
      if (isForced(system, allowed)) return transition
      const state = system.state(c)
      const type = typeOf(transition)
      extractor.lookUp(c, sentence)
      const add = (classifier: number, part: Part, target: Transition): void => {
        // The learner has a bias of its own.
        instances[classifier].add(extractor.keys, extractor.combine(part) - 1, target)
      }
      if (form === 'labelled') add(state, parts.all, transition)
      else {
        if ((allowed & (allowed - 1)) !== 0) {
          add(state, parts.types, transitionOf(type))
          if (firstStage > 0) add(state + firstStage, parts.firstStageTypes, transitionOf(type))
        }
        if (ofLabels[type] >= 0) {
          add(ofLabels[type], parts.labels, transition)
          if (firstStage > 0) add(ofLabels[type] + firstStage, parts.firstStageLabels, transition)
        }
      }
      return transition
    },
  }
}
