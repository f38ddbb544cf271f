/**
 * The main entry: parsing, patterns, treebanks, training, evaluation. In Node, `load` also reads files; browsers get the
 * same entry without files.
 *
 * @module right-branching
 */
import { useModelReader } from '../api/model-source.ts'
import { useThreads } from '../api/text-parser.ts'
import { pipeInThreads } from '../api/text-threads.ts'
import { fileReader } from './model-reader.ts'

useModelReader(fileReader)
useThreads(pipeInThreads)

export * from '../index.ts'
export { installedModels, type InstalledModel } from './model-reader.ts'
