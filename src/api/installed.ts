/** The folder of installed models. */
import { ModelError } from '../../parser/model/model-file.ts'

/** Whether a text can be the name of a model, not a path or an address. */
export function isModelName(text: string): boolean {
  return /^[\p{L}\p{N}_-]+$/u.test(text) && text !== '-'
}

/** The folder of the installed models. Throws ModelError if the address of this module is unknown (no ES module). */
export function modelsFolder(): URL {
  // In one expression, bundlers would take the folder for an asset.
  const here: string | undefined = import.meta.url
  if (here) return new URL('../models/', here)
  throw new ModelError('models cannot be loaded by name here, expected an address or bytes')
}

/** The address of the file of an installed model, whether it exists or not. */
export function installedModel(name: string): URL {
  return new URL(`${name}.rbp`, modelsFolder())
}
