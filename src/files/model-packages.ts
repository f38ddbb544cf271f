/**
 * Models that are npm packages of their own: `right-branching-model-pt`, which has the file `pt.rbp`, is the model `pt`.
 * `rbparse models pack` makes such packages.
 */
import { existsSync, readdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { ENDING, installedModel, modelsFolder } from '../api/installed.ts'

export const MODEL_PACKAGE = 'right-branching-model-'

/**
 * The files of models in packages, by name: from `node_modules` in a folder or above it, the nearest one first. Those of
 * this package are among them, for bundles, which have no models beside them.
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
      (name) => [name, join(modules, MODEL_PACKAGE + name, name + ENDING)] as const,
    ),
    ...namesIn(own, '', ENDING).map((name) => [name, join(own, name + ENDING)] as const),
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

/** The address of an installed model: of this package, or of a package of its own. It may not exist. */
export function findModel(name: string): URL {
  const own = modelsFolder() && installedModel(name)
  const path = own && existsSync(own) ? undefined : packagedModels().get(name)
  return path === undefined ? installedModel(name) : pathToFileURL(path)
}
