/** The folder of installed models. */
import { ModelError } from '../../parser/model/model-file.ts'

/** Whether a text can be the name of a model, not a path or an address. */
export function isModelName(text: string): boolean {
  return /^[\p{L}\p{N}_-]+$/u.test(text) && text !== '-'
}

/** The end of the names of the files of models. */
export const ENDING = '.rbp'

/** What to do where models are not next to the code, such as in a bundle. */
export const RECIPE =
  'expected an address or bytes: copy a model from node_modules/right-branching/dist/models, and load its address (in Vite: the default export of right-branching/models/en.rbp?url)'

/** The folder of the installed models; undefined if the address of this module is unknown, as in bundles of CommonJS. */
export function modelsFolder(): URL | undefined {
  const here: string | undefined = import.meta.url
  if (!here) return undefined
  const folder = new URL(here)
  // Bundlers would take `new URL('../models/', here)` for an asset.
  const parents = folder.pathname.split('/').slice(0, -2)
  folder.pathname = [...parents, 'models', ''].join('/')
  folder.search = folder.hash = ''
  return folder
}

/** The address of the file of an installed model, whether it exists or not. Throws ModelError if it is unknown. */
export function installedModel(name: string): URL {
  const folder = modelsFolder()
  if (folder) return new URL(`${name}${ENDING}`, folder)
  throw new ModelError(`there is no model '${name}' here, ${RECIPE}`)
}
