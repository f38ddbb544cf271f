/** Where models come from: names, addresses, paths and bytes. */
import { ModelError } from '../../parser/model/model-file.ts'
import { check, isBytes, tagOf } from '../../transform/arguments.ts'
import { installedModel, isModelName, RECIPE } from './installed.ts'

/**
 * A model: the name of an installed one (letters, digits, `-` and `_`), an address, a path (in a browser, an address
 * relative to that of the page), or the bytes of a model file.
 */
export type ModelSource = string | URL | Uint8Array | ArrayBuffer

export const modelSource = check(
  "the name of an installed model ('en'), a path, an address, or the bytes of a model file",
  (value) => typeof value === 'string' || tagOf(value) === 'URL' || isBytes(value),
)

/** How a runtime finds and reads models. */
export interface ModelReader {
  /** The bytes at a path or an address. Rejects with ModelError if there are none, and with the reason of the signal. */
  read(source: string | URL, signal: AbortSignal | undefined): Promise<Uint8Array>
  /** The address of an installed model. */
  find(name: string): URL
}

/** Reads models from addresses, and finds installed ones next to this module. */
let reader: ModelReader = { read: fetchModel, find: installedModel }

/** Reads all models with `next`. The entry of Node gives one that reads files. */
export function useModelReader(next: ModelReader): void {
  reader = next
}

/** What `use` makes of the bytes of a model. A ModelError names the source. */
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
  const failed = (what: string, cause?: unknown): ModelError =>
    new ModelError(`${String(source)}: ${what}, ${RECIPE}`, { cause })
  let response: Response
  let bytes: ArrayBuffer
  try {
    response = await fetch(source, { signal })
    bytes = await response.arrayBuffer()
  } catch (error) {
    signal?.throwIfAborted()
    throw failed(`cannot be fetched (${error instanceof Error ? error.message : String(error)})`, error)
  }
  if (!response.ok) throw failed(`cannot be fetched (status ${response.status})`)
  // Servers of single-page applications answer with the page where there is no file.
  if (/^text\/html\b/.test(response.headers.get('content-type') ?? '')) throw failed('a page of HTML')
  return new Uint8Array(bytes)
}
