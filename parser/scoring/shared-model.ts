/**
 * A model for several threads: its tables lie in memory that all of them read, everything else is small and plain, so
 * that it can be sent (`postMessage`, `workerData`). No thread decodes a model file or builds tables again.
 */
import { Symbols } from '../../transform/symbols.ts'
import type { Model, ModelFacts } from '../model/model.ts'
import type { SharedTables } from './kernel/kernel.ts'
import { prepareModel, type PreparedModel } from './prepared-model.ts'
import { Scoring } from './scoring.ts'

/** What a thread is sent of a model. */
export interface SharedModel extends Omit<ModelFacts, 'labels'> {
  readonly labels: readonly string[]
  readonly tables: SharedTables
}

export function shareModel(model: Model | PreparedModel): SharedModel {
  const { header, labels, defaults, rootLabel, scoring } = prepareModel(model)
  return { header, defaults, rootLabel, labels: labels.texts(), tables: scoring.share() }
}

/** The model in a thread. */
export function attachModel({ header, labels, defaults, rootLabel, tables }: SharedModel): PreparedModel {
  const scoring = Scoring.attach(header, tables)
  return { header, defaults, rootLabel, labels: new Symbols(labels).freeze(), scoring }
}
