/** Measures the accuracy of a pipeline on text. */
import type { Evaluation } from '../evaluation/comparison.ts'
import { evaluate } from '../evaluation/evaluate.ts'
import type { AnnotatedSentence } from '../sentence/annotated-sentence.ts'
import type { Pipeline } from './pipeline.ts'
import { paragraphsOf } from './treebank-text.ts'

/** Parses the text of gold sentences and evaluates the result. */
export function scoresFromText(pipeline: Pipeline, gold: readonly AnnotatedSentence[]): Evaluation {
  const text = paragraphsOf(gold)
    .map((paragraph) => paragraph.text)
    .join('\n\n')
  return evaluate(gold, pipeline.parse(text))
}
