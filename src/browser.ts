/**
 * The small entry for browsers and edge runtimes: parses text with a trained model, without files, Node and training. The
 * main entry of the package has the rest, and browsers can load it too.
 *
 * @module right-branching/browser
 */
export * from './api/index.ts'
export { ConstraintError } from '../parser/core/constraints.ts'
export { ModelError } from '../parser/model/model-file.ts'
