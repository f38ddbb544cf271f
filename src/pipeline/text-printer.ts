/** Parses text and prints its trees, with counts. */
import { isProjective } from '../../transform/projectivity.ts'
import { rootCount } from '../../transform/tree.ts'
import { printTree, type TreeFormat } from '../parsing/output-formats.ts'
import { conlluOf } from './conllu-text.ts'
import type { ParsedSentence, Pipeline } from './pipeline.ts'
import type { TextWindow } from './text-windows.ts'

export interface TextCounts {
  sentences: number
  words: number
  vestigialArcs: number
  nonProjective: number
  rootless: number
  /** The time of tokenizing, tagging and parsing, in seconds. */
  seconds: number
}

export function textCounts(): TextCounts {
  return { sentences: 0, words: 0, vestigialArcs: 0, nonProjective: 0, rootless: 0, seconds: 0 }
}

/** The sentences of `text` as text; each is parsed when it is requested. Adds to `counts`. CoNLL-U has no `sent_id`. */
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
    yield format === 'conllu' ? conlluOf(sentence) : printSentence(sentence, format, counts.sentences)
  }
}

/** Adds the number of a sentence to what `printText` printed of it. */
export function numbered(printed: string, format: TreeFormat, number: number): string {
  return format === 'conllu' ? `# sent_id = ${number}\n${printed}` : printed
}

/** Offsets in the output count from the start of the sentence. */
function printSentence(
  { words, tree, text, start: offset }: ParsedSentence,
  format: Exclude<TreeFormat, 'conllu'>,
  number: number,
): string {
  const word = (id: number) => {
    const { upos, xpos, feats, start, end } = words[id - 1]
    return { upos, xpos, feats, start: start - offset, end: end - offset }
  }
  const forms = words.map(({ form }) => form)
  const labels = words.map(({ deprel }) => deprel)
  return printTree(format, { forms, tree, labels, facts: { text }, word }, number)
}
