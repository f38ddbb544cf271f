/** `rbparse derive`: how a system builds a tree, step by step. */
import { Command } from 'commander'
import { BELOW, Configuration, NO_NODE, WORD } from '../../parser/configuration.ts'
import { registered, registry } from '../../parser/registry.ts'
import { derive, kindOf, labelOf, type TransitionSystem } from '../../parser/system.ts'
import type { Direction } from '../../transform/direction.ts'
import { createEncoding } from '../../transform/encoding.ts'
import type { Symbols } from '../../transform/symbols.ts'
import type { Tree } from '../../transform/tree.ts'
import { TreeReader } from '../conllu/trees.ts'
import { withOutput } from '../files/output.ts'
import { SentenceFile } from '../files/sentence-file.ts'
import type { Terminal } from '../files/terminal.ts'
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
        lines.push(...derivationOf(system, forms, gold, reader.labels), '')
      },
      async () => {
        await output.write(lines.map((line) => `${line}\n`).join(''))
        lines = []
      },
    )
  })
}

/** The derivation of `gold`: the start, then what each transition makes of it; `forms` are in reading order. */
function derivationOf(
  system: TransitionSystem,
  forms: readonly string[],
  gold: Tree,
  labels: Symbols,
): string[] {
  const c = new Configuration()
  const rows: [string, string, string][] = []
  const note = (transition: string): void => {
    rows.push([transition, `[${stackOf(c, forms).join(' ')}]`, `[${bufferOf(c, forms).join(' ')}]`])
  }
  system.reveal?.(gold)
  system.start(c, gold.size)
  note('')
  let last = ''
  derive(
    {
      ...system,
      apply: (configuration, kind, label) => {
        system.apply(configuration, kind, label)
        note(last)
      },
    },
    c,
    {
      next: (configuration) => {
        const move = system.oracle(configuration, gold)
        const { name, labelled } = system.kinds[kindOf(move)]
        last = labelled ? `${name} ${labels.text(labelOf(move))}` : name
        return move
      },
    },
  )
  const widths = [0, 1].map((column) => Math.max(...rows.map((row) => row[column].length)))
  return rows.map(([transition, stack, buffer]) =>
    `${transition.padEnd(widths[0])}  ${stack.padEnd(widths[1])}  ${buffer}`.trimEnd(),
  )
}

/** From the bottom to the top. */
function stackOf(c: Configuration, forms: readonly string[]): string[] {
  const words: string[] = []
  for (let node = c.top; node !== NO_NODE; node = c.nodes[node + BELOW])
    words.push(formOf(c.nodes[node + WORD], forms))
  return words.reverse()
}

function bufferOf(c: Configuration, forms: readonly string[]): string[] {
  return Array.from({ length: Math.max(0, c.left) }, (_, i) => formOf(c.front + i, forms))
}

/** The artificial root, at whichever end, is 0. */
function formOf(word: number, forms: readonly string[]): string {
  return forms[word - 1] ?? '0'
}
