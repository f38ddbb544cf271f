/** `rbparse sample`: prints the embedded treebank. */
import { embeddedDev, embeddedTrain } from '../embedded/treebank.ts'
import { withOutput } from '../files/output.ts'
import { commandFor, OUTPUT_HELP, type OutputCall, type CommandContext } from './options.ts'

interface Options extends OutputCall {
  readonly dev?: boolean
  readonly sentences?: number
}

const HELP = `
sample | a small treebank for users who have none
> Prints sentences of English EWT (Universal Dependencies, CC BY-SA 4.0) in CoNLL-U: 1,200 to train on, or 300 to test on.
${OUTPUT_HELP}
--dev || print the part to test on instead of the part to train on
--sentences <n> | 1.. | print only the first n sentences (default: all)
$ rbparse sample --dev -o dev.conllu`

export const sampleCommand = commandFor(HELP, (options: Options, { terminal }: CommandContext) => {
  const text = options.dev ? embeddedDev(options.sentences) : embeddedTrain(options.sentences)
  return withOutput(options.output, terminal, (output) => output.write(text))
})
