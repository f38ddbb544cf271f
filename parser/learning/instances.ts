/** The training instances of LIBLINEAR: rows of feature ids with a class, in compressed sparse rows. */
import type { Classifiers } from '../features/classifiers.ts'
import { IntList } from '../core/int-list.ts'
import { TupleIndex } from '../core/tuple-index.ts'
import { parts, type Part } from '../features/templates.ts'
import { typeOf, transitionOf, type Transition } from '../core/transition-system.ts'
import { visitChoices, type TrainingData } from './training-set.ts'

export class Instances {
  /** The feature ids of all rows, one row after the other. */
  readonly columns = new IntList()
  /** Row i is columns[starts[i]..starts[i + 1]). */
  readonly starts = new IntList()
  /** By row: the class, an index into `transitions`. */
  readonly labels = new IntList()
  /** The classes, in order of first occurrence. */
  readonly transitions: Transition[] = []
  readonly #features = new TupleIndex(1)
  readonly #classOf = new Map<Transition, number>()

  constructor() {
    this.starts.push(0)
  }

  /** Adds a row: the features keys[0..count), of class `transition`. */
  add(keys: Uint32Array, count: number, transition: Transition): void {
    for (let i = 0; i < count; i++) this.columns.push(this.#features.add(keys, i))
    this.starts.push(this.columns.length)
    let label = this.#classOf.get(transition)
    if (label === undefined) {
      label = this.transitions.push(transition) - 1
      this.#classOf.set(transition, label)
    }
    this.labels.push(label)
  }

  keys(): Uint32Array<ArrayBuffer> {
    return this.#features.items.slice(0, this.#features.size)
  }
}

/** The instances of each classifier: the choices of the static oracle in the gold trees. */
export function collectInstances(
  data: TrainingData,
  { form, names, ofLabels, firstStage }: Classifiers,
): Instances[] {
  const { system, extractor, sentence } = data
  const instances = names.map(() => new Instances())
  visitChoices(data, (c, transition, allowed) => {
    const state = system.state(c)
    const type = typeOf(transition)
    extractor.lookUp(c, sentence)
    // The last key is the bias, which LIBLINEAR adds itself.
    const add = (classifier: number, part: Part, target: Transition): void =>
      instances[classifier].add(extractor.keys, extractor.combine(part) - 1, target)
    if (form === 'labelled') return add(state, parts.all, transition)
    if ((allowed & (allowed - 1)) !== 0) {
      add(state, parts.types, transitionOf(type))
      if (firstStage > 0) add(state + firstStage, parts.firstStageTypes, transitionOf(type))
    }
    if (ofLabels[type] >= 0) {
      add(ofLabels[type], parts.labels, transition)
      if (firstStage > 0) add(ofLabels[type] + firstStage, parts.firstStageLabels, transition)
    }
  })
  return instances
}
