/** `rbparse train`: a model from treebanks. */
import { basename, dirname, resolve } from 'node:path'
import { Command, Option } from 'commander'
import { solverNumber, solvers, type Solver } from 'liblinear-wasm'
import type { Direction } from '../../transform/direction.ts'
import { nonProjectiveChoices, type NonProjective } from '../../transform/encoding.ts'
import { compileTemplates, type TemplateSet } from '../../parser/features/templates.ts'
import { writeModel } from '../../parser/model-file.ts'
import type { Model } from '../../parser/model.ts'
import { registry } from '../../parser/registry.ts'
import type { Tags } from '../../parser/sentence.ts'
import { train } from '../../parser/train.ts'
import packageJson from '../../package.json' with { type: 'json' }
import { CallError, RunError } from '../files/failures.ts'
import { readAll } from '../files/input.ts'
import { withOutput } from '../files/output.ts'
import { Progress } from '../files/progress.ts'
import { SentenceFile } from '../files/sentence-file.ts'
import type { Terminal } from '../files/terminal.ts'
import { AgreementCounter } from '../parsing/agreement.ts'
import { CorpusReader } from '../training/corpus.ts'
import { builtInTemplates, parseTemplates } from '../training/features.ts'
import { trainingDefaults } from '../training/training.ts'
import { choiceOption, counted, example, numberAbove, reportFigures, wholeNumber } from './shared.ts'

interface Options {
  readonly system: string
  readonly model: string
  readonly learner: 'liblinear' | 'perceptron'
  readonly solver: Solver
  readonly C: number
  readonly eps?: number
  readonly bias?: number
  readonly features: string
  readonly tags: Tags
  readonly nonProjective: NonProjective
  readonly direction: Direction | 'auto'
  readonly singleRoot: boolean
  readonly epochs: number
  readonly seed: number
  readonly dev?: string
  readonly skipBad?: boolean
  readonly stats?: string
  readonly json?: boolean
}

const solverNames = solvers.map(({ solver, name }) => `${solver} ${name}`).join(', ')

export function trainCommand(terminal: Terminal): Command {
  const systems = registry.map((system) => system.name)
  return new Command('train')
    .summary('a model from treebanks')
    .description('Trains a model on the trees of all files and writes it to one file.')
    .argument('<files...>', 'treebanks in CoNLL-U, - for standard input')
    .requiredOption('--model <out>', 'where the model goes')
    .addOption(
      choiceOption(
        '--system <name>',
        'the transition system, see `rbparse systems`',
        systems,
        trainingDefaults.system,
      ),
    )
    .addOption(
      choiceOption(
        '--learner <name>',
        'how weights are learned',
        ['liblinear', 'perceptron'],
        trainingDefaults.learner,
      ),
    )
    .addOption(
      new Option('--solver <which>', `of liblinear: ${solverNames}`)
        .argParser(parseSolver)
        .default(trainingDefaults.solver),
    )
    .addOption(
      new Option('-C <cost>', 'the cost of errors, of liblinear')
        .argParser(numberAbove(0))
        .default(trainingDefaults.C),
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
      new Option('--seed <n>', 'of everything that is random')
        .argParser(wholeNumber(0))
        .default(trainingDefaults.seed),
    )
    .option('--dev <file>', 'a treebank to try the model on')
    .option('--skip-bad', 'leave out bad sentences, and name them')
    .option('--stats <file>', 'write the figures there as JSON')
    .option('--json', 'print the figures as JSON')
    .addHelpText(
      'after',
      example('rbparse sample > sample.conllu && rbparse train --system rb --model sample.rb sample.conllu'),
    )
    .action((files: string[], options: Options) => trainOnFiles(files, options, terminal))
}

async function trainOnFiles(files: readonly string[], options: Options, terminal: Terminal): Promise<void> {
  const began = performance.now()
  const templates = await templatesOf(options, terminal)
  await withOutput(options.model, terminal, async (output) => {
    const { reader, bad } = await readCorpus(files, options, terminal)
    const progress = new Progress(terminal.stderr, 'training')
    const { model, statistics } = learn(reader, templates, files, options, progress)
    progress.done()
    const bytes = writeModel(model)
    await output.write(bytes)
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
  })
}

async function readCorpus(
  files: readonly string[],
  options: Options,
  terminal: Terminal,
): Promise<{ reader: CorpusReader; bad: number }> {
  const { tags, nonProjective, skipBad } = options
  const reader = new CorpusReader({ tags, projectiveOnly: nonProjective === 'error' })
  let bad = 0
  for (const path of files) {
    const file = await SentenceFile.open(path, terminal, { doing: 'reading', skipBad })
    await file.each((sentence) => reader.add(sentence))
    bad += file.skipped
  }
  if (reader.corpus.size === 0)
    throw new RunError(`${files.join(', ')}: no sentence to learn from, expected a treebank`)
  return { reader, bad }
}

function learn(
  reader: CorpusReader,
  templates: TemplateSet,
  files: readonly string[],
  options: Options,
  progress: Progress,
): ReturnType<typeof train> {
  try {
    return train(reader.corpus, reader.labels, {
      ...options,
      templates,
      facts: { treebank: files.map(treebankName).join(' '), version: packageJson.version },
      onProgress: ({ detail }) => progress.at(undefined, detail),
    })
  } catch (error) {
    if (error instanceof RangeError) throw new RunError(`${files.join(', ')}: ${error.message}`)
    throw error
  } finally {
    progress.done()
  }
}

/** `en_ewt/train` for `…/en_ewt/train.conllu`. */
function treebankName(path: string): string {
  if (path === '-') return '-'
  const full = resolve(path)
  return `${basename(dirname(full))}/${basename(full).replace(/\.conllu$/, '')}`
}

async function tryOn(
  path: string,
  model: Model,
  options: Options,
  terminal: Terminal,
): Promise<ReturnType<AgreementCounter['scores']>> {
  const file = await SentenceFile.open(path, terminal, { doing: 'trying', skipBad: options.skipBad })
  const counter = new AgreementCounter(model)
  await file.each((sentence) => counter.add(sentence))
  return counter.scores()
}

async function templatesOf({ features, system }: Options, terminal: Terminal): Promise<TemplateSet> {
  const builtIn = builtInTemplates(features, system)
  if (builtIn) return builtIn
  if (!features.endsWith('.json'))
    throw new CallError(`unknown feature set '${features}', expected rich, paper or a file.json`)
  const text = new TextDecoder().decode(await readAll(features, terminal))
  try {
    const set = parseTemplates(text)
    compileTemplates(set)
    return set
  } catch (error) {
    throw new RunError(`${features}: ${(error as Error).message}`)
  }
}

function parseSolver(text: string): Solver {
  try {
    return solverNumber(/^\d+$/.test(text) ? Number(text) : text)
  } catch (error) {
    throw new CallError((error as Error).message)
  }
}
