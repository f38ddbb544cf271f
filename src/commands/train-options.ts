/** The options of `rbparse train`: their values, what they mean, and which of them exclude each other. */
import { InvalidArgumentError } from 'commander'
import { solvers } from 'liblinear-wasm'
import { nonProjectiveChoices } from '../../transform/encoding.ts'
import { planSteps } from '../../transform/steps.ts'
import { modelForms, type ModelForm } from '../../parser/model/classifiers.ts'
import { labellings } from '../../parser/labelling/relabeller.ts'
import { widestBeam } from '../../parser/search/beam-options.ts'
import { registered, registry } from '../../parser/registry.ts'
import type { Tags } from '../../parser/core/sentence.ts'
import type { TrainOptions } from '../../parser/train.ts'
import { CallError } from '../files/failures.ts'
import type { Terminal } from '../files/terminal.ts'
import { trainingDefaults } from '../training/train-model.ts'
import { MOST_JOBS, parseSolver, parseSteps } from './options.ts'

type Learner = TrainOptions['learner']

export interface TrainCall extends Omit<TrainOptions, 'templates' | 'facts' | 'learner' | 'development'> {
  readonly clusters?: string
  readonly lexicon?: string
  readonly learner?: Learner
  readonly model: string
  readonly pipeline?: boolean
  readonly fact?: Readonly<Record<string, string>>
  readonly features: string
  readonly tags: Tags
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

const { system, nonProjective, solver, size, epochs, seed } = trainingDefaults
const solverNames = solvers.map((entry) => `${entry.solver} ${entry.name}`).join(', ')

export const TRAIN_HELP = `
train | train a model on treebanks
> Trains a model on the trees of all files and writes it to one file.
<files...> || treebanks in CoNLL-U; - for standard input
--model <out> | ! | write the model to this file
--pipeline || train a tokenizer, a tagger and a lemmatizer, too; the parser learns from predicted tags
--clusters <file> || clusters of words for features of the tagger and the parser, from \`rbparse cluster\` or a Brown-clustering tool
--lexicon <file> || classes of words for features of the tagger: on each line a class, a tab, and its words in lower case; the first character of a class tells how often they have a capital
--system <name> | ${registry.map(({ name }) => name).join(', ')} = ${system} | the transition system, see \`rbparse systems\`
--features <set> | = rich | the features: rich, paper, or a JSON file of templates
--tags <columns> | both, upos, xpos = both | the tags that features read
--non-projective <how> | ${nonProjectiveChoices.join(', ')} = ${nonProjective} | how trees that are not projective are treated
--steps <list> || re-encode the trees (choice of heads) before training, for example function-heads:case+mark (default: nothing)
--direction <side> | auto, right, left = auto | the direction of the right-branching systems; auto takes the one that fits the treebank better
--single-root | = true | allow only one dependent of the artificial root (default)
--no-single-root || allow several dependents of the artificial root
--labelling <when> | ${labellings.join(', ')} | labels are chosen with the transitions (early), or again for finished trees, which is more accurate and slower (late) (default: late for right-branching systems with a beam or with less than 100,000 words to learn from)
--decision, --form <form> || the form of liblinear models: labelled has one classifier for labelled transitions; factored has one for transition types and one for labels (default: factored for right-branching systems)
--learner <name> | liblinear, perceptron | the learner (default: liblinear, perceptron with a beam or exploration)
--solver <which> | = ${solver} | the solver of liblinear: ${solverNames}
-C <cost> | > 0 | the cost of errors, of liblinear (default: 0.1, factored 0.05)
--eps <tolerance> | > 0 | the tolerance of the solver (default: the solver's)
--bias <value> | > 0 | the value of a feature that is always present (default: none)
--size <how> | small, full = ${size} | the size of a model of liblinear: small leaves out weights that hardly matter
--epochs <n> | 1.. = ${epochs} | the number of epochs of the perceptron
--beam <n> | 1..${widestBeam} = 1 | the number of hypotheses with which the perceptron learns and \`parse\` searches
--exploration || let the perceptron follow its own choices, with a dynamic oracle
--shards <n> | 1..1024 = 1 | with a beam, learn from n parts of the treebank apart, and average the weights
--ensemble <n> | 1..64 = 1 | with a beam, learn n times in different orders, and average the weights: more accurate, n times the training
--jobs <n> | 1..${MOST_JOBS} = 1 | the number of threads, which learn one shard, one member of the ensemble or one classifier each; not for --pipeline; the model is the same
--seed <n> | 0.. = ${seed} | the seed of everything that is random
--dev <file> || evaluate the model on this treebank; the perceptron keeps the epoch that is best on it
--tune <file> || try other systems, directions, features, encodings, labellings and costs or epochs on this treebank, and keep the best; the model file lists the trials
--minutes <n> | > 0 | the time for --tune, in minutes; the last trial ends later (default: 10)
--fact <name=value> || write a fact into the model file, such as licence=MIT; can be given several times (default: treebank and version)
--skip-bad || leave out bad sentences, and name them on standard error
--stats <file> || write the figures to this file as JSON
--json || print the figures as JSON
$ rbparse sample --sentences 300 > sample.conllu && rbparse train --system rb --model sample.rb sample.conllu`

export const trainParsers = { form: parseForm, solver: parseSolver, fact: addFact, steps: parseSteps }

/** Throws CallError for options that are not for a pipeline or for it alone, and for --minutes without --tune. */
export function checkTuning({ tune, dev, pipeline, minutes, lexicon }: TrainCall): void {
  if (lexicon !== undefined && !pipeline)
    throw new CallError('--lexicon is for the tagger, expected --pipeline beside it')
  if (tune === undefined && minutes !== undefined)
    throw new CallError('--minutes is the time for --tune, expected --tune DEV beside it')
  if (tune !== undefined && (pipeline || (dev !== undefined && dev !== tune)))
    throw new CallError('--tune evaluates a parser on its own treebank, expected no --dev and no --pipeline')
}

/** Throws CallError for --steps that other options or the system decide. */
export function checkSteps({ steps, system }: TrainCall): void {
  if (steps === undefined) return
  const { nonProjective, direction, transforms } = planSteps(steps)
  if (nonProjective || direction)
    throw new CallError(
      `--steps ${steps}: expected --non-projective in place of projectivize, --direction in place of mirror`,
    )
  if (transforms && registered(system).family !== 'right-branching')
    throw new CallError(`--steps ${steps}: ${system} does not derive right-branching trees`)
}

/** Writes a note if one thread learns although several are asked for. */
export function noteJobs(
  { jobs, shards, ensemble, pipeline }: TrainCall,
  learner: Learner,
  { stderr }: Terminal,
): void {
  if (jobs === 1) return
  if (pipeline) stderr.write('note: --jobs is not for --pipeline, one thread learns\n')
  else if (learner === 'perceptron' && shards * ensemble === 1)
    stderr.write('note: --jobs is for the perceptron with --shards or --ensemble, one thread learns\n')
}

/** The learner: as called, or as a beam or exploration needs. Throws CallError for options that contradict each other. */
export function learnerOf(call: TrainCall): Learner {
  const { learner, beam, shards, ensemble, exploration, system, form, pipeline } = call
  if (shards > 1 && (beam === 1 || pipeline))
    throw new CallError(
      '--shards is for the perceptron with a beam, expected --beam N beside it, and no --pipeline',
    )
  if (ensemble > 1 && beam === 1)
    throw new CallError('--ensemble is for the perceptron with a beam, expected --beam N beside it')
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
