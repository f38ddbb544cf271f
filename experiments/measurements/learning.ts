/** How a parser of a study learns: the settings that most measurements share. */
import { CallError, RunError } from '../../src/files/command-line.ts'
import { registered, type Tags, type TrainOptions } from '../../src/index.ts'
import type { Settings } from '../runs/cell.ts'

/** The options of `trainModel`, and where they differ from it. A type, so that it can be stored as {@link Settings}. */
export type Learning = {
  readonly system: string
  /**
   * The steps that encode trees before training, with commas. With `right-branching`, a system that does not transform
   * trees itself learns transformed trees with marks as a part of their labels; with `mirror,right-branching`, those with
   * heads after their dependents. Default: what the system needs.
   */
  readonly steps?: string
  readonly features: string
  readonly tags: Tags
  /** The beam width that the features are chosen for. Default: `beam`. */
  readonly featuresFor?: number
} & Partial<Pick<TrainOptions, (typeof trainNames)[number]>>

const trainNames = [
  'direction',
  'singleRoot',
  'nonProjective',
  'learner',
  'solver',
  'C',
  'eps',
  'bias',
  'form',
  'beam',
  'epochs',
  'exploration',
  'labelling',
] as const
const names = ['system', 'steps', 'features', 'tags', 'featuresFor', ...trainNames] as const

/** The settings that say how a parser learns, without others. Throws RunError if one that is required is missing. */
export function learningOf(settings: Settings): Learning {
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

/** The trees to learn: as they are, or transformed to either side by the steps. Throws CallError for unknown steps. */
export function treesOf({ steps, system }: Learning): 'original' | 'right' | 'left' {
  const transforms = registered(system).family === 'right-branching'
  if (steps === undefined || (transforms && steps === 'right-branching')) return 'original'
  if (!transforms && steps === 'right-branching') return 'right'
  if (!transforms && steps === 'mirror,right-branching') return 'left'
  throw new CallError(`steps '${steps}' for ${system}, expected right-branching or mirror,right-branching`)
}
