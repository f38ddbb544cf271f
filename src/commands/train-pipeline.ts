/** `rbparse train --pipeline`: tokenizer, tagger and parser from treebanks, in one file. */
import type { TemplateSet } from '../../parser/features/templates.ts'
import type { ConlluSentence } from '../conllu/conllu-sentence.ts'
import { TreeReader } from '../conllu/trees.ts'
import { checkOutput, withOutput } from '../files/output.ts'
import { Progress } from '../files/progress.ts'
import { SentenceFile } from '../files/sentence-file.ts'
import { counted } from '../files/counted.ts'
import type { Terminal } from '../files/terminal.ts'
import { Pipeline } from '../pipeline/pipeline.ts'
import { writePipeline } from '../pipeline/pipeline-file.ts'
import { scoresFromText } from '../pipeline/text-scores.ts'
import { trainPipeline } from '../pipeline/pipeline-training.ts'
import { reportFigures } from './report.ts'
import type { Learner, TrainCall } from './train-options.ts'
import { checkSize, costOf, costSummary, factsOf, failingFor } from './training-input.ts'

export async function trainPipelineOnFiles(
  files: readonly string[],
  call: TrainCall,
  learner: Learner,
  templates: TemplateSet,
  terminal: Terminal,
): Promise<void> {
  const began = performance.now()
  await checkOutput(call.model, terminal)
  const read = await Promise.all(files.map((path) => readTreebank(path, call.skipBad, terminal)))
  const treebank = read.flatMap(({ sentences }) => sentences)
  checkSize(treebank.length, files)
  const progress = new Progress(terminal.stderr, 'training')
  const { model, statistics } = await failingFor(files, () =>
    trainPipeline(treebank, {
      ...call,
      learner,
      templates,
      facts: factsOf(files, call.fact),
      onProgress: ({ detail }) => progress.at(undefined, detail),
    }),
  )
  progress.done()
  const bytes = writePipeline(model)
  await withOutput(call.model, terminal, (output) => output.write(bytes), { fsync: true })
  const dev = call.dev === undefined ? undefined : await readTreebank(call.dev, call.skipBad, terminal)
  const scores = dev && scoresFromText(new Pipeline(model), dev.sentences)
  const bad = read.reduce((sum, { skipped }) => sum + skipped, 0)
  const cost = costOf(began, bytes)
  const figures = {
    ...statistics,
    skipped: statistics.skipped + bad,
    ...cost,
    ...(scores && { dev: scores }),
  }
  const summary = [
    `${call.model}: tokenizer, tagger and ${call.system} from ${counted(figures.sentences, 'sentence')}`,
    figures.skipped > 0 && `${figures.skipped} skipped`,
    costSummary(cost),
    scores &&
      `${call.dev}, from its text: words ${scores.wordsF1.toFixed(2)}, sentences ${scores.sentencesF1.toFixed(2)}, ` +
        `UPOS ${scores.upos.toFixed(2)}, LAS ${scores.las.toFixed(2)}`,
  ]
  await reportFigures(figures, call, summary, terminal)
}

async function readTreebank(
  path: string,
  skipBad: boolean | undefined,
  terminal: Terminal,
): Promise<{ sentences: ConlluSentence[]; skipped: number }> {
  const file = await SentenceFile.open(path, terminal, { doing: 'reading', skipBad })
  const sentences: ConlluSentence[] = []
  const trees = new TreeReader()
  await file.each((sentence) => {
    // What is wrong with a tree is said while the file is read.
    trees.original(sentence)
    sentences.push(sentence)
  })
  return { sentences, skipped: file.skipped }
}
