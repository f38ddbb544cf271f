/**
 * Words that arc-eager parsing leaves without a head (Nivre & Fernández-González 2014, section 4). With one classifier,
 * they are attached by the old heuristic, which gives all of them the artificial root as head, or by Unshift, with any
 * number of roots as in the article or with a single one.
 */
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
  type ConlluSentence,
  type Model,
  type Tree,
} from '../../src/index.ts'
import { ExampleSentences } from './examples.ts'
import { learningOf } from './learning.ts'
import type { MeasurementInput } from './measurement.ts'
import { scoreSentence, sentenceScores } from './scores.ts'
import { trainedModel } from './trained-model.ts'

/** How the remaining words are attached: to the root, by Unshift, by Unshift with a single root. */
const remedies = Object.freeze(['old', 'new', 'single'] as const)
type Remedy = (typeof remedies)[number]

function byRemedy<Value>(of: (remedy: Remedy) => Value): Record<Remedy, Value> {
  return { old: of('old'), new: of('new'), single: of('single') }
}

/** Settings: {@link Learning}. Views: the remedies. */
export async function measureFragments(input: MeasurementInput) {
  const { parts, task } = input
  const { model, seconds } = await trainedModel(learningOf(task.settings), input)
  const counts = new FragmentCounts(model)
  for (const [index, sentence] of parts.test.entries()) counts.add(index, sentence)
  return {
    figures: {
      /** The tags that the features read. */
      tags: model.header.tags,
      trainSentences: parts.train.length,
      testSentences: parts.test.length,
      ...counts.figures(),
    },
    times: { secondsTraining: seconds },
    trees: { examples: counts.examples.sentences },
  }
}

class FragmentCounts {
  readonly examples: ExampleSentences
  readonly #counts = {
    /** The sentences with words that remain without a head. */
    fragmented: 0,
    /** The words without a head at the end of the input. */
    stackToken: 0,
    /** Those whose gold head is on the stack, the artificial root included; and those whose gold head is the root. */
    stackHead: 0,
    stackHeadRoot: 0,
  }
  readonly #byRemedy = byRemedy(() => ({
    ...sentenceScores(),
    /** How many words of stackHead and of stackHeadRoot get their gold head. */
    correct: 0,
    correctRoot: 0,
    /** The trees with no root or several roots. */
    notOneRoot: 0,
  }))
  readonly #reader: TreeReader
  readonly #tokens = new TokenReader()
  readonly #parsers: Readonly<Record<Remedy, Parser>>
  readonly #sentence
  readonly #endOfInput: EndOfInput

  constructor(model: Model) {
    const labels = new Symbols(model.labels.texts())
    this.examples = new ExampleSentences(labels)
    this.#reader = new TreeReader(labels)
    this.#parsers = {
      old: new Parser(model, { system: 'arc-eager' }),
      new: new Parser(model, { system: 'arc-eager-unshift', singleRoot: false }),
      single: new Parser(model, { system: 'arc-eager-unshift', singleRoot: true }),
    }
    this.#sentence = this.#parsers.old.sentence()
    this.#endOfInput = new EndOfInput(new ModelGuide(model, this.#parsers.old.system, this.#sentence))
  }

  add(index: number, sentence: ConlluSentence): void {
    const gold = this.#reader.original(sentence)
    fillSentence(this.#sentence, this.#tokens.tokens(sentence))
    const trees = byRemedy((remedy) => this.#parsers[remedy].parse(this.#sentence).tree)
    for (const remedy of remedies) {
      scoreSentence(gold, trees[remedy], this.#byRemedy[remedy])
      if (rootCount(trees[remedy]) !== 1) this.#byRemedy[remedy].notOneRoot++
    }
    this.#endOfInput.parse(sentence.size)
    if (this.#endOfInput.headless.length === 0) return
    this.#countFragments(gold, trees)
    this.examples.add(index, sentence, { gold, old: trees.old, new: trees.new })
  }

  #countFragments(gold: Tree, trees: Readonly<Record<Remedy, Tree>>): void {
    const counts = this.#counts
    const { headless, words } = this.#endOfInput
    counts.fragmented++
    counts.stackToken += headless.length
    for (const word of headless) {
      const head = gold.head[word]
      if (!words.has(head)) continue
      counts.stackHead++
      if (head === 0) counts.stackHeadRoot++
      for (const remedy of remedies) {
        if (trees[remedy].head[word] !== head) continue
        this.#byRemedy[remedy].correct++
        if (head === 0) this.#byRemedy[remedy].correctRoot++
      }
    }
  }

  figures() {
    const { stackHead, stackHeadRoot } = this.#counts
    const rate = (name: string, part: number, whole: number): Record<string, number> =>
      whole === 0 ? {} : { [name]: (100 * part) / whole }
    const remedied = byRemedy((remedy) => {
      const { correct, correctRoot } = this.#byRemedy[remedy]
      return {
        ...this.#byRemedy[remedy],
        // In percent: of stackHead, of those whose head is the root, and of the others.
        ...rate('recall', correct, stackHead),
        ...rate('recall of roots', correctRoot, stackHeadRoot),
        ...rate('recall of others', correct - correctRoot, stackHead - stackHeadRoot),
      }
    })
    return { ...this.#counts, ...remedied }
  }
}

/** The stack of the arc-eager system when the buffer is empty. */
class EndOfInput {
  /** The words on the stack, the artificial root included, and those without a head. */
  readonly words = new Set<number>()
  headless: number[] = []
  readonly #system = registered('arc-eager').make({ singleRoot: false })
  readonly #configuration = new Configuration()
  readonly #guide: ModelGuide

  constructor(guide: ModelGuide) {
    this.#guide = guide
  }

  /** Parses the guide's sentence, which has `size` words. */
  parse(size: number): void {
    const c = this.#configuration
    this.#system.start(c, size)
    derive(this.#system, c, this.#guide)
    this.words.clear()
    this.headless = []
    for (let node = c.top; node !== NO_NODE; node = c.nodes[node + BELOW]) {
      const word = c.nodes[node + WORD]
      this.words.add(word)
      if (word !== 0 && c.nodes[node + HEAD] < 0) this.headless.push(word)
    }
  }
}
