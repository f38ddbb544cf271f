/** `rbparse sample`: the embedded treebank. */
import { Command, Option } from 'commander'
import { embeddedDev, embeddedTrain } from '../embedded/treebank.ts'
import { withOutput } from '../files/output.ts'
import type { Terminal } from '../files/terminal.ts'
import { example, wholeNumber } from './shared.ts'

interface Options {
  readonly dev?: boolean
  readonly sentences?: number
  readonly output?: string
}

export function sampleCommand(terminal: Terminal): Command {
  return new Command('sample')
    .summary('a small treebank, for those who have none at hand')
    .description('Prints a treebank of generated English in CoNLL-U, the same every time.')
    .option('--dev', 'the smaller part for trying out, instead of the one for training')
    .addOption(new Option('--sentences <n>', 'only so many of them').argParser(wholeNumber(1)))
    .option('-o, --output <file>', 'write there instead of to standard output')
    .addHelpText('after', example('rbparse sample --dev -o dev.conllu'))
    .action((options: Options) =>
      withOutput(options.output, terminal, (output) =>
        output.write(options.dev ? embeddedDev(options.sentences) : embeddedTrain(options.sentences)),
      ),
    )
}
