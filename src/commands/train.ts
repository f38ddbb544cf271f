/** `rbparse train`: trains a model on treebanks. */
import { Command } from 'commander'
import { writeModel } from '../../parser/model/model-file.ts'
import type { TrainProgress } from '../../parser/train.ts'
import { counted } from '../files/counted.ts'
import { checkInput } from '../files/input.ts'
import { checkOutput, withOutput } from '../files/output.ts'
import { Progress } from '../files/progress.ts'
import type { Terminal } from '../files/terminal.ts'
import { trainInThreads } from '../jobs/threaded-training.ts'
import type { StartThread } from '../jobs/thread.ts'
import { checkDirection } from './direction.ts'
import { checkStats, example } from './options.ts'
import { reportFigures } from './report.ts'
import {
  addLearnerOptions,
  addModelOptions,
  addRunOptions,
  checkShards,
  learnerOf,
  noteJobs,
  type TrainCall,
} from './train-options.ts'
import { trainPipelineOnFiles } from './train-pipeline.ts'
import {
  costOf,
  costSummary,
  evaluateOn,
  factsOf,
  failingFor,
  readCorpus,
  readDevelopment,
  templatesOf,
} from './training-input.ts'

export function trainCommand(terminal: Terminal, start: StartThread): Command {
  const command = new Command('train')
    .summary('train a model on treebanks')
    .description('Trains a model on the trees of all files and writes it to one file.')
    .argument('<files...>', 'treebanks in CoNLL-U; - for standard input')
  return addRunOptions(addLearnerOptions(addModelOptions(command)))
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
  call: TrainCall,
  terminal: Terminal,
  start: StartThread,
): Promise<void> {
  const began = performance.now()
  checkStats(call.stats, call.model)
  checkDirection(call.system, call.direction)
  const learner = learnerOf(call)
  checkShards(call)
  noteJobs(call, learner, terminal)
  const templates = await templatesOf(call.features, { ...call, learner }, terminal)
  // Files that cannot be read or written are found before the training, not after it.
  if (call.stats !== undefined) await checkOutput(call.stats, terminal)
  if (call.dev !== undefined) await checkInput(call.dev)
  if (call.pipeline) return trainPipelineOnFiles(files, call, learner, templates, terminal)
  await checkOutput(call.model, terminal)
  const { reader, bad } = await readCorpus(files, call, terminal)
  const isTuned = learner === 'perceptron' && call.dev !== undefined
  const development = isTuned ? await readDevelopment(call.dev, reader, call, terminal) : undefined
  const progress = new Progress(terminal.stderr, 'training')
  const onProgress = ({ detail }: TrainProgress): void => progress.at(undefined, detail)
  const facts = factsOf(files, call.fact)
  const training = { ...call, learner, templates, development, facts, onProgress }
  const { model, statistics } = await failingFor(files, () =>
    trainInThreads(reader.corpus, reader.labels, training, call.jobs, start),
  )
  progress.done()
  const bytes = writeModel(model)
  await withOutput(call.model, terminal, (output) => output.write(bytes), { fsync: true })
  const dev = call.dev === undefined ? undefined : await evaluateOn(call.dev, model, call, terminal)
  const skipped = statistics.skipped + bad
  const cost = costOf(began, bytes)
  const figures = { ...statistics, skipped, ...cost, ...(dev && { dev }) }
  const { sentences, projectivized, instances, features, classes } = figures
  const summary = [
    `${call.model}: ${call.system}, direction ${model.header.direction}, ${counted(sentences, 'sentence')}`,
    projectivized > 0 && `${projectivized} of them projectivized`,
    skipped > 0 && `${skipped} skipped`,
    `${counted(instances, 'instance')}, ${counted(features, 'feature')}, ${counted(classes, 'class', 'classes')}`,
    costSummary(cost),
    dev && `${call.dev}: LAS ${dev.las.toFixed(2)}, UAS ${dev.uas.toFixed(2)}`,
  ]
  await reportFigures(figures, call, summary, terminal)
}
