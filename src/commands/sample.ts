/** `rbparse sample`: the embedded treebank. */
import type { Command } from 'commander'
import { embeddedDev, embeddedTrain } from '../embedded/treebank.ts'
import { withOutput } from '../files/output.ts'
import type { Terminal } from '../files/terminal.ts'
import { commandOf, OUTPUT, type OutputCall } from './options.ts'

interface Options extends OutputCall {
  readonly dev?: boolean
  readonly sentences?: number
}

const HELP = `
sample | a small treebank for users who have none
> Prints sentences of English EWT (Universal Dependencies, CC BY-SA 4.0) in CoNLL-U: 1,200 to train on, or 300 to test on.
${OUTPUT}
--dev || print the part to test on instead of the part to train on
--sentences <n> | 1.. | print only the first n sentences (default: all)
$ rbparse sample --dev -o dev.conllu`

export function sampleCommand(terminal: Terminal): Command {
  return commandOf(HELP).action((options: Options) =>
    withOutput(
      options.output,
      terminal,
      (output) =>
        output.write(options.dev ? embeddedDev(options.sentences) : embeddedTrain(options.sentences)),
      options,
    ),
  )
}
