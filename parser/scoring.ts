/** The fastest way from configurations to scores that this machine has. */
import type { Configuration } from './configuration.ts'
import { FeatureExtractor } from './features/extractor.ts'
import { compileTemplates, type CompiledTemplates } from './features/templates.ts'
import { attachKernel, createKernel, type Kernel, type SharedMemory } from './kernel/kernel.ts'
import type { Prediction } from './kernel/layout.ts'
import type { Model, ModelHeader } from './model.ts'
import { registered, registry } from './registry.ts'
import { PlainScorer, type ClassScorer } from './scorer.ts'
import type { Sentence } from './sentence.ts'
import { buildTable } from './table.ts'

/** The prediction models of a model, made ready: one memory for all that decode with it, one configuration at a time. */
export interface Scoring {
  readonly extractor: FeatureExtractor
  /** One for each state of the system. */
  readonly scorers: readonly ClassScorer[]
  /** What the scorers are of; undefined where they are plain JavaScript. */
  readonly kernel: Kernel | undefined
  /**
   * Scores a configuration by prediction model `state`, whose scorer then has the sums, and chooses the first of the
   * best classes among the kinds in `mask`; -1 where there is none.
   */
  predict(c: Configuration, sentence: Sentence, state: number, mask: number): number
}

/** A memory to score in; where threads cannot share one, the tables, of which each makes what it can. */
export type SharedScoring = SharedMemory | readonly Prediction[]

const known = new WeakMap<Model, Scoring>()

/** The scoring of a model, made when it is first asked for. Throws RangeError where no table can be made of a model. */
export function scoringOf(model: Model): Scoring {
  let scoring = known.get(model)
  if (!scoring) known.set(model, (scoring = createScoring(model, createKernel)))
  return scoring
}

/** @param kernel makes the kernel; what makes none leaves plain JavaScript */
export function createScoring(model: Model, kernel: typeof createKernel): Scoring {
  return scoringBy(predictionsOf(model), model.header, kernel)
}

/** The transitions and weights of each prediction model. Throws RangeError where no table can be made of a model. */
export function predictionsOf(model: Model): Prediction[] {
  return model.states.map((weights) => ({ moves: weights.moves, table: buildTable(weights) }))
}

/** Makes a model score with what it was sent by another thread. `thread` counts from 0; each has a number of its own. */
export function attachScoring(model: Model, shared: SharedScoring, thread: number): void {
  const { header } = model
  const templates = compileTemplates(header.templates)
  const scoring =
    'memory' in shared
      ? kernelScoring(attachKernel(shared, templates, thread), templates)
      : scoringBy(shared, header, createKernel)
  known.set(model, scoring)
}

function scoringBy(
  predictions: readonly Prediction[],
  header: ModelHeader,
  kernel: typeof createKernel,
): Scoring {
  const templates = compileTemplates(header.templates)
  const kinds = kindsOf(registered(header.system).family)
  const fast = kernel(predictions, templates, kinds)
  return fast ? kernelScoring(fast, templates) : plainScoring(predictions, templates, kinds)
}

function kernelScoring(kernel: Kernel, templates: CompiledTemplates): Scoring {
  const { atoms, scorers } = kernel
  const extractor = new FeatureExtractor(templates, atoms)
  return {
    extractor,
    scorers,
    kernel,
    predict: (c, sentence, state, mask) => {
      extractor.lookUp(c, sentence)
      return scorers[state].predict(mask)
    },
  }
}

function plainScoring(
  predictions: readonly Prediction[],
  templates: CompiledTemplates,
  kinds: number,
): Scoring {
  const extractor = new FeatureExtractor(templates)
  const scorers = predictions.map(({ moves, table }) => new PlainScorer(moves, table, kinds))
  return {
    extractor,
    scorers,
    kernel: undefined,
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
