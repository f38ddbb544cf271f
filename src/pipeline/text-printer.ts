/** From text to the trees of its sentences, written out, and what there is to count. */
import { isProjective } from '../../transform/projectivity.ts'
import { rootCount } from '../../transform/tree.ts'
import { placesOf } from '../api/places.ts'
import { printTree, type TreeFormat } from '../parsing/tree-formats.ts'
import { conlluOf } from './conllu-text.ts'
import type { ParsedSentence, Pipeline } from './pipeline.ts'
import type { TextWindow } from './text-windows.ts'

export interface TextCounts {
  sentences: number
  words: number
  vestigialArcs: number
  nonProjective: number
  rootless: number
  /** Time spent in tokenizing, tagging and parsing. */
  seconds: number
}

export function textCounts(): TextCounts {
  return { sentences: 0, words: 0, vestigialArcs: 0, nonProjective: 0, rootless: 0, seconds: 0 }
}

/** The sentences of a text, each written out as it is parsed, and counted in `counts`. CoNLL-U has no number yet. */
export function* printText(
  { text, goesOn }: TextWindow,
  pipeline: Pipeline,
  format: TreeFormat,
  counts: TextCounts,
): Generator<string> {
  const sentences = pipeline.parse(text, undefined, goesOn)
  for (;;) {
    const began = performance.now()
    const next = sentences.next()
    counts.seconds += (performance.now() - began) / 1000
    if (next.done) return
    const sentence = next.value
    counts.sentences++
    counts.words += sentence.words.length
    counts.vestigialArcs += sentence.vestigialArcs
    if (!isProjective(sentence.tree)) counts.nonProjective++
    if (rootCount(sentence.tree) === 0) counts.rootless++
    yield format === 'conllu' ? conlluOf(sentence) : printed(sentence, format, counts.sentences)
  }
}

/** Puts the number of a sentence before what was printed of it. */
export function numbered(printed: string, format: TreeFormat, number: number): string {
  return format === 'conllu' ? `# sent_id = ${number}\n${printed}` : printed
}

/** A tree in another format; the places of words are those in the text of their sentence. */
function printed(sentence: ParsedSentence, format: Exclude<TreeFormat, 'conllu'>, number: number): string {
  const { words, tokens, tree, text, start } = sentence
  const forms = words.map((word) => word.form)
  const labels = words.map((word) => word.deprel)
  const placed = (): ReturnType<typeof placesOf> => {
    const cut = tokens.map((token) => ({
      start: token.start - start,
      end: token.end - start,
      words: forms.slice(token.first - 1, token.last),
    }))
    return placesOf(text, cut)
  }
  const places = format === 'json' ? placed() : []
  const word = (i: number) => {
    const { upos, xpos, feats } = words[i - 1]
    return { upos, xpos, feats, ...places[i - 1] }
  }
  return printTree(format, { forms, tree, labels, facts: { text }, word }, number)
}
