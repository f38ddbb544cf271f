/** A model that is ready to parse: what there is to know of it, and its weights in the memory of the kernel. */
import { Symbols } from '../../transform/symbols.ts'
import { ModelError } from '../model/container.ts'
import type { Model, ModelFacts } from '../model/model.ts'
import type { SharedTables } from './kernel/kernel.ts'
import { Scoring } from './scoring.ts'

/** All parsers of one prepared model score in the same memory. */
export interface PreparedModel extends ModelFacts {
  readonly scoring: Scoring
}

/**
 * Prepares a model; one that is prepared already is returned as it is.
 *
 * @throws ModelError if the weights cannot be made a table
 */
export function prepareModel(model: Model | PreparedModel): PreparedModel {
  if ('scoring' in model) return model
  const { header, labels, defaults, rootLabel, clusters } = model
  return { header, labels, defaults, rootLabel, clusters, scoring: scoringOf(model) }
}

function scoringOf(model: Model): Scoring {
  try {
    return Scoring.of(model)
  } catch (error) {
    if (!(error instanceof RangeError)) throw error
    throw new ModelError(`not a sound model: ${error.message}`, { cause: error })
  }
}

/** A model as plain data for a thread: its tables lie in memory that all threads read. No thread builds tables again. */
export interface SharedModel extends Omit<ModelFacts, 'labels'> {
  readonly labels: readonly string[]
  readonly tables: SharedTables
}

export function shareModel(model: Model | PreparedModel): SharedModel {
  const { header, labels, defaults, rootLabel, clusters, scoring } = prepareModel(model)
  return { header, defaults, rootLabel, clusters, labels: labels.texts(), tables: scoring.share() }
}

/** The model in a thread. */
export function attachModel(shared: SharedModel): PreparedModel {
  const { header, labels, defaults, rootLabel, clusters, tables } = shared
  const scoring = Scoring.attach(header, tables)
  return { header, defaults, rootLabel, clusters, labels: new Symbols(labels).freeze(), scoring }
}
