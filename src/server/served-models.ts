/** The models of a server, and how requests name them. */
import { shareModels, type Models, type SharedModels } from '../jobs/models.ts'
import { RequestFailure, shown } from './failure.ts'

export type Stage = 'tokenizer' | 'tagger' | 'parser'

/** A model in the form that threads receive. */
export interface ServedModel {
  readonly name: string
  readonly stages: readonly Stage[]
  /** The program, the treebank and the licence. */
  readonly acknowledgements: readonly string[]
  readonly models: SharedModels
}

export function servedModel(name: string, models: Models, program: string): ServedModel {
  const { parser, pipeline } = models
  const { treebank, licence } = pipeline?.training ?? parser.header.training
  const acknowledgements = [program]
  // A treebank from standard input has no name.
  if (typeof treebank === 'string' && treebank !== '-') acknowledgements.push(`trained on ${treebank}`)
  if (typeof licence === 'string' && licence !== '') acknowledgements.push(`licence: ${licence}`)
  return {
    name,
    stages: pipeline ? ['tokenizer', 'tagger', 'parser'] : ['tokenizer', 'parser'],
    acknowledgements,
    models: shareModels(models),
  }
}

/** The model of that name, or `english-ewt` for `english`, or the first for no name. Throws RequestFailure. */
export function selectModel(models: readonly ServedModel[], name: string | undefined): ServedModel {
  if (name === undefined || name === '') return models[0]
  const found =
    models.find((model) => model.name === name) ?? models.find((model) => model.name.startsWith(`${name}-`))
  if (found) return found
  const names = models.map((model) => model.name).join(', ')
  throw new RequestFailure(400, `there is no model ${shown(name)}, expected one of: ${names}`)
}

export function modelList(models: readonly ServedModel[]): object {
  return {
    models: Object.fromEntries(models.map(({ name, stages }) => [name, stages])),
    default_model: models[0].name,
  }
}
