/** The options of `rbparse train`: the table of training options, and options of files, threads and tuning. */
import { InvalidArgumentError } from 'commander'
import { solverNumber } from 'liblinear-wasm'
import { SMALL_TREEBANK } from '../../parser/learning/learner-options.ts'
import {
  checkTraining,
  learnerOf,
  trainingDefaults,
  trainingOptions,
  type TrainingOption,
  type TrainingOptionName,
  type TrainingValues,
} from '../../parser/options/training.ts'
import { CallError } from '../files/failures.ts'
import type { Terminal } from '../files/terminal.ts'
import { threadCounts } from '../pipeline/decoding-options.ts'
import { checked, flagOf, parseSteps, rowsOf } from './options.ts'

/** The options of a call, without defaults. */
export interface TrainCall extends Partial<TrainingValues> {
  readonly fast?: boolean
  readonly clusters?: string
  readonly lexicon?: string
  readonly lemmas?: string
  readonly abbreviations?: string
  readonly output?: string
  /** The former name of `output`. */
  readonly model?: string
  readonly pipeline?: boolean
  readonly fact?: Readonly<Record<string, string>>
  readonly jobs: number
  readonly dev?: string
  readonly tune?: string
  readonly minutes?: number
  readonly skipBad?: boolean
  readonly stats?: string
  readonly json?: boolean
}

/** The options with defaults. `learner` follows from the others, see {@link learnerOf}. */
export type CompleteCall = TrainCall &
  Omit<typeof trainingDefaults, 'learner'> & {
    /** The options that small treebanks have instead. */
    readonly ifSmall: Pick<TrainCall, 'ensemble' | 'committee'>
  }

const DEFAULT_BEAM = 8
/**
 * The defaults for small treebanks: a committee, or an ensemble if the call names a system. LAS on dev, gold tags: the committee
 * 79.16 (Hungarian Szeged), 57.70 (Vietnamese VTB), the ensemble 76.66 and 56.39, both in one 79.30 in Hungarian, with twice the
 * training time of the committee.
 */
const IF_SMALL = Object.freeze({ ensemble: 3, committee: 'rb,mirror,arc-eager,arc-standard' })

const forSmallTreebanks = `with less than ${SMALL_TREEBANK.toLocaleString('en')} words to learn from and the default beam`
/** The help texts of defaults that depend on other options, or that other defaults depend on. */
const dependentDefaults: Partial<Record<TrainingOptionName, string>> = {
  system: trainingDefaults.system,
  beam: `${DEFAULT_BEAM}; 1 with --fast, --exploration, --learner or options of liblinear`,
  ensemble: `${IF_SMALL.ensemble} with --system, ${forSmallTreebanks}, else 1`,
  committee: `${IF_SMALL.committee} without --system and --ensemble, ${forSmallTreebanks}, else one parser`,
}

/**
 * The table of options for the help. Options of a learner and those with dependent defaults have no command-line default,
 * because a default would hide whether the option is given.
 */
const helpOptions = Object.fromEntries(
  Object.entries<TrainingOption>(trainingOptions).map(([name, option]) => {
    const { fallback, help, learner } = option
    const dependent = dependentDefaults[name as TrainingOptionName]
    const value = dependent ?? fallback
    if ((learner === undefined && dependent === undefined) || value === undefined) return [name, option]
    return [name, { ...option, fallback: undefined, help: `${help} (default: ${String(value)})` }]
  }),
)

export const TRAIN_HELP = `
train | train a model on treebanks
> Trains a model on the trees of all files and writes it to one file.
<files...> || treebanks in CoNLL-U; - for standard input; heads that are _ are unknown, and are completed
-o, --output <file> || write the model to this file
--model <file> || the same as --output
--pipeline || train a tokenizer, a tagger and a lemmatizer, too; the parser learns from predicted tags
--clusters <file> || clusters of words for features of the tagger and the parser, from \`rbparse cluster\` or a Brown-clustering tool
--lexicon <file> || classes of words for features of the tagger: on each line a class, a tab, and its words in lower case; the first character of a class is how often they have a capital, and n, v, a, r after it mark lemmas of nouns, verbs, adjectives, adverbs
--lemmas <file> || words for the lemmatizer, such as irregular forms: on each line a universal tag, a tab, a lemma, a tab, and its forms in lower case
--abbreviations <file> || words for the tokenizer whose final period belongs to them, with white space between them
--fast || the same as --beam 1: the greedy parser of LIBLINEAR, which learns and parses several times as fast
${rowsOf(helpOptions)}
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

export const trainParsers = {
  // The name of a feature set, or a file.
  features: (text: string) => text,
  solver: parseSolver,
  fact: addFact,
  steps: parseSteps,
}

/** The path of the model file. Throws CallError if it is missing, or if `--output` and `--model` differ. */
export function outputOf({ output, model }: TrainCall): string {
  const file = output ?? model
  if (file === undefined) throw new CallError('train writes a model to a file, expected --output FILE')
  if (model !== undefined && model !== file)
    throw new CallError(`--output ${file} and --model ${model} are the same option, expected one of them`)
  return file
}

/** Adds the defaults of absent options. The default is a beam, unless another option requires a greedy parser. */
export function complete(call: TrainCall): CompleteCall {
  if (call.fast && (call.beam ?? 1) > 1)
    throw new CallError(`--fast is the same as --beam 1, expected no --beam ${call.beam} with it`)
  const isGreedy = (name: string, { learner }: TrainingOption): boolean =>
    learner === 'liblinear' && call[name as keyof TrainCall] !== undefined
  const requiresGreedy =
    call.fast ||
    call.exploration ||
    call.learner !== undefined ||
    Object.entries<TrainingOption>(trainingOptions).some(([name, option]) => isGreedy(name, option))
  // The greedy members of a committee are of LIBLINEAR, whatever the learner of the first one is.
  if (learnerOf(call) === 'perceptron' && call.committee === undefined)
    for (const name of ['C', 'solver', 'eps', 'bias'] as const)
      if (call[name] !== undefined)
        throw new CallError(`${flagOf(name)} is for liblinear, expected --learner liblinear with it`)
  const isDefault = !requiresGreedy && call.beam === undefined
  // The trials of --tune would take several times as long, and --shards is for large treebanks.
  const isDefaultParser = isDefault && call.tune === undefined && call.shards === undefined
  const { learner, system, ensemble, committee } = call
  const isOneParser = system !== undefined || ensemble !== undefined
  const ifSmall = isOneParser
    ? { ensemble: ensemble ?? IF_SMALL.ensemble }
    : { committee: IF_SMALL.committee }
  return {
    ...trainingDefaults,
    ...call,
    ...(isDefault && { beam: DEFAULT_BEAM }),
    learner,
    ifSmall: isDefaultParser && committee === undefined ? ifSmall : {},
  }
}

/** The values of `ensemble` and `committee` for a treebank with this number of words. */
export function severalParsers(
  { ensemble, committee, ifSmall }: CompleteCall,
  words: number,
): CompleteCall['ifSmall'] & { readonly ensemble: number } {
  return { ensemble, committee, ...(words < SMALL_TREEBANK && ifSmall) }
}

/** Throws CallError for contradictory options, and for options that require `--pipeline` or `--tune` without it. */
export function checkTrain(call: CompleteCall): void {
  const { tune, dev, pipeline, minutes, lexicon, lemmas, abbreviations, shards } = call
  if (lexicon !== undefined && !pipeline)
    throw new CallError('--lexicon is for the tagger, expected --pipeline with it')
  if (lemmas !== undefined && !pipeline)
    throw new CallError('--lemmas is for the lemmatizer, expected --pipeline with it')
  if (abbreviations !== undefined && !pipeline)
    throw new CallError('--abbreviations is for the tokenizer, expected --pipeline with it')
  if (tune === undefined && minutes !== undefined)
    throw new CallError('--minutes is the time for --tune, expected --tune DEV with it')
  if (tune !== undefined && (pipeline || (dev !== undefined && dev !== tune)))
    throw new CallError('--tune evaluates a parser on its own treebank, expected no --dev and no --pipeline')
  checkTrainingCall({ ...call, features: undefined })
  if (shards > 1 && pipeline) throw new CallError('--shards is for a parser alone, expected no --pipeline')
}

/** Writes a note if only one thread learns although `--jobs` requests several. */
export function noteUnusedJobs(
  call: CompleteCall,
  { ensemble, committee }: ReturnType<typeof severalParsers>,
  { stderr }: Terminal,
): void {
  const { jobs, shards, pipeline } = call
  if (jobs === 1) return
  if (pipeline) stderr.write('note: --jobs is not for --pipeline, one thread learns\n')
  else if (learnerOf(call) === 'perceptron' && shards * ensemble === 1 && committee === undefined)
    stderr.write(
      'note: --jobs is for the perceptron with --shards, --ensemble or --committee, one thread learns\n',
    )
}

/** Adds `name=value` to the facts of earlier options. */
function addFact(text: string, previous: unknown): Record<string, string> {
  const [, name, value] = /^([a-z]+)=(.+)$/su.exec(text) ?? []
  if (name === undefined) throw new InvalidArgumentError('Expected a name in small letters, = and a value.')
  return { ...(previous as Record<string, string> | undefined), [name]: value }
}

/** Checks training options as `checkTraining` does, with command-line names of options in errors. Throws CallError. */
export function checkTrainingCall(values: Partial<TrainingValues>): void {
  checked(() => checkTraining(values, flagOf))('')
}
