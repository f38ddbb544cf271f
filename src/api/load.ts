/** Loading of models by name, by address or from bytes. */
import { ModelError } from '../../parser/model/model-file.ts'
import type { PipelineOptions } from '../pipeline/pipeline.ts'
import { abortSignal, check, optional, record, tagOf } from './arguments.ts'
import { installedModel, isModelName, RECIPE } from './installed.ts'
import { isBytes, parserOf, pipelineOptions, type TextParser } from './text-parser.ts'

/**
 * A model: the name of an installed one (letters, digits, `-` and `_`), an address, a path (in a browser, an address
 * relative to that of the page), or the bytes of a model file.
 */
export type ModelSource = string | URL | Uint8Array | ArrayBuffer

export interface LoadOptions extends PipelineOptions {
  /** Aborts the loading. */
  readonly signal?: AbortSignal
}

/** Reads the bytes at a path or an address. Throws ModelError if there are none, and the reason of the signal. */
export type ReadModel = (source: string | URL, signal: AbortSignal | undefined) => Promise<Uint8Array>

const modelSource = check(
  "the name of an installed model ('en'), a path, an address, or the bytes of a model file",
  (value) => typeof value === 'string' || tagOf(value) === 'URL' || isBytes(value),
)
const checkOptions = record({ ...pipelineOptions, signal: optional(abortSignal) })

export function loaderWith(
  read: ReadModel,
  find: (name: string) => URL = installedModel,
): (source: ModelSource, options?: LoadOptions) => Promise<TextParser> {
  return async (source, options = {}) => {
    modelSource(source, 'source')
    checkOptions(options, 'options')
    const { signal, ...decoding } = options
    signal?.throwIfAborted()
    if (isBytes(source)) return parserOf(source, decoding)
    const place = typeof source === 'string' && isModelName(source) ? find(source) : source
    const bytes = await read(place, signal)
    try {
      return parserOf(bytes, decoding)
    } catch (error) {
      if (!(error instanceof ModelError)) throw error
      throw new ModelError(`${String(source)}: ${error.message}`, { cause: error })
    }
  }
}

export async function fetchModel(source: string | URL, signal?: AbortSignal): Promise<Uint8Array> {
  const failed = (what: string, cause?: unknown): ModelError =>
    new ModelError(`${String(source)}: ${what}, ${RECIPE}`, { cause })
  let response: Response
  try {
    response = await fetch(source, { signal })
  } catch (error) {
    signal?.throwIfAborted()
    throw failed(`cannot be fetched (${error instanceof Error ? error.message : String(error)})`, error)
  }
  if (!response.ok) throw failed(`cannot be fetched (status ${response.status})`)
  // Servers of single-page applications answer with the page where there is no file.
  if (/^text\/html\b/.test(response.headers.get('content-type') ?? '')) throw failed('a page of HTML')
  return new Uint8Array(await response.arrayBuffer())
}

/**
 * Loads a model.
 *
 * ```js
 * const parser = await load('en') // an installed model
 * const fast = await load('en', { beam: 1 })
 * const other = await load(new URL('https://example.org/de.rbp'))
 * ```
 *
 * @throws TypeError for values of wrong types; ModelError if there is no model or it is not valid; RangeError if it
 *   cannot be decoded with `options`; the reason of the signal
 */
export const load: (source: ModelSource, options?: LoadOptions) => Promise<TextParser> =
  loaderWith(fetchModel)
