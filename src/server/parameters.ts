/** Requests to `/process`, read from their parameters as UDPipe reads them. */
import { inputFormats } from '../formats/input-formats.ts'
import { formatsOf } from '../formats/output-formats.ts'
import { RequestFailure, shown } from './failure.ts'
import { selectModel, type ServedModel, type Stage } from './served-models.ts'

/** Options that say nothing: a parameter that is present asks for its stage, whatever its value. */
const noOptions = ['', '0', '1', 'no', 'yes', 'false', 'true', 'none', 'default']

interface Asked {
  readonly parameters: ReadonlyMap<string, string>
  readonly models: readonly ServedModel[]
}

/**
 * The parameters of a request: how each is read from its text, which is undefined if it is absent. They throw RequestFailure.
 * A new parameter is an entry here.
 */
const readers = {
  data(text: string | undefined): string {
    if (text !== undefined) return text
    throw new RequestFailure(400, 'there is no data, expected the parameter data')
  },
  model: (text: string | undefined, { models }: Asked) => selectModel(models, text),
  /** A tokenizer reads plain text: there is no other input. */
  tokenizer: (text: string | undefined) => (text === undefined ? undefined : `tokenizer=${text}`),
  tagger: (_: string | undefined, asked: Asked) => wants('tagger', asked),
  parser: (_: string | undefined, asked: Asked) => wants('parser', asked),
  input: (text: string | undefined, { parameters }: Asked) =>
    formatOf('input', inputFormats, readers.tokenizer(parameters.get('tokenizer')) ?? text),
  output: (text: string | undefined) => formatOf('output', formatsOf('service'), text),
}

export type ProcessRequest = {
  readonly [Name in keyof typeof readers]: ReturnType<(typeof readers)[Name]>
}

/** Throws RequestFailure if the parameters make no sense. */
export function readProcessRequest(
  parameters: ReadonlyMap<string, string>,
  models: readonly ServedModel[],
): ProcessRequest {
  const names = Object.keys(readers)
  for (const name of parameters.keys())
    if (!names.includes(name))
      throw new RequestFailure(400, `unknown parameter ${shown(name)}, expected ${names.join(', ')}`)
  const asked = { parameters, models }
  const read = Object.entries(readers).map(([name, reader]) => [name, reader(parameters.get(name), asked)])
  return Object.fromEntries(read) as ProcessRequest
}

function wants(stage: Stage, { parameters, models }: Asked): boolean {
  if (!parameters.has(stage)) return false
  const model = selectModel(models, parameters.get('model'))
  if (!model.stages.includes(stage)) throw new RequestFailure(400, `the model ${model.name} has no ${stage}`)
  return true
}

/** A format, and the options that follow its name. */
interface AskedFormat<Format> {
  readonly name: string
  readonly format: Format
  readonly options: ReadonlySet<string>
}

/** Reads `NAME` or `NAME=OPTION;OPTION`. The default is `conllu`. */
function formatOf<Format extends { readonly options: readonly string[] }>(
  parameter: string,
  formats: Readonly<Record<string, Format>>,
  value: string | undefined,
): AskedFormat<Format> {
  const [, asked = '', options] = /^([^=]*)=?(.*)$/s.exec(value ?? '') ?? []
  const name = asked === '' ? 'conllu' : asked
  if (Object.hasOwn(formats, name))
    return { name, format: formats[name], options: optionsOf(name, formats[name].options, options) }
  const known = Object.keys(formats)
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
