/** Models that are installed: their names, and where they lie. */
import { ModelError } from '../../parser/model/model-file.ts'

/** Whether a text can be the name of a model, which is no path and no address. */
export function isModelName(text: string): boolean {
  return /^[\p{L}\p{N}_-]+$/u.test(text) && text !== '-'
}

/**
 * Where the installed models are: beside the folder of this file, in the source and in what is built from it. Throws
 * ModelError where nobody knows where this file is, as in a bundle that is no module.
 */
export function modelsFolder(): URL {
  // Bundlers that see the two together take the folder for a file to be bundled.
  const here: string | undefined = import.meta.url
  if (here) return new URL('../models/', here)
  throw new ModelError('models cannot be called by their names here, expected an address or bytes')
}

/** The file of an installed model, or where it would be. */
export function installedModel(name: string): URL {
  return new URL(`${name}.rbp`, modelsFolder())
}
