/** `rbparse derive`: how a system builds a tree, step by step. */
import { Command } from 'commander'
import { registered, registry } from '../../parser/registry.ts'
import type { TransitionSystem } from '../../parser/system.ts'
import type { Direction } from '../../transform/direction.ts'
import { createEncoding } from '../../transform/encoding.ts'
import type { Symbols } from '../../transform/symbols.ts'
import type { Tree } from '../../transform/tree.ts'
import { TreeReader } from '../conllu/trees.ts'
import { withOutput } from '../files/output.ts'
import { SentenceFile } from '../files/sentence-file.ts'
import type { Terminal } from '../files/terminal.ts'
import { derivationOf } from '../parsing/derivation.ts'
import { formsOf } from './draw.ts'
import { choiceOption, example } from './shared.ts'

interface Options {
  readonly system: string
  readonly direction: Direction
  readonly singleRoot: boolean
  readonly output?: string
  readonly skipBad?: boolean
}

export function deriveCommand(terminal: Terminal): Command {
  const systems = registry.map((system) => system.name)
  return new Command('derive')
    .summary('the derivation of each gold tree')
    .description(
      "Prints the static oracle's derivation of each tree: a transition a line, then stack and buffer.",
    )
    .argument('[file]', 'CoNLL-U, - for standard input', '-')
    .addOption(choiceOption('--system <name>', 'the transition system, see `rbparse systems`', systems, 'rb'))
    .addOption(
      choiceOption('--direction <side>', 'of the right-branching systems', ['right', 'left'], 'right'),
    )
    .option('--no-single-root', 'any number of words may hang on the artificial root')
    .option('-o, --output <file>', 'write there instead of to standard output')
    .option('--skip-bad', 'leave out bad sentences, and name them')
    .addHelpText('after', example('rbparse sample --dev --sentences 1 | rbparse derive --system rb'))
    .action((path: string, options: Options) => deriveFile(path, options, terminal))
}

async function deriveFile(path: string, options: Options, terminal: Terminal): Promise<void> {
  const { skipBad, singleRoot } = options
  const system = registered(options.system).make({ singleRoot })
  const transforms = system.family === 'right-branching'
  const direction = transforms ? options.direction : 'right'
  const file = await SentenceFile.open(path, terminal, { doing: 'deriving', skipBad })
  const reader = new TreeReader()
  const encoding = createEncoding({ labels: reader.labels, direction, transforms })
  await withOutput(options.output, terminal, async (output) => {
    let lines: string[] = []
    await file.each(
      (sentence) => {
        const forms = formsOf(sentence)
        if (direction === 'left') forms.reverse()
        const gold = encoding.encode(reader.original(sentence))!
        lines.push(...linesOf(system, forms, gold, reader.labels), '')
      },
      async () => {
        await output.write(lines.map((line) => `${line}\n`).join(''))
        lines = []
      },
    )
  })
}

/** The derivation of `gold`: the start, then what each transition makes of it; `forms` are in reading order. */
function linesOf(system: TransitionSystem, forms: readonly string[], gold: Tree, labels: Symbols): string[] {
  // The artificial root, at whichever end, is 0.
  const words = (numbers: readonly number[]): string =>
    `[${numbers.map((word) => forms[word - 1] ?? '0').join(' ')}]`
  const rows = derivationOf(system, gold).map(({ transition, label, stack, buffer }) => [
    label < 0 ? transition : `${transition} ${labels.text(label)}`,
    words(stack),
    words(buffer),
  ])
  const widths = [0, 1].map((column) => Math.max(...rows.map((row) => row[column].length)))
  return rows.map(([transition, stack, buffer]) =>
    `${transition.padEnd(widths[0])}  ${stack.padEnd(widths[1])}  ${buffer}`.trimEnd(),
  )
}
