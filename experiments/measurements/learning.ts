/** How a parser of a study learns: the settings that most measurements share. */
import { RunError } from '../../src/files/command-line.ts'
import type { Tags, TrainOptions } from '../../src/index.ts'
import type { Settings } from '../runs/cell.ts'

/** A type and not an interface, so that it can be stored as {@link Settings}. */
export type Learning = {
  readonly system: string
  /** The trees to learn: as they are, or transformed to either side, with marks as a part of their labels. */
  readonly trees: 'original' | 'right' | 'left'
  /** The direction of the systems that transform trees themselves. */
  readonly direction: TrainOptions['direction']
  readonly singleRoot: boolean
  /** The name of a feature set. */
  readonly features: string
  readonly tags: Tags
  readonly solver: TrainOptions['solver']
  /** Default: that of `rbparse train` for the system. */
  readonly C?: number
  /** Default: LIBLINEAR. */
  readonly learner?: 'perceptron'
  /** The beam width of a perceptron, in training and in parsing. Default: 1. */
  readonly beam?: number
  /** The epochs of a perceptron. */
  readonly epochs?: number
  /** Train a perceptron with exploration, from the dynamic oracle. Default: false. */
  readonly exploration?: boolean
  /** When labels are chosen: with the transitions (`early`, the default) or for finished trees (`late`). */
  readonly labelling?: TrainOptions['labelling']
  /** The beam width that the features are chosen for. Default: `beam`. */
  readonly featuresFor?: number
}

const required = ['system', 'trees', 'direction', 'features', 'tags', 'singleRoot', 'solver'] as const
const optional = ['C', 'learner', 'beam', 'epochs', 'exploration', 'labelling', 'featuresFor'] as const

/** The settings that say how a parser learns, without others. Throws RunError if one of them is missing. */
export function learningOf(settings: Settings): Learning {
  const names = [...required, ...optional].filter((name) => settings[name] !== undefined)
  const chosen: Settings = Object.fromEntries(names.map((name) => [name, settings[name]]))
  if (isLearning(chosen)) return chosen
  throw new RunError(
    `${JSON.stringify(settings)}: not the settings of a parser, expected ${required.join(', ')}`,
  )
}

function isLearning(settings: Settings): settings is Settings & Learning {
  return required.every((name) => settings[name] !== undefined)
}
