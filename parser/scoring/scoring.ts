/** The classifiers of a model in the memory of the kernel. */
import type { Configuration } from '../core/configuration.ts'
import type { ParserSentence } from '../core/sentence.ts'
import type { Transition } from '../core/transition-system.ts'
import type { CompiledTemplates } from '../features/templates.ts'
import { classifiersOf, type Classifiers } from '../model/classifiers.ts'
import type { Model, ModelHeader, ModelFacts } from '../model/model.ts'
import { compileFor, registered, registry } from '../registry.ts'
import { FactoredScorer } from './factored-scorer.ts'
import type { BeamScorer, ClassScorer, Scorer } from '../core/scorer.ts'
import { Kernel, type SharedTables } from './kernel/kernel.ts'
import { Symbols } from '../../transform/symbols.ts'
import { soundly } from '../model/container.ts'

/** Scores configurations by a model, one configuration at a time. */
export class Scoring {
  /** One for each state of the system, of whole transitions. */
  readonly scorers: readonly Scorer[]
  /** The classifier of relabelling, which is given the keys of an arc; undefined if the model has none. */
  readonly labels: ClassScorer | undefined
  readonly #kernel: Kernel
  readonly #classifiers: Classifiers

  /** @throws RangeError if the weights cannot be made a table */
  static of({ header, classifiers, relabeller }: Model): Scoring {
    const all = relabeller ? [...classifiers, relabeller] : classifiers
    const types = typeCountOf(header.system)
    return new Scoring(header, Kernel.of(all, templatesOf(header), types, classifiersIn(header)))
  }

  /** Scores by the tables that another thread has sent. */
  static attach(header: ModelHeader, tables: SharedTables): Scoring {
    return new Scoring(header, Kernel.attach(tables, templatesOf(header), classifiersIn(header)))
  }

  private constructor(header: ModelHeader, kernel: Kernel) {
    const classifiers = classifiersIn(header)
    const { form, names, ofLabels } = classifiers
    const all = kernel.scorers.slice(0, names.length)
    this.labels = kernel.scorers.at(names.length)
    this.#kernel = kernel
    this.#classifiers = classifiers
    const labelScorers = Array.from(ofLabels, (index) => (index < 0 ? undefined : all[index]))
    const firstOfLabels = Math.min(...ofLabels.filter((index) => index >= 0))
    this.scorers =
      form === 'labelled'
        ? all
        : all.slice(0, firstOfLabels).map((types) => new FactoredScorer(types, labelScorers))
  }

  /** The best transition among the types in `mask` in state `state`; NO_TRANSITION if the model knows none. */
  predict(c: Configuration, sentence: ParserSentence, state: number, mask: number): Transition {
    return this.#kernel.decide(c, sentence, state, mask)
  }

  /** What a beam scores by: one search at a time. */
  beam(): BeamScorer {
    return this.#kernel.beam(this.scorers)
  }

  /** The scorer of a state with the sums of the configuration that `predict` was asked about last, in this state. */
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

/** With room for the keys of arcs, too, if the model has a relabelling classifier. */
function templatesOf({ system, templates, relabelling = [] }: ModelHeader): CompiledTemplates {
  const compiled = compileFor(system, templates)
  return { ...compiled, most: Math.max(compiled.most, relabelling.length) }
}

function classifiersIn({ system, singleRoot, form, templates }: ModelHeader): Classifiers {
  return classifiersOf(registered(system).make({ singleRoot }), form, templates)
}

/** The largest number of transition types of a system that models of this one can be decoded with. */
function typeCountOf(name: string): number {
  const { family } = registered(name).traits
  const systems = registry.map(({ traits }) => traits).filter((traits) => traits.family === family)
  return Math.max(...systems.map(({ transitionTypes }) => transitionTypes.length))
}

// A model that is ready to parse: what there is to know of it, and its weights in the memory of the kernel.

/** All parsers of one prepared model score in the same memory. */
export interface PreparedModel extends ModelFacts {
  readonly scoring: Scoring
  /** The other members of a committee; absent for a parser alone. */
  readonly helpers?: readonly PreparedModel[]
}

/** Prepares a model, unless it is prepared. Throws ModelError if the weights cannot be made a table. */
export function prepareModel(model: Model | PreparedModel): PreparedModel {
  if ('scoring' in model) return model
  const { classifiers: _classifiers, relabeller: _relabeller, helpers, ...facts } = model
  const scoring = soundly({ name: 'model' }, () => Scoring.of(model))
  return { ...facts, scoring, ...(helpers && { helpers: helpers.map(prepareModel) }) }
}

/** A model as plain data for a thread: its tables lie in memory that all threads read. No thread builds tables again. */
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

/** The model in a thread. */
export function attachModel(shared: SharedModel): PreparedModel {
  const { labels, tables, helpers, ...facts } = shared
  const scoring = Scoring.attach(facts.header, tables)
  const attached = { ...facts, labels: new Symbols(labels).freeze(), scoring }
  return { ...attached, ...(helpers && { helpers: helpers.map(attachModel) }) }
}
