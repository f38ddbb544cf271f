/** The number of transitions that a parser chooses from, by the state of the stack top. */
import {
  Configuration,
  createEncoding,
  derive,
  fillSentence,
  ModelGuide,
  registered,
  SentenceParser,
  TokenReader,
  TreeReader,
  typeOf,
  type Guide,
} from '../../src/lab.ts'
import { TallyCounter } from '../statistics/tally.ts'
import { learningOf } from './learning.ts'
import type { MeasurementInput } from './measurement.ts'
import { sum } from './scores.ts'
import { trainedModel } from './trained-model.ts'

/**
 * Counts, at each decision in the test part, the classes that the model knows and the system allows.
 * Settings: {@link Learning}. Views: `all`, and one for each state of the system.
 */
export async function measureChoices(input: MeasurementInput) {
  const { parts, task } = input
  const { model, seconds } = await trainedModel(learningOf(task.settings), input)
  const { singleRoot, direction, system } = model.header
  const transitionSystem = registered(system).make({ singleRoot })
  const reader = new TreeReader()
  const tokens = new TokenReader()
  const encoding = createEncoding({ labels: reader.labels, direction })
  const sentence = new SentenceParser(model).parser.sentence()
  const guide = new ModelGuide(model, transitionSystem, sentence)
  /** Counters of one state: possible transitions per configuration, and the share of configurations in this state. */
  const counter = () => ({ choices: new TallyCounter(), share: new TallyCounter() })
  const counters = transitionSystem.states.map(counter)
  const overallCounter = counter()
  const typeCounts = model.classifiers.map(({ transitions }) => {
    const classCounts = transitionSystem.transitionTypes.map(() => 0)
    for (const transition of transitions) classCounts[typeOf(transition)]++
    return classCounts
  })
  let counts = transitionSystem.states.map(() => ({ asked: 0, possible: 0 }))
  const counting: Guide = {
    next(c) {
      const allowed = transitionSystem.allowed(c)
      const state = transitionSystem.state(c)
      counts[state].asked++
      for (let type = 0; type < transitionSystem.transitionTypes.length; type++)
        if ((allowed & (1 << type)) !== 0) counts[state].possible += typeCounts[state][type]
      return guide.next(c)
    },
  }
  const c = new Configuration()
  for (const [index, testSentence] of parts.test.entries()) {
    fillSentence(sentence, tokens.tokens(testSentence))
    const gold = transitionSystem.readsGold ? encoding.encode(reader.original(testSentence)) : undefined
    transitionSystem.start(c, testSentence.size, gold)
    counts = transitionSystem.states.map(() => ({ asked: 0, possible: 0 }))
    derive(transitionSystem, c, counting)
    const decisionCount = sum(counts.map((state) => state.asked))
    const total = { asked: decisionCount, possible: sum(counts.map(({ possible }) => possible)) }
    for (const [state, { choices, share }] of [overallCounter, ...counters].entries()) {
      const stateCounts = [total, ...counts][state]
      choices.add(index, stateCounts.possible, stateCounts.asked)
      share.add(index, stateCounts.asked, decisionCount)
    }
  }
  const sentences = parts.test.length
  /** The number of configurations, their percentage of all, and the mean number of possible transitions. */
  const figures = ({ choices, share }: (typeof counters)[0]) => ({
    configurations: share.count(sentences),
    share: share.share(sentences),
    choices: choices.share(sentences, 1),
  })
  const states = transitionSystem.states.map((state, i) => [state, figures(counters[i])] as const)
  return {
    figures: { all: figures(overallCounter), ...Object.fromEntries(states) },
    times: { secondsTraining: seconds },
  }
}
