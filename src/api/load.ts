/** Loading of models by name, by address or from bytes. */
import { ModelError } from '../../parser/model/model-file.ts'
import type { PipelineOptions } from '../pipeline/pipeline.ts'
import { abortSignal, check, optional, record, tagOf } from './arguments.ts'
import { installedModel, isModelName } from './installed.ts'
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
  const hint = 'expected the name of an installed model, the address of a model file, or its bytes'
  let response: Response
  try {
    response = await fetch(source, { signal })
  } catch (error) {
    signal?.throwIfAborted()
    const reason = error instanceof Error ? error.message : String(error)
    throw new ModelError(`${String(source)}: cannot be fetched (${reason}), ${hint}`, { cause: error })
  }
  if (!response.ok)
    throw new ModelError(`${String(source)}: cannot be fetched (status ${response.status}), ${hint}`)
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
