/** Requests to `/process`, read from their parameters as UDPipe reads them. */
import { RequestFailure, shown } from './failure.ts'
import { selectModel, type ServedModel, type Stage } from './served-models.ts'

const tokenizerOptions = ['normalized_spaces', 'presegmented', 'ranges'] as const
/** The formats and their options, which follow the name: `conllu=v1`. */
const inputs = {
  conllu: ['v1', 'v2'],
  horizontal: [],
  vertical: [],
  generic_tokenizer: tokenizerOptions,
  tokenizer: tokenizerOptions,
} as const
const outputs = {
  conllu: ['v1', 'v2'],
  horizontal: ['paragraphs'],
  vertical: ['paragraphs'],
  plaintext: ['normalized_spaces'],
  matxin: [],
  epe: [],
} as const
const names = ['data', 'model', 'tokenizer', 'tagger', 'parser', 'input', 'output']
/** Options that say nothing: a parameter that is present asks for its stage, whatever its value. */
const noOptions = ['', '0', '1', 'no', 'yes', 'false', 'true', 'none', 'default']

export type Input = keyof typeof inputs
export type Output = keyof typeof outputs
export type TokenizerOption = (typeof tokenizerOptions)[number]

export interface Format<Name extends string> {
  readonly name: Name
  readonly options: ReadonlySet<string>
}

export interface ProcessRequest {
  readonly model: ServedModel
  readonly data: string
  readonly input: Format<Input>
  readonly tagger: boolean
  readonly parser: boolean
  readonly output: Format<Output>
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
  const tokenizer = parameters.get('tokenizer')
  // A tokenizer reads plain text: there is no other input.
  const input = tokenizer === undefined ? parameters.get('input') : `tokenizer=${tokenizer}`
  const [tagger, parser] = (['tagger', 'parser'] as const).map((stage) => wants(stage, parameters, model))
  return {
    model,
    data,
    input: formatOf('input', inputs, input),
    tagger,
    parser,
    output: formatOf('output', outputs, parameters.get('output')),
  }
}

function wants(stage: Stage, parameters: ReadonlyMap<string, string>, model: ServedModel): boolean {
  if (!parameters.has(stage)) return false
  if (!model.stages.includes(stage)) throw new RequestFailure(400, `the model ${model.name} has no ${stage}`)
  return true
}

/** Reads `NAME` or `NAME=OPTION;OPTION`. The default is `conllu`. */
function formatOf<Name extends string>(
  parameter: string,
  formats: Readonly<Record<Name | 'conllu', readonly string[]>>,
  value: string | undefined,
): Format<Name | 'conllu'> {
  const [, asked = '', options] = /^([^=]*)=?(.*)$/s.exec(value ?? '') ?? []
  const known = Object.keys(formats) as (keyof typeof formats)[]
  const name = asked === '' ? 'conllu' : known.find((format) => format === asked)
  if (name !== undefined) return { name, options: optionsOf(name, formats[name], options) }
  throw new RequestFailure(400, `unknown ${parameter} ${shown(asked)}, expected one of: ${known.join(', ')}`)
}

function optionsOf(format: string, known: readonly string[], text: string): ReadonlySet<string> {
  const words = text.split(';').map((option) => option.split('=', 1)[0].trim())
  const options = words.filter((word) => !noOptions.includes(word))
  const other = options.find((option) => !known.includes(option))
  if (other === undefined) return new Set(options)
  const expected = known.join(', ') || 'none'
  throw new RequestFailure(400, `unknown option ${shown(other)} of ${format}, expected ${expected}`)
}
