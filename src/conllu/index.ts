/** CoNLL-U in and out, streaming and byte for byte. */
export { ConlluError } from './error.ts'
export type { Heads } from './sentence-builder.ts'
export { ConlluReader, readConllu, streamConllu, type ReadOptions } from './reader.ts'
export { ConlluSentence, XPOS, type MultiwordToken, type SentenceLayout } from './conllu-sentence.ts'
export { ConlluWriter, type AnnotatedTree } from './writer.ts'
export { TokenReader } from './tokens.ts'
export { DeprelBytes, TreeReader } from './trees.ts'
export { constraintsOf } from './constraints.ts'
