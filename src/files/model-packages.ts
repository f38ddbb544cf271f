/**
 * Models that are npm packages of their own: `right-branching-model-pt`, which has the file `pt.rbp`, is the model `pt`.
 * `rbparse models pack` makes such packages.
 */
import { existsSync, readdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { installedModel, modelsFolder } from '../api/installed.ts'

export const MODEL_PACKAGE = 'right-branching-model-'
export const ENDING = '.rbp'

/** The files of models in packages, by name: from `node_modules` in a folder or above it, the nearest one first. */
export function packagedModels(
  folders: readonly string[] = [dirname(fileURLToPath(modelsFolder())), process.cwd()],
): ReadonlyMap<string, string> {
  const found = new Map<string, string>()
  for (const start of folders)
    for (let folder = start, below = ''; folder !== below; [folder, below] = [dirname(folder), folder])
      for (const entry of entriesOf(join(folder, 'node_modules'))) {
        const name = entry.slice(MODEL_PACKAGE.length)
        const path = join(folder, 'node_modules', entry, name + ENDING)
        if (entry.startsWith(MODEL_PACKAGE) && !found.has(name) && existsSync(path)) found.set(name, path)
      }
  return found
}

function entriesOf(folder: string): string[] {
  try {
    return readdirSync(folder)
  } catch {
    // It is absent, unreadable or a file.
    return []
  }
}

/** The address of an installed model: of this package, or of a package of its own. It may not exist. */
export function findModel(name: string): URL {
  const own = installedModel(name)
  if (existsSync(own)) return own
  const path = packagedModels().get(name)
  return path === undefined ? own : pathToFileURL(path)
}
