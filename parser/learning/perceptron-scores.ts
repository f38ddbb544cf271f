/** Searches by weights that a perceptron is learning. */
import type { TransitionSystem } from '../core/transition-system.ts'
import type { CompiledTemplates } from '../features/templates.ts'
import { classifiersOf } from '../model/classifiers.ts'
import type { Arena } from '../scoring/kernel/arena.ts'
import type { BeamScorer } from '../scoring/beam-scorer.ts'
import { Kernel } from '../scoring/kernel/kernel.ts'
import type { ClassifierPlace } from '../scoring/kernel/places.ts'
import type { PerceptronWeights } from './perceptron-weights.ts'

/** What a beam scores by. `models` lie in `arena`, which must not have been cleared since. */
export function perceptronScorer(
  models: readonly PerceptronWeights[],
  arena: Arena,
  system: TransitionSystem,
  templates: CompiledTemplates,
): BeamScorer {
  const places = {
    types: system.transitionTypes.length,
    classifiers: models.map(placeOf),
    end: 0,
  }
  return new Kernel(arena, places, templates, classifiersOf(system, 'labelled', templates.set)).beam(models)
}

function placeOf(model: PerceptronWeights): ClassifierPlace {
  const { transitions, width } = model
  return {
    form: 'perceptron',
    transitions,
    scale: 1,
    classBits: 0,
    width,
    masks: 0,
    transitionsAt: 0,
    get lines() {
      return model.tableAt
    },
    get spread() {
      return model.mask
    },
    get rows() {
      return model.rowsAt
    },
  }
}
