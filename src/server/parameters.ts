/** Reads requests to `/process` from their parameters, compatible with UDPipe. */
import { inputFormats } from '../formats/input-formats.ts'
import { formatsOf } from '../formats/output-formats.ts'
import { RequestFailure, quoteText } from './failure.ts'
import { selectModel, type ServedModel, type Stage } from './served-models.ts'

/** Ignored option values: a parameter requests its stage with any value. */
const ignoredOptions = ['', '0', '1', 'no', 'yes', 'false', 'true', 'none', 'default']

interface RequestContext {
  readonly parameters: ReadonlyMap<string, string>
  readonly models: readonly ServedModel[]
}

/**
 * Readers of the parameters of a request. The text is undefined if the parameter is absent. Readers throw RequestFailure. To
 * add a parameter, add an entry.
 */
const readers = {
  data(text: string | undefined): string {
    if (text !== undefined) return text
    throw new RequestFailure(400, 'there is no data, expected the parameter data')
  },
  model: (text: string | undefined, { models }: RequestContext) => selectModel(models, text),
  /** The tokenizer reads plain text, therefore it determines the input format. */
  tokenizer: (text: string | undefined) => (text === undefined ? undefined : `tokenizer=${text}`),
  tagger: (_: string | undefined, context: RequestContext) => wants('tagger', context),
  parser: (_: string | undefined, context: RequestContext) => wants('parser', context),
  input: (text: string | undefined, { parameters }: RequestContext) =>
    formatOf('input', inputFormats, readers.tokenizer(parameters.get('tokenizer')) ?? text),
  output: (text: string | undefined) => formatOf('output', formatsOf('service'), text),
}

export type ProcessRequest = {
  readonly [Name in keyof typeof readers]: ReturnType<(typeof readers)[Name]>
}

/** Reads a request. Throws RequestFailure for invalid parameters. */
export function readProcessRequest(
  parameters: ReadonlyMap<string, string>,
  models: readonly ServedModel[],
): ProcessRequest {
  const names = Object.keys(readers)
  for (const name of parameters.keys())
    if (!names.includes(name))
      throw new RequestFailure(400, `unknown parameter ${quoteText(name)}, expected ${names.join(', ')}`)
  const context = { parameters, models }
  const read = Object.entries(readers).map(([name, reader]) => [name, reader(parameters.get(name), context)])
  return Object.fromEntries(read) as ProcessRequest
}

function wants(stage: Stage, { parameters, models }: RequestContext): boolean {
  if (!parameters.has(stage)) return false
  const model = selectModel(models, parameters.get('model'))
  if (!model.stages.includes(stage)) throw new RequestFailure(400, `the model ${model.name} has no ${stage}`)
  return true
}

/** A format with its name and options. */
interface RequestedFormat<Format> {
  readonly name: string
  readonly format: Format
  readonly options: ReadonlySet<string>
}

/** Reads `NAME` or `NAME=OPTION;OPTION`. The default is `conllu`. */
function formatOf<Format extends { readonly options: readonly string[] }>(
  parameter: string,
  formats: Readonly<Record<string, Format>>,
  value: string | undefined,
): RequestedFormat<Format> {
  const [, given = '', options] = /^([^=]*)=?(.*)$/s.exec(value ?? '') ?? []
  const name = given === '' ? 'conllu' : given
  if (Object.hasOwn(formats, name))
    return { name, format: formats[name], options: optionsOf(name, formats[name].options, options) }
  const supported = Object.keys(formats)
  throw new RequestFailure(
    400,
    `unknown ${parameter} ${quoteText(given)}, expected one of: ${supported.join(', ')}`,
  )
}

function optionsOf(format: string, supported: readonly string[], text: string): ReadonlySet<string> {
  const words = text.split(';').map((option) => option.split('=', 1)[0].trim())
  const options = words.filter((word) => !ignoredOptions.includes(word))
  const unknownOption = options.find((option) => !supported.includes(option))
  if (unknownOption === undefined) return new Set(options)
  const expected = supported.join(', ') || 'none'
  throw new RequestFailure(
    400,
    `unknown option ${quoteText(unknownOption)} of ${format}, expected ${expected}`,
  )
}
