/** The options that commands share, and the parsers of option values. */
import { Command, InvalidArgumentError, Option } from 'commander'
import type { Option as TableOption } from '../../parser/options/types.ts'
import { CallError } from '../files/failures.ts'
import { checkDistinct } from '../files/output.ts'
import type { Terminal } from '../files/terminal.ts'
import type { StartThread } from '../threads/thread-pool.ts'

/** What a command works with, besides its arguments and options. */
export interface Setting {
  readonly terminal: Terminal
  readonly start: StartThread
}

/** The command of a help text, which calls `run` with the arguments, the options and the setting. */
export function commandFor<Given extends unknown[]>(
  help: string,
  run: (...given: [...Given, Setting]) => Promise<void>,
  parsers?: Readonly<Record<string, Parser>>,
): (setting: Setting) => Command {
  return (setting) =>
    // Commander adds the command itself.
    commandOf(help, parsers).action((...given) => run(...(given.slice(0, -1) as Given), setting))
}

/** Parses the value of an option. `before` is the value of an earlier use of it, or the default. */
export type Parser = (text: string, before: unknown) => unknown

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
 * A command from its help: `NAME | SUMMARY`, then lines of its description (`> …`), of its arguments and options (`FLAGS |
 * VALUES | TEXT`), and of an example (`$ …`). VALUES is `TYPE = DEFAULT`, both optional. The types are whole numbers
 * (`1..256`, `1..`), numbers above 0 (`> 0`), several words (`left, right`), what has a parser in `parsers` by the name of
 * the option, and, without a type, any text. `!` makes an option mandatory.
 */
export function commandOf(help: string, parsers: Readonly<Record<string, Parser>> = {}): Command {
  const [title, ...lines] = help.trim().split('\n')
  const [name, summary] = title.split(' | ')
  const marked = (mark: string): string[] =>
    lines.filter((line) => line.startsWith(mark)).map((line) => line.slice(mark.length))
  const command = new Command(name)
    .summary(summary)
    .description(marked('> ').join('\n'))
    .addHelpText('after', `\nExample:\n  ${marked('$ ').join('\n  ')}`)
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
  const [, least, most] = /^(\d+)\.\.(\d*)$/.exec(type) ?? []
  const parse =
    parsers[option.attributeName()] ||
    (least !== undefined && wholeNumber(Number(least), most === '' ? undefined : Number(most))) ||
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

/** The rows of commands that write a file, of those that read sentences, too, and of those that write trees. */
export const OUTPUT = `-o, --output <file> || write to this file instead of to standard output`
export const SENTENCES = `[file] | = - | CoNLL-U; - for standard input
${OUTPUT}
--skip-bad || leave out bad sentences, and name them on standard error`
export const TREES = `${SENTENCES}
--stats <file> || write the figures to this file as JSON
--json || print the figures as JSON on standard output (with -o)`

/** Throws CallError if trees and figures would go to the same place, or over the input. Trees may replace the input. */
export async function checkTreeOutput(
  path: string,
  { output = '-', json, stats }: TreeOutput,
): Promise<void> {
  if (json && output === '-')
    throw new CallError('--json would mix figures with trees, expected -o FILE with it, or --stats FILE')
  await checkDistinct({ '-o': output, '--stats': stats }, [])
  await checkDistinct({ '--stats': stats }, [path])
}

export function wholeNumber(least: number, most = Number.MAX_SAFE_INTEGER): (text: string) => number {
  return (text) => {
    const value = Number(text)
    if (/^\d+$/.test(text) && value >= least && value <= most) return value
    const range = most < Number.MAX_SAFE_INTEGER ? `from ${least} to ${most}` : `of at least ${least}`
    throw new InvalidArgumentError(`Expected a whole number ${range}.`)
  }
}

/** An option of a table on the command line: `--non-projective`. */
export function flagOf(name: string): string {
  return name === 'C' ? '-C' : `--${name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`
}

/** The rows of a table of options, see `commandOf`. Options without a help text have none. */
export function rowsOf(table: Readonly<Record<string, TableOption | Pick<TableOption, 'type'>>>): string {
  const rows = Object.entries(table).flatMap(([name, option]) => {
    if (!('help' in option)) return []
    const { type, fallback, value, help } = option
    const flags = name === 'form' ? `--decision, ${flagOf(name)}` : flagOf(name)
    const row = [
      value === undefined ? flags : `${flags} <${value}>`,
      fallback === undefined ? type.notation : `${type.notation} = ${String(fallback)}`,
      help,
    ].join(' | ')
    if (name !== 'singleRoot') return [row]
    return [row, '--no-single-root || allow several dependents of the artificial root']
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

/** A parser of option values whose errors are errors of the call. */
export function checked<T>(parse: (text: string) => T): (text: string) => T {
  return (text) => {
    try {
      return parse(text)
    } catch (error) {
      throw new CallError((error as Error).message)
    }
  }
}
