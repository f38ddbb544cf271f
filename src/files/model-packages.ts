/**
 * Models that are npm packages of their own: `right-branching-model-pt`, which has the file `pt.rbp`, is the model `pt`.
 * `rbparse models pack` makes such packages.
 */
import { existsSync, readdirSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { MODEL_EXTENSION, installedModel, modelsFolder, isModelName } from '../api/installed.ts'
import { codeOf, CallError, naming } from './failures.ts'
import { ModelError } from '../../parser/model/model-file.ts'
import { readModel } from '../../parser/model/model-file.ts'
import { isPipeline, prepareTextModel, textModelOf, type TextModel } from '../pipeline/text-model.ts'
import type { Terminal } from './terminal.ts'
import { readAll } from './text-file.ts'

export const MODEL_PACKAGE = 'right-branching-model-'

/** What installs the package of a model. */
export const installing = (name: string): string => `\`npm install ${MODEL_PACKAGE}${name}\``

/**
 * The files of models in packages, by name: from `node_modules` in a folder or above it, the nearest one first. Those of
 * this package are among them, for bundles, which have no models next to them.
 */
export function packagedModels(folders = searched()): ReadonlyMap<string, string> {
  const found = new Map<string, string>()
  for (const start of folders)
    for (let folder = start, below = ''; folder !== below; [folder, below] = [dirname(folder), folder])
      for (const [name, path] of modelsIn(join(folder, 'node_modules')))
        if (!found.has(name) && existsSync(path)) found.set(name, path)
  return found
}

/** The folder of this program, if it is known, and the working directory. */
function searched(): string[] {
  const own = modelsFolder()
  return [...(own ? [dirname(fileURLToPath(own))] : []), process.cwd()]
}

/** The names and paths of the models that packages in `modules` would have. */
function modelsIn(modules: string): (readonly [name: string, path: string])[] {
  const own = join(modules, 'right-branching', 'dist', 'models')
  return [
    ...namesIn(modules, MODEL_PACKAGE, '').map(
      (name) => [name, join(modules, MODEL_PACKAGE + name, name + MODEL_EXTENSION)] as const,
    ),
    ...namesIn(own, '', MODEL_EXTENSION).map((name) => [name, join(own, name + MODEL_EXTENSION)] as const),
  ]
}

/** The entries of a folder with this beginning and end, without them. */
function namesIn(folder: string, beginning: string, end: string): string[] {
  try {
    return readdirSync(folder)
      .filter((entry) => entry.startsWith(beginning) && entry.endsWith(end))
      .map((entry) => entry.slice(beginning.length, entry.length - end.length))
  } catch {
    // It is absent, unreadable or a file.
    return []
  }
}

/** The names and paths of models: those of this package or of `folder`, then those of other packages. */
export async function modelPaths(folder?: URL): Promise<readonly (readonly [name: string, path: string])[]> {
  const own = folder ?? modelsFolder()
  const files = own
    ? await readdir(own).catch((error: unknown) => {
        if (codeOf(error) === 'ENOENT') return []
        throw error
      })
    : []
  const paths = files
    .filter((file) => file.endsWith(MODEL_EXTENSION))
    .map((file) => [file.slice(0, -MODEL_EXTENSION.length), fileURLToPath(new URL(file, own))] as const)
    .sort()
  const names = new Set(paths.map(([name]) => name))
  const others = folder ? [] : [...packagedModels()].filter(([name]) => !names.has(name)).sort()
  return [...paths, ...others]
}

/** The address of an installed model: of this package, or of a package of its own. It may not exist. */
export function findModel(name: string): URL {
  const own = modelsFolder() && installedModel(name)
  const path = own && existsSync(own) ? undefined : packagedModels().get(name)
  return path === undefined ? installedModel(name) : pathToFileURL(path)
}

// The models of commands.

/** The file of `--model`: a file, or an installed model (default: `en`). Throws CallError if neither exists. */
export async function modelPath(model: string | undefined): Promise<string> {
  if (model !== undefined && (!isModelName(model) || existsSync(model))) return model
  const path = fileURLToPath(findModel(model ?? 'en'))
  if (existsSync(path)) return path
  const name = model ?? 'en'
  const names = (await modelPaths()).map(([other]) => other)
  const hint =
    names.length > 0
      ? `${names.join(', ')}, a file, or a package of ${installing(name)}`
      : 'a file; `rbparse train` makes one'
  throw new CallError(`no model '${name}' is installed, and no file has this name, expected ${hint}`)
}

/** Reads a file of a pipeline or of a parser. Throws CallError if it cannot be read, RunError if it has neither. */
export async function loadModel(path: string, terminal: Terminal): Promise<TextModel> {
  const bytes = await readAll(path, terminal)
  return naming(path, ModelError, async () => {
    if (!isPipeline(bytes)) return prepareTextModel(textModelOf(readModel(bytes)))
    const { readPipeline } = await import('../pipeline/pipeline-file.ts')
    return prepareTextModel(readPipeline(bytes))
  })
}
