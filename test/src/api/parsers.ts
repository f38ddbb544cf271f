/** Parsers for the tests of the API, and sentences with given trees. */
import { Symbols } from '../../../transform/symbols.ts'
import type { Tree } from '../../../transform/tree.ts'
import { Sentence } from '../../../src/document/sentence.ts'
import { UPOS } from '../../../src/sentence/annotated-sentence.ts'
import { TextSentence } from '../../../src/sentence/text-sentence.ts'
import { TextParser } from '../../../src/api/text-parser.ts'
import { tinyPipeline } from '../pipeline/tiny.ts'

let made: TextParser | undefined

/** The little pipeline as a parser. */
export function tinyParser(): TextParser {
  return (made ??= new TextParser(tinyPipeline()))
}

/** A sentence `w1 w2 …` with a given tree. */
export function sentenceWith(
  tree: Tree,
  labels = new Symbols(),
  forms?: readonly string[],
  upos = '_',
): Sentence {
  const words = Array.from({ length: tree.size }, (_, i) => forms?.[i] ?? `w${i + 1}`)
  const names = labels.size > 0 ? labels : new Symbols(Array.from({ length: 99 }, (_, id) => `dep:${id}`))
  const columns = TextSentence.ofWords(words).with({ [UPOS]: words.map(() => upos) })
  return new Sentence(columns.withTrees([{ tree, vestigialArcs: 0 }], names))
}

/** A sentence from `form/head/deprel` of each word, all of them verbs as far as anybody knows. */
export function sentenceOf(...words: string[]): Sentence {
  const labels = new Symbols()
  const parts = words.map((word) => word.split('/'))
  const tree = {
    size: words.length,
    head: Int32Array.of(-1, ...parts.map(([, head]) => Number(head))),
    label: Int32Array.of(0, ...parts.map(([, , deprel]) => labels.add(deprel))),
    mark: new Uint8Array(words.length + 1),
  }
  return sentenceWith(
    tree,
    labels,
    parts.map(([form]) => form),
  )
}
