/** Words that arc-eager parsing leaves without a head (Nivre & Fernández-González 2014, section 4), and three remedies. */
import {
  BELOW,
  Configuration,
  derive,
  fillSentence,
  HEAD,
  ModelGuide,
  NO_NODE,
  Parser,
  registered,
  rootCount,
  Symbols,
  TokenReader,
  TreeReader,
  WORD,
} from '../../src/index.ts'
import { ExampleSentences } from './examples.ts'
import { learningOf } from './learning.ts'
import { trainedModel } from './trained-model.ts'
import type { MeasurementInput } from './measurement.ts'
import { scoreSentence, sentenceScores } from './scores.ts'

const HEURISTIC = 'arc-eager'
/** How the remaining words are attached. */
const remedies = Object.freeze({
  old: { system: HEURISTIC },
  new: { system: 'arc-eager-unshift', singleRoot: false },
  single: { system: 'arc-eager-unshift', singleRoot: true },
})
type Remedy = keyof typeof remedies

function byRemedy<Value>(of: (remedy: Remedy) => Value): Record<Remedy, Value> {
  return { old: of('old'), new: of('new'), single: of('single') }
}

/** Settings: {@link Learning}. Views: the remedies. */
export async function measureFragments(input: MeasurementInput) {
  const { parts, task } = input
  const { model, seconds } = await trainedModel(learningOf(task.settings), input)
  const labels = new Symbols(model.labels.texts())
  const [reader, tokens, examples] = [new TreeReader(labels), new TokenReader(), new ExampleSentences(labels)]
  const parsers = byRemedy((remedy) => new Parser(model, remedies[remedy]))
  const sentence = parsers.old.sentence()
  const guide = new ModelGuide(model, parsers.old.system, sentence)
  const counts = {
    /** The sentences with words that remain without a head. */
    fragmented: 0,
    /** The words without a head at the end of the input. */
    stackToken: 0,
    /** Those whose gold head is on the stack, the artificial root included; and those whose gold head is the root. */
    stackHead: 0,
    stackHeadRoot: 0,
  }
  // Correct: the words of stackHead and of stackHeadRoot that get their gold head.
  const remedied = byRemedy(() => ({ ...sentenceScores(), correct: 0, correctRoot: 0, notOneRoot: 0 }))
  for (const [index, one] of parts.test.entries()) {
    const gold = reader.original(one)
    fillSentence(sentence, tokens.tokens(one))
    const trees = byRemedy((remedy) => parsers[remedy].parse(sentence).tree)
    const all = Object.entries(remedied).map(([remedy, its]) => ({ its, tree: trees[remedy as Remedy] }))
    for (const { its, tree } of all) {
      scoreSentence(gold, tree, its)
      if (rootCount(tree) !== 1) its.notOneRoot++
    }
    const { words, headless } = stackAtEnd(guide, one.size)
    if (headless.length === 0) continue
    counts.fragmented++
    counts.stackToken += headless.length
    for (const word of headless.filter((headed) => words.has(gold.head[headed]))) {
      const head = gold.head[word]
      counts.stackHead++
      if (head === 0) counts.stackHeadRoot++
      for (const { its, tree } of all) {
        if (tree.head[word] !== head) continue
        its.correct++
        if (head === 0) its.correctRoot++
      }
    }
    examples.add(index, one, { gold, old: trees.old, new: trees.new })
  }
  const { tags } = model.header
  const [trainSentences, testSentences] = [parts.train.length, parts.test.length]
  const rates = byRemedy((remedy) => ({ ...remedied[remedy], ...ratesOf(counts, remedied[remedy]) }))
  return {
    figures: { tags, trainSentences, testSentences, ...counts, ...rates },
    times: { secondsTraining: seconds },
    trees: { examples: examples.sentences },
  }
}

/** The percentage of the words of stackHead that get their head, also of those whose head is the root, and of the others. */
function ratesOf(
  { stackHead, stackHeadRoot }: { readonly stackHead: number; readonly stackHeadRoot: number },
  { correct, correctRoot }: { readonly correct: number; readonly correctRoot: number },
): Record<string, number> {
  const rates = [
    ['recall', correct, stackHead],
    ['recall of roots', correctRoot, stackHeadRoot],
    ['recall of others', correct - correctRoot, stackHead - stackHeadRoot],
  ] as const
  return Object.fromEntries(
    rates.flatMap(([name, part, whole]) => (whole === 0 ? [] : [[name, (100 * part) / whole]])),
  )
}

/** Parses the guide's sentence: the words on the stack when the buffer is empty, and those of them without a head. */
function stackAtEnd(guide: ModelGuide, size: number) {
  const system = registered(HEURISTIC).make({ singleRoot: false })
  const c = new Configuration()
  system.start(c, size)
  derive(system, c, guide)
  const words = new Set<number>()
  const headless: number[] = []
  for (let node = c.top; node !== NO_NODE; node = c.nodes[node + BELOW]) {
    const word = c.nodes[node + WORD]
    words.add(word)
    if (word !== 0 && c.nodes[node + HEAD] < 0) headless.push(word)
  }
  return { words, headless }
}
