/** How a parser of a study learns: the settings that most measurements share. */
import { CallError, reasonOf, RunError } from '../../src/files/command-line.ts'
import {
  betterDirection,
  directionTally,
  featureNames,
  nonProjectiveChoices,
  planSteps,
  registered,
  registry,
  tallyDirection,
  TreeReader,
  widestBeam,
} from '../../src/index.ts'
import type {
  ConlluSentence,
  Direction,
  DirectionTally,
  StepPlan,
  Tags,
  TrainOptions,
} from '../../src/index.ts'
import type { Settings } from '../runs/cell.ts'
import { above, oneOf, truth, whole, type Rules } from '../studies/rules.ts'

/** The options of `rbparse train`, by their names in the API. */
export const settingRules = {
  system: oneOf(registry.map(({ name }) => name)),
  features: oneOf(featureNames()),
  tags: oneOf(['both', 'upos', 'xpos']),
  direction: oneOf(['auto', 'right', 'left']),
  nonProjective: oneOf(nonProjectiveChoices),
  singleRoot: truth,
  learner: oneOf(['liblinear', 'perceptron']),
  solver: oneOf([0, 1, 2, 3, 4, 5, 6, 7]),
  C: above(0),
  eps: above(0),
  bias: above(0),
  form: oneOf(['labelled', 'factored']),
  labelling: oneOf(['early', 'late']),
  epochs: whole(1, 1000),
  beam: whole(1, widestBeam),
  exploration: truth,
} satisfies Rules

/** The options of `trainModel`, and where they differ from it. A type, so that it can be stored as {@link Settings}. */
export type Learning = {
  readonly system: string
  /**
   * The steps that encode trees before training, with commas. With `right-branching`, a system that does not transform
   * trees itself learns transformed trees with marks as a part of their labels; with `mirror,right-branching`, or if the
   * direction is `auto` and fits that better, those with heads after their dependents. Default: what the system needs.
   */
  readonly steps?: string
  readonly features: string
  readonly tags: Tags
  /** The beam width that the features are chosen for. Default: `beam`. */
  readonly featuresFor?: number
} & Partial<Pick<TrainOptions, keyof typeof settingRules & keyof TrainOptions>>

/** The settings that say how a parser learns, without others. Throws RunError if one that is required is missing. */
export function learningOf(settings: Settings): Learning {
  const names = ['steps', 'featuresFor', ...Object.keys(settingRules)]
  const given = names.filter((name) => settings[name] !== undefined)
  const chosen: Settings = Object.fromEntries(given.map((name) => [name, settings[name]]))
  if (isLearning(chosen)) return chosen
  throw new RunError(
    `${JSON.stringify(settings)}: not the settings of a parser, expected system, features, tags`,
  )
}

function isLearning(settings: Settings): settings is Settings & Learning {
  return (['system', 'features', 'tags'] as const).every((name) => settings[name] !== undefined)
}

/** The trees that a parser learns. */
export interface LearnedTrees {
  /** The steps that change heads. */
  readonly steps: readonly string[]
  /** The direction of transformed trees, if the system does not transform trees itself. */
  readonly transformed?: Direction
}

/** The trees to learn; `tally` of the training part is for `auto`. Throws CallError for steps or a direction that it cannot have. */
export function learnedTrees(
  { steps: text, system, direction }: Learning,
  tally: DirectionTally,
): LearnedTrees {
  const isTransforming = registered(system).family === 'right-branching'
  try {
    const plan: StepPlan = text === undefined ? { steps: [], transforms: false } : planSteps(text)
    const { steps, transforms, nonProjective, direction: mirrored } = plan
    if (nonProjective || (mirrored && (isTransforming || !transforms)))
      throw new RangeError('expected steps that change heads, then right-branching or mirror,right-branching')
    if (isTransforming) return { steps }
    if (direction === 'left' && !transforms)
      throw new RangeError('it has no direction, expected the steps mirror and right-branching')
    if (!transforms) return { steps }
    const best = direction === 'auto' ? betterDirection(tally) : direction
    return { steps, transformed: mirrored ?? best ?? 'right' }
  } catch (error) {
    throw new CallError(`${text === undefined ? '' : `steps '${text}' for `}${system}: ${reasonOf(error)}`)
  }
}

/** The direction of the arcs of sentences. */
export function tallyOf(sentences: readonly ConlluSentence[], reader = new TreeReader()): DirectionTally {
  const tally = directionTally()
  for (const sentence of sentences) tallyDirection(reader.original(sentence), tally)
  return tally
}
