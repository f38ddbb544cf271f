/** `rbparse sample`: the embedded treebank. */
import { Command } from 'commander'
import { embeddedDev, embeddedTrain } from '../embedded/treebank.ts'
import { withOutput } from '../files/output.ts'
import type { Terminal } from '../files/terminal.ts'
import { addOptions, addOutput, example, type OutputCall } from './options.ts'

interface Options extends OutputCall {
  readonly dev?: boolean
  readonly sentences?: number
}

const OPTIONS = `
--dev || print the part to test on instead of the part to train on
--sentences <n> | 1.. | print only the first n sentences (default: all)`

export function sampleCommand(terminal: Terminal): Command {
  return addOptions(addOutput(new Command('sample')), OPTIONS)
    .summary('a small treebank for users who have none')
    .description(
      'Prints sentences of English EWT (Universal Dependencies, CC BY-SA 4.0) in CoNLL-U: 1,200 to train on, or 300 to test on.',
    )
    .addHelpText('after', example('rbparse sample --dev -o dev.conllu'))
    .action((options: Options) =>
      withOutput(
        options.output,
        terminal,
        (output) =>
          output.write(options.dev ? embeddedDev(options.sentences) : embeddedTrain(options.sentences)),
        options,
      ),
    )
}
