/** The scores of a beam by weights that a perceptron is learning, summed in the kernel where the machine has one. */
import { PartScores } from '../scoring/part-scores.ts'
import { WholeScores, type StepScores } from '../scoring/step-scores.ts'
import type { FeatureExtractor } from '../features/extractor.ts'
import { LANES } from '../features/program.ts'
import { kernelExports } from '../scoring/kernel/kernel.ts'
import { Places } from '../scoring/kernel/layout.ts'
import { PartMachine, takeParts } from '../scoring/kernel/parts.ts'
import type { Arena } from '../scoring/kernel/arena.ts'
import type { PerceptronWeights } from './perceptron-weights.ts'

/** What a beam goes by. `models` lie in `arena`, which must not have been cleared since. */
export function perceptronScores(
  models: readonly PerceptronWeights[],
  arena: Arena,
  extractor: FeatureExtractor,
): StepScores {
  const run = kernelExports(arena.memory)
  if (!run) return new WholeScores(models, extractor)
  const { compiled } = extractor
  const most = compiled.most + 1
  const places = new Places(0)
  const keysAt = places.take(4 * (compiled.most + LANES))
  const scratchAt = places.take(8 * most + 4)
  const slot = 4 * Math.max(...models.map(({ width }) => width))
  const parts = takeParts(places, compiled, models.length, slot)
  const bytes = places.take(0)
  const area = arena.take(bytes)
  new Uint8Array(arena.buffer, area, bytes).fill(0)
  const [keys, scratch] = [area + keysAt, area + scratchAt]
  const machine = new PartMachine(arena.memory, run, extractor, parts, area, {
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
