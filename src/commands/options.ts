/** Options that several commands share, and parsers of option values. */
import { Command, InvalidArgumentError, Option } from 'commander'
import { planSteps, stepKinds } from '../../transform/steps/plan.ts'
import type { Option as TableOption } from '../../parser/options/types.ts'
import { CallError } from '../files/failures.ts'
import { checkDistinct } from '../files/output.ts'
import type { Terminal } from '../files/terminal.ts'
import type { StartThread } from '../threads/thread-pool.ts'

/** The terminal and the thread starter that every command receives in addition to its arguments and options. */
export interface CommandContext {
  readonly terminal: Terminal
  readonly start: StartThread
}

/** Makes a command from a help text. The command calls `run` with the arguments, the options and the context. */
export function commandFor<Given extends unknown[]>(
  help: string,
  run: (...given: [...Given, CommandContext]) => Promise<void>,
  parsers?: Readonly<Record<string, Parser>>,
): (context: CommandContext) => Command {
  return (context) =>
    // Commander adds the command itself.
    commandOf(help, parsers).action((...given) => run(...(given.slice(0, -1) as Given), context))
}

/** Parses the value of an option. `before` is the value of an earlier use of the option, or the default. */
export type Parser = (text: string, previous: unknown) => unknown

/** The options of commands that read sentences and write a file. */
export interface OutputCall {
  readonly output?: string
  readonly skipBad?: boolean
}

/** The options of commands that write trees. */
export interface TreeOutput extends OutputCall {
  readonly stats?: string
  readonly json?: boolean
}

/**
 * Makes a command from its help text: `NAME | SUMMARY`, then lines for the description (`> …`), for arguments and options
 * (`FLAGS | VALUES | TEXT`), and for an example (`$ …`). VALUES is `TYPE = DEFAULT`, both optional. Types are whole numbers
 * (`1..256`, `1..`), numbers above 0 (`> 0`) and choices (`left, right`). A parser in `parsers` under the name of the option
 * replaces the type. An option without type and parser takes any text. `!` makes an option mandatory.
 */
export function commandOf(help: string, parsers: Readonly<Record<string, Parser>> = {}): Command {
  const [title, ...lines] = help.trim().split('\n')
  const [name, summary] = title.split(' | ')
  const linesWith = (mark: string): string[] =>
    lines.filter((line) => line.startsWith(mark)).map((line) => line.slice(mark.length))
  const command = new Command(name)
    .summary(summary)
    .description(linesWith('> ').join('\n'))
    .addHelpText('after', `\nExample:\n  ${linesWith('$ ').join('\n  ')}`)
  for (const line of lines.filter((line) => !/^[>$] |^$/.test(line))) {
    const [flags, values, ...rest] = line.split('|').map((part) => part.trim())
    const [type, fallback] = values.split('=').map((part) => part.trim())
    if (flags.includes('-')) command.addOption(optionOf(flags, rest.join(' | '), type, fallback, parsers))
    else command.argument(flags, rest.join(' | '), fallback)
  }
  return command
}

function optionOf(
  flags: string,
  text: string,
  type: string,
  fallback: string | undefined,
  parsers: Readonly<Record<string, Parser>>,
): Option {
  const option = new Option(flags, text)
  const [, minimum, maximum] = /^(\d+)\.\.(\d*)$/.exec(type) ?? []
  const parse =
    parsers[option.attributeName()] ||
    (minimum !== undefined && wholeNumber(Number(minimum), maximum === '' ? undefined : Number(maximum))) ||
    (type === '> 0' && positiveNumber)
  if (type === '!') option.makeOptionMandatory()
  else if (parse) option.argParser(parse)
  else if (type !== '') option.choices(type.split(', '))
  if (fallback !== undefined) {
    const value = parse
      ? parse(fallback, undefined)
      : fallback === '[]'
        ? []
        : fallback === 'true' || fallback
    option.default(value, typeof value === 'object' ? fallback : undefined)
  }
  return option
}

/** Help lines of commands that write a file (OUTPUT), that also read sentences (SENTENCES), and that write trees (TREES). */
export const OUTPUT_HELP = `-o, --output <file> || write to this file instead of to standard output`
export const SENTENCES_HELP = `[file] | = - | CoNLL-U; - for standard input
${OUTPUT_HELP}
--skip-bad || leave out bad sentences, and name them on standard error`
export const TREES_HELP = `${SENTENCES_HELP}
--stats <file> || write the figures to this file as JSON
--json || print the figures as JSON on standard output (with -o)`

/**
 * Throws CallError if trees and figures have the same destination, or if figures would overwrite the input. Trees may
 * overwrite the input.
 */
export async function checkTreeOutput(
  path: string,
  { output = '-', json, stats }: TreeOutput,
): Promise<void> {
  if (json && output === '-')
    throw new CallError('--json would mix figures with trees, expected -o FILE with it, or --stats FILE')
  await checkDistinct({ '-o': output, '--stats': stats }, [])
  await checkDistinct({ '--stats': stats }, [path])
}

export function wholeNumber(minimum: number, maximum = Number.MAX_SAFE_INTEGER): (text: string) => number {
  return (text) => {
    const value = Number(text)
    if (/^\d+$/.test(text) && value >= minimum && value <= maximum) return value
    const range =
      maximum < Number.MAX_SAFE_INTEGER ? `from ${minimum} to ${maximum}` : `of at least ${minimum}`
    throw new InvalidArgumentError(`Expected a whole number ${range}.`)
  }
}

/** The command-line flag of an option, for example `--non-projective` for `nonProjective`. */
export function flagOf(name: string): string {
  return name === 'C' ? '-C' : `--${name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`
}

/** What options that are true by default do if they are refused. */
const refusals: Readonly<Record<string, string>> = {
  singleRoot: 'allow several dependents of the artificial root',
  norms: 'leave trees as they were parsed',
}

/** The help lines (see `commandOf`) of a table of options. Options without a help text are left out. */
export function rowsOf(table: Readonly<Record<string, TableOption | Pick<TableOption, 'type'>>>): string {
  const rows = Object.entries(table).flatMap(([name, option]) => {
    if (!('help' in option)) return []
    const { type, fallback, value, help } = option
    const flags = flagOf(name)
    const row = [
      value === undefined ? flags : `${flags} <${value}>`,
      fallback === undefined ? type.notation : `${type.notation} = ${String(fallback)}`,
      help,
    ].join(' | ')
    const refusal = refusals[name]
    return refusal === undefined ? [row] : [row, `${flagOf(name).replace('--', '--no-')} || ${refusal}`]
  })
  return rows.join('\n')
}

export const HIGHEST_PORT = 65535

export function positiveNumber(text: string): number {
  const value = Number(text)
  if (text.trim() === '' || !Number.isFinite(value) || value <= 0)
    throw new InvalidArgumentError('Expected a number above 0.')
  return value
}

/** Wraps a parser of option values so that it throws CallError. */
export function checked<T>(parse: (text: string) => T): (text: string) => T {
  return (text) => {
    try {
      return parse(text)
    } catch (error) {
      throw new CallError((error as Error).message)
    }
  }
}

export const parseSteps = checked((text) => planSteps(text) && text)

/** The names of the steps and their parts, for the help. */
export const stepNames = stepKinds
  .map(({ name, parts }) => (parts.length > 0 ? `${name}:${parts.join('+')}` : name))
  .join(', ')
