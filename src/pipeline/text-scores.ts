/** The accuracy of a pipeline on text. */
import type { ConlluSentence } from '../conllu/conllu-sentence.ts'
import { readConllu } from '../conllu/reader.ts'
import type { Evaluation } from '../evaluation/comparison.ts'
import { evaluate } from '../evaluation/evaluate.ts'
import { conlluOf } from './conllu-text.ts'
import type { Pipeline } from './pipeline.ts'
import { paragraphsOf } from './treebank-text.ts'

/** Parses the text of gold sentences and evaluates the result. Throws ConlluError if a gold token has white space in it. */
export function scoresFromText(pipeline: Pipeline, gold: readonly ConlluSentence[]): Evaluation {
  const text = paragraphsOf(gold)
    .map((paragraph) => paragraph.text)
    .join('\n\n')
  return evaluate(gold, parsedSentences(pipeline, text))
}

function* parsedSentences(pipeline: Pipeline, text: string): Generator<ConlluSentence> {
  for (const sentence of pipeline.parse(text)) yield* readConllu(conlluOf(sentence))
}
