/** Counts words that arc-eager parsing leaves without a head (Nivre & Fernández-González 2014, section 4), and compares three remedies. */
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
  type Tree,
} from '../../src/lab.ts'
import { TallyCounter, type Tally } from '../statistics/tally.ts'
import { ExampleSentences } from './examples.ts'
import { KeptParses } from './kept-parses.ts'
import { learningOf } from './learning.ts'
import { trainedModel } from './trained-model.ts'
import type { MeasurementInput } from './measurement.ts'
import { scoreSentence, sentenceScores } from './scores.ts'

const HEURISTIC_SYSTEM = 'arc-eager'
/** The parser options of each remedy, which attaches the remaining words. */
const remedies = Object.freeze({
  old: { system: HEURISTIC_SYSTEM },
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
  const parsers = byRemedy((remedy) => new Parser(model, { ...remedies[remedy], norms: false }))
  const parses = new KeptParses(labels, input)
  const sentence = parsers.old.sentence()
  const guide = new ModelGuide(model, parsers.old.system, sentence)
  const counts = {
    /** Sentences with words that remain without a head. */
    fragmented: new TallyCounter(),
    /** Words without a head at the end of the input. */
    stackToken: new TallyCounter(),
    /** Words of `stackToken` whose gold head is on the stack (the artificial root counts), and those whose gold head is the root. */
    stackHead: new TallyCounter(),
    stackHeadRoot: new TallyCounter(),
  }
  const remedied = byRemedy(() => new RemedyCounts())
  for (const [index, testSentence] of parts.test.entries()) {
    const gold = reader.original(testSentence)
    fillSentence(sentence, tokens.tokens(testSentence))
    const trees = byRemedy((remedy) => parsers[remedy].parse(sentence).tree)
    const { words, headless } = stackAtEnd(guide, testSentence.size)
    const attachable = headless.filter((word) => words.has(gold.head[word]))
    const roots = attachable.filter((word) => gold.head[word] === 0)
    counts.fragmented.add(index, Number(headless.length > 0), 0)
    counts.stackToken.add(index, headless.length, 0)
    counts.stackHead.add(index, attachable.length, 0)
    counts.stackHeadRoot.add(index, roots.length, 0)
    for (const remedy of Object.keys(remedies) as Remedy[]) {
      remedied[remedy].add(index, gold, trees[remedy], attachable)
      parses.add(testSentence, trees[remedy], remedy)
    }
    if (headless.length > 0) examples.add(index, testSentence, { gold, old: trees.old, new: trees.new })
  }
  await parses.write()
  const { tags } = model.header
  const [trainSentences, testSentences] = [parts.train.length, parts.test.length]
  const figures = Object.entries(counts).map(
    ([name, counter]) => [name, counter.count(testSentences)] as const,
  )
  return {
    figures: {
      tags,
      trainSentences,
      testSentences,
      ...(Object.fromEntries(figures) as Record<keyof typeof counts, Tally>),
      ...byRemedy((remedy) => remedied[remedy].figures(testSentences)),
    },
    times: { secondsTraining: seconds },
    trees: { examples: examples.sentences },
  }
}

/** The counts of one remedy on the test part. */
class RemedyCounts {
  readonly #scores = sentenceScores()
  readonly #notOneRoot = new TallyCounter()
  /** Words of `stackHead` with the correct head: all, those whose gold head is the root, and the others. */
  readonly #correct = new TallyCounter()
  readonly #roots = new TallyCounter()
  readonly #others = new TallyCounter()

  /** @param attachable the words of `stackHead` */
  add(index: number, gold: Tree, tree: Tree, attachable: readonly number[]): void {
    scoreSentence(gold, tree, this.#scores)
    this.#notOneRoot.add(index, Number(rootCount(tree) !== 1), 0)
    const count = (counter: TallyCounter, words: readonly number[]): void =>
      counter.add(index, words.filter((word) => tree.head[word] === gold.head[word]).length, words.length)
    count(this.#correct, attachable)
    count(
      this.#roots,
      attachable.filter((word) => gold.head[word] === 0),
    )
    count(
      this.#others,
      attachable.filter((word) => gold.head[word] !== 0),
    )
  }

  figures(sentences: number) {
    return {
      ...this.#scores,
      notOneRoot: this.#notOneRoot.count(sentences),
      correct: this.#correct.count(sentences),
      correctRoot: this.#roots.count(sentences),
      recall: this.#correct.share(sentences),
      recallOfRoots: this.#roots.share(sentences),
      recallOfOthers: this.#others.share(sentences),
    }
  }
}

/** Parses the sentence of the guide. Returns the words on the stack when the buffer is empty, and those without a head. */
function stackAtEnd(guide: ModelGuide, size: number) {
  const system = registered(HEURISTIC_SYSTEM).make({ singleRoot: false })
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
