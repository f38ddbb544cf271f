/** The option `--use` of commands: modules whose systems, steps, features and metrics are registered before the command. */
import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { use, type Extension } from '../use.ts'
import { CallError, reasonOf } from './failures.ts'

const used: string[] = []

/** The absolute paths of the modules that are in use, in their order. */
export const usedModules = (): readonly string[] => used

/** The arguments that make another process or thread use the same modules. */
export const useArguments = (): string[] => used.flatMap((path) => ['--use', path])

/** Registers what the modules of `--use` export, each once. Throws CallError if one cannot be loaded or is not sound. */
export async function useModules(args: readonly string[]): Promise<void> {
  for (const [i, arg] of args.entries()) {
    const path = arg === '--use' ? args[i + 1] : arg.startsWith('--use=') ? arg.slice(6) : undefined
    if (path === undefined || used.includes(resolve(path))) continue
    try {
      const module = (await import(pathToFileURL(resolve(path)).href)) as Extension & { default?: Extension }
      use(module.default ?? module)
    } catch (error) {
      const reason = reasonOf(error).split('\n')[0]
      throw new CallError(`${path}: cannot be used (${reason}), expected a JavaScript module, see --use`)
    }
    used.push(resolve(path))
  }
}
