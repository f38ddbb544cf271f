/** The options that commands share, and the parsers of option values. */
import { devNull } from 'node:os'
import { resolve } from 'node:path'
import { InvalidArgumentError, Option, type Command } from 'commander'
import { solverNumber } from 'liblinear-wasm'
import { CallError } from '../files/failures.ts'

/** The options of commands that read sentences and write a file. */
export interface OutputCall {
  readonly output?: string
  readonly fsync?: boolean
  readonly skipBad?: boolean
}

/** The options of commands that write trees. */
export interface TreeOutput extends OutputCall {
  readonly stats?: string
  readonly json?: boolean
}

/** Adds the argument `[file]`, `-o`, `--fsync` and `--skip-bad`. */
export function addSentences(command: Command): Command {
  return addOutput(command.argument('[file]', 'CoNLL-U; - for standard input', '-')).option(
    '--skip-bad',
    'leave out bad sentences, and name them on standard error',
  )
}

/** Adds `-o` and `--fsync`. */
export function addOutput(command: Command): Command {
  return command
    .option('-o, --output <file>', 'write to this file instead of to standard output')
    .option('--fsync', 'wait until the output file is on the disk')
}

/** The same, with `--stats` and `--json`. */
export function addTreeOutput(command: Command): Command {
  return addSentences(command)
    .option('--stats <file>', 'write the figures to this file as JSON')
    .option('--json', 'print the figures as JSON on standard output (with -o)')
}

/** Throws CallError if trees and figures would go to the same place. */
export function checkTreeOutput({ output = '-', json, stats }: TreeOutput): void {
  if (json && output === '-')
    throw new CallError('--json would mix figures with trees, expected -o FILE beside it, or --stats FILE')
  checkStats(stats, output)
}

/** Throws CallError if the figures would go to the file `output`. */
export function checkStats(stats: string | undefined, output: string): void {
  if (stats !== undefined && stats !== devNull && resolve(stats) === resolve(output))
    throw new CallError(`--stats ${stats}: the other output goes there, expected another file`)
}

/** An option whose value is one of several words. */
export function choiceOption<T extends string>(
  flags: string,
  text: string,
  choices: readonly T[],
  fallback: T,
): Option {
  return new Option(flags, text).choices(choices).default(fallback)
}

/** `--direction`, one of `choices`; the first one is the default. */
export function directionOption(text: string, choices: readonly ('right' | 'left' | 'auto')[]): Option {
  return choiceOption('--direction <side>', text, choices, choices[0])
}

/** A parser of whole numbers from `least` to `most`. */
export function wholeNumber(least: number, most = Number.MAX_SAFE_INTEGER): (text: string) => number {
  return (text) => {
    const value = Number(text)
    if (/^\d+$/.test(text) && value >= least && value <= most) return value
    const range = most < Number.MAX_SAFE_INTEGER ? `from ${least} to ${most}` : `of at least ${least}`
    throw new InvalidArgumentError(`Expected a whole number ${range}.`)
  }
}

/** An option whose value is a whole number from `least` to `most`. */
export function numberOption(flags: string, text: string, least: number, most?: number): Option {
  return new Option(flags, text).argParser(wholeNumber(least, most))
}

/** The largest number of threads: a larger number is likely a typing error. */
export const MOST_JOBS = 256

/** The largest number of a port. */
export const HIGHEST_PORT = 65535

/** A parser of numbers above `bound`. */
export function numberAbove(bound: number): (text: string) => number {
  return (text) => {
    const value = Number(text)
    if (text.trim() === '' || !Number.isFinite(value) || value <= bound)
      throw new InvalidArgumentError(`Expected a number above ${bound}.`)
    return value
  }
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

/** A solver of LIBLINEAR by its number or name. */
export const parseSolver = checked((text) => solverNumber(/^\d+$/.test(text) ? Number(text) : text))

/** The end of a command's help. */
export function example(line: string): string {
  return `\nExample:\n  ${line}`
}
