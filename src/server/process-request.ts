/** Requests to `/process`, read from their parameters. */
import { RequestFailure, shown } from './failure.ts'
import { selectModel, type ServedModel, type Stage } from './served-models.ts'

const inputs = ['conllu', 'horizontal', 'vertical', 'generic_tokenizer'] as const
const outputs = ['conllu', 'horizontal', 'vertical', 'plaintext'] as const
const tokenizerOptions = ['normalized_spaces', 'presegmented', 'ranges'] as const
const names = ['data', 'model', 'tokenizer', 'tagger', 'parser', 'input', 'output']
/** Values by which clients ask for a stage without options. */
const noOptions = ['', '1', 'yes', 'true', 'default']

export type Input = (typeof inputs)[number]
export type Output = (typeof outputs)[number]
export type TokenizerOption = (typeof tokenizerOptions)[number]

export interface ProcessRequest {
  readonly model: ServedModel
  readonly data: string
  /** The options of the tokenizer; undefined if the request does not want it. */
  readonly tokenizer: ReadonlySet<TokenizerOption> | undefined
  readonly tagger: boolean
  readonly parser: boolean
  /** The format of `data`. Not used with a tokenizer, which reads plain text. */
  readonly input: Input
  readonly output: Output
}

/** Throws RequestFailure if the parameters make no sense. */
export function readProcessRequest(
  parameters: ReadonlyMap<string, string>,
  models: readonly ServedModel[],
): ProcessRequest {
  for (const name of parameters.keys())
    if (!names.includes(name))
      throw new RequestFailure(400, `unknown parameter ${shown(name)}, expected ${names.join(', ')}`)
  const data = parameters.get('data')
  if (data === undefined) throw new RequestFailure(400, 'there is no data, expected the parameter data')
  const model = selectModel(models, parameters.get('model'))
  const [tagger, parser] = (['tagger', 'parser'] as const).map((stage) => wants(stage, parameters, model))
  return {
    model,
    data,
    tokenizer: tokenizing(parameters.get('tokenizer')),
    tagger,
    parser,
    input: choice('input', inputs, parameters),
    output: choice('output', outputs, parameters),
  }
}

function wants(stage: Stage, parameters: ReadonlyMap<string, string>, model: ServedModel): boolean {
  const value = parameters.get(stage)
  if (value === undefined) return false
  if (!noOptions.includes(value))
    throw new RequestFailure(400, `unknown option ${shown(value)} of the ${stage}, expected none`)
  if (!model.stages.includes(stage)) throw new RequestFailure(400, `the model ${model.name} has no ${stage}`)
  return true
}

function tokenizing(value: string | undefined): ProcessRequest['tokenizer'] {
  if (value === undefined) return undefined
  const options = new Set<TokenizerOption>()
  for (const word of value.split(';').map((text) => text.trim())) {
    if (noOptions.includes(word)) continue
    const option = tokenizerOptions.find((known) => known === word)
    if (!option) {
      const expected = tokenizerOptions.join(', ')
      throw new RequestFailure(400, `unknown option ${shown(word)} of the tokenizer, expected ${expected}`)
    }
    options.add(option)
  }
  return options
}

function choice<T extends string>(
  name: string,
  choices: readonly T[],
  parameters: ReadonlyMap<string, string>,
): T {
  const value = parameters.get(name)
  if (value === undefined || value === '') return choices[0]
  const found = choices.find((known) => known === value)
  if (found) return found
  throw new RequestFailure(400, `unknown ${name} ${shown(value)}, expected one of: ${choices.join(', ')}`)
}
