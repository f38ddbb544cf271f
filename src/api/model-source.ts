/** Sources of models: names, addresses, paths and bytes. */
import { ModelError } from '../../parser/model/model-file.ts'
import { check, isBytes, tagOf } from '../../transform/arguments.ts'
import { installedModel, isModelName, MODEL_HINT } from './installed.ts'

/**
 * The source of a model: the name of an installed model (letters, digits, `-` and `_`), an address, a path (in a browser, an
 * address relative to the page), or the bytes of a model file.
 */
export type ModelSource = string | URL | Uint8Array | ArrayBuffer

export const modelSource = check(
  "the name of an installed model ('en'), a path, an address, or the bytes of a model file",
  (value) => typeof value === 'string' || tagOf(value) === 'URL' || isBytes(value),
)

/** Finds and reads models in a runtime. */
export interface ModelReader {
  /** The bytes at a path or an address. Rejects with ModelError if there is no file, and with the reason of the signal. */
  read(source: string | URL, signal: AbortSignal | undefined): Promise<Uint8Array>
  /** The address of an installed model. */
  find(name: string): URL
}

/** The current reader. Default: reads models from addresses, and finds installed models next to this module. */
let reader: ModelReader = { read: fetchModel, find: installedModel }

/** Sets the reader of all models. The Node entry sets one that reads files. */
export function useModelReader(newReader: ModelReader): void {
  reader = newReader
}

/** Reads the bytes of a model and returns the result of `use`. A ModelError names the source. */
export async function using<Result>(
  source: ModelSource,
  signal: AbortSignal | undefined,
  use: (bytes: Uint8Array | ArrayBuffer) => Result | Promise<Result>,
): Promise<Result> {
  signal?.throwIfAborted()
  if (isBytes(source)) return use(source)
  const place = typeof source === 'string' && isModelName(source) ? reader.find(source) : source
  const bytes = await reader.read(place, signal)
  try {
    return await use(bytes)
  } catch (error) {
    if (!(error instanceof ModelError)) throw error
    throw new ModelError(`${String(source)}: ${error.message}`, { cause: error })
  }
}

export async function fetchModel(source: string | URL, signal?: AbortSignal): Promise<Uint8Array> {
  const modelError = (what: string, cause?: unknown): ModelError =>
    new ModelError(`${String(source)}: ${what}, ${MODEL_HINT}`, { cause })
  let response: Response
  let bytes: ArrayBuffer
  try {
    response = await fetch(source, { signal })
    bytes = await response.arrayBuffer()
  } catch (error) {
    signal?.throwIfAborted()
    throw modelError(`cannot be fetched (${error instanceof Error ? error.message : String(error)})`, error)
  }
  if (!response.ok) throw modelError(`cannot be fetched (status ${response.status})`)
  // Servers of single-page applications answer with an HTML page if the file does not exist.
  if (/^text\/html\b/.test(response.headers.get('content-type') ?? '')) throw modelError('a page of HTML')
  return new Uint8Array(bytes)
}
