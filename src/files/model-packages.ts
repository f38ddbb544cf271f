/**
 * Models in separate npm packages: the package `right-branching-model-pt` with the file `pt.rbp` is the model `pt`. `rbparse
 * models pack` makes such packages.
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

/** The command that installs the package of a model. */
export const installCommand = (name: string): string => `\`npm install ${MODEL_PACKAGE}${name}\``

/**
 * The files of models in packages, by name: from `node_modules` in each folder or its parents, the nearest first. They
 * include the models of this package, because bundles have no models next to them.
 */
export function packagedModels(folders = searchFolders()): ReadonlyMap<string, string> {
  const paths = new Map<string, string>()
  for (const start of folders)
    for (let folder = start, child = ''; folder !== child; [folder, child] = [dirname(folder), folder])
      for (const [name, path] of modelsIn(join(folder, 'node_modules')))
        if (!paths.has(name) && existsSync(path)) paths.set(name, path)
  return paths
}

/** The folder of this program, if it is known, and the working directory. */
function searchFolders(): string[] {
  const ownModels = modelsFolder()
  return [...(ownModels ? [dirname(fileURLToPath(ownModels))] : []), process.cwd()]
}

/** The names and paths of models in the packages of the folder `modules`. The files may not exist. */
function modelsIn(modules: string): (readonly [name: string, path: string])[] {
  const ownModels = join(modules, 'right-branching', 'dist', 'models')
  return [
    ...namesIn(modules, MODEL_PACKAGE, '').map(
      (name) => [name, join(modules, MODEL_PACKAGE + name, name + MODEL_EXTENSION)] as const,
    ),
    ...namesIn(ownModels, '', MODEL_EXTENSION).map(
      (name) => [name, join(ownModels, name + MODEL_EXTENSION)] as const,
    ),
  ]
}

/** The names of the entries of a folder with this prefix and suffix, without prefix and suffix. */
function namesIn(folder: string, prefix: string, suffix: string): string[] {
  try {
    return readdirSync(folder)
      .filter((entry) => entry.startsWith(prefix) && entry.endsWith(suffix))
      .map((entry) => entry.slice(prefix.length, entry.length - suffix.length))
  } catch {
    // The folder is absent or unreadable, or it is a file.
    return []
  }
}

/** The names and paths of models: first the models of this package or of `folder`, then those of other packages. */
export async function modelPaths(folder?: URL): Promise<readonly (readonly [name: string, path: string])[]> {
  const ownModels = folder ?? modelsFolder()
  const files = ownModels
    ? await readdir(ownModels).catch((error: unknown) => {
        if (codeOf(error) === 'ENOENT') return []
        throw error
      })
    : []
  const paths = files
    .filter((file) => file.endsWith(MODEL_EXTENSION))
    .map((file) => [file.slice(0, -MODEL_EXTENSION.length), fileURLToPath(new URL(file, ownModels))] as const)
    .sort()
  const names = new Set(paths.map(([name]) => name))
  const packaged = folder ? [] : [...packagedModels()].filter(([name]) => !names.has(name)).sort()
  return [...paths, ...packaged]
}

/** The address of an installed model, in this package or in a separate package. The file may not exist. */
export function findModel(name: string): URL {
  const ownModels = modelsFolder() && installedModel(name)
  const path = ownModels && existsSync(ownModels) ? undefined : packagedModels().get(name)
  return path === undefined ? installedModel(name) : pathToFileURL(path)
}

// Models of commands.

/** The path for `--model`: a file, or an installed model (default: `en`). Throws CallError if neither exists. */
export async function modelPath(model: string | undefined): Promise<string> {
  if (model !== undefined && (!isModelName(model) || existsSync(model))) return model
  const path = fileURLToPath(findModel(model ?? 'en'))
  if (existsSync(path)) return path
  const name = model ?? 'en'
  const names = (await modelPaths()).map(([other]) => other)
  const hint =
    names.length > 0
      ? `${names.join(', ')}, a file, or a package of ${installCommand(name)}`
      : 'a file; `rbparse train` makes one'
  throw new CallError(`no model '${name}' is installed, and no file has this name, expected ${hint}`)
}

/** Reads a pipeline or parser file. Throws CallError if the file cannot be read, RunError if it is neither. */
export async function loadModel(path: string, terminal: Terminal): Promise<TextModel> {
  const bytes = await readAll(path, terminal)
  return naming(path, ModelError, async () => {
    if (!isPipeline(bytes)) return prepareTextModel(textModelOf(readModel(bytes)))
    const { readPipeline } = await import('../pipeline/pipeline-file.ts')
    return prepareTextModel(readPipeline(bytes))
  })
}
