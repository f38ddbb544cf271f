/** The option `--use`: registers the systems, steps, features, metrics and searches of modules before the command runs. */
import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { use, type Extension } from '../use.ts'
import { CallError, reasonOf } from './failures.ts'

const loadedPaths: string[] = []

/** The absolute paths of the loaded modules, in order. */
export const usedModules = (): readonly string[] => loadedPaths

/** The arguments with which another process or thread loads the same modules. */
export const useArguments = (): string[] => loadedPaths.flatMap((path) => ['--use', path])

/** Registers the exports of each module of `--use` once. Throws CallError if a module cannot be loaded or is invalid. */
export async function useModules(args: readonly string[]): Promise<void> {
  for (const [i, arg] of args.entries()) {
    const path = arg === '--use' ? args[i + 1] : arg.startsWith('--use=') ? arg.slice(6) : undefined
    if (path === undefined || loadedPaths.includes(resolve(path))) continue
    try {
      const module = (await import(pathToFileURL(resolve(path)).href)) as Extension & { default?: Extension }
      use(module.default ?? module)
    } catch (error) {
      const reason = reasonOf(error).split('\n')[0]
      throw new CallError(`${path}: cannot be used (${reason}), expected a JavaScript module, see --use`)
    }
    loadedPaths.push(resolve(path))
  }
}
