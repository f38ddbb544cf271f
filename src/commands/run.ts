/** The command line: one program of many commands, and how it ends. */
import { Command, CommanderError } from 'commander'
import { ConlluError } from '../conllu/error.ts'
import { CallError, codeOf, RunError } from '../files/failures.ts'
import { withOutput } from '../files/output.ts'
import type { Terminal } from '../files/terminal.ts'
import type { StartThread } from '../jobs/thread.ts'
import packageJson from '../../package.json' with { type: 'json' }

/** Loads a command. Each is a part of the program of its own: who calls for one waits for no other. */
type Loader = (terminal: Terminal, start: StartThread) => Promise<Command>

/** The commands by name, in the order of the help. */
const commands: ReadonlyMap<string, Loader> = new Map<string, Loader>([
  ['transform', async (terminal) => (await import('./transform.ts')).transformCommand(terminal)],
  ['reverse', async (terminal) => (await import('./reverse.ts')).reverseCommand(terminal)],
  ['train', async (terminal, start) => (await import('./train.ts')).trainCommand(terminal, start)],
  ['parse', async (terminal, start) => (await import('./parse.ts')).parseCommand(terminal, start)],
  ['cluster', async (terminal) => (await import('./cluster.ts')).clusterCommand(terminal)],
  ['evaluate', async (terminal) => (await import('./evaluate.ts')).evaluateCommand(terminal)],
  ['derive', async (terminal) => (await import('./derive.ts')).deriveCommand(terminal)],
  ['draw', async (terminal) => (await import('./draw.ts')).drawCommand(terminal)],
  ['systems', async (terminal) => (await import('./systems.ts')).systemsCommand(terminal)],
  ['info', async (terminal) => (await import('./info.ts')).infoCommand(terminal)],
  ['models', async (terminal) => (await import('./models.ts')).modelsCommand(terminal)],
  ['bench', async (terminal, start) => (await import('./bench.ts')).benchCommand(terminal, start)],
  ['sample', async (terminal) => (await import('./sample.ts')).sampleCommand(terminal)],
  ['demo', async (terminal) => (await import('./demo.ts')).demoCommand(terminal)],
  ['page', async (terminal) => (await import('./page.ts')).pageCommand(terminal)],
  ['serve', async (terminal, start) => (await import('./serve.ts')).serveCommand(terminal, start)],
])

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
  // Whoever calls for none of them, for help say, is shown all.
  const called = commands.has(args[0]) ? [args[0]] : [...commands.keys()]
  for (const name of called) program.addCommand(await commands.get(name)!(terminal, start))
  for (const { name, summary, load } of more)
    program.addCommand(args.includes(name) ? await load() : new Command(name).summary(summary))
  let written = Promise.resolve()
  for (const command of withSubcommands(program)) {
    command.copyInheritedSettings(program)
    command.exitOverride().configureOutput({
      writeOut: (text) => {
        written = written.then(() => withOutput(undefined, terminal, (output) => output.write(text)))
        written.catch(() => {})
      },
      writeErr: (text) => void terminal.stderr.write(text),
    })
  }
  try {
    await program.parseAsync(args, { from: 'user' })
    return 0
  } catch (error) {
    // Help is written while commander ends the run.
    const status = statusOf(error, terminal)
    return written.then(
      () => status,
      (failure) => statusOf(failure, terminal),
    )
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
