/** `rbparse bench`: times each part of the program. */
import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { InvalidArgumentError } from 'commander'
import { interleave, type Timing } from '../bench/interleave.ts'
import { benchTasks, timedSystems, type BenchOptions } from '../bench/tasks.ts'
import { readCoNLLU } from '../conllu/reader.ts'
import { encode } from '../conllu/utf8.ts'
import { embeddedTrain } from '../embedded/treebank.ts'
import { counted, Progress, type Terminal } from '../files/terminal.ts'
import { RunError } from '../files/failures.ts'
import { readAll } from '../files/text-file.ts'
import { commandFor, type CommandContext } from './options.ts'
import { print } from './report.ts'

interface Options extends BenchOptions {
  readonly json?: boolean
}

const BENCH_HELP = `
bench | time each part of the program
> Times reading, writing, transforming, reversing, training and parsing in turns, in memory, with one thread; then parsing with several threads, which includes reading and writing.
[treebank] || CoNLL-U, or a folder with train.conllu (default: the embedded treebank)
--systems <names> | = ${timedSystems().join(',')} | the systems to train and parse with, separated by commas
--runs <n> | 1.. = 5 | the number of runs of each part except training
--training-runs <n> | 1.. = 1 | the number of runs of training
--jobs <n> | 2.. = 2 | the number of threads that are compared with one thread
--json || print the figures as JSON
$ rbparse bench --systems rb --runs 1`

export const benchCommand = commandFor(BENCH_HELP, bench, { systems: parseSystems })

async function bench(
  path: string | undefined,
  options: Options,
  { terminal, start }: CommandContext,
): Promise<void> {
  const treebank = await treebankAt(path, terminal)
  const progress = new Progress(terminal.stderr, 'timing')
  const tasks = benchTasks(treebank, options, start)
  setFlagsFromString('--expose-gc')
  const collectGarbage = runInNewContext('gc') as () => void
  let timings: Timing[]
  try {
    timings = await interleave(tasks, (task, share) => {
      progress.at(share, task.name)
      collectGarbage() // so that no task is slowed by the garbage of another
    })
  } finally {
    await Promise.all(tasks.map((task) => task.end?.()))
    progress.done()
  }
  const report = options.json ? JSON.stringify(timings) : tableOf(timings)
  await print(report, terminal)
}

/** The bytes of the treebank. Throws RunError if the file has no sentence, CoNLLUError if the first sentence is invalid. */
async function treebankAt(path: string | undefined, terminal: Terminal): Promise<Uint8Array> {
  if (path === undefined) return encode(embeddedTrain())
  const isFolder = await stat(path).then(
    (stats) => stats.isDirectory(),
    () => false,
  )
  const file = isFolder ? join(path, 'train.conllu') : path
  const bytes = await readAll(file, terminal)
  const [first] = readCoNLLU(bytes, { file })
  if (!first) throw new RunError(`${file}: there is no sentence in it, expected a treebank`)
  return bytes
}

function tableOf(timings: readonly Timing[]): string {
  const number = (value: number): string => Math.round(value).toLocaleString('en-US').padStart(14)
  const rows = timings.map(
    ({ name, minimum, median, ratio, runs }) =>
      `${name.padEnd(40)}${number(minimum)}${number(median)}${ratio.toFixed(2).padStart(9)}${String(runs).padStart(6)}`,
  )
  return [
    `words a second, of ${counted(timings[0].words, 'word')}; ratio: to the slowest of the group`,
    '',
    `${''.padEnd(40)}${'minimum'.padStart(14)}${'median'.padStart(14)}${'ratio'.padStart(9)}${'runs'.padStart(6)}`,
    ...rows,
  ].join('\n')
}

function parseSystems(text: string): string[] {
  const systemNames = timedSystems()
  const names = text.split(',').map((name) => name.trim())
  const unknownName = names.find((name) => !systemNames.includes(name))
  if (unknownName !== undefined)
    throw new InvalidArgumentError(`'${unknownName}' is none of ${systemNames.join(', ')}.`)
  return names
}
