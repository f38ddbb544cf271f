/** `rbparse reverse`: marked right-branching trees back to original trees. */
import { Command } from 'commander'
import type { Direction } from '../../transform/direction.ts'
import { ConlluWriter, WRITE_SIZE } from '../conllu/writer.ts'
import { Reverser } from '../conversion/reverse.ts'
import { withOutput } from '../files/output.ts'
import { SentenceFile } from '../files/sentence-file.ts'
import type { Terminal } from '../files/terminal.ts'
import {
  addTreeOutput,
  checkTreeOutput,
  choiceOption,
  counted,
  example,
  reportFigures,
  type TreeOutput,
} from './shared.ts'

interface Options extends TreeOutput {
  readonly direction: Direction
}

export function reverseCommand(terminal: Terminal): Command {
  const command = new Command('reverse')
    .summary('right-branching trees back to the trees they came from')
    .description(
      'Reverses marked right-branching trees, and hangs lifted words back where their labels say so.',
    )
    .argument('[file]', 'CoNLL-U, - for standard input', '-')
    .addOption(
      choiceOption(
        '--direction <side>',
        'of trees without the comment `# direction = left`',
        ['right', 'left'],
        'right',
      ),
    )
  return addTreeOutput(command)
    .addHelpText('after', example('rbparse sample | rbparse transform | rbparse reverse'))
    .action((path: string, options: Options) => reverseFile(path, options, terminal))
}

async function reverseFile(path: string, options: Options, terminal: Terminal): Promise<void> {
  checkTreeOutput(options)
  const file = await SentenceFile.open(path, terminal, { doing: 'reversing', skipBad: options.skipBad })
  const reverser = new Reverser(options.direction)
  const writer = new ConlluWriter()
  await withOutput(options.output, terminal, async (output) => {
    const flush = async (): Promise<void> => {
      if (writer.size >= WRITE_SIZE) await output.write(writer.take())
    }
    await file.each((sentence) => reverser.write(sentence, writer), flush)
    writer.bytes(file.rest)
    await output.write(writer.take())
  })
  const { sentences, words, skipped: bad } = file
  const { vestigialArcs, nonProjective, unresolvedLifts } = reverser.counts
  const parts = [
    `${counted(sentences, 'sentence')}, ${counted(words, 'word')}`,
    counted(vestigialArcs, 'vestigial arc'),
    `${counted(nonProjective, 'tree')} not projective`,
    unresolvedLifts > 0 && `${counted(unresolvedLifts, 'lifted word')} left in place`,
    bad > 0 && `${counted(bad, 'bad sentence')} skipped`,
  ]
  const figures = { sentences, words, vestigialArcs, nonProjective, unresolvedLifts, bad }
  await reportFigures(figures, options, parts.filter(Boolean).join('; '), terminal)
}
