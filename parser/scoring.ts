/** The fastest way from configurations to scores that this machine has. */
import { classifiersOf, type Classifiers } from './classifiers.ts'
import type { Configuration } from './configuration.ts'
import { FeatureExtractor } from './features/extractor.ts'
import { compileTemplates, parts, type CompiledTemplates, type Part } from './features/templates.ts'
import { attachKernel, createKernel, type Kernel, type SharedMemory } from './kernel/kernel.ts'
import type { Prediction } from './kernel/layout.ts'
import type { Model, ModelHeader } from './model.ts'
import { registered, registry } from './registry.ts'
import { plainScorer, type ClassScorer, type Scorer } from './scorer.ts'
import type { Sentence } from './sentence.ts'
import { StepwiseScorer } from './stepwise.ts'
import { NO_MOVE, type Move } from './system.ts'
import { buildTable } from './table.ts'

/** The classifiers of a model, made ready: one memory for all that decode with it, one configuration at a time. */
export interface Scoring {
  readonly extractor: FeatureExtractor
  /** One for each state of the system, of whole transitions. */
  readonly scorers: readonly Scorer[]
  /** What the classifiers are in; undefined where they are plain JavaScript. */
  readonly kernel: Kernel | undefined
  /** The best transition among the kinds in `mask` in state `state`; NO_MOVE where the model knows none. */
  predict(c: Configuration, sentence: Sentence, state: number, mask: number): Move
  /** The scorer of a state with the sums of the configuration that `predict` has just seen in this state. */
  compare(state: number): Scorer
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

/** The transitions and weights of each classifier. Throws RangeError where no table can be made of a model. */
export function predictionsOf(model: Model): Prediction[] {
  return model.states.map((weights) => {
    const { moves, scale } = weights
    return { moves, scale, table: buildTable(weights) }
  })
}

/** Makes a model score with what it was sent by another thread. `thread` counts from 0; each has a number of its own. */
export function attachScoring(model: Model, shared: SharedScoring, thread: number): void {
  const { header } = model
  const templates = compileTemplates(header.templates)
  const scoring =
    'memory' in shared
      ? scoringWith(inKernel(attachKernel(shared, templates, thread), templates), header)
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
  return scoringWith(fast ? inKernel(fast, templates) : inPlain(predictions, templates, kinds), header)
}

/** Classifiers, in the kernel or in plain JavaScript. */
interface Machine {
  readonly extractor: FeatureExtractor
  readonly scorers: readonly ClassScorer[]
  readonly kernel: Kernel | undefined
  /** Looks a configuration up: `sum` is of that. */
  see(c: Configuration, sentence: Sentence): void
  /** Sums the weights of the features that a part of the templates makes of it, for classifier `index`. */
  sum(index: number, part: Part): void
}

function inKernel(kernel: Kernel, templates: CompiledTemplates): Machine {
  const { atoms, scorers } = kernel
  const extractor = new FeatureExtractor(templates, atoms)
  return {
    extractor,
    scorers,
    kernel,
    see: (c, sentence) => extractor.lookUp(c, sentence),
    sum: (index, part) => {
      extractor.complete(part)
      scorers[index].sum(kernel.extract(part))
    },
  }
}

function inPlain(predictions: readonly Prediction[], templates: CompiledTemplates, kinds: number): Machine {
  const extractor = new FeatureExtractor(templates)
  const scorers = predictions.map((prediction) => plainScorer(prediction, kinds))
  return {
    extractor,
    scorers,
    kernel: undefined,
    see: (c, sentence) => extractor.lookUp(c, sentence),
    sum: (index, part) => scorers[index].score(extractor.keys, extractor.combine(part)),
  }
}

function scoringWith(machine: Machine, { system, singleRoot, decision, templates }: ModelHeader): Scoring {
  if (decision === 'joint') return jointScoring(machine)
  return stepwiseScoring(machine, classifiersOf(registered(system).make({ singleRoot }), decision, templates))
}

function jointScoring({ extractor, scorers, kernel, see, sum }: Machine): Scoring {
  return {
    extractor,
    scorers,
    kernel,
    predict: (c, sentence, state, mask) => {
      see(c, sentence)
      sum(state, parts.all)
      const best = scorers[state].best(mask)
      return best < 0 ? NO_MOVE : scorers[state].moves[best]
    },
    compare: (state) => scorers[state],
  }
}

function stepwiseScoring(machine: Machine, { ofLabels, glance }: Classifiers): Scoring {
  const { extractor, scorers, kernel, see, sum } = machine
  const labelScorers = Array.from(ofLabels, (index) => (index < 0 ? undefined : scorers[index]))
  const firstOfLabels = Math.min(...ofLabels.filter((index) => index >= 0))
  const whole = scorers.slice(0, firstOfLabels).map((kinds) => new StepwiseScorer(kinds, labelScorers))
  const margin = extractor.compiled.set.glance?.margin ?? 0
  const margins = scorers.map(({ unit }) => Math.max(1, Math.round(margin / unit)))
  const best = (index: number, part: Part, first: Part, mask: number): Move => {
    if (glance > 0) {
      const quick = index + glance
      sum(quick, first)
      const leading = scorers[quick].leading(mask, margins[quick])
      if (leading >= 0) return scorers[quick].moves[leading]
    }
    sum(index, part)
    const found = scorers[index].best(mask)
    return found < 0 ? NO_MOVE : scorers[index].moves[found]
  }
  return {
    extractor,
    scorers: whole,
    kernel,
    predict: (c, sentence, state, mask) => {
      see(c, sentence)
      const isOne = (mask & (mask - 1)) === 0
      const kind = isOne ? 31 - Math.clz32(mask) : best(state, parts.kinds, parts.kindsAtAGlance, mask)
      return kind < 0 || ofLabels[kind] < 0
        ? kind
        : best(ofLabels[kind], parts.labels, parts.labelsAtAGlance, mask)
    },
    compare: (state) => {
      sum(state, parts.kinds)
      for (const index of ofLabels) if (index >= 0) sum(index, parts.labels)
      whole[state].combine()
      return whole[state]
    },
  }
}

/** The largest number of kinds of a system that a model of a family can be decoded with. */
function kindsOf(family: string): number {
  const systems = registry.filter((entry) => entry.family === family)
  return Math.max(...systems.map(({ make }) => make({ singleRoot: true }).kinds.length))
}
