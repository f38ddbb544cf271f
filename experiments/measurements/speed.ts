/** Measures the speed of systems with the same learner and kind of features in alternating runs. */
import { availableParallelism, loadavg } from 'node:os'
import {
  createEncoding,
  readCoNLLU,
  SentenceParser,
  Symbols,
  TokenReader,
  TreeReader,
} from '../../src/lab.ts'
import type { Model, Tree } from '../../src/lab.ts'
import { learningOf } from './learning.ts'
import { trainedModel } from './trained-model.ts'
import type { MeasurementInput } from './measurement.ts'
import { sum } from './scores.ts'

/** Settings: {@link Learning} without a system, the `systems` separated by commas, and the number of `runs`. */
export async function measureSpeed(input: MeasurementInput) {
  const { task, parts, progress } = input
  const systems = String(task.settings.systems).split(',')
  const runs = Number(task.settings.runs)
  const models = new Map<string, Model>()
  for (const system of systems)
    models.set(system, (await trainedModel(learningOf({ ...task.settings, system }), input)).model)
  const sentences = parts.train
  const file = new TextEncoder().encode(sentences.map((sentence) => sentence.conllu()).join(''))
  const reader = new TreeReader()
  const trees = sentences.map((sentence) => reader.original(sentence))
  const direction = task.settings.direction === 'left' ? 'left' : 'right'
  const encoding = createEncoding({ labels: reader.labels, direction })
  const encoded = trees.map((tree) => encoding.encode(tree) as Tree)
  const parsers = [...models].map(([system, model]) => [system, new SentenceParser(model)] as const)
  const parseAll = (parser: SentenceParser) => () => {
    const secondsBefore = parser.seconds
    for (const sentence of sentences) parser.parse(sentence)
    return parser.seconds - secondsBefore
  }
  /** The timed tasks. A task that times only a part of its work returns those seconds. */
  const tasks: Readonly<Record<string, () => number | void>> = {
    reading: () => readAll(file),
    ...Object.fromEntries(parsers.map(([system, parser]) => [system, parseAll(parser)])),
    transforming: () => trees.forEach((tree) => encoding.encode(tree)),
    reversing: () => encoded.forEach((tree) => encoding.decode(tree)),
  }
  const timed = Object.fromEntries(Object.keys(tasks).map((name) => [name, [] as Seconds[]]))
  const [load] = loadavg()
  for (let run = 0; run < runs; run++) {
    progress.at(run / runs, `run ${run + 1} of ${runs}`)
    for (const [name, work] of Object.entries(tasks)) timed[name].push(secondsOf(work))
  }
  const words = sum(trees.map(({ size }) => size))
  /** Wall-clock and processor seconds of each run, words per second, and the ratio of the first system's seconds to these. */
  const speed = (name: string) => ({
    seconds: { runs: timed[name].map(({ wall }) => wall) },
    cpuSeconds: { runs: timed[name].map(({ cpu }) => cpu) },
    wordsASecond: { runs: timed[name].map(({ wall }) => words / wall) },
    ratio: { runs: timed[name].map(({ wall }, run) => timed[systems[0]][run].wall / wall) },
  })
  return {
    figures: { sentences: sentences.length, words, bytes: file.length },
    /** With the number of cores of the machine, and its load average before the runs. */
    times: {
      cores: availableParallelism(),
      load,
      reading: speed('reading'),
      parsing: Object.fromEntries(systems.map((system) => [system, speed(system)])),
      transforming: speed('transforming'),
      reversing: speed('reversing'),
    },
  }
}

/** Reads sentences, the text of their words, and their trees, as a parser program does. */
function readAll(file: Uint8Array): void {
  const tokens = new TokenReader()
  const trees = new TreeReader(new Symbols())
  for (const sentence of readCoNLLU(file)) {
    tokens.tokens(sentence)
    trees.original(sentence)
  }
}

/** Wall-clock time and processor time (sum over processors) in seconds. */
interface Seconds {
  readonly wall: number
  readonly cpu: number
}

function secondsOf(work: () => number | void): Seconds {
  const startUsage = process.cpuUsage()
  const startTime = performance.now()
  const wall = work() ?? (performance.now() - startTime) / 1000
  const { user, system } = process.cpuUsage(startUsage)
  return { wall, cpu: (user + system) / 1e6 }
}
