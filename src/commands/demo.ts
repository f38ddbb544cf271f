/** `rbparse demo`: trains, tests and compares all systems on the embedded treebank. */
import { registry } from '../../parser/registry.ts'
import { drawText } from '../../transform/drawing/draw.ts'
import { createEncoding } from '../../transform/encoding.ts'
import { equalTrees } from '../../transform/tree.ts'
import { readCoNLLU } from '../conllu/reader.ts'
import type { CoNLLUSentence } from '../conllu/conllu-sentence.ts'
import { TreeReader } from '../conllu/trees.ts'
import { embeddedDev, embeddedTrain } from '../embedded/treebank.ts'
import { withOutput } from '../files/output.ts'
import { counted, Progress, type Terminal } from '../files/terminal.ts'
import { viewsOf } from '../formats/output-formats.ts'
import { AgreementCounter } from '../parsing/sentence-parser.ts'
import { trainModel } from '../training/train-model.ts'
import { commandFor, type CommandContext } from './options.ts'

const HELP = `
demo | try all systems on the embedded treebank
> Trains each system on the embedded treebank, evaluates it on the test part, and draws a tree.
--sentences <n> | 1.. | train on the first n sentences only (default: all)
$ rbparse demo --sentences 300`

interface Options {
  readonly sentences?: number
}

export const demoCommand = commandFor(HELP, demonstrate)

async function demonstrate({ sentences }: Options, { terminal }: CommandContext): Promise<void> {
  const train = [...readCoNLLU(embeddedTrain(sentences), { file: 'train' })]
  const dev = [...readCoNLLU(embeddedDev(), { file: 'dev' })]
  await withOutput(undefined, terminal, async (output) => {
    const writeLines = (...texts: readonly string[]): Promise<void> =>
      output.write(texts.map((text) => text + '\n').join(''))
    const { projective, other, exact } = roundTrip(train)
    await writeLines(
      `${sizeOf(train)} of English EWT to train on:`,
      `${projective} projective trees and ${other} that are not, of which ${exact} come back from transform and reverse.`,
      '',
      `Trained on these, and tested on another ${sizeOf(dev)}:`,
      '',
      'system               LAS    UAS  exact  vestigial arcs  training',
    )
    for (const { name, traits } of registry) {
      // Systems that read the gold tree are only for experiments.
      if (!traits.readsGold) await writeLines(tryOut(name, train, dev, terminal))
    }
    await writeLines('', drawing(dev).trimEnd())
  })
}

function sizeOf(sentences: readonly CoNLLUSentence[]): string {
  const words = sentences.reduce((sum, { size }) => sum + size, 0)
  return `${counted(sentences.length, 'sentence')} (${counted(words, 'word')})`
}

/** Encodes and decodes each tree; counts projective trees, other trees, and trees that decode to the original. */
function roundTrip(sentences: readonly CoNLLUSentence[]): {
  projective: number
  other: number
  exact: number
} {
  const reader = new TreeReader()
  const encoding = createEncoding({ labels: reader.labels })
  let exact = 0
  for (const sentence of sentences) {
    const tree = reader.original(sentence)
    if (equalTrees(encoding.decode(encoding.encode(tree)!).tree, tree)) exact++
  }
  const { projective, projectivized } = encoding.counts
  return { projective, other: projectivized, exact }
}

function tryOut(
  system: string,
  train: readonly CoNLLUSentence[],
  dev: readonly CoNLLUSentence[],
  terminal: Terminal,
): string {
  const progress = new Progress(terminal.stderr, `training ${system}`)
  const startTime = performance.now()
  const { model } = trainModel(train, { system, onProgress: ({ detail }) => progress.at(undefined, detail) })
  const seconds = (performance.now() - startTime) / 1000
  progress.done()
  const counter = new AgreementCounter(model)
  for (const sentence of dev) counter.add(sentence)
  const { las, uas, exact } = counter.scores()
  return [
    system.padEnd(17),
    las.toFixed(2).padStart(7),
    uas.toFixed(2).padStart(7),
    exact.toFixed(1).padStart(7),
    String(counter.vestigialArcs).padStart(16),
    `${seconds.toFixed(1)} s`.padStart(10),
  ].join('')
}

function drawing(sentences: readonly CoNLLUSentence[]): string {
  const reader = new TreeReader()
  const encoding = createEncoding({ labels: reader.labels })
  const sentence = sentences.find(({ size }) => size >= 7 && size <= 10)!
  return drawText(sentence.forms(), ...viewsOf(reader.original(sentence), encoding, reader.labels))
}
