/**
 * The main entry: from text to trees, patterns, treebanks, training, the parser and the transforms. In Node, `load` reads
 * files, too; browsers get the same without files.
 *
 * @module right-branching
 */
import { useModelReader } from '../api/model-source.ts'
import { fileReader } from './model-reader.ts'

useModelReader(fileReader)

export * from '../index.ts'
export { installedModels, type InstalledModel } from './model-reader.ts'
