/** The fastest way from configurations to scores that this machine has. */
import { FeatureExtractor } from './features/extractor.ts'
import { compileTemplates } from './features/templates.ts'
import { createKernel } from './kernel/kernel.ts'
import type { Configuration } from './configuration.ts'
import type { Model } from './model.ts'
import { registered, registry } from './registry.ts'
import { PlainScorer, type ClassScorer } from './scorer.ts'
import type { Sentence } from './sentence.ts'
import { buildTable } from './table.ts'

/** The prediction models of a model, made ready: one memory for all that decode with it, one configuration at a time. */
export interface Scoring {
  readonly extractor: FeatureExtractor
  /** One for each state of the system. */
  readonly scorers: readonly ClassScorer[]
  /**
   * Scores a configuration by prediction model `state`, whose scorer then has the sums, and chooses the first of the
   * best classes among the kinds in `mask`; -1 where there is none.
   */
  predict(c: Configuration, sentence: Sentence, state: number, mask: number): number
}

const known = new WeakMap<Model, Scoring>()

/** The scoring of a model, made when it is first asked for. Throws RangeError where no table can be made of a model. */
export function scoringOf(model: Model): Scoring {
  let scoring = known.get(model)
  if (!scoring) known.set(model, (scoring = createScoring(model, createKernel)))
  return scoring
}

/** @param kernel makes the kernel; what makes none leaves plain JavaScript */
export function createScoring(model: Model, kernel: typeof createKernel): Scoring {
  const templates = compileTemplates(model.header.templates)
  const kinds = kindsOf(registered(model.header.system).family)
  const models = model.states.map((weights) => ({ moves: weights.moves, table: buildTable(weights) }))
  const fast = kernel(models, templates, kinds)
  if (fast) {
    const { atoms, scorers } = fast
    const extractor = new FeatureExtractor(templates, atoms)
    return {
      extractor,
      scorers,
      predict: (c, sentence, state, mask) => {
        extractor.lookUp(c, sentence)
        return scorers[state].predict(mask)
      },
    }
  }
  const extractor = new FeatureExtractor(templates)
  const scorers = models.map(({ moves, table }) => new PlainScorer(moves, table, kinds))
  return {
    extractor,
    scorers,
    predict: (c, sentence, state, mask) => {
      const scorer = scorers[state]
      scorer.score(extractor.keys, extractor.extract(c, sentence, state))
      return scorer.best(mask)
    },
  }
}

/** The largest number of kinds of a system that a model of a family can be decoded with. */
function kindsOf(family: string): number {
  const systems = registry.filter((entry) => entry.family === family)
  return Math.max(...systems.map(({ make }) => make({ singleRoot: true }).kinds.length))
}
