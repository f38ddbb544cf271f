/** Evaluation of trees. */
export { evaluate, Evaluator } from './evaluate.ts'
export type { Evaluation, EvaluationOptions } from './evaluation.ts'
