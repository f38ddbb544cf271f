/** The models of commands. */
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { ModelError, readModel } from '../../parser/model/model-file.ts'
import { isModelName } from '../api/installed.ts'
import { modelsOf, type Models } from '../jobs/models.ts'
import { isPipeline, readPipeline } from '../pipeline/pipeline-file.ts'
import { CallError, naming } from './failures.ts'
import type { Terminal } from './terminal.ts'
import { readAll } from './input.ts'
import { findModel } from './model-packages.ts'

/** The file of `--model`: a file, or an installed model (default: `en`). Throws CallError if that is not installed. */
export async function modelPath(model: string | undefined): Promise<string> {
  if (model !== undefined && (!isModelName(model) || existsSync(model))) return model
  const path = fileURLToPath(findModel(model ?? 'en'))
  if (existsSync(path)) return path
  if (model !== undefined) return model
  throw new CallError("no model 'en' is installed, expected --model FILE; `rbparse train` makes one")
}

/** Reads a file of a pipeline or of a parser. Throws CallError if it cannot be read, RunError if it has neither. */
export async function loadModels(path: string, terminal: Terminal): Promise<Models> {
  const bytes = await readAll(path, terminal)
  return naming(path, ModelError, () => modelsOf(isPipeline(bytes) ? readPipeline(bytes) : readModel(bytes)))
}
