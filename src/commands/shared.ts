/** What the command line's commands have in common: options, checks of their values, figures at the end. */
import { devNull } from 'node:os'
import { resolve } from 'node:path'
import { InvalidArgumentError, Option, type Command } from 'commander'
import { counted } from '../files/counted.ts'
import { CallError } from '../files/failures.ts'
import { withOutput } from '../files/output.ts'
import type { Terminal } from '../files/terminal.ts'

export { counted }

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

/** `-o`, `--fsync` and `--skip-bad`, for commands that read sentences. */
export function addOutput(command: Command): Command {
  return command
    .option('-o, --output <file>', 'write to this file instead of to standard output')
    .option('--fsync', 'wait until the output file is on the disk')
    .option('--skip-bad', 'leave out bad sentences, and name them on standard error')
}

export function addTreeOutput(command: Command): Command {
  return addOutput(command)
    .option('--stats <file>', 'write the figures to this file as JSON')
    .option('--json', 'print the figures as JSON on standard output (with -o)')
}

/** Throws CallError where trees and figures would go to one place. */
export function checkTreeOutput({ output = '-', json, stats }: TreeOutput): void {
  if (json && output === '-')
    throw new CallError('--json would mix figures with trees, expected -o FILE beside it, or --stats FILE')
  checkStats(stats, output)
}

/** Throws CallError where the figures would go where `output` goes: what comes later would take the place of it. */
export function checkStats(stats: string | undefined, output: string): void {
  if (stats !== undefined && stats !== devNull && resolve(stats) === resolve(output))
    throw new CallError(`--stats ${stats}: the other output goes there, expected another file`)
}

/** Hands the figures over as the options say, and in words to people who watch. */
export async function reportFigures(
  figures: object,
  options: Pick<TreeOutput, 'stats' | 'json'>,
  summary: string,
  terminal: Terminal,
): Promise<void> {
  const { stats } = options
  if (stats !== undefined)
    await withOutput(stats, terminal, (output) => output.write(JSON.stringify(figures, null, 2) + '\n'))
  if (options.json)
    await withOutput(undefined, terminal, (output) => output.write(JSON.stringify(figures) + '\n'))
  else terminal.stderr.write(summary + '\n')
}

/** One of several words. */
export function choiceOption<T extends string>(
  flags: string,
  text: string,
  choices: readonly T[],
  fallback: T,
): Option {
  return new Option(flags, text).choices(choices).default(fallback)
}

/** A value that has to be a whole number of at least `least` and at most `most`. */
export function wholeNumber(least: number, most = Number.MAX_SAFE_INTEGER): (text: string) => number {
  return (text) => {
    const value = Number(text)
    if (/^\d+$/.test(text) && value >= least && value <= most) return value
    const range = most < Number.MAX_SAFE_INTEGER ? `from ${least} to ${most}` : `of at least ${least}`
    throw new InvalidArgumentError(`Expected a whole number ${range}.`)
  }
}

/** The most threads: more than machines have cores are a slip of the finger. */
export const MOST_JOBS = 256

/** The largest number of a port. */
export const HIGHEST_PORT = 65535

/** A value that has to be a number above `bound`. */
export function numberAbove(bound: number): (text: string) => number {
  return (text) => {
    const value = Number(text)
    if (text.trim() === '' || !Number.isFinite(value) || value <= bound)
      throw new InvalidArgumentError(`Expected a number above ${bound}.`)
    return value
  }
}

/** How fast words were parsed, as figures and in words. `began` is when the command began, in milliseconds. */
export function speedFigures(
  words: number,
  secondsParsing: number,
  began: number,
): { readonly figures: object; readonly summary: string } {
  const wordsPerSecond = secondsParsing > 0 ? Math.round(words / secondsParsing) : 0
  const secondsTotal = (performance.now() - began) / 1000
  return {
    figures: { secondsParsing, wordsPerSecond, secondsTotal },
    summary: `${counted(wordsPerSecond, 'word')} a second, ${secondsTotal.toFixed(1)} s in all`,
  }
}

/** The line that a command's help ends with. */
export function example(line: string): string {
  return `\nExample:\n  ${line}`
}
