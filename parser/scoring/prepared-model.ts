/** A model that is ready to parse: what there is to know of it, and its weights in the memory of the kernel. */
import { Symbols } from '../../transform/symbols.ts'
import { soundly } from '../model/container.ts'
import type { Model, ModelFacts } from '../model/model.ts'
import type { SharedTables } from './kernel/kernel.ts'
import { Scoring } from './scoring.ts'

/** All parsers of one prepared model score in the same memory. */
export interface PreparedModel extends ModelFacts {
  readonly scoring: Scoring
}

/** Prepares a model, unless it is prepared. Throws ModelError if the weights cannot be made a table. */
export function prepareModel(model: Model | PreparedModel): PreparedModel {
  if ('scoring' in model) return model
  const { classifiers: _classifiers, relabeller: _relabeller, ...facts } = model
  const scoring = soundly({ name: 'model' }, () => Scoring.of(model))
  return { ...facts, scoring }
}

/** A model as plain data for a thread: its tables lie in memory that all threads read. No thread builds tables again. */
export interface SharedModel extends Omit<ModelFacts, 'labels'> {
  readonly labels: readonly string[]
  readonly tables: SharedTables
}

export function shareModel(model: Model | PreparedModel): SharedModel {
  const { labels, scoring, ...facts } = prepareModel(model)
  return { ...facts, labels: labels.texts(), tables: scoring.share() }
}

/** The model in a thread. */
export function attachModel(shared: SharedModel): PreparedModel {
  const { labels, tables, ...facts } = shared
  const scoring = Scoring.attach(facts.header, tables)
  return { ...facts, labels: new Symbols(labels).freeze(), scoring }
}
