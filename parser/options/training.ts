/**
 * The table of training options. It is the source of the options of `rbparse train`, the checks of `train` and `trainModel`,
 * the settings of parsers in studies, the trials of `--tune`, and all defaults.
 */
import { solvers } from 'liblinear-wasm'
import { nonProjectiveChoices, type NonProjective } from '../../transform/decoding.ts'
import { planSteps } from '../../transform/steps/plan.ts'
import type { Tags } from '../core/word-attributes.ts'
import { featureNames } from './feature-sets.ts'
import type { TemplateSet } from '../features/templates.ts'
import { labellings, type Labelling } from '../labelling/relabeller.ts'
import { DEFAULT_SIZE, type LearnerOptions } from '../learning/learner-options.ts'
import { modelForms } from '../features/classifiers.ts'
import { MAX_MEMBER_COUNT, widestBeam } from '../model/model.ts'
import { anyText, oneOf, positiveNumbers, trueOrFalse, wholeNumbers, type Option } from './types.ts'
import { defaultSystem, registered, registry, type Registered } from '../registry.ts'

type Learner = LearnerOptions['learner']

/** The options, data and callbacks of a training. */
export interface TrainOptions extends LearnerOptions {
  /** The name of a system of the registry. */
  readonly system: string
  readonly templates: TemplateSet
  readonly singleRoot: boolean
  /** For right-branching systems. `auto`: the direction in which a small parser is better on a sample of the treebank. */
  readonly direction: 'right' | 'left' | 'auto'
  /** The treatment of trees that are not projective. No effect for systems that derive all trees. */
  readonly nonProjective: NonProjective
  /**
   * Steps that re-encode the trees (choice of heads) before training, such as `function-heads:case+mark`
   * (transform/steps/plan.ts); `right-branching` can follow if the system is right-branching. Default: none.
   */
  readonly steps?: string
  /**
   * The members of a committee, separated by commas: systems (the first is `system`) and `mirror`, a right-branching parser
   * in the other direction. Default: one parser.
   */
  readonly committee?: string
  /**
   * `early`: transitions choose the labels; `late`: a second classifier relabels finished trees. Default: `late` for
   * right-branching systems with a beam or with a treebank of less than 100,000 words, else `early`.
   */
  readonly labelling?: Labelling
  /** Facts for the header of the model, such as the name of the treebank. Default: none. */
  readonly facts?: Readonly<Record<string, string | number | boolean>>
}

/** The properties of {@link TrainOptions} that are data or callbacks. */
export type TrainingMaterial = 'templates' | 'facts' | 'development' | 'onProgress' | 'signal'

/** The values of training options by name. */
export interface TrainingValues extends Omit<TrainOptions, TrainingMaterial> {
  /** The name of a feature set (feature-sets.ts). */
  readonly features: string
  readonly tags: Tags
}
export type TrainingOptionName = keyof TrainingValues

export interface TrainingOption<Value = unknown> extends Option<Value> {
  /** The only learner that supports the option. Default: all learners support it. */
  readonly learner?: Learner
  /** Whether a value requires support by the learner and the system. Default: no value does. */
  needsSupport?(value: unknown): boolean
  /** Whether such a value requires a beam (true) or greedy training (false). Default: neither. */
  readonly beam?: boolean
  /** The systems that support such a value, and the error for other systems. Default: all systems support it. */
  readonly systems?: { take(system: Registered): boolean; refusal(system: string, write: Write): string }
}

/** Writes the name of an option in an error message: `nonProjective`, or `--non-projective`. */
type Write = (name: TrainingOptionName) => string

/** The name, in a committee, of a right-branching parser in the other direction than the previous right-branching member. */
export const MIRROR = 'mirror'

const memberNames = (): string[] => [
  ...registry.filter(({ traits }) => !traits.readsGold && !traits.nonProjective).map(({ name }) => name),
  MIRROR,
]

function isCommittee(value: unknown): boolean {
  if (typeof value !== 'string') return false
  const names = value.split(',')
  const areKnown = names.every((name) => memberNames().includes(name))
  const areMany = names.length >= 2 && names.length <= MAX_MEMBER_COUNT
  return areKnown && areMany && new Set(names).size === names.length
}

const isMany = (value: unknown): boolean => Number(value) > 1
const solverNames = solvers.map(({ solver, name }) => `${solver} ${name}`).join(', ')

/** The options, in the order of the help. */
export const trainingOptions: {
  readonly [Name in TrainingOptionName]: TrainingOption<TrainingValues[Name]>
} = Object.freeze({
  system: {
    type: oneOf(() => registry.map(({ name }) => name)),
    fallback: defaultSystem,
    value: 'name',
    help: 'the transition system, see `rbparse systems`',
  },
  features: {
    type: oneOf(featureNames),
    fallback: 'rich',
    value: 'set',
    help: 'the features: rich, paper, or a JSON file of templates',
  },
  tags: {
    type: oneOf(() => ['both', 'upos', 'xpos']),
    fallback: 'both',
    value: 'columns',
    help: 'the tags that features read',
  },
  nonProjective: {
    type: oneOf(() => nonProjectiveChoices),
    fallback: 'projectivize:head',
    value: 'how',
    help: 'how trees that are not projective are treated',
  },
  steps: {
    type: anyText,
    value: 'list',
    help: 're-encode the trees (choice of heads) before training, for example function-heads:case+mark (default: nothing)',
  },
  direction: {
    type: oneOf(() => ['auto', 'right', 'left']),
    fallback: 'auto',
    value: 'side',
    help: 'the direction of the right-branching systems; auto takes the one that fits the treebank better',
    needsSupport: (value) => value === 'left',
    systems: {
      take: ({ traits }) => traits.transformsTrees === true,
      refusal: (system, write) => `${system} has no direction, expected with ${write('direction')} left`,
    },
  },
  singleRoot: {
    type: trueOrFalse,
    fallback: true,
    help: 'allow only one dependent of the artificial root (default)',
  },
  labelling: {
    type: oneOf(() => labellings),
    value: 'when',
    help: 'labels are chosen with the transitions (early), or again for finished trees, which is more accurate and slower (late) (default: late for right-branching systems with a beam or with less than 100,000 words to learn from)',
  },
  form: {
    type: oneOf(() => modelForms),
    value: 'form',
    help: 'the form of liblinear models: labelled has one classifier for labelled transitions; factored has one for transition types and one for labels (default: factored for right-branching systems)',
    learner: 'liblinear',
    needsSupport: (value) => value === 'factored',
  },
  learner: {
    type: oneOf(() => ['liblinear', 'perceptron']),
    value: 'name',
    help: 'the learner (default: liblinear, perceptron with a beam or exploration)',
  },
  solver: {
    type: oneOf(() => solvers.map(({ solver }) => solver)),
    fallback: 4,
    value: 'which',
    help: `the solver of liblinear: ${solverNames}`,
    learner: 'liblinear',
  },
  C: {
    type: positiveNumbers,
    value: 'cost',
    help: 'the cost of errors, of liblinear (default: 0.1, factored 0.05)',
    learner: 'liblinear',
  },
  eps: {
    type: positiveNumbers,
    value: 'tolerance',
    help: "the tolerance of the solver (default: the solver's)",
    learner: 'liblinear',
  },
  bias: {
    type: positiveNumbers,
    value: 'value',
    help: 'the value of a feature that is always present, of liblinear (default: none)',
    learner: 'liblinear',
  },
  size: {
    type: oneOf(() => ['smallest', 'small', 'full']),
    fallback: DEFAULT_SIZE,
    value: 'how',
    help: 'the size of a model: small leaves out weights that hardly matter, smallest still more of them',
  },
  epochs: {
    type: wholeNumbers(1),
    fallback: 8,
    value: 'n',
    help: 'the number of epochs of the perceptron',
    learner: 'perceptron',
  },
  beam: {
    type: wholeNumbers(1, widestBeam),
    fallback: 1,
    value: 'n',
    help: 'the number of hypotheses with which the perceptron learns and `parse` searches',
    learner: 'perceptron',
    needsSupport: isMany,
  },
  exploration: {
    type: trueOrFalse,
    help: 'let the perceptron follow its own choices, with a dynamic oracle',
    learner: 'perceptron',
    needsSupport: (value) => value === true,
    beam: false,
    systems: {
      take: ({ dynamicOracle }) => dynamicOracle !== undefined,
      refusal: (_, write) => `${write('exploration')} needs a dynamic oracle, expected`,
    },
  },
  shards: {
    type: wholeNumbers(1, 1024),
    fallback: 1,
    value: 'n',
    help: 'with a beam, learn from n parts of the treebank apart, and average the weights',
    learner: 'perceptron',
    needsSupport: isMany,
    beam: true,
  },
  ensemble: {
    type: wholeNumbers(1, 64),
    fallback: 1,
    value: 'n',
    help: 'with a beam, learn n times in different orders, and average the weights: more accurate, n times the training',
    learner: 'perceptron',
    needsSupport: isMany,
    beam: true,
  },
  committee: {
    type: {
      is: isCommittee,
      get expected() {
        return `2 to ${MAX_MEMBER_COUNT} of these with commas between, each once: ${memberNames().join(', ')}`
      },
      notation: '',
    },
    value: 'names',
    help: `parsers that vote on each tree: systems, the first one that of --system, and ${MIRROR}, a right-branching parser in the other direction; the first one learns with the options, the others greedily`,
  },
  seed: {
    type: wholeNumbers(0),
    fallback: 1,
    value: 'n',
    help: 'the seed of everything that is random',
  },
})

const entries = Object.entries(trainingOptions) as [TrainingOptionName, TrainingOption][]

/** The options whose values require support by the learner and the system. */
function optionsNeedingSupport(values: Partial<TrainingValues>): [TrainingOptionName, TrainingOption][] {
  return entries.filter(
    ([name, { needsSupport }]) => values[name] !== undefined && needsSupport?.(values[name]),
  )
}

/** The learner in `values`, else the learner that the other options require, else LIBLINEAR. */
export function learnerOf(values: Partial<TrainingValues>): Learner {
  const needsPerceptron = optionsNeedingSupport(values).some(([, { learner }]) => learner === 'perceptron')
  return values.learner ?? (needsPerceptron ? 'perceptron' : 'liblinear')
}

/**
 * Throws RangeError for an invalid value, for options that exclude each other, and for options that the learner or the system
 * does not support. Absent options have their defaults.
 *
 * @param write formats the name of an option for the error message. Default: the name in the API
 */
export function checkTraining(values: Partial<TrainingValues>, write: Write = (name) => name): void {
  for (const [name, { type }] of entries) {
    const value = values[name]
    if (value !== undefined && !type.is(value))
      throw new RangeError(`${write(name)} is ${printed(value)}, expected ${type.expected}`)
  }
  const { system = defaultSystem, beam = 1, size = DEFAULT_SIZE, steps, committee = system } = values
  const entry = registered(system)
  const learner = learnerOf(values)
  for (const [name, option] of optionsNeedingSupport(values)) {
    if (option.beam === true && beam === 1)
      throw new RangeError(
        `${write(name)} is for the perceptron with a beam, expected ${write('beam')} N with it`,
      )
    if (option.beam === false && beam > 1)
      throw new RangeError(`${write(name)} is for greedy training, expected no ${write('beam')} with it`)
    if (option.systems?.take(entry) === false) {
      const supportingSystems = registry.filter(option.systems.take).map((one) => one.name)
      throw new RangeError(`${option.systems.refusal(system, write)} one of: ${supportingSystems.join(', ')}`)
    }
    if (option.learner !== undefined && option.learner !== learner) {
      const optionText = typeof values[name] === 'string' ? `${write(name)} ${values[name]}` : write(name)
      const learnerName = option.learner === 'perceptron' ? 'the perceptron' : 'liblinear'
      throw new RangeError(
        `${optionText} is for ${learnerName}, expected ${write('learner')} ${option.learner} with it`,
      )
    }
  }
  if (learner === 'perceptron' && beam === 1 && size !== DEFAULT_SIZE)
    throw new RangeError(
      `${write('size')} ${size} is for liblinear and for beams, expected ${write('beam')} N with it`,
    )
  if (committee.split(',')[0] !== system)
    throw new RangeError(
      `${write('committee')} ${committee}: expected ${system} as the first member, or another ${write('system')}`,
    )
  if (steps !== undefined) checkSteps(steps, entry, write)
}

/** Throws RangeError for invalid steps, and for steps that the system or other options determine. */
function checkSteps(steps: string, { name, traits }: Registered, write: Write): void {
  const { nonProjective, direction, transforms } = planSteps(steps)
  const text = `${write('steps')} ${steps}`
  if (nonProjective || direction)
    throw new RangeError(
      `${text}: expected ${write('nonProjective')} in place of projectivize, ${write('direction')} in place of mirror`,
    )
  if (transforms && !traits.transformsTrees)
    throw new RangeError(
      `${text}: ${name} does not derive right-branching trees, expected no step right-branching`,
    )
}

function printed(value: unknown): string {
  return typeof value === 'string' ? `'${value}'` : typeof value === 'object' ? 'an object' : String(value)
}

/** The defaults of training: the defaults of the table, and LIBLINEAR. */
export const trainingDefaults = Object.freeze(
  Object.fromEntries([
    ['learner', learnerOf({})],
    ...entries.flatMap(([name, { fallback }]) => (fallback === undefined ? [] : [[name, fallback]])),
  ]),
) as Readonly<Required<Pick<TrainingValues, Defaulted>>>

/** The options with a fixed default. */
type Defaulted =
  | 'system'
  | 'features'
  | 'tags'
  | 'nonProjective'
  | 'direction'
  | 'singleRoot'
  | 'learner'
  | 'solver'
  | 'size'
  | 'epochs'
  | 'beam'
  | 'shards'
  | 'ensemble'
  | 'seed'
