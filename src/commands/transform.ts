/** `rbparse transform`: transforms trees to right-branching trees. */
import { Command } from 'commander'
import { betterDirection, directionTally, tallyDirection, type Direction } from '../../transform/direction.ts'
import { nonProjectiveChoices, type NonProjective } from '../../transform/encoding.ts'
import { createTree } from '../../transform/tree.ts'
import type { ConlluSentence } from '../conllu/conllu-sentence.ts'
import type { ConlluWriter } from '../conllu/writer.ts'
import { Conversion } from '../conversion/conversion.ts'
import { counted, type Terminal } from '../files/terminal.ts'
import { checkOutput } from '../files/output.ts'
import { SentenceFile } from '../files/sentence-file.ts'
import {
  addOptions,
  addTreeOutput,
  checkTreeOutput,
  example,
  parseSteps,
  stepNames,
  type TreeOutput,
} from './options.ts'
import { reportFigures, sizeOf, skippedOf, writeSentences } from './report.ts'

interface Options extends TreeOutput {
  readonly nonProjective: NonProjective
  readonly direction: Direction | 'auto'
  readonly steps: string
}

const OPTIONS = `
--non-projective <how> | ${nonProjectiveChoices.join(', ')} = projectivize:head | how trees that are not projective are treated
--direction <side> | right, left, auto = right | right puts heads before their dependents, left behind them; auto takes the one that fits the treebank better
--steps <list> | = right-branching | what is done, in this order, separated by commas: ${stepNames}`

export function transformCommand(terminal: Terminal): Command {
  return addOptions(addTreeOutput(new Command('transform')), OPTIONS, { steps: parseSteps })
    .summary('transform trees to right-branching trees')
    .description(
      'Transforms trees so that every head stands before its dependents. Marks on the labels make this reversible.',
    )
    .addHelpText('after', example('rbparse sample | rbparse transform | rbparse reverse'))
    .action((path: string, options: Options) => transformFile(path, options, terminal))
}

async function transformFile(path: string, options: Options, terminal: Terminal): Promise<void> {
  checkTreeOutput(options)
  const { skipBad, nonProjective, steps } = options
  const file = await SentenceFile.open(path, terminal, { doing: 'transforming', skipBad })
  const isAuto = options.direction === 'auto'
  if (isAuto) await checkOutput(options.output, terminal)
  const sentences = isAuto ? await file.all() : undefined
  const direction = options.direction === 'auto' ? directionOf(sentences!) : options.direction
  const conversion = new Conversion({ nonProjective, direction, steps })
  const print = (sentence: ConlluSentence, writer: ConlluWriter): void =>
    void conversion.transform(sentence, writer)
  await writeSentences(file, { print, rest: true, sentences }, options, terminal)
  const counts = conversion.transformCounts
  const { projectivized, restored, skipped } = counts
  const { sentences: all, words, skipped: bad } = file
  const figures = {
    sentences: all,
    words,
    steps: steps.split(',').map((step) => step.trim()),
    direction,
    ...counts,
    bad,
  }
  const summary = [
    `${sizeOf(file)}, direction ${direction}`,
    projectivized > 0 &&
      `${counted(projectivized, 'tree')} projectivized, of which ${restored} come back exactly`,
    skipped > 0 && `${counted(skipped, 'tree')} left out (not projective)`,
    skippedOf(bad),
  ]
  await reportFigures(figures, options, summary, terminal)
}

/** The direction in which more arcs point. */
function directionOf(sentences: readonly ConlluSentence[]): Direction {
  const tally = directionTally()
  for (const sentence of sentences) {
    const tree = createTree(sentence.size)
    tree.head.set(sentence.head)
    tallyDirection(tree, tally)
  }
  return betterDirection(tally)
}
