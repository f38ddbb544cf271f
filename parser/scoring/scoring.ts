/** Prepared models: models with their classifiers in the memory of the kernel. */
import type { Configuration } from '../core/configuration.ts'
import type { ParserSentence } from '../core/sentence.ts'
import type { Transition } from '../core/transition-system.ts'
import type { CompiledTemplates } from '../features/templates.ts'
import { classifiersOf, type Classifiers } from '../features/classifiers.ts'
import type { Model, ModelHeader, ModelFacts } from '../model/model.ts'
import { typeStartsOf, sortTransitions } from '../core/classifier-weights.ts'
import { compileFor, registered, registry } from '../registry.ts'
import type { BeamScorer, ClassScorer, Scorer } from '../core/scorer.ts'
import { Kernel, type SharedTables } from './kernel/kernel.ts'
import { Symbols } from '../../transform/symbols.ts'
import { withModelErrors } from '../model/container.ts'

/** Scores configurations by a model, one configuration at a time. */
export class Scoring {
  /** One scorer of labelled transitions for each state of the system. */
  readonly scorers: readonly Scorer[]
  /** The scorer of relabelling, whose input is the keys of an arc; undefined if the model has none. */
  readonly labels: ClassScorer | undefined
  readonly #kernel: Kernel
  readonly #classifiers: Classifiers

  /** @throws RangeError if a table of the weights is not possible */
  static of({ header, classifiers, relabeller }: Model): Scoring {
    const withRelabeller = relabeller ? [...classifiers, relabeller] : classifiers
    const types = typeCountOf(header.system)
    return new Scoring(header, Kernel.of(withRelabeller, templatesOf(header), types, classifiersIn(header)))
  }

  /** Creates a scoring with tables from another thread. */
  static attach(header: ModelHeader, tables: SharedTables): Scoring {
    return new Scoring(header, Kernel.attach(tables, templatesOf(header), classifiersIn(header)))
  }

  private constructor(header: ModelHeader, kernel: Kernel) {
    const classifiers = classifiersIn(header)
    const { form, names, ofLabels } = classifiers
    const scorers = kernel.scorers.slice(0, names.length)
    this.labels = kernel.scorers.at(names.length)
    this.#kernel = kernel
    this.#classifiers = classifiers
    const labelScorers = Array.from(ofLabels, (index) => (index < 0 ? undefined : scorers[index]))
    const firstOfLabels = Math.min(...ofLabels.filter((index) => index >= 0))
    this.scorers =
      form === 'labelled'
        ? scorers
        : scorers.slice(0, firstOfLabels).map((types) => new FactoredScorer(types, labelScorers))
  }

  /** The best transition among the types in `mask` in state `state`; NO_TRANSITION if the model has no such class. */
  predict(c: Configuration, sentence: ParserSentence, state: number, mask: number): Transition {
    return this.#kernel.decide(c, sentence, state, mask)
  }

  /** The scorer of beams, for one search at a time. */
  beam(): BeamScorer {
    return this.#kernel.beam(this.scorers)
  }

  /** The scorer of a state, with the scores of the configuration of the last `predict`, which must have had this state. */
  compare(state: number): Scorer {
    const scorer = this.scorers[state]
    if (scorer instanceof FactoredScorer) {
      this.#kernel.sum(state)
      for (const index of this.#classifiers.ofLabels) if (index >= 0) this.#kernel.sum(index)
      scorer.combine()
    }
    return scorer
  }

  share(): SharedTables {
    return this.#kernel.share()
  }
}

/** The compiled templates of a model, with room for the keys of arcs if the model has a relabeller. */
function templatesOf({ system, templates, relabelling = [] }: ModelHeader): CompiledTemplates {
  const compiled = compileFor(system, templates)
  return { ...compiled, most: Math.max(compiled.most, relabelling.length) }
}

function classifiersIn({ system, singleRoot, form, templates }: ModelHeader): Classifiers {
  return classifiersOf(registered(system).make({ singleRoot }), form, templates)
}

/** The maximum number of transition types of the systems that can decode models of a system. */
function typeCountOf(name: string): number {
  const { family } = registered(name).traits
  const systems = registry.map(({ traits }) => traits).filter((traits) => traits.family === family)
  return Math.max(...systems.map(({ transitionTypes }) => transitionTypes.length))
}

/** A model that is ready to parse. All parsers of one prepared model use the same memory. */
export interface PreparedModel extends ModelFacts {
  readonly scoring: Scoring
  /** The other members of a committee; absent for a single parser. */
  readonly helpers?: readonly PreparedModel[]
}

/** Prepares a model; returns a prepared model unchanged. Throws ModelError if a table of the weights is not possible. */
export function prepareModel(model: Model | PreparedModel): PreparedModel {
  if ('scoring' in model) return model
  const { classifiers: _classifiers, relabeller: _relabeller, helpers, ...facts } = model
  const scoring = withModelErrors({ name: 'model' }, () => Scoring.of(model))
  return { ...facts, scoring, ...(helpers && { helpers: helpers.map(prepareModel) }) }
}

/** A model as plain data for threads. All threads read the same tables, so that no thread builds tables again. */
export interface SharedModel extends Omit<ModelFacts, 'labels'> {
  readonly labels: readonly string[]
  readonly tables: SharedTables
  readonly helpers?: readonly SharedModel[]
}

export function shareModel(model: Model | PreparedModel): SharedModel {
  const { labels, scoring, helpers, ...facts } = prepareModel(model)
  const shared = { ...facts, labels: labels.texts(), tables: scoring.share() }
  return { ...shared, ...(helpers && { helpers: helpers.map(shareModel) }) }
}

/** Creates the prepared model in a thread. */
export function attachModel(shared: SharedModel): PreparedModel {
  const { labels, tables, helpers, ...facts } = shared
  const scoring = Scoring.attach(facts.header, tables)
  const attached = { ...facts, labels: new Symbols(labels).freeze(), scoring }
  return { ...attached, ...(helpers && { helpers: helpers.map(attachModel) }) }
}

/**
 * Combines the classifiers of a factored model to one scorer of transitions. The score of a transition is the score of its
 * type minus the difference between the best label of the type and its label. So the best transition is the result of
 * the two-step choice.
 */
export class FactoredScorer implements Scorer {
  readonly transitions: Int32Array
  readonly typeStarts: Int32Array
  readonly unit = 1
  readonly scores: Float64Array
  readonly #typeScorer: ClassScorer
  /** By transition type: the classifier of labels. */
  readonly #labelScorers: readonly (ClassScorer | undefined)[]

  constructor(typeScorer: ClassScorer, labelScorers: readonly (ClassScorer | undefined)[]) {
    this.#typeScorer = typeScorer
    this.#labelScorers = labelScorers
    const transitions = Array.from(typeScorer.transitions, (transition) => [
      ...(labelScorers[transition]?.transitions ?? [transition]),
    ]).flat()
    this.transitions = sortTransitions(transitions).sorted
    this.typeStarts = typeStartsOf(this.transitions, labelScorers.length)
    this.scores = new Float64Array(this.transitions.length)
  }

  score(keys: Uint32Array, count: number): void {
    this.#typeScorer.score(keys, count)
    for (const labels of this.#labelScorers) labels?.score(keys, count)
    this.combine()
  }

  /** Computes the scores of transitions from the last sums of all classifiers. */
  combine(): void {
    const { transitions, scores: sums, unit } = this.#typeScorer
    for (let i = 0; i < transitions.length; i++) {
      const type = transitions[i]
      const [from, to] = [this.typeStarts[type], this.typeStarts[type + 1]]
      const labels = this.#labelScorers[type]
      if (!labels) this.scores[from] = sums[i] * unit
      else {
        const best = labels.scores[labels.best(1 << type)]
        for (let c = from; c < to; c++) {
          this.scores[c] = sums[i] * unit + (labels.scores[c - from] - best) * labels.unit
        }
      }
    }
  }
}
