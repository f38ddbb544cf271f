/** The model files that commands mean. */
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { installedModel, isModelName } from '../api/installed.ts'
import { CallError } from './failures.ts'

/**
 * The file that a command's `--model` means: a file, or the name of an installed model where there is no file of that
 * name; the installed `en` where nothing is said. Throws CallError where that is not installed.
 */
export async function modelPath(model: string | undefined): Promise<string> {
  if (model !== undefined && (!isModelName(model) || existsSync(model))) return model
  const path = fileURLToPath(installedModel(model ?? 'en'))
  if (existsSync(path)) return path
  if (model !== undefined) return model
  throw new CallError("no model 'en' is installed, expected --model FILE; `rbparse train` makes one")
}
