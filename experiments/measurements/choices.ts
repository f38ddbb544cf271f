/** How many transitions a parser chooses from, by the state of the stack top. */
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
 * At each decision in the test part: the classes that the model knows and the system allows. Settings: {@link Learning}. Views:
 * `all`, and the states of the system.
 */
export async function measureChoices(input: MeasurementInput) {
  const { parts, task } = input
  const { model, seconds } = await trainedModel(learningOf(task.settings), input)
  const { singleRoot, direction, system } = model.header
  const made = registered(system).make({ singleRoot })
  const reader = new TreeReader()
  const tokens = new TokenReader()
  const encoding = createEncoding({ labels: reader.labels, direction })
  const sentence = new SentenceParser(model).parser.sentence()
  const guide = new ModelGuide(model, made, sentence)
  /** By state of the stack: the configurations in which it chose a transition, and the possible transitions in them. */
  const counter = () => ({ choices: new TallyCounter(), share: new TallyCounter() })
  const counters = made.states.map(counter)
  const all = counter()
  const typeCounts = model.classifiers.map(({ transitions }) => {
    const known = made.transitionTypes.map(() => 0)
    for (const transition of transitions) known[typeOf(transition)]++
    return known
  })
  let counts = made.states.map(() => ({ asked: 0, possible: 0 }))
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
  for (const [index, one] of parts.test.entries()) {
    fillSentence(sentence, tokens.tokens(one))
    const gold = made.readsGold ? encoding.encode(reader.original(one)) : undefined
    made.start(c, one.size, gold)
    counts = made.states.map(() => ({ asked: 0, possible: 0 }))
    derive(made, c, counting)
    const asked = sum(counts.map((state) => state.asked))
    const total = { asked, possible: sum(counts.map(({ possible }) => possible)) }
    for (const [state, { choices, share }] of [all, ...counters].entries()) {
      const its = [total, ...counts][state]
      choices.add(index, its.possible, its.asked)
      share.add(index, its.asked, asked)
    }
  }
  const sentences = parts.test.length
  /** The configurations, their part of all in percent, and the mean number of possible transitions. */
  const figures = ({ choices, share }: (typeof counters)[0]) => ({
    configurations: share.count(sentences),
    share: share.share(sentences),
    choices: choices.share(sentences, 1),
  })
  const states = made.states.map((state, i) => [state, figures(counters[i])] as const)
  return {
    figures: { all: figures(all), ...Object.fromEntries(states) },
    times: { secondsTraining: seconds },
  }
}
