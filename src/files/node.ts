/**
 * The main entry: parsing, patterns, treebanks, training, evaluation. In Node, `load` also reads files; browsers get the
 * same entry without files.
 *
 * @module right-branching
 */
import { useModelReader } from '../api/model-source.ts'
import { fileReader } from './model-reader.ts'

useModelReader(fileReader)

export * from '../index.ts'
export { installedModels, type InstalledModel } from './model-reader.ts'
