/** The options of `rbparse train`: those of training, from their table, and those of files, threads and tuning. */
import { InvalidArgumentError } from 'commander'
import { solverNumber } from 'liblinear-wasm'
import type { TrainOptions } from '../../parser/train.ts'
import { modelForms, type ModelForm } from '../../parser/model/classifiers.ts'
import {
  checkTraining,
  learnerOf,
  trainingOptions,
  type TrainingValues,
} from '../../parser/options/training.ts'
import { planSteps, stepKinds } from '../../transform/steps/registry.ts'
import { CallError } from '../files/failures.ts'
import type { Terminal } from '../files/terminal.ts'
import { threadCounts } from '../pipeline/decoding-options.ts'
import { checked, flagOf, rowsOf } from './options.ts'

type Learner = TrainOptions['learner']

export interface TrainCall extends Omit<TrainingValues, 'learner'> {
  readonly learner?: Learner
  readonly clusters?: string
  readonly lexicon?: string
  readonly output?: string
  /** The old name of `output`. */
  readonly model?: string
  readonly pipeline?: boolean
  readonly fact?: Readonly<Record<string, string>>
  readonly beam: number
  readonly shards: number
  readonly ensemble: number
  readonly jobs: number
  readonly dev?: string
  readonly tune?: string
  readonly minutes?: number
  readonly skipBad?: boolean
  readonly stats?: string
  readonly json?: boolean
}

export const TRAIN_HELP = `
train | train a model on treebanks
> Trains a model on the trees of all files and writes it to one file.
<files...> || treebanks in CoNLL-U; - for standard input
-o, --output <file> || write the model to this file
--model <file> || the same as --output
--pipeline || train a tokenizer, a tagger and a lemmatizer, too; the parser learns from predicted tags
--clusters <file> || clusters of words for features of the tagger and the parser, from \`rbparse cluster\` or a Brown-clustering tool
--lexicon <file> || classes of words for features of the tagger: on each line a class, a tab, and its words in lower case; the first character of a class is how often they have a capital
${rowsOf(trainingOptions)}
--jobs <n> | ${threadCounts.notation} = 1 | the number of threads, which learn one shard, one member of the ensemble or one classifier each; not for --pipeline; the model is the same
--dev <file> || evaluate the model on this treebank; the perceptron keeps the epoch that is best on it
--tune <file> || try other systems, directions, features, encodings, labellings and costs or epochs on this treebank, and keep the best; the model file lists the trials
--minutes <n> | > 0 | the time for --tune, in minutes; the last trial ends later (default: 10)
--fact <name=value> || write a fact into the model file, such as licence=MIT; can be given several times (default: treebank and version)
--skip-bad || leave out bad sentences, and name them on standard error
--stats <file> || write the figures to this file as JSON
--json || print the figures as JSON
$ rbparse sample --sentences 300 > sample.conllu && rbparse train --system rb -o sample.rb sample.conllu`

export const parseSolver = checked((text) => solverNumber(/^\d+$/.test(text) ? Number(text) : text))

export const parseSteps = checked((text) => planSteps(text) && text)

/** The steps and their parts, for help. */
export const stepNames = stepKinds
  .map(({ name, parts }) => (parts.length > 0 ? `${name}:${parts.join('+')}` : name))
  .join(', ')

export const trainParsers = {
  // The name of a set, or a file.
  features: (text: string) => text,
  form: parseForm,
  solver: parseSolver,
  fact: addFact,
  steps: parseSteps,
}

/** The file of the model. Throws CallError if there is none, or another one. */
export function outputOf({ output, model }: TrainCall): string {
  const file = output ?? model
  if (file === undefined) throw new CallError('train writes a model to a file, expected --output FILE')
  if (model !== undefined && model !== file)
    throw new CallError(`--output ${file} and --model ${model} are the same option, expected one of them`)
  return file
}

/** Throws CallError for options that contradict each other, and for those of a pipeline or of tuning without it. */
export function checkTrain(call: TrainCall): void {
  const { tune, dev, pipeline, minutes, lexicon, shards } = call
  if (lexicon !== undefined && !pipeline)
    throw new CallError('--lexicon is for the tagger, expected --pipeline with it')
  if (tune === undefined && minutes !== undefined)
    throw new CallError('--minutes is the time for --tune, expected --tune DEV with it')
  if (tune !== undefined && (pipeline || (dev !== undefined && dev !== tune)))
    throw new CallError('--tune evaluates a parser on its own treebank, expected no --dev and no --pipeline')
  checkTrainingCall({ ...call, features: undefined })
  if (shards > 1 && pipeline) throw new CallError('--shards is for a parser alone, expected no --pipeline')
}

/** Writes a note if one thread learns although several are asked for. */
export function noteUnusedJobs(call: TrainCall, { stderr }: Terminal): void {
  const { jobs, shards, ensemble, pipeline } = call
  if (jobs === 1) return
  if (pipeline) stderr.write('note: --jobs is not for --pipeline, one thread learns\n')
  else if (learnerOf(call) === 'perceptron' && shards * ensemble === 1)
    stderr.write('note: --jobs is for the perceptron with --shards or --ensemble, one thread learns\n')
}

/** Adds `name=value` to the facts before it. */
function addFact(text: string, before: unknown): Record<string, string> {
  const [, name, value] = /^([a-z]+)=(.+)$/su.exec(text) ?? []
  if (name === undefined) throw new InvalidArgumentError('Expected a name in small letters, = and a value.')
  return { ...(before as Record<string, string> | undefined), [name]: value }
}

/** A form of models by its name. `joint` means `labelled`, and `stepwise` means `factored`. */
function parseForm(text: string): ModelForm {
  const form = modelForms.find((one, i) => one === text || ['joint', 'stepwise'][i] === text)
  if (form) return form
  throw new InvalidArgumentError(`Expected ${modelForms.join(' or ')}.`)
}

/** As `checkTraining`, with the options as they are on the command line. Throws CallError. */
export function checkTrainingCall(values: Partial<TrainingValues>): void {
  checked(() => checkTraining(values, flagOf))('')
}
