/** The training worker of the page: receives a treebank and posts progress reports and the model. */
import { streamCoNLLU } from '../conllu/reader.ts'
import type { CoNLLUSentence } from '../conllu/conllu-sentence.ts'
import { scoresFromText } from '../pipeline/text-scores.ts'
import { Pipeline } from '../pipeline/pipeline.ts'
import { writePipeline } from '../pipeline/pipeline-file.ts'
import { trainPipeline } from '../pipeline/pipeline-training.ts'
import { paragraphsOf } from '../pipeline/treebank-text.ts'

/** A treebank in CoNLL-U, with the name that the model file records. */
export interface Treebank {
  readonly name: string
  readonly contents: Blob
}

export interface TrainedModel {
  /** The model file. */
  readonly bytes: Uint8Array<ArrayBuffer>
  readonly trainedOn: number
  readonly testedOn: number
  /** F1 in percent on the text of the held-out sentences, as in the CoNLL 2018 shared task. */
  readonly scores: Readonly<Record<'words' | 'UPOS' | 'UAS' | 'LAS', number>>
  /** The text of the first held-out sentence. */
  readonly example: string
}

export type TrainingReport =
  /** The share of finished work (0..1), and the current activity. */
  | { readonly kind: 'progress'; readonly done: number; readonly doing: string }
  | { readonly kind: 'failed'; readonly reason: string }
  | ({ readonly kind: 'trained' } & TrainedModel)

const MIN_SENTENCES = 10
const FOLD_COUNT = 5
/**
 * The stages of a training: a part of the progress text of `trainPipeline`, the text that the page shows, and the time that the
 * stage takes, in any unit.
 */
const stages = [
  { part: 'tokenizer', doing: 'learning to find words and sentences', time: 1 },
  { part: 'tagger', doing: 'learning tags and lemmas', time: 1 },
  { part: 'tags for the parser', doing: 'tagging the treebank for the parser', time: FOLD_COUNT },
  { part: 'both directions', doing: 'choosing the direction of the trees', time: 1 },
  { part: 'features', doing: 'learning trees', time: 1 },
  { part: 'testing', doing: 'testing on the sentences that were held out', time: 1 },
] as const
const timeOf = (some: readonly { readonly time: number }[]): number =>
  some.reduce((sum, { time }) => sum + time, 0)

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

/** @param share the finished share of the stage */
function reportStage(index: number, share = 0, doing: string = stages[index].doing): void {
  const done = timeOf(stages.slice(0, index)) + share * stages[index].time
  post({ kind: 'progress', done: done / timeOf(stages), doing })
}

/**
 * Trains on all sentences except the last tenth, and tests on the last tenth. Rejects if the treebank is too small or not
 * CoNLL-U.
 */
async function train({ name, contents }: Treebank): Promise<TrainedModel> {
  reportStage(0, 0, 'reading')
  const sentences: CoNLLUSentence[] = []
  for await (const sentence of streamCoNLLU(contents.stream(), { file: name })) sentences.push(sentence)
  if (sentences.length < MIN_SENTENCES)
    throw new RangeError(
      `${name}: ${sentences.length} sentences, expected a treebank in CoNLL-U of ${MIN_SENTENCES} sentences or more`,
    )
  const size = sentences.length - Math.floor(sentences.length / 10)
  const heldOut = sentences.slice(size)
  let present = 0
  const { model } = trainPipeline(sentences.slice(0, size), {
    folds: FOLD_COUNT,
    facts: { treebank: name },
    onProgress: ({ stage, detail, share }) => {
      const text = `${stage}, ${detail}`
      present = Math.max(
        present,
        stages.findIndex(({ part }) => text.includes(part)),
      )
      reportStage(present, share)
    },
  })
  reportStage(stages.length - 1)
  const { wordsF1, upos, uas, las } = scoresFromText(new Pipeline(model), heldOut)
  return {
    bytes: writePipeline(model),
    trainedOn: size,
    testedOn: heldOut.length,
    scores: { words: wordsF1, UPOS: upos, UAS: uas, LAS: las },
    example: paragraphsOf(heldOut.slice(0, 1))[0].text.trim(),
  }
}
