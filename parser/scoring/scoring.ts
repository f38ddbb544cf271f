/** The fastest way from configurations to scores that this machine has. */
import { PartScores } from './part-scores.ts'
import { WholeScores, type StepScores } from './step-scores.ts'
import { classifiersOf, cascadeMarginOf, partOf, type Classifiers } from '../model/classifiers.ts'
import type { Configuration } from '../core/configuration.ts'
import { FeatureExtractor } from '../features/extractor.ts'
import { compileTemplates, type CompiledTemplates } from '../features/templates.ts'
import { TableBuilder } from './kernel/table-builder.ts'
import { attachKernel, createKernel, type Kernel, type SharedMemory } from './kernel/kernel.ts'
import type { Prediction } from './kernel/layout.ts'
import type { Model, ModelHeader } from '../model/model.ts'
import { registered, registry } from '../registry.ts'
import { plainScorer, type ClassScorer, type Scorer } from './scorer.ts'
import type { Sentence } from '../core/sentence.ts'
import { FactoredScorer } from './factored-scorer.ts'
import { NO_TRANSITION, type Transition } from '../core/transition-system.ts'
import { buildTable } from './tables/table.ts'

/** The classifiers of a model, made ready: one memory for all that decode with it, one configuration at a time. */
export interface Scoring {
  readonly extractor: FeatureExtractor
  /** One for each state of the system, of whole transitions. */
  readonly scorers: readonly Scorer[]
  /** What the classifiers are in; undefined where they are plain JavaScript. */
  readonly kernel: Kernel | undefined
  /** The best transition among the kinds in `mask` in state `state`; NO_MOVE where the model knows none. */
  predict(c: Configuration, sentence: Sentence, state: number, mask: number): Transition
  /** What a beam goes by; each has numbers of its own, but one memory. */
  steps(): StepScores
  /** The scorer of a state with the sums of the configuration that `predict` has just seen in this state. */
  compare(state: number): Scorer
  /** What late labels are chosen by, asked with the keys of an arc; undefined where labels are early. */
  readonly labels: ClassScorer | undefined
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

/** The transitions and weights of each classifier, and of the labeller behind them. Throws RangeError where no table can be made of a model. */
export function predictionsOf(model: Model): Prediction[] {
  const builder = TableBuilder.create()
  const { classifiers, labeller } = model
  return [...classifiers, ...(labeller ? [labeller] : [])].map((weights) => {
    const { transitions, scale } = weights
    return { transitions, scale, table: buildTable(weights, builder) }
  })
}

/** Makes a model score with what it was sent by another thread. `thread` counts from 0; each has a number of its own. */
export function attachScoring(model: Model, shared: SharedScoring, thread: number): void {
  const { header } = model
  if (!('memory' in shared)) known.set(model, scoringBy(shared, header, createKernel))
  else {
    const templates = templatesIn(header)
    const classifiers = classifiersIn(header)
    known.set(
      model,
      scoringWith(templates, classifiers, attachKernel(shared, templates, classifiers, thread)),
    )
  }
}

function scoringBy(
  predictions: readonly Prediction[],
  header: ModelHeader,
  kernel: typeof createKernel,
): Scoring {
  const templates = templatesIn(header)
  const classifiers = classifiersIn(header)
  const types = kindsOf(header.system)
  const fast = kernel(predictions, templates, types, classifiers)
  if (fast) return scoringWith(templates, classifiers, fast)
  return scoringWith(
    templates,
    classifiers,
    undefined,
    predictions.map((prediction) => plainScorer(prediction, types)),
  )
}

function scoringWith(
  templates: CompiledTemplates,
  classifiers: Classifiers,
  kernel: Kernel | undefined,
  all: readonly ClassScorer[] = kernel!.scorers,
): Scoring {
  const scorers = all.slice(0, classifiers.names.length)
  const labels = all.at(scorers.length)
  const extractor = new FeatureExtractor(templates)
  const plain = plainDecider(extractor, scorers, classifiers)
  const { predict, sum } = kernel ? deciderIn(kernel, plain) : plain
  if (classifiers.form === 'labelled')
    return {
      extractor,
      scorers,
      kernel,
      predict,
      steps: () =>
        kernel
          ? new PartScores(kernel.parts(extractor, scorers.length))
          : new WholeScores(scorers, extractor),
      compare: (state) => scorers[state],
      labels,
    }
  const labelScorers = Array.from(classifiers.ofLabels, (index) => (index < 0 ? undefined : scorers[index]))
  const firstOfLabels = Math.min(...classifiers.ofLabels.filter((index) => index >= 0))
  const whole = scorers.slice(0, firstOfLabels).map((types) => new FactoredScorer(types, labelScorers))
  return {
    extractor,
    scorers: whole,
    kernel,
    predict,
    steps: () => new WholeScores(whole, extractor),
    compare: (state) => {
      sum(state)
      for (const index of classifiers.ofLabels) if (index >= 0) sum(index)
      whole[state].combine()
      return whole[state]
    },
    labels,
  }
}

/** What decides on configurations. */
interface Decider {
  readonly predict: Scoring['predict']
  /** Sums the weights of a classifier's features of the configuration that was decided on last. */
  sum(classifier: number): void
}

/** The kernel decides on what lies in its memory, `plain` on all else. */
function deciderIn(kernel: Kernel, plain: Decider): Decider {
  let isInside = false
  return {
    predict: (c, sentence, state, mask) => {
      isInside = c.nodes === kernel.nodes && kernel.takes(sentence)
      return isInside ? kernel.decide(c, state, mask) : plain.predict(c, sentence, state, mask)
    },
    sum: (classifier) => (isInside ? kernel : plain).sum(classifier),
  }
}

function plainDecider(
  extractor: FeatureExtractor,
  scorers: readonly ClassScorer[],
  classifiers: Classifiers,
): Decider {
  const { form, ofLabels, firstStage } = classifiers
  const seen = extractor.compiled.set.firstStage
  const leads = scorers.map(({ unit }, index) =>
    seen ? cascadeMarginOf(classifiers, index, 1 / unit, seen) : 0,
  )
  const sum = (index: number): void =>
    scorers[index].score(extractor.keys, extractor.combine(partOf(classifiers, index)))
  const choose = (index: number, mask: number): Transition => {
    if (firstStage > 0) {
      const quick = index + firstStage
      sum(quick)
      const leading = scorers[quick].leading(mask, leads[quick])
      if (leading >= 0) return scorers[quick].transitions[leading]
    }
    sum(index)
    const found = scorers[index].best(mask)
    return found < 0 ? NO_TRANSITION : scorers[index].transitions[found]
  }
  return {
    predict: (c, sentence, state, mask) => {
      extractor.lookUp(c, sentence)
      if (form === 'labelled') return choose(state, mask)
      const isOne = (mask & (mask - 1)) === 0
      const type = isOne ? 31 - Math.clz32(mask) : choose(state, mask)
      return type < 0 || ofLabels[type] < 0 ? type : choose(ofLabels[type], mask)
    },
    sum,
  }
}

/** With room for the keys of arcs, too, where labels are late. */
function templatesIn({ templates, relabelling = [] }: ModelHeader): CompiledTemplates {
  const compiled = compileTemplates(templates)
  return { ...compiled, most: Math.max(compiled.most, relabelling.length) }
}

function classifiersIn({ system, singleRoot, form, templates }: ModelHeader): Classifiers {
  return classifiersOf(registered(system).make({ singleRoot }), form, templates)
}

/** The largest number of kinds of a system that models of this one can be decoded with. */
function kindsOf(name: string): number {
  const own = registered(name).make({ singleRoot: true })
  const systems = registry.map(({ make }) => make({ singleRoot: true }))
  return Math.max(
    ...systems
      .filter((system) => system.family === own.family)
      .map(({ transitionTypes }) => transitionTypes.length),
  )
}
