/** Runs the command line: builds the program from its commands and returns the exit status. */
import { Command, CommanderError } from 'commander'
import { ModelError } from '../../parser/model/container.ts'
import { CoNLLUError } from '../conllu/error.ts'
import { CallError, codeOf, RunError } from '../files/failures.ts'
import { PoolError } from '../threads/thread-pool.ts'
import type { Terminal } from '../files/terminal.ts'
import { withOutput } from '../files/output.ts'
import type { StartThread } from '../threads/thread-pool.ts'
import { commands } from './registry.ts'
import packageJson from '../../package.json' with { type: 'json' }

/** Registers the exports of the modules of `--use`. Runs before the help of commands lists registered names. */
export async function useModules(args: readonly string[]): Promise<void> {
  if (!args.some((arg) => /^--use(?:=|$)/.test(arg))) return
  const modules = await import('../files/use-modules.ts')
  await modules.useModules(args)
}

/** A command that is loaded only when it is called. */
export interface LazyCommand {
  readonly name: string
  readonly summary: string
  load(): Promise<Command>
}

/** Runs `rbparse` and returns the exit status: 0 success, 1 invalid data or failed run, 2 invalid call. */
export async function run(
  args: readonly string[],
  terminal: Terminal,
  lazyCommands: readonly LazyCommand[] = [],
  start: StartThread = noThreads,
): Promise<number> {
  const program = new Command('rbparse')
    .description(packageJson.description)
    .version(packageJson.version)
    .enablePositionalOptions()
  try {
    await useModules(args)
  } catch (error) {
    return statusOf(error, terminal)
  }
  // A call without a command, such as --help, lists all commands.
  const commandNames = commands.has(args[0]) ? [args[0]] : [...commands.keys()]
  for (const name of commandNames) program.addCommand((await commands.get(name)!())({ terminal, start }))
  for (const { name, summary, load } of lazyCommands)
    program.addCommand(args.includes(name) ? await load() : new Command(name).summary(summary))
  let outputWritten = Promise.resolve()
  for (const command of program.commands.flatMap(withSubcommands))
    command.option(
      '--use <module>',
      'register the systems, steps, features, metrics and searches that a JavaScript module exports; can be given several times',
    )
  for (const command of withSubcommands(program)) {
    command.copyInheritedSettings(program)
    command.exitOverride().configureOutput({
      writeOut: (text) => {
        outputWritten = outputWritten.then(() =>
          withOutput(undefined, terminal, (output) => output.write(text)),
        )
        outputWritten.catch(() => {})
      },
      writeErr: (text) => void terminal.stderr.write(text),
      // Print an error and its suggestion on one line.
      outputError: (text, write) => write(text.replace('\n(', ' (')),
    })
  }
  try {
    await program.parseAsync(args, { from: 'user' })
    return 0
  } catch (error) {
    // Commander throws after it prints help; wait until the help is written.
    const status = statusOf(error, terminal)
    return outputWritten.then(
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
  // Commander has already printed the error or the help.
  if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2
  // The reader of the output closed the pipe.
  if (codeOf(error) === 'EPIPE') return 0
  const isExpectedError = [CallError, RunError, PoolError, CoNLLUError, ModelError].some(
    (kind) => error instanceof kind,
  )
  const message = error instanceof Error ? error.message : String(error)
  terminal.stderr.write(isExpectedError ? `${message}\n` : `rbparse: ${message.split('\n', 1)[0]}\n`)
  return error instanceof CallError ? 2 : 1
}
