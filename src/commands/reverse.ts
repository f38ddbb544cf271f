/** `rbparse reverse`: restores the original trees of marked right-branching trees. */
import { Command } from 'commander'
import type { Direction } from '../../transform/direction.ts'
import type { ConlluSentence } from '../conllu/conllu-sentence.ts'
import type { ConlluWriter } from '../conllu/writer.ts'
import { Conversion } from '../conversion/conversion.ts'
import { counted, type Terminal } from '../files/terminal.ts'
import { SentenceFile } from '../files/sentence-file.ts'
import {
  addOptions,
  addTreeOutput,
  checkTreeOutput,
  example,
  parseSteps,
  type TreeOutput,
} from './options.ts'
import { reportFigures, sizeOf, skippedOf, writeSentences } from './report.ts'

interface Options extends TreeOutput {
  readonly direction: Direction
  readonly steps: string
}

const OPTIONS = `
--direction <side> | right, left = right | the direction of trees without the comment \`# direction = left\`
--steps <list> | = right-branching | what is undone: the list that transform was given`

export function reverseCommand(terminal: Terminal): Command {
  return addOptions(addTreeOutput(new Command('reverse')), OPTIONS, { steps: parseSteps })
    .summary('restore the original trees of right-branching trees')
    .description(
      'Restores the original trees of marked right-branching trees. Lifted words return to the heads that their labels name.',
    )
    .addHelpText('after', example('rbparse sample | rbparse transform | rbparse reverse'))
    .action((path: string, options: Options) => reverseFile(path, options, terminal))
}

async function reverseFile(path: string, options: Options, terminal: Terminal): Promise<void> {
  checkTreeOutput(options)
  const file = await SentenceFile.open(path, terminal, { doing: 'reversing', skipBad: options.skipBad })
  const conversion = new Conversion(options)
  const print = (sentence: ConlluSentence, writer: ConlluWriter): void => conversion.reverse(sentence, writer)
  await writeSentences(file, { print, rest: true }, options, terminal)
  const { sentences, words, skipped: bad } = file
  const { vestigialArcs, nonProjective, unresolvedLifts, unresolvedSigns } = conversion.reverseCounts
  const summary = [
    sizeOf(file),
    counted(vestigialArcs, 'vestigial arc'),
    `${counted(nonProjective, 'tree')} not projective`,
    unresolvedLifts > 0 && `${counted(unresolvedLifts, 'lifted word')} left in place`,
    unresolvedSigns > 0 && `${counted(unresolvedSigns, 'sign')} dropped`,
    skippedOf(bad),
  ]
  const figures = { sentences, words, ...conversion.reverseCounts, bad }
  await reportFigures(figures, options, summary, terminal)
}
