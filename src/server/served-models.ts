/** The models that a server has, and which of them a request means. */
import { shareModel, type SharedModel } from '../../parser/scoring/shared-model.ts'
import type { Model } from '../../parser/model/model.ts'
import type { PipelineModel } from '../pipeline/model.ts'
import { RequestFailure, shown } from './failure.ts'

export type Stage = 'tokenizer' | 'tagger' | 'parser'

/** A model as threads are sent it. */
export interface ServedModel {
  readonly name: string
  /** What it can do. */
  readonly stages: readonly Stage[]
  /** Whom and what there is to thank for it. */
  readonly acknowledgements: readonly string[]
  readonly parser: SharedModel
  /** The other models of a pipeline. */
  readonly pipeline: Omit<PipelineModel, 'parser'> | undefined
}

/**
 * @param program the name and version of this program
 * @param threads how many will use the model
 */
export function servedModel(
  name: string,
  model: PipelineModel | Model,
  program: string,
  threads: number,
): ServedModel {
  const whole = 'tokenizer' in model ? model : undefined
  const parser = whole ? whole.parser : (model as Model)
  const facts = whole?.training ?? parser.header.training
  const { treebank, licence } = facts as Readonly<Record<string, unknown>>
  const acknowledgements = [program]
  // What came from standard input has no name.
  if (typeof treebank === 'string' && treebank !== '-') acknowledgements.push(`trained on ${treebank}`)
  if (typeof licence === 'string' && licence !== '') acknowledgements.push(`licence: ${licence}`)
  return {
    name,
    stages: whole ? ['tokenizer', 'tagger', 'parser'] : ['tokenizer', 'parser'],
    acknowledgements,
    parser: shareModel(parser, threads),
    pipeline: whole && { training: whole.training, tokenizer: whole.tokenizer, tagger: whole.tagger },
  }
}

/**
 * The model of that name, or the first one whose name goes on behind it with a hyphen: `english` finds `english-ewt`;
 * the first of all where none is named. Throws RequestFailure where there is none.
 */
export function selectModel(models: readonly ServedModel[], name: string | undefined): ServedModel {
  if (name === undefined || name === '') return models[0]
  const found =
    models.find((model) => model.name === name) ?? models.find((model) => model.name.startsWith(`${name}-`))
  if (found) return found
  const names = models.map((model) => model.name).join(', ')
  throw new RequestFailure(400, `there is no model ${shown(name)}, expected one of: ${names}`)
}

/** What `/models` answers. */
export function modelList(models: readonly ServedModel[]): object {
  return {
    models: Object.fromEntries(models.map(({ name, stages }) => [name, stages])),
    default_model: models[0].name,
  }
}
