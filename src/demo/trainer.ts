/** The worker in which the page trains: it gets a treebank and posts reports of what it does. */
import { streamCoNLLU } from '../conllu/reader.ts'
import type { CoNLLUSentence } from '../conllu/conllu-sentence.ts'
import { scoresFromText } from '../pipeline/text-scores.ts'
import { Pipeline } from '../pipeline/pipeline.ts'
import { writePipeline } from '../pipeline/pipeline-file.ts'
import { trainPipeline } from '../pipeline/pipeline-training.ts'
import { paragraphsOf } from '../pipeline/treebank-text.ts'

/** A treebank in CoNLL-U, and what the model file calls it. */
export interface Treebank {
  readonly name: string
  readonly contents: Blob
}

export interface TrainedModel {
  /** The model file. */
  readonly bytes: Uint8Array<ArrayBuffer>
  readonly trainedOn: number
  readonly testedOn: number
  /** F1 in percent on the text of the sentences that were held out, as in the CoNLL 2018 shared task. */
  readonly scores: Readonly<Record<'words' | 'UPOS' | 'UAS' | 'LAS', number>>
  /** The text of the first sentence that was held out. */
  readonly example: string
}

export type TrainingReport =
  /** How much is done, from 0 to 1, and what is being done. */
  | { readonly kind: 'progress'; readonly done: number; readonly doing: string }
  | { readonly kind: 'failed'; readonly reason: string }
  | ({ readonly kind: 'trained' } & TrainedModel)

const FEWEST = 10
const FOLDS = 5
/** The stages of a training: what the progress of `trainPipeline` has there, and what the page shows. */
const stages = [
  ['tokenizer', 'learning to find words and sentences'],
  ['tagger', 'learning tags and lemmas'],
  ...Array.from({ length: FOLDS }, (_, i) => [
    `tags of fold ${i + 1}`,
    `tagging the treebank for the parser, part ${i + 1} of ${FOLDS}`,
  ]),
  ['both directions', 'choosing the direction of the trees'],
  ['features', 'learning trees'],
] as const

addEventListener('message', ({ data }: MessageEvent<Treebank>) => {
  train(data).then(
    (model) => post({ kind: 'trained', ...model }, [model.bytes.buffer]),
    (error: unknown) =>
      post({ kind: 'failed', reason: error instanceof Error ? error.message : String(error) }),
  )
})

function post(report: TrainingReport, transfer: Transferable[] = []): void {
  postMessage(report, { transfer })
}

function reach(stage: number, doing: string): void {
  post({ kind: 'progress', done: stage / (stages.length + 1), doing })
}

/** Trains on the sentences but the last tenth, and tests on these. Rejects if the treebank is too small or not CoNLL-U. */
async function train({ name, contents }: Treebank): Promise<TrainedModel> {
  reach(0, 'reading')
  const sentences: CoNLLUSentence[] = []
  for await (const sentence of streamCoNLLU(contents.stream(), { file: name })) sentences.push(sentence)
  if (sentences.length < FEWEST)
    throw new RangeError(
      `${name}: ${sentences.length} sentences, expected a treebank in CoNLL-U of ${FEWEST} sentences or more`,
    )
  const size = sentences.length - Math.floor(sentences.length / 10)
  const heldOut = sentences.slice(size)
  let reached = 0
  const { model } = trainPipeline(sentences.slice(0, size), {
    folds: FOLDS,
    facts: { treebank: name },
    onProgress: ({ stage: now, detail }) => {
      const stage = stages.findIndex(([part], i) => i >= reached && `${now}, ${detail}`.includes(part))
      if (stage < 0) return
      reached = stage + 1
      reach(stage, stages[stage][1])
    },
  })
  reach(stages.length, 'testing on the sentences that were held out')
  const { wordsF1, upos, uas, las } = scoresFromText(new Pipeline(model), heldOut)
  return {
    bytes: writePipeline(model),
    trainedOn: size,
    testedOn: heldOut.length,
    scores: { words: wordsF1, UPOS: upos, UAS: uas, LAS: las },
    example: paragraphsOf(heldOut.slice(0, 1))[0].text.trim(),
  }
}
