/** The scores of a beam by weights that a perceptron learns, summed in WebAssembly. */
import type { FeatureExtractor } from '../features/extractor.ts'
import { LANES } from '../features/program.ts'
import type { Arena } from '../scoring/kernel/arena.ts'
import { PartMachine, takeParts } from '../scoring/kernel/parts.ts'
import { PartScores } from '../scoring/part-scores.ts'
import type { StepScores } from '../scoring/step-scores.ts'
import type { PerceptronWeights } from './perceptron-weights.ts'

/** The scores by which a beam ranks hypotheses. `models` lie in `arena`, which must not have been cleared since. */
export function perceptronScores(
  models: readonly PerceptronWeights[],
  arena: Arena,
  extractor: FeatureExtractor,
): StepScores {
  const { compiled } = extractor
  const { run } = arena
  const keys = arena.take(4 * (compiled.most + LANES))
  const scratch = arena.take(8 * (compiled.most + 1) + 4)
  const slot = 4 * Math.max(...models.map(({ width }) => width))
  const machine = new PartMachine(arena, extractor, takeParts(arena, compiled, models.length, slot), {
    types: models.map(({ typeStarts }) => typeStarts),
    array: Float32Array,
    keys,
    add: (model, count, from, to) => {
      const { tableAt, mask, rowsAt, width } = models[model]
      run.sumPerceptron(keys, count, tableAt, mask, rowsAt, from, to, 4 * width, scratch)
    },
  })
  return new PartScores(machine)
}
