/** Models by name, by address or as bytes. */
import { ModelError } from '../../parser/model/model-file.ts'
import type { PipelineOptions } from '../pipeline/pipeline.ts'
import { installedModel, isModelName } from './installed.ts'
import { parserOf, type TextParser } from './text-parser.ts'

/**
 * Where a model is: the name of an installed one (letters, digits, `-` and `_`), its address, the path of its file (in
 * a browser: its address relative to the page's), or its bytes.
 */
export type ModelSource = string | URL | Uint8Array | ArrayBuffer

export interface LoadOptions extends PipelineOptions {
  /** Ends the loading with its reason. */
  readonly signal?: AbortSignal
}

/**
 * Fetches the bytes of a model. Throws ModelError where there is none, and the signal's reason.
 *
 * @param source a path or an address
 */
export type ReadModel = (source: string | URL, signal: AbortSignal | undefined) => Promise<Uint8Array>

/** A `load` that gets bytes in its own way. */
export function loaderWith(
  read: ReadModel,
): (source: ModelSource, options?: LoadOptions) => Promise<TextParser> {
  return async (source, options = {}) => {
    options.signal?.throwIfAborted()
    if (source instanceof Uint8Array || source instanceof ArrayBuffer) return parserOf(source, options)
    const place = typeof source === 'string' && isModelName(source) ? installedModel(source) : source
    const bytes = await read(place, options.signal)
    try {
      return parserOf(bytes, options)
    } catch (error) {
      if (!(error instanceof ModelError)) throw error
      throw new ModelError(`${String(source)}: ${error.message}`, { cause: error })
    }
  }
}

/** Reads with `fetch`. */
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
 * Loads a model: `await load('en')`, `await load(new URL('https://…'))`, `await load('models/de.rbp')`, `await
 * load(bytes)`.
 *
 * @throws ModelError, in one line, where there is none or it is not sound; RangeError where it cannot be decoded as
 *   `options` say; the signal's reason
 */
export const load: (source: ModelSource, options?: LoadOptions) => Promise<TextParser> =
  loaderWith(fetchModel)
