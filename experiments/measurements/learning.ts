/** The training settings of a parser, which most measurements share. */
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
import type { ChoiceOfWords } from './known-arcs.ts'

registerFeatures(goldTokensAdded)

/** The training options that a parser of a study can have: all except the seed and the steps, which a study declares separately. */
export const settingNames = (Object.keys(trainingOptions) as TrainingOptionName[]).filter(
  (name) => name !== 'seed' && name !== 'steps',
)

/** The options of `trainModel`, with the differences below. A type alias, so that it is assignable to {@link CellSettings}. */
export type Learning = {
  readonly [Name in 'system' | 'features' | 'tags']: TrainingValues[Name]
} & {
  readonly [
    Name in Exclude<keyof TrainingValues, 'system' | 'features' | 'tags' | 'seed'>
  ]?: TrainingValues[Name]
} & {
  /**
   * The steps that encode trees before training, separated by commas. With `right-branching`, a system that
   * does not transform trees itself learns transformed trees whose labels contain the marks. With
   * `mirror,right-branching`, or if `auto` selects that direction, it learns mirrored trees (heads after
   * dependents). Default: the steps that the system needs.
   */
  readonly steps?: string
  /** The beam width that selects the default feature set. Default: `beam`. */
  readonly featuresFor?: number
  /** Whether to train and parse with predicted tags, FEATS and lemmas. Default: false, with those of the treebank. */
  readonly predictedTags?: boolean
  /** Learn from the arcs of this part of the words, in percent, and of which ones. Default: all, `words`. */
  readonly knownArcs?: number
  readonly knownOf?: ChoiceOfWords
  /** The search of the parser. Default: as trained. */
  readonly search?: string
}

/** Selects the training settings from all settings of a cell. Throws RunError if a required setting is missing. */
export function learningOf(settings: CellSettings): Learning {
  const names = ['steps', 'featuresFor', 'predictedTags', 'knownArcs', 'knownOf', 'search', ...settingNames]
  const presentNames = names.filter((name) => settings[name] !== undefined)
  const chosen: CellSettings = Object.fromEntries(presentNames.map((name) => [name, settings[name]]))
  if (isLearning(chosen)) return chosen
  throw new RunError(
    `${JSON.stringify(settings)}: not the settings of a parser, expected system, features, tags`,
  )
}

function isLearning(settings: CellSettings): settings is CellSettings & Learning {
  return (['system', 'features', 'tags'] as const).every((name) => settings[name] !== undefined)
}

/** The form of the trees that a parser learns. */
export interface LearnedTrees {
  /** The steps that change heads. */
  readonly steps: readonly string[]
  /** The direction of the transform, if the trees are transformed and the system does not transform them itself. */
  readonly transformed?: Direction
}

/**
 * The form of the trees to learn. `auto` reads the `tally` of the training part. Throws CallError for steps
 * or a direction that the system does not support.
 */
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
    const chosenDirection = direction === 'auto' ? betterDirection(tally) : direction
    return { steps, transformed: mirrored ?? chosenDirection ?? 'right' }
  } catch (error) {
    throw new CallError(`${text === undefined ? '' : `steps '${text}' for `}${system}: ${reasonOf(error)}`)
  }
}

/** Counts the directions of the arcs of sentences. */
export function tallyOf(sentences: readonly CoNLLUSentence[], reader = new TreeReader()): DirectionTally {
  const tally = directionTally()
  for (const sentence of sentences) tallyDirection(reader.original(sentence), tally)
  return tally
}
