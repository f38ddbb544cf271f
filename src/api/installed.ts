/** The folder of installed models. */
import { ModelError } from '../../parser/model/model-file.ts'

/** Whether a text can be the name of a model, not a path or an address. */
export function isModelName(text: string): boolean {
  return /^[\p{L}\p{N}_-]+$/u.test(text) && text !== '-'
}

/**
 * The folder of the installed models, next to the folder of this module, in the source and in the build.
 *
 * @throws ModelError if the address of this module is unknown, as in a bundle that is not an ES module
 */
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
