/** The command line: one program of many commands, and how it ends. */
import { Command, CommanderError } from 'commander'
import { ConlluError } from '../conllu/error.ts'
import { CallError, codeOf, RunError } from '../files/failures.ts'
import type { Terminal } from '../files/terminal.ts'
import type { StartThread } from '../jobs/thread.ts'
import packageJson from '../../package.json' with { type: 'json' }
import { benchCommand } from './bench.ts'
import { demoCommand } from './demo.ts'
import { deriveCommand } from './derive.ts'
import { drawCommand } from './draw.ts'
import { evaluateCommand } from './evaluate.ts'
import { infoCommand } from './info.ts'
import { modelsCommand } from './models.ts'
import { pageCommand } from './page.ts'
import { parseCommand } from './parse.ts'
import { reverseCommand } from './reverse.ts'
import { sampleCommand } from './sample.ts'
import { systemsCommand } from './systems.ts'
import { trainCommand } from './train.ts'
import { transformCommand } from './transform.ts'

const commands: readonly ((terminal: Terminal, start: StartThread) => Command)[] = [
  transformCommand,
  reverseCommand,
  trainCommand,
  parseCommand,
  evaluateCommand,
  deriveCommand,
  drawCommand,
  systemsCommand,
  infoCommand,
  modelsCommand,
  benchCommand,
  sampleCommand,
  demoCommand,
  pageCommand,
]

/** A command that is loaded when it is called for. */
export interface LazyCommand {
  readonly name: string
  readonly summary: string
  load(): Promise<Command>
}

/** Runs `rbparse` with these arguments; the exit status: 0 done, 1 the run or its data are at fault, 2 the call is. */
export async function run(
  args: readonly string[],
  terminal: Terminal,
  more: readonly LazyCommand[] = [],
  start: StartThread = noThreads,
): Promise<number> {
  const program = new Command('rbparse')
    .description(packageJson.description)
    .version(packageJson.version)
    .showSuggestionAfterError(false)
    .enablePositionalOptions()
  for (const make of commands) program.addCommand(make(terminal, start))
  for (const { name, summary, load } of more)
    program.addCommand(args.includes(name) ? await load() : new Command(name).summary(summary))
  for (const command of withSubcommands(program)) {
    command.copyInheritedSettings(program)
    command.exitOverride().configureOutput({
      writeOut: (text) => void terminal.stdout.write(text),
      writeErr: (text) => void terminal.stderr.write(text),
    })
  }
  try {
    await program.parseAsync(args, { from: 'user' })
    return 0
  } catch (error) {
    return statusOf(error, terminal)
  }
}

function noThreads(): never {
  throw new RunError('this program cannot start threads, expected --jobs 1')
}

function withSubcommands(command: Command): Command[] {
  return [command, ...command.commands.flatMap(withSubcommands)]
}

function statusOf(error: unknown, terminal: Terminal): number {
  // Commander has said already what is wrong with the call, or has printed the help that was asked for.
  if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2
  // Whoever reads our output has seen enough.
  if (codeOf(error) === 'EPIPE') return 0
  const isKnown = error instanceof CallError || error instanceof RunError || error instanceof ConlluError
  const message = error instanceof Error ? error.message : String(error)
  terminal.stderr.write(isKnown ? `${message}\n` : `rbparse: ${message.split('\n', 1)[0]}\n`)
  return error instanceof CallError ? 2 : 1
}
