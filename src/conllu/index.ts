/** CoNLL-U in and out, streaming and byte for byte. */
export { ConlluError } from './error.ts'
export type { Heads } from './draft.ts'
export { ConlluReader, type ReaderOptions } from './reader.ts'
export { readConllu, streamConllu, type ReadOptions } from './read.ts'
export { ConlluSentence, type MultiwordToken } from './sentence.ts'
export { ConlluWriter } from './writer.ts'
export { DeprelBytes, TreeReader } from './trees.ts'
export { ByteSymbols } from './byte-symbols.ts'
