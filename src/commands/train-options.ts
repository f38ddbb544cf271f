/** The options of `rbparse train`: their values, what they mean, and which of them exclude each other. */
import { InvalidArgumentError, Option, type Command } from 'commander'
import { solvers, type Solver } from 'liblinear-wasm'
import type { Direction } from '../../transform/direction.ts'
import { nonProjectiveChoices, type NonProjective } from '../../transform/encoding.ts'
import { modelForms, type ModelForm } from '../../parser/model/classifiers.ts'
import { labellings, type Labelling } from '../../parser/labelling/relabeller.ts'
import { widestBeam } from '../../parser/search/beam-options.ts'
import { registered, registry } from '../../parser/registry.ts'
import type { Tags } from '../../parser/core/sentence.ts'
import { CallError } from '../files/failures.ts'
import type { Terminal } from '../files/terminal.ts'
import { trainingDefaults } from '../training/train-model.ts'
import {
  choiceOption,
  directionOption,
  MOST_JOBS,
  numberAbove,
  numberOption,
  parseSolver,
} from './options.ts'

export type Learner = 'liblinear' | 'perceptron'

/** The values of the options. */
export interface TrainCall {
  readonly system: string
  readonly model: string
  readonly pipeline?: boolean
  readonly fact: Readonly<Record<string, string>>
  readonly learner?: Learner
  readonly solver: Solver
  readonly form?: ModelForm
  readonly labelling?: Labelling
  readonly C?: number
  readonly eps?: number
  readonly bias?: number
  readonly size: 'small' | 'full'
  readonly features: string
  readonly tags: Tags
  readonly nonProjective: NonProjective
  readonly direction: Direction | 'auto'
  readonly singleRoot: boolean
  readonly epochs: number
  readonly beam: number
  readonly exploration?: boolean
  readonly shards: number
  readonly jobs: number
  readonly seed: number
  readonly dev?: string
  readonly skipBad?: boolean
  readonly stats?: string
  readonly json?: boolean
}

const MOST_SHARDS = 1024

/** Adds the options that say what is learned. */
export function addModelOptions(command: Command): Command {
  const { system, nonProjective } = trainingDefaults
  const systems = registry.map(({ name }) => name)
  return command
    .requiredOption('--model <out>', 'write the model to this file')
    .option('--pipeline', 'train a tokenizer and a tagger, too; the parser learns from predicted tags')
    .addOption(
      choiceOption('--system <name>', 'the transition system, see `rbparse systems`', systems, system),
    )
    .option('--features <set>', 'the features: rich, paper, or a JSON file of templates', 'rich')
    .addOption(
      choiceOption('--tags <columns>', 'the tags that features read', ['both', 'upos', 'xpos'], 'both'),
    )
    .addOption(
      choiceOption(
        '--non-projective <how>',
        'how trees that are not projective are treated',
        nonProjectiveChoices,
        nonProjective,
      ),
    )
    .addOption(
      directionOption(
        'the direction of the right-branching systems; auto takes the one that fits the treebank better',
        ['auto', 'right', 'left'],
      ),
    )
    .option('--single-root', 'allow only one dependent of the artificial root (default)', true)
    .option('--no-single-root', 'allow several dependents of the artificial root')
    .addOption(
      new Option(
        '--labelling <when>',
        'labels are chosen with the transitions (early), or again for finished trees, which is more accurate and slower (late) (default: late for right-branching systems with a beam)',
      ).choices(labellings),
    )
    .addOption(
      new Option(
        '--decision, --form <form>',
        'the form of liblinear models: labelled has one classifier for labelled transitions; factored has one for transition types and one for labels (default: factored for right-branching systems)',
      ).argParser(parseForm),
    )
}

/** Adds the options that say how it is learned. */
export function addLearnerOptions(command: Command): Command {
  const { solver, size, epochs } = trainingDefaults
  const solverNames = solvers.map((entry) => `${entry.solver} ${entry.name}`).join(', ')
  const positive = (flags: string, text: string): Option => new Option(flags, text).argParser(numberAbove(0))
  return command
    .addOption(
      new Option(
        '--learner <name>',
        'the learner (default: liblinear, perceptron with a beam or exploration)',
      ).choices(['liblinear', 'perceptron']),
    )
    .addOption(
      new Option('--solver <which>', `the solver of liblinear: ${solverNames}`)
        .argParser(parseSolver)
        .default(solver),
    )
    .addOption(positive('-C <cost>', 'the cost of errors, of liblinear (default: 0.1, factored 0.05)'))
    .addOption(positive('--eps <tolerance>', "the tolerance of the solver (default: the solver's)"))
    .addOption(positive('--bias <value>', 'the value of a feature that is always present (default: none)'))
    .addOption(
      choiceOption(
        '--size <how>',
        'the size of a model of liblinear: small leaves out weights that hardly matter',
        ['small', 'full'],
        size,
      ),
    )
    .addOption(numberOption('--epochs <n>', 'the number of epochs of the perceptron', 1).default(epochs))
    .addOption(
      numberOption(
        '--beam <n>',
        'the number of hypotheses with which the perceptron learns and `parse` searches',
        1,
        widestBeam,
      ).default(1),
    )
    .option('--exploration', 'let the perceptron follow its own choices, with a dynamic oracle')
    .addOption(
      numberOption(
        '--shards <n>',
        'with a beam, learn from n parts of the treebank apart, and average the weights',
        1,
        MOST_SHARDS,
      ).default(1),
    )
}

/** Adds the options that say on what, where and with what report. */
export function addRunOptions(command: Command): Command {
  return command
    .addOption(
      numberOption(
        '--jobs <n>',
        'the number of threads, which learn one shard or one classifier each; not for --pipeline; the model is the same',
        1,
        MOST_JOBS,
      ).default(1),
    )
    .addOption(
      numberOption('--seed <n>', 'the seed of everything that is random', 0).default(trainingDefaults.seed),
    )
    .option(
      '--dev <file>',
      'evaluate the model on this treebank; the perceptron keeps the epoch that is best on it',
    )
    .addOption(
      new Option(
        '--fact <name=value>',
        'write a fact into the model file, such as licence=MIT; can be given several times',
      )
        .argParser(addFact)
        .default({}, 'treebank and version'),
    )
    .option('--skip-bad', 'leave out bad sentences, and name them on standard error')
    .option('--stats <file>', 'write the figures to this file as JSON')
    .option('--json', 'print the figures as JSON')
}

/** Throws CallError if shards are asked for without a beam, or for a pipeline. */
export function checkShards({ shards, beam, pipeline }: TrainCall): void {
  if (shards > 1 && (beam === 1 || pipeline))
    throw new CallError(
      '--shards is for the perceptron with a beam, expected --beam N beside it, and no --pipeline',
    )
}

/** Writes a note if one thread learns although several are asked for. */
export function noteJobs(
  { jobs, shards, pipeline }: TrainCall,
  learner: Learner,
  { stderr }: Terminal,
): void {
  if (jobs === 1) return
  if (pipeline) stderr.write('note: --jobs is not for --pipeline, one thread learns\n')
  else if (learner === 'perceptron' && shards === 1)
    stderr.write('note: --jobs is for the perceptron with --shards, one thread learns\n')
}

/** The learner: the one of `--learner`, or the one that a beam or exploration needs. Throws CallError if they clash. */
export function learnerOf({ learner, beam, exploration, system, form }: TrainCall): Learner {
  if (exploration && !registered(system).dynamicOracle) {
    const able = registry.filter((entry) => entry.dynamicOracle).map((entry) => entry.name)
    throw new CallError(`--exploration needs a dynamic oracle, expected one of: ${able.join(', ')}`)
  }
  const wanted = beam > 1 ? '--beam' : exploration ? '--exploration' : undefined
  if (wanted && learner === 'liblinear')
    throw new CallError(`${wanted} is for the perceptron, expected --learner perceptron with it`)
  const chosen = learner ?? (wanted ? 'perceptron' : trainingDefaults.learner)
  if (chosen === 'perceptron' && form === 'factored')
    throw new CallError('--form factored needs --learner liblinear, the perceptron learns labelled models')
  return chosen
}

/** Adds `name=value` to the facts before it. */
function addFact(text: string, before: Readonly<Record<string, string>>): Record<string, string> {
  const [, name, value] = /^([a-z]+)=(.+)$/su.exec(text) ?? []
  if (name === undefined) throw new InvalidArgumentError('Expected a name in small letters, = and a value.')
  return { ...before, [name]: value }
}

/** A form of models by its name. `joint` means `labelled`, and `stepwise` means `factored`. */
function parseForm(text: string): ModelForm {
  const form = modelForms.find((one, i) => one === text || ['joint', 'stepwise'][i] === text)
  if (form) return form
  throw new InvalidArgumentError(`Expected ${modelForms.join(' or ')}.`)
}
