/** A model that is ready to parse: what there is to know of it, and its weights in the memory of the kernel. */
import { ModelError } from '../model/container.ts'
import type { Model, ModelFacts } from '../model/model.ts'
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
  const { header, labels, defaults, rootLabel } = model
  return { header, labels, defaults, rootLabel, scoring: scoringOf(model) }
}

function scoringOf(model: Model): Scoring {
  try {
    return Scoring.of(model)
  } catch (error) {
    if (!(error instanceof RangeError)) throw error
    throw new ModelError(`not a sound model: ${error.message}`, { cause: error })
  }
}
