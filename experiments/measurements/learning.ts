/** How a parser of a study learns: the settings that most measurements share. */
import { CallError, reasonOf, RunError } from '../../src/lab-node.ts'
import {
  betterDirection,
  directionTally,
  planSteps,
  registered,
  registerFeatures,
  tallyDirection,
  trainingOptions,
  TreeReader,
  type TrainingOptionName,
  type TrainingValues,
} from '../../src/lab.ts'
import type { CoNLLUSentence, Direction, DirectionTally, StepPlan } from '../../src/lab.ts'
import type { CellSettings } from '../cells/cell.ts'
import { goldTokensAdded } from './feature-sets.ts'

registerFeatures(goldTokensAdded)

/** The options of training that a parser of a study can have: all but the seed and the steps, which a study has apart. */
export const settingNames = (Object.keys(trainingOptions) as TrainingOptionName[]).filter(
  (name) => name !== 'seed' && name !== 'steps',
)

/** The options of `trainModel`, and where they differ from it. A type, so that it can be stored as {@link CellSettings}. */
export type Learning = {
  readonly [Name in 'system' | 'features' | 'tags']: TrainingValues[Name]
} & {
  readonly [
    Name in Exclude<keyof TrainingValues, 'system' | 'features' | 'tags' | 'seed'>
  ]?: TrainingValues[Name]
} & {
  /**
   * The steps that encode trees before training, with commas. With `right-branching`, a system that does not transform
   * trees itself learns transformed trees with marks as a part of their labels; with `mirror,right-branching`, or if the
   * direction is `auto` and fits that better, those with heads after their dependents. Default: what the system needs.
   */
  readonly steps?: string
  /** The beam width that the features are chosen for. Default: `beam`. */
  readonly featuresFor?: number
  /** Learn from and parse with predicted tags, FEATS and lemmas. Default: false, those of the treebank. */
  readonly predictedTags?: boolean
}

/** The settings that say how a parser learns, without others. Throws RunError if one that is required is missing. */
export function learningOf(settings: CellSettings): Learning {
  const names = ['steps', 'featuresFor', 'predictedTags', ...settingNames]
  const given = names.filter((name) => settings[name] !== undefined)
  const chosen: CellSettings = Object.fromEntries(given.map((name) => [name, settings[name]]))
  if (isLearning(chosen)) return chosen
  throw new RunError(
    `${JSON.stringify(settings)}: not the settings of a parser, expected system, features, tags`,
  )
}

function isLearning(settings: CellSettings): settings is CellSettings & Learning {
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
  const isTransforming = registered(system).traits.transformsTrees
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
export function tallyOf(sentences: readonly CoNLLUSentence[], reader = new TreeReader()): DirectionTally {
  const tally = directionTally()
  for (const sentence of sentences) tallyDirection(reader.original(sentence), tally)
  return tally
}
