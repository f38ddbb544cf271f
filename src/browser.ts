/**
 * The small entry, for browsers and the edge: from text to trees with a trained model. No files, no Node, no training; what
 * is not here is in the package's main entry, which a browser can load too.
 *
 * @module right-branching/browser
 */
export * from './api/index.ts'
export { ConstraintError } from '../parser/core/constraints.ts'
export { ModelError } from '../parser/model/model-file.ts'
