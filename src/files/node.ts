/**
 * The main entry: from text to trees, patterns, treebanks, training, the parser and the transforms. In Node, `load` reads
 * files, too; browsers get the same without files.
 *
 * @module right-branching
 */
export * from '../index.ts'
export { installedModels, load, loadInWorker, type InstalledModel } from './load.ts'
