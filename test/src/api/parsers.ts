/** Parsers for the tests of the API, and sentences with trees of one's own. */
import { Symbols } from '../../../transform/symbols.ts'
import type { Tree } from '../../../transform/tree.ts'
import { Sentence } from '../../../src/api/sentence.ts'
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
  const text = words.join(' ')
  let start = 0
  const tokens = words.map((word, i) => {
    const token = { start, end: start + word.length, first: i + 1, last: i + 1, spaceAfter: true }
    start += word.length + 1
    return token
  })
  const parsed = words.map((form, i) => ({
    form,
    lemma: '_',
    upos,
    xpos: '_',
    feats: '_',
    head: tree.head[i + 1],
    deprel: labels.size > 0 ? labels.text(tree.label[i + 1]) : 'dep',
    token: i,
    start: tokens[i].start,
    end: tokens[i].end,
  }))
  return new Sentence({ start: 0, end: text.length, text, tokens, words: parsed, tree, vestigialArcs: 0 })
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
