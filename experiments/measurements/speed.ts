/**
 * How fast systems are on a whole training part, and how many transitions there are to choose from. All systems have
 * the same learner, the same kind of features and the same code around them; runs are interleaved, and what is reported
 * of them are medians. Nothing else should run meanwhile.
 */
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
  type Guide,
  type Model,
  type Tree,
} from '../../src/index.ts'
import type { Setting } from './setting.ts'
import { trainedModel, type Learning } from './training.ts'

/** Settings: those of {@link Learning} without a system, and the systems, with commas between them. */
export interface SpeedSettings extends Omit<Learning, 'system'> {
  readonly systems: string
  readonly runs: number
}

/** How many transitions a state of the stack allows on average, and how often it was asked. */
export interface Choice {
  readonly asked: number
  readonly possible: number
}

export interface SpeedFigures {
  readonly sentences: number
  readonly words: number
  readonly bytes: number
  /** By system, then by the state of the stack that chooses the prediction model. */
  readonly choices: Readonly<Record<string, Readonly<Record<string, Choice>>>>
}

/** Seconds of each run. */
export interface SpeedTimes {
  /** The cores of the machine, and how many processes wanted one when the runs began. */
  readonly cores: number
  readonly load: number
  readonly reading: readonly number[]
  readonly transforming: readonly number[]
  readonly reversing: readonly number[]
  readonly parsing: Readonly<Record<string, readonly number[]>>
}

export async function measureSpeed(setting: Setting): Promise<{
  readonly figures: SpeedFigures
  readonly times: SpeedTimes
}> {
  const { wanted, parts, progress } = setting
  const { systems, runs, ...learning } = wanted.settings as unknown as SpeedSettings
  const models = new Map<string, Model>()
  for (const system of systems.split(','))
    models.set(system, (await trainedModel({ ...learning, system }, setting)).model)
  const sentences = parts.train
  const file = new TextEncoder().encode(sentences.map((sentence) => sentence.text()).join(''))
  const reader = new TreeReader()
  const trees = sentences.map((sentence) => reader.original(sentence))
  const direction = learning.direction === 'left' ? 'left' : 'right'
  const encoding = createEncoding({ labels: reader.labels, direction })
  const encoded = trees.map((tree) => encoding.encode(tree) as Tree)
  const reading: number[] = []
  const transforming: number[] = []
  const reversing: number[] = []
  const parsing: Record<string, number[]> = Object.fromEntries(
    [...models.keys()].map((system) => [system, []]),
  )
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
  const choices = Object.fromEntries(
    [...models].map(([system, model]) => [system, countChoices(system, model, setting)]),
  )
  const words = trees.reduce((sum, tree) => sum + tree.size, 0)
  return {
    figures: { sentences: sentences.length, words, bytes: file.length, choices },
    times: { cores: availableParallelism(), load, reading, transforming, reversing, parsing },
  }
}

/** As a program does that has its text from a file: sentences, their words as text, their trees. */
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

/** Counts, at each choice that the model makes in the test part, the classes that it knows and the system allows. */
function countChoices(system: string, model: Model, { parts }: Setting): Record<string, Choice> {
  const { singleRoot, direction } = model.header
  const made = registered(system).make({ singleRoot })
  const reader = new TreeReader()
  const tokens = new TokenReader()
  const encoding = createEncoding({ labels: reader.labels, direction })
  const sentence = new SentenceParser(model).parser.sentence()
  const guide = new ModelGuide(model, made, sentence)
  const counts = made.states.map(() => ({ asked: 0, possible: 0 }))
  const kinds = model.classifiers.map(({ transitions }) => {
    const known = made.transitionTypes.map(() => 0)
    for (const move of transitions) known[typeOf(move)]++
    return known
  })
  const counting: Guide = {
    next(c) {
      const allowed = made.allowed(c)
      const state = made.state(c)
      counts[state].asked++
      for (let kind = 0; kind < made.transitionTypes.length; kind++)
        if ((allowed & (1 << kind)) !== 0) counts[state].possible += kinds[state][kind]
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
  return Object.fromEntries(made.states.map((state, i) => [state, counts[i]]))
}
