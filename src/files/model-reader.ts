/** Reads models in Node from files and addresses, and lists the installed models. */
import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { ModelError } from '../../parser/model/model-file.ts'
import { MODEL_EXTENSION, modelsFolder, MODEL_HINT } from '../api/installed.ts'
import { fetchModel, type ModelReader } from '../api/model-source.ts'
import { readPipeline } from '../pipeline/pipeline-file.ts'
import { installCommand, findModel, modelPaths } from './model-packages.ts'
import { codeOf, reasonOf } from './failures.ts'

/** A model that `load` finds by name. */
export interface InstalledModel {
  readonly name: string
  readonly path: string
  readonly bytes: number
  /** Information about the training: treebank, licence, options, seed, version. */
  readonly training: Readonly<Record<string, string | number | boolean>>
  /** The transition system of the parser. */
  readonly system: string
}

/** The models in `folder` (default: all installed models). Throws ModelError if a model is invalid. */
export async function installedModels(folder?: URL): Promise<InstalledModel[]> {
  const models: InstalledModel[] = []
  for (const [name, path] of await modelPaths(folder)) {
    const bytes = await readFile(path)
    try {
      const { training, parser } = readPipeline(bytes)
      models.push({ name, path, bytes: bytes.length, training, system: parser.header.system })
    } catch (error) {
      if (error instanceof ModelError) throw new ModelError(`${path}: ${error.message}`, { cause: error })
      throw error
    }
  }
  return models
}

async function readModelFile(source: string | URL, signal?: AbortSignal): Promise<Uint8Array> {
  const address = typeof source === 'string' ? addressIn(source) : source
  if (address && address.protocol !== 'file:') return fetchModel(address, signal)
  try {
    return await readFile(address ?? source, { signal })
  } catch (error) {
    signal?.throwIfAborted()
    const path = address ? fileURLToPath(address) : String(source)
    const folder = modelsFolder()
    if (codeOf(error) !== 'ENOENT' || !folder || !address?.href.startsWith(folder.href))
      throw new ModelError(`${path}: cannot be read (${reasonOf(error)})`, { cause: error })
    const name = decodeURIComponent(address.pathname.split('/').at(-1)!).slice(0, -MODEL_EXTENSION.length)
    const names = (await modelPaths()).map(([other]) => other)
    if (names.length === 0)
      throw new ModelError(`${path}: there is no model '${name}', nor in node_modules, ${MODEL_HINT}`, {
        cause: error,
      })
    const hint = `expected one of these, a package of ${installCommand(name)}, a path, an address or bytes; \`rbparse train --pipeline\` makes more`
    throw new ModelError(`no model '${name}' is installed (${names.join(', ')}), ${hint}`, { cause: error })
  }
}

/** The URL of a text that begins with a scheme; undefined for a path. A drive letter is not a scheme. */
function addressIn(text: string): URL | undefined {
  return /^[a-z][a-z\d+.-]+:/i.test(text) ? new URL(text) : undefined
}

/** Reads models from files and addresses, and also finds models in packages. */
export const fileReader: ModelReader = { read: readModelFile, find: findModel }
