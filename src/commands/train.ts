/** `rbparse train`: a model from treebanks. */
import { Command, Option } from 'commander'
import { solvers, type Solver } from 'liblinear-wasm'
import type { Direction } from '../../transform/direction.ts'
import { nonProjectiveChoices, type NonProjective } from '../../transform/encoding.ts'
import type { ModelForm } from '../../parser/model/classifiers.ts'
import { labellings, type Labelling } from '../../parser/labelling/relabeller.ts'
import { widestBeam } from '../../parser/search/beam.ts'
import { writeModel } from '../../parser/model/model-file.ts'
import { registry } from '../../parser/registry.ts'
import type { Tags } from '../../parser/core/sentence.ts'
import type { TrainProgress } from '../../parser/train.ts'
import { checkInput } from '../files/input.ts'
import { checkOutput, withOutput } from '../files/output.ts'
import { Progress } from '../files/progress.ts'
import type { Terminal } from '../files/terminal.ts'
import { trainInThreads } from '../jobs/threaded-training.ts'
import type { StartThread } from '../jobs/thread.ts'
import { trainingDefaults } from '../training/training.ts'
import { checkDirection } from './direction.ts'
import { factsOf, failingFor, readCorpus, readDevelopment, templatesOf, tryOn } from './training-input.ts'
import { addFact, checkShards, learnerOf, noteJobs, parseForm, parseSolver } from './training-call.ts'
import { trainPipelineOnFiles } from './train-pipeline.ts'
import {
  checkStats,
  choiceOption,
  counted,
  example,
  MOST_JOBS,
  numberAbove,
  reportFigures,
  wholeNumber,
} from './shared.ts'

/** What the command was told. */
export interface TrainCall {
  readonly system: string
  readonly model: string
  readonly pipeline?: boolean
  readonly fact: Readonly<Record<string, string>>
  readonly learner?: 'liblinear' | 'perceptron'
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

/** More than anybody has sentences for. */
const MOST_SHARDS = 1024

const solverNames = solvers.map(({ solver, name }) => `${solver} ${name}`).join(', ')

export function trainCommand(terminal: Terminal, start: StartThread): Command {
  const systems = registry.map((system) => system.name)
  return new Command('train')
    .summary('a model from treebanks')
    .description('Trains a model on the trees of all files and writes it to one file.')
    .argument('<files...>', 'treebanks in CoNLL-U, - for standard input')
    .requiredOption('--model <out>', 'where the model goes')
    .option('--pipeline', 'learn to cut and tag raw text, too; the parser learns from predicted tags')
    .addOption(
      choiceOption(
        '--system <name>',
        'the transition system, see `rbparse systems`',
        systems,
        trainingDefaults.system,
      ),
    )
    .addOption(
      new Option(
        '--learner <name>',
        'how weights are learned (default: liblinear, perceptron with a beam or exploration)',
      ).choices(['liblinear', 'perceptron']),
    )
    .addOption(
      new Option('--solver <which>', `of liblinear: ${solverNames}`)
        .argParser(parseSolver)
        .default(trainingDefaults.solver),
    )
    .addOption(
      new Option(
        '--decision, --form <form>',
        'of liblinear models: labelled, one classifier for transitions with their labels; factored, one for transition types and one for labels (default: factored for right-branching systems)',
      ).argParser(parseForm),
    )
    .addOption(
      new Option(
        '--labelling <when>',
        'labels with the transitions (early), or again for finished trees, more accurate and slower (late) (default: late for right-branching systems with a beam)',
      ).choices(labellings),
    )
    .addOption(
      new Option('-C <cost>', 'the cost of errors, of liblinear (default: 0.1, stepwise 0.05)').argParser(
        numberAbove(0),
      ),
    )
    .addOption(
      new Option('--eps <tolerance>', "where solving stops (default: the solver's)").argParser(
        numberAbove(0),
      ),
    )
    .addOption(
      new Option('--bias <value>', 'a feature that is always there (default: none)').argParser(
        numberAbove(0),
      ),
    )
    .addOption(
      choiceOption(
        '--size <how>',
        'of a model of liblinear: small leaves out weights that hardly matter',
        ['small', 'full'],
        trainingDefaults.size,
      ),
    )
    .option('--features <set>', 'rich, paper, or a file.json of templates', 'rich')
    .addOption(
      choiceOption('--tags <columns>', 'the tags that features read', ['both', 'upos', 'xpos'], 'both'),
    )
    .addOption(
      choiceOption(
        '--non-projective <how>',
        'what is done with trees that are not projective',
        nonProjectiveChoices,
        trainingDefaults.nonProjective,
      ),
    )
    .addOption(
      choiceOption(
        '--direction <side>',
        'of the right-branching systems; auto: what fits the treebank',
        ['auto', 'right', 'left'],
        trainingDefaults.direction,
      ),
    )
    .option('--single-root', 'exactly one word hangs on the artificial root (default)', true)
    .option('--no-single-root', 'any number of words may hang on it')
    .addOption(
      new Option('--epochs <n>', 'of the perceptron')
        .argParser(wholeNumber(1))
        .default(trainingDefaults.epochs),
    )
    .addOption(
      new Option('--beam <n>', 'how many hypotheses the perceptron learns with and `parse` searches with')
        .argParser(wholeNumber(1, widestBeam))
        .default(1),
    )
    .addOption(
      new Option(
        '--shards <n>',
        'with a beam, learn from so many parts of the treebank apart, and mix what they learn',
      )
        .argParser(wholeNumber(1, MOST_SHARDS))
        .default(1),
    )
    .addOption(
      new Option(
        '--jobs <n>',
        'how many threads learn, from shards or a classifier each, but not with --pipeline; the model is the same',
      )
        .argParser(wholeNumber(1, MOST_JOBS))
        .default(1),
    )
    .option('--exploration', 'the perceptron follows its own choices, as the dynamic oracle lets it')
    .addOption(
      new Option('--seed <n>', 'of everything that is random')
        .argParser(wholeNumber(0))
        .default(trainingDefaults.seed),
    )
    .option(
      '--dev <file>',
      'a treebank to try the model on; of the perceptron, the epoch that does best there is kept',
    )
    .addOption(
      new Option(
        '--fact <name=value>',
        'what the model file is to say of itself, such as licence=MIT; again for more',
      )
        .argParser(addFact)
        .default({}, 'treebank and version'),
    )
    .option('--skip-bad', 'leave out bad sentences, and name them')
    .option('--stats <file>', 'write the figures there as JSON')
    .option('--json', 'print the figures as JSON')
    .addHelpText(
      'after',
      example(
        'rbparse sample --sentences 300 > sample.conllu && rbparse train --system rb --model sample.rb sample.conllu',
      ),
    )
    .action((files: string[], options: TrainCall) => trainOnFiles(files, options, terminal, start))
}

async function trainOnFiles(
  files: readonly string[],
  options: TrainCall,
  terminal: Terminal,
  start: StartThread,
): Promise<void> {
  const began = performance.now()
  checkStats(options.stats, options.model)
  checkDirection(options.system, options.direction)
  const learner = learnerOf(options)
  checkShards(options)
  noteJobs(options, learner, terminal)
  const templates = await templatesOf(options.features, { ...options, learner }, terminal)
  // What would fail after the training is tried before it.
  if (options.stats !== undefined) await checkOutput(options.stats, terminal)
  if (options.dev !== undefined) await checkInput(options.dev)
  if (options.pipeline) return trainPipelineOnFiles(files, options, learner, templates, terminal)
  await checkOutput(options.model, terminal)
  const { reader, bad } = await readCorpus(files, options, terminal)
  const development =
    learner === 'perceptron' && options.dev !== undefined
      ? await readDevelopment(options.dev, reader, options, terminal)
      : undefined
  const progress = new Progress(terminal.stderr, 'training')
  const training = {
    ...options,
    learner,
    templates,
    development,
    facts: factsOf(files, options.fact),
    onProgress: ({ detail }: TrainProgress) => progress.at(undefined, detail),
  }
  const { model, statistics } = await failingFor(files, () =>
    trainInThreads(reader.corpus, reader.labels, training, options.jobs, start),
  )
  progress.done()
  const bytes = writeModel(model)
  await withOutput(options.model, terminal, (output) => output.write(bytes))
  const dev = options.dev === undefined ? undefined : await tryOn(options.dev, model, options, terminal)
  const figures = {
    ...statistics,
    skipped: statistics.skipped + bad,
    seconds: (performance.now() - began) / 1000,
    peakMemoryMB: process.resourceUsage().maxRSS / 1024,
    modelBytes: bytes.length,
    ...(dev && { dev }),
  }
  const { sentences, skipped, projectivized, instances, features, classes } = figures
  const parts = [
    `${options.model}: ${options.system}, direction ${model.header.direction}, ${counted(sentences, 'sentence')}`,
    projectivized > 0 && `${projectivized} of them projectivized`,
    skipped > 0 && `${skipped} skipped`,
    `${counted(instances, 'instance')}, ${counted(features, 'feature')}, ${counted(classes, 'class', 'classes')}`,
    `${figures.seconds.toFixed(1)} s, ${figures.peakMemoryMB.toFixed(0)} MB, model ${(bytes.length / 1e6).toFixed(1)} MB`,
    dev && `${options.dev}: LAS ${dev.las.toFixed(2)}, UAS ${dev.uas.toFixed(2)}`,
  ]
  await reportFigures(figures, options, parts.filter(Boolean).join('; '), terminal)
}
