/** The models of a server, and their selection by requests. */
import type { SharedModel } from '../../parser/scoring/scoring.ts'
import { shareTextModel, type TextModel } from '../pipeline/text-model.ts'
import { RequestFailure, quoteText } from './failure.ts'

export type Stage = 'tokenizer' | 'tagger' | 'parser'

/** A model in the form that threads receive. */
export interface ServedModel {
  readonly name: string
  /** Additional names by which requests select the model. */
  readonly aliases: readonly string[]
  readonly stages: readonly Stage[]
  /** The program, the treebank and the licence, as texts. */
  readonly acknowledgements: readonly string[]
  readonly model: TextModel<SharedModel>
}

export function servedModel(
  name: string,
  model: TextModel,
  program: string,
  aliases: readonly string[] = [],
): ServedModel {
  const { treebank, licence } = model.training
  const acknowledgements = [program]
  // A treebank from standard input has no name.
  if (typeof treebank === 'string' && treebank !== '-') acknowledgements.push(`trained on ${treebank}`)
  if (typeof licence === 'string' && licence !== '') acknowledgements.push(`licence: ${licence}`)
  return {
    name,
    aliases,
    stages: model.tagger ? ['tokenizer', 'tagger', 'parser'] : ['tokenizer', 'parser'],
    acknowledgements,
    model: shareTextModel(model),
  }
}

/**
 * Selects the model of a request (default: the first model): a model with this name or alias, otherwise a model whose name
 * begins with it (`english` for `english-ewt`), otherwise a model of the same language (`english-gum-ud-2.12-230717` or
 * `eng` for `en`). Throws RequestFailure.
 */
export function selectModel(models: readonly ServedModel[], requestedName: string | undefined): ServedModel {
  if (requestedName === undefined || requestedName === '') return models[0]
  const find = (matchesName: (name: string) => boolean): ServedModel | undefined =>
    models.find(({ name, aliases }) => [name, ...aliases].some(matchesName))
  const language = languageOf(requestedName)
  const found =
    find((name) => name === requestedName) ??
    find((name) => name.startsWith(`${requestedName}-`)) ??
    find((name) => languageOf(name) === language)
  if (found) return found
  const names = models.map((model) => model.name).join(', ')
  throw new RequestFailure(400, `there is no model ${quoteText(requestedName)}, expected one of: ${names}`)
}

const languageNames = new Intl.DisplayNames(['en'], { type: 'language', fallback: 'none' })

/** The language of a model name: `english` for `english-ewt`, and for ISO 639 codes such as `en`, `eng` and `en_ewt-ud-2.12`. */
function languageOf(name: string): string {
  const lower = name.toLowerCase()
  const [code] = /^[a-z]{2,3}(?=[-_]|$)/.exec(lower) ?? []
  const language = code === undefined ? undefined : languageNames.of(code)
  return language?.toLowerCase().replaceAll(' ', '_') ?? lower.split('-', 1)[0]
}

export function modelList(models: readonly ServedModel[]): object {
  return {
    models: Object.fromEntries(models.map(({ name, stages }) => [name, stages])),
    default_model: models[0].name,
  }
}
