/** The speed of systems with the same learner and kind of features, in turns, and their numbers of choices. */
import { availableParallelism, loadavg } from 'node:os'
import {
  Configuration,
  createEncoding,
  derive,
  fillSentence,
  typeOf,
  ModelGuide,
  readConllu,
  registered,
  SentenceParser,
  Symbols,
  TokenReader,
  TreeReader,
} from '../../src/index.ts'
import type { Guide, Model, Tree } from '../../src/index.ts'
import { median } from '../../src/files/command-line.ts'
import { learningOf } from './learning.ts'
import { trainedModel } from './trained-model.ts'
import type { MeasurementInput } from './measurement.ts'
import { sum } from './scores.ts'

/** Settings: {@link Learning} without a system, the `systems` with commas, and the number of `runs`. */
export async function measureSpeed(input: MeasurementInput) {
  const { task, parts, progress } = input
  const systems = String(task.settings.systems).split(',')
  const runs = Number(task.settings.runs)
  const models = new Map<string, Model>()
  for (const system of systems)
    models.set(system, (await trainedModel(learningOf({ ...task.settings, system }), input)).model)
  const sentences = parts.train
  const file = new TextEncoder().encode(sentences.map((sentence) => sentence.text()).join(''))
  const reader = new TreeReader()
  const trees = sentences.map((sentence) => reader.original(sentence))
  const direction = task.settings.direction === 'left' ? 'left' : 'right'
  const encoding = createEncoding({ labels: reader.labels, direction })
  const encoded = trees.map((tree) => encoding.encode(tree) as Tree)
  const [reading, transforming, reversing]: [number[], number[], number[]] = [[], [], []]
  const parsing: Record<string, number[]> = Object.fromEntries(systems.map((system) => [system, []]))
  const parsers = new Map([...models].map(([system, model]) => [system, new SentenceParser(model)]))
  const [load] = loadavg()
  for (let run = 0; run < runs; run++) {
    progress.at(run / runs, `run ${run + 1} of ${runs}`)
    reading.push(secondsOf(() => readAll(file)))
    for (const [system, parser] of parsers) {
      const before = parser.seconds
      for (const sentence of sentences) parser.parse(sentence)
      parsing[system].push(parser.seconds - before)
    }
    transforming.push(secondsOf(() => trees.forEach((tree) => encoding.encode(tree))))
    reversing.push(secondsOf(() => encoded.forEach((tree) => encoding.decode(tree))))
  }
  /** By system, then by the state of the stack that selects the classifier. */
  const choices = Object.fromEntries(
    [...models].map(([system, model]) => [system, countChoices(system, model, input)]),
  )
  const words = sum(trees.map(({ size }) => size))
  const base = median(parsing[systems[0]])
  /** The median of the seconds, and what follows from it; the ratio of the seconds of the first system to these. */
  const speed = (all: readonly number[]) => {
    const seconds = median(all)
    return { all, seconds, wordsASecond: words / seconds, ratio: base / seconds }
  }
  return {
    figures: { sentences: sentences.length, words, bytes: file.length, choices },
    /** Also the cores of the machine, and its load average before the runs. */
    times: {
      cores: availableParallelism(),
      load,
      reading: speed(reading),
      parsing: Object.fromEntries(systems.map((system) => [system, speed(parsing[system])])),
      transforming: speed(transforming),
      reversing: speed(reversing),
    },
  }
}

/** Reads a file as a program does: sentences, the text of their words, their trees. */
function readAll(file: Uint8Array): void {
  const tokens = new TokenReader()
  const trees = new TreeReader(new Symbols())
  for (const sentence of readConllu(file)) {
    tokens.tokens(sentence)
    trees.original(sentence)
  }
}

function secondsOf(work: () => void): number {
  const began = performance.now()
  work()
  return (performance.now() - began) / 1000
}

/** Counts, at each decision of the model in the test part, the classes that it knows and that the system allows. */
function countChoices(system: string, model: Model, { parts }: MeasurementInput) {
  const { singleRoot, direction } = model.header
  const made = registered(system).make({ singleRoot })
  const reader = new TreeReader()
  const tokens = new TokenReader()
  const encoding = createEncoding({ labels: reader.labels, direction })
  const sentence = new SentenceParser(model).parser.sentence()
  const guide = new ModelGuide(model, made, sentence)
  /** The configurations in which a state of the stack chose a transition, and the possible transitions in all of them. */
  const counts = made.states.map(() => ({ asked: 0, possible: 0 }))
  const typeCounts = model.classifiers.map(({ transitions }) => {
    const known = made.transitionTypes.map(() => 0)
    for (const transition of transitions) known[typeOf(transition)]++
    return known
  })
  const counting: Guide = {
    next(c) {
      const allowed = made.allowed(c)
      const state = made.state(c)
      counts[state].asked++
      for (let type = 0; type < made.transitionTypes.length; type++)
        if ((allowed & (1 << type)) !== 0) counts[state].possible += typeCounts[state][type]
      return guide.next(c)
    },
  }
  const c = new Configuration()
  for (const one of parts.test) {
    fillSentence(sentence, tokens.tokens(one))
    if (made.reveal) made.reveal(encoding.encode(reader.original(one)) as Tree)
    made.start(c, one.size)
    derive(made, c, counting)
  }
  const all = {
    asked: sum(counts.map(({ asked }) => asked)),
    possible: sum(counts.map(({ possible }) => possible)),
  }
  /** The configurations, their part of all in percent, and the mean number of possible transitions. */
  const choices = ({ asked, possible }: typeof all) =>
    asked === 0 ? {} : { configurations: asked, share: (100 * asked) / all.asked, choices: possible / asked }
  return {
    all: choices(all),
    ...Object.fromEntries(made.states.map((state, i) => [state, choices(counts[i])])),
  }
}
