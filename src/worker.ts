/**
 * The entry for pages that parse in a worker: `loadInWorker` and the document classes. The parser is in the script of the
 * worker, so that this entry is small.
 *
 * @module right-branching/worker
 */
export { loadInWorker, type WorkerOptions } from './api/load-in-worker.ts'
export { WorkerParser } from './api/worker-parser.ts'
export { Document } from './document/document.ts'
export { Sentence, Word, type Phrase, type Token, type Triple } from './document/sentence.ts'
export { Matcher, matcherOf } from './patterns/index.ts'
export { ConstraintError } from '../parser/core/constraints.ts'
export { ModelError } from '../parser/model/model-file.ts'
