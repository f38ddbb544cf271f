/** From text to the trees of its sentences, written out, and what there is to count. */
import { drawText } from '../../transform/draw.ts'
import { isProjective } from '../../transform/projectivity.ts'
import { rootCount } from '../../transform/tree.ts'
import { conlluOf } from './conllu-text.ts'
import type { ParsedSentence, Pipeline } from './pipeline.ts'
import type { TextFormat } from './text-format.ts'

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

/** The sentences of `text`, each written out as it is parsed, and counted in `counts`. CoNLL-U has no number yet. */
export function* printText(
  text: string,
  pipeline: Pipeline,
  format: TextFormat,
  counts: TextCounts,
): Generator<string> {
  const sentences = pipeline.parse(text)
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
    yield format === 'conllu' ? conlluOf(sentence) : drawn(sentence)
  }
}

/** Puts the number of a sentence before what was printed of it. */
export function numbered(printed: string, format: TextFormat, number: number): string {
  return format === 'conllu' ? `# sent_id = ${number}\n${printed}` : printed
}

/** A tree for the eye, a blank line behind it. */
function drawn({ words, tree }: ParsedSentence): string {
  const forms = words.map((word) => word.form)
  return drawText(forms, { tree, labels: words.map((word) => word.deprel) }) + '\n'
}
