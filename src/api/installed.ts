/** Addresses of installed models. */
import { ModelError } from '../../parser/model/model-file.ts'

/** Whether a text is a valid model name and neither a path nor an address. */
export function isModelName(text: string): boolean {
  return /^[\p{L}\p{N}_-]+$/u.test(text) && text !== '-'
}

/** The extension of model files. */
export const MODEL_EXTENSION = '.rbp'

/** The hint in error messages if models are not next to the code, for example in a bundle. */
export const MODEL_HINT =
  'expected an address or bytes: copy a model from node_modules/right-branching/dist/models, and load its address (in Vite: the default export of right-branching/models/en.rbp?url)'

/** The folder of the installed models; undefined if the address of this module is unknown, as in CommonJS bundles. */
export function modelsFolder(): URL | undefined {
  const moduleAddress: string | undefined = import.meta.url
  if (!moduleAddress) return undefined
  const folder = new URL(moduleAddress)
  // Bundlers would treat `new URL('../models/', moduleAddress)` as an asset.
  const parents = folder.pathname.split('/').slice(0, -2)
  folder.pathname = [...parents, 'models', ''].join('/')
  folder.search = folder.hash = ''
  return folder
}

/** The address of the file of an installed model, which may not exist. Throws ModelError if the models folder is unknown. */
export function installedModel(name: string): URL {
  const folder = modelsFolder()
  if (folder) return new URL(`${name}${MODEL_EXTENSION}`, folder)
  throw new ModelError(`there is no model '${name}' here, ${MODEL_HINT}`)
}
