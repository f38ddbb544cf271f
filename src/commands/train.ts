/** `rbparse train`: trains a parser, or a pipeline of tokenizer, tagger and parser, on treebanks. */
import { withClusters } from '../../parser/features/template-sets.ts'
import { learnerOf } from '../../parser/options/training.ts'
import { writeModel } from '../../parser/model/model-file.ts'
import type { ModelHeader } from '../../parser/model/model.ts'
import type { TrainOptions, TrainStatistics } from '../../parser/train.ts'
import { counted, Progress, type Terminal } from '../files/terminal.ts'
import { readAbbreviations } from '../pipeline/abbreviations.ts'
import { readLemmas } from '../pipeline/lemma-list.ts'
import { naming, RunError } from '../files/failures.ts'
import { checkInput } from '../files/text-file.ts'
import { checkDistinct, checkOutput, withOutput } from '../files/output.ts'
import { trainInThreads } from '../jobs/threaded-training.ts'
import { commandFor, type CommandContext } from './options.ts'
import { reportFigures, type Summary } from './report.ts'
import { tune, type Tuning } from '../training/tuning.ts'
import {
  checkTrain,
  complete,
  noteUnusedJobs,
  outputOf,
  severalParsers,
  TRAIN_HELP,
  trainParsers,
  type CompleteCall,
  type TrainCall,
} from './train-options.ts'
import {
  checkSize,
  factsOf,
  readClusterFiles,
  readIfGiven,
  withoutDifferingColumns,
  templatesOf,
  TrainingInput,
} from './training-input.ts'
import type { CorpusOptions } from './training-input.ts'

export const trainCommand = commandFor(TRAIN_HELP, trainOnFiles, trainParsers)

interface Training extends CommandContext {
  readonly files: readonly string[]
  readonly call: CompleteCall & { readonly output: string }
  readonly options: Omit<TrainOptions, 'ensemble' | 'committee'> & CorpusOptions
}

interface Trained {
  readonly bytes: Uint8Array
  readonly statistics: TrainStatistics
  /** The number of bad sentences that were left out. */
  readonly bad: number
  /** A text summary of the training. `skipped` is the text about left-out sentences. */
  summary(skipped: string | false): Summary
  score(path: string): Promise<{ readonly scores: object; readonly text: string }>
}

async function trainOnFiles(
  files: readonly string[],
  givenCall: TrainCall,
  context: CommandContext,
): Promise<void> {
  const { terminal } = context
  const startTime = performance.now()
  const completeCall = complete(givenCall)
  const call = { ...completeCall, dev: givenCall.dev ?? givenCall.tune, output: outputOf(givenCall) }
  checkTrain(completeCall)
  const outputs = {
    [givenCall.output === undefined ? '--model' : '--output']: call.output,
    '--stats': call.stats,
  }
  const resourcePaths = [call.dev, call.clusters, call.lexicon, call.lemmas, call.abbreviations]
  await checkDistinct(outputs, [...files, ...resourcePaths, call.features])
  const learner = learnerOf(call)
  const templateSet = await templatesOf(call.features, { ...call, learner }, terminal)
  // Detect unreadable and unwritable files before the training.
  if (call.stats !== undefined) await checkOutput(call.stats, terminal)
  for (const path of resourcePaths) if (path !== undefined) await checkInput(path)
  await checkOutput(call.output, terminal)
  const clusters = await readClusterFiles(call, terminal)
  const lemmas = await readIfGiven(call.lemmas, readLemmas, terminal)
  const abbreviations = await readIfGiven(call.abbreviations, readAbbreviations, terminal)
  // Template files are used unchanged: add cluster features only to built-in sets.
  const templates =
    call.clusters !== undefined && !call.features.endsWith('.json') ? withClusters(templateSet) : templateSet
  const progress = new Progress(terminal.stderr, 'training')
  const onProgress: TrainOptions['onProgress'] = ({ stage = '', detail, share }) =>
    progress.stage(stage, detail, share)
  const options = {
    ...call,
    features: undefined,
    learner,
    templates,
    clusters,
    lemmas,
    abbreviations,
    facts: factsOf(files, call.fact),
    onProgress,
  }
  const train = call.pipeline ? trainPipelineModel : trainParserModel
  const trained = await naming(files.join(', '), RangeError, () =>
    train({ files, call, options, ...context }),
  )
  progress.done()
  const { bytes, statistics, bad } = trained
  await withOutput(call.output, terminal, (output) => output.write(bytes), { fsync: true })
  const dev = call.dev === undefined ? undefined : await trained.score(call.dev)
  const skipped = statistics.skipped + bad
  const seconds = (performance.now() - startTime) / 1000
  const peakMemoryMB = process.resourceUsage().maxRSS / 1024
  const resourceUsage = { seconds, peakMemoryMB, modelBytes: bytes.length }
  const figures = { ...statistics, skipped, ...resourceUsage, ...(dev && { dev: dev.scores }) }
  const megabytes = (bytes.length / 1e6).toFixed(1)
  const summary = [
    ...trained.summary(skipped > 0 && `${skipped} skipped`),
    `${seconds.toFixed(1)} s, ${peakMemoryMB.toFixed(0)} MB, model ${megabytes} MB`,
    dev?.text,
  ]
  await reportFigures(figures, call, summary, terminal)
}

async function trainParserModel({ files, call, options, terminal, start }: Training): Promise<Trained> {
  const input = new TrainingInput(options, terminal)
  const { reader, bad } = await input.corpus(files)
  const { labels } = reader
  const dev = call.dev === undefined ? undefined : await input.development(call.dev, reader)
  if (call.tune !== undefined && dev?.size === 0)
    throw new RunError(`${call.tune}: no sentence to evaluate on, expected a treebank`)
  const { corpus, development } = withoutDifferingColumns(reader.corpus, dev, call, terminal)
  const several = severalParsers(call, corpus.words)
  noteUnusedJobs(call, several, terminal)
  const isSelected = options.learner === 'perceptron'
  const training = { ...options, ...several, development: isSelected ? development : undefined }
  const { model, statistics } =
    call.tune !== undefined && development
      ? tuned(
          { corpus, development, labels: [...labels.texts()], options: { ...options, ...several } },
          call,
          terminal,
        )
      : await trainInThreads(corpus, labels, training, call.jobs, start)
  const { sentences, projectivized, instances, features, classes } = statistics
  const { directionChoice, completion } = model.header.training
  return {
    bytes: writeModel(model),
    statistics,
    bad,
    summary: (skipped) => [
      `${call.output}: ${parserName(model.header)}, direction ${model.header.direction}, ${counted(sentences, 'sentence')}`,
      completion !== undefined && `completed: ${completion}`,
      directionChoice !== undefined && `directions: ${directionChoice}`,
      projectivized > 0 && `${projectivized} of them projectivized`,
      skipped,
      `${counted(instances, 'instance')}, ${counted(features, 'feature')}, ${counted(classes, 'class', 'classes')}`,
    ],
    score: async (path) => {
      const scores = await input.scores(path, model)
      return { scores, text: `${path}: LAS ${scores.las.toFixed(2)}, UAS ${scores.uas.toFixed(2)}` }
    },
  }
}

function parserName({ system, training: { committee } }: ModelHeader): string {
  return committee === undefined ? system : `committee ${committee}`
}

/** Tunes for `call.minutes` minutes, and prints a line for each trial. */
function tuned(
  tuning: Omit<Tuning, 'hasTime' | 'onTrial'>,
  { minutes = 10, tune: file }: TrainCall,
  { stderr }: Terminal,
): ReturnType<typeof tune> {
  const ends = performance.now() + 60_000 * minutes
  stderr.write(`LAS on ${file}\n`)
  return tune({
    ...tuning,
    options: { ...tuning.options, onProgress: undefined },
    hasTime: () => performance.now() < ends,
    onTrial: ({ las, kept, change }) =>
      stderr.write(`${las.toFixed(2).padStart(6)}  ${kept ? 'kept' : '    '}  ${change}\n`),
  })
}

async function trainPipelineModel({ files, call, options, terminal }: Training): Promise<Trained> {
  const input = new TrainingInput(options, terminal)
  const { sentences, bad } = await input.sentences(files, 'known')
  checkSize(sentences.length, files)
  const { trainPipeline } = await import('../pipeline/pipeline-training.ts')
  const { writePipeline } = await import('../pipeline/pipeline-file.ts')
  const words = sentences.reduce((sum, sentence) => sum + sentence.size, 0)
  const several = severalParsers(call, words)
  noteUnusedJobs(call, several, terminal)
  const { model, statistics } = trainPipeline(sentences, { ...options, ...several })
  const size = counted(statistics.sentences, 'sentence')
  return {
    bytes: writePipeline(model),
    statistics,
    bad,
    summary: (skipped) => [
      `${call.output}: tokenizer, tagger and ${parserName(model.parser.header)} from ${size}`,
      skipped,
    ],
    score: async (path) => {
      const { Pipeline } = await import('../pipeline/pipeline.ts')
      const { scoresFromText } = await import('../pipeline/text-scores.ts')
      const gold = await input.sentences([path], 'tree')
      const scores = scoresFromText(new Pipeline(model), gold.sentences)
      const { wordsF1: words, sentencesF1: sentences, upos: UPOS, ufeats: UFeats, lemmas, las: LAS } = scores
      const figures = Object.entries({ words, sentences, UPOS, UFeats, lemmas, LAS })
      const text = `${path}, from its text: ${figures.map(([name, f1]) => `${name} ${f1.toFixed(2)}`).join(', ')}`
      return { scores, text }
    },
  }
}
