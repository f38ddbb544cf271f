/** How well a pipeline does on a treebank from its raw text. */
import type { ConlluSentence } from '../conllu/sentence.ts'
import { readConllu } from '../conllu/read.ts'
import { evaluate } from '../evaluation/evaluate.ts'
import type { Evaluation } from '../evaluation/evaluation.ts'
import { conlluOf } from './conllu-text.ts'
import type { Pipeline } from './pipeline.ts'
import { TreebankText } from './treebank-text.ts'

/** Parses the running text of gold sentences, and compares. Throws ConlluError where a token has white space in it. */
export function scoresFromText(pipeline: Pipeline, gold: readonly ConlluSentence[]): Evaluation {
  const text = new TreebankText()
  for (const sentence of gold) text.add(sentence)
  const raw = text
    .finish()
    .paragraphs.map((paragraph) => paragraph.text)
    .join('\n\n')
  return evaluate(gold, parsedAgain(pipeline, raw))
}

function* parsedAgain(pipeline: Pipeline, text: string): Generator<ConlluSentence> {
  for (const sentence of pipeline.parse(text)) yield* readConllu(conlluOf(sentence))
}
