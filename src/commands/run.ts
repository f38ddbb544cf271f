/** The command line: its commands and its exit status. */
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

/** Registers what the modules of `--use` export, before the commands list what there is. */
export async function useModules(args: readonly string[]): Promise<void> {
  if (!args.some((arg) => /^--use(?:=|$)/.test(arg))) return
  const modules = await import('../files/use-modules.ts')
  await modules.useModules(args)
}

/** A command that is loaded when it is called. */
export interface LazyCommand {
  readonly name: string
  readonly summary: string
  load(): Promise<Command>
}

/** Runs `rbparse` and returns the exit status: 0 done, 1 the data are wrong or the run failed, 2 the call is wrong. */
export async function run(
  args: readonly string[],
  terminal: Terminal,
  more: readonly LazyCommand[] = [],
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
  // A call without a command, such as --help, shows all of them.
  const called = commands.has(args[0]) ? [args[0]] : [...commands.keys()]
  for (const name of called) program.addCommand((await commands.get(name)!())({ terminal, start }))
  for (const { name, summary, load } of more)
    program.addCommand(args.includes(name) ? await load() : new Command(name).summary(summary))
  let written = Promise.resolve()
  for (const command of program.commands.flatMap(withSubcommands))
    command.option(
      '--use <module>',
      'register the systems, steps, features and metrics that a JavaScript module exports; can be given several times',
    )
  for (const command of withSubcommands(program)) {
    command.copyInheritedSettings(program)
    command.exitOverride().configureOutput({
      writeOut: (text) => {
        written = written.then(() => withOutput(undefined, terminal, (output) => output.write(text)))
        written.catch(() => {})
      },
      writeErr: (text) => void terminal.stderr.write(text),
      // An error and its suggestion are one line.
      outputError: (text, write) => write(text.replace('\n(', ' (')),
    })
  }
  try {
    await program.parseAsync(args, { from: 'user' })
    return 0
  } catch (error) {
    // Commander ends the run with an error when it has printed help, which may not be written yet.
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
  // Commander has printed the error or the help already.
  if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2
  // The reader of the output has closed the pipe.
  if (codeOf(error) === 'EPIPE') return 0
  const isKnown = [CallError, RunError, PoolError, CoNLLUError, ModelError].some(
    (kind) => error instanceof kind,
  )
  const message = error instanceof Error ? error.message : String(error)
  terminal.stderr.write(isKnown ? `${message}\n` : `rbparse: ${message.split('\n', 1)[0]}\n`)
  return error instanceof CallError ? 2 : 1
}
