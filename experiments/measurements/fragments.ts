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
  type Tags,
  type Tree,
} from '../../src/index.ts'
import { ExampleSentences, type ExampleSentence } from './examples.ts'
import { learningOf } from './learning.ts'
import type { MeasurementInput } from './measurement.ts'
import { scoreSentence, sentenceScores, type SentenceScores } from './scores.ts'
import { trainedModel } from './trained-model.ts'

/** How the remaining words are attached: to the root, by Unshift, by Unshift with a single root. */
export const remedies = Object.freeze(['old', 'new', 'single'] as const)
export type Remedy = (typeof remedies)[number]
type ByRemedy<Value> = Readonly<Record<Remedy, Value>>

export interface FragmentFigures {
  /** The tags that the features read. */
  readonly tags: Tags
  readonly trainSentences: number
  readonly testSentences: number
  readonly scores: ByRemedy<SentenceScores>
  /** The sentences with words that remain without a head. */
  readonly fragmented: number
  /** The words without a head at the end of the input. */
  readonly stackToken: number
  /** Those whose gold head is on the stack, the artificial root included; and those whose gold head is the root. */
  readonly stackHead: number
  readonly stackHeadRoot: number
  /** How many of the former and of the latter get their gold head. */
  readonly correct: ByRemedy<number>
  readonly correctRoot: ByRemedy<number>
  /** The trees with no root or several roots. */
  readonly notOneRoot: ByRemedy<number>
}

/** Settings: {@link Learning} of a system of the arc-eager family. */
export async function measureFragments(input: MeasurementInput): Promise<{
  readonly figures: FragmentFigures
  readonly times: { readonly secondsTraining?: number }
  readonly trees: { readonly examples: readonly ExampleSentence[] }
}> {
  const { parts, task } = input
  const { model, seconds } = await trainedModel(learningOf(task.settings), input)
  const counts = new FragmentCounts(model)
  for (const [index, sentence] of parts.test.entries()) counts.add(index, sentence)
  return {
    figures: {
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
  readonly #reader: TreeReader
  readonly #tokens = new TokenReader()
  readonly #parsers: ByRemedy<Parser>
  readonly #sentence
  readonly #endOfInput: EndOfInput
  readonly #scores = { old: sentenceScores(), new: sentenceScores(), single: sentenceScores() }
  readonly #counts = { fragmented: 0, stackToken: 0, stackHead: 0, stackHeadRoot: 0 }
  readonly #correct = { old: 0, new: 0, single: 0 }
  readonly #correctRoot = { old: 0, new: 0, single: 0 }
  readonly #notOneRoot = { old: 0, new: 0, single: 0 }

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
    const trees = { old: this.#parse('old'), new: this.#parse('new'), single: this.#parse('single') }
    for (const remedy of remedies) {
      scoreSentence(gold, trees[remedy], this.#scores[remedy])
      if (rootCount(trees[remedy]) !== 1) this.#notOneRoot[remedy]++
    }
    this.#endOfInput.parse(sentence.size)
    if (this.#endOfInput.headless.length === 0) return
    this.#countFragments(gold, trees)
    this.examples.add(index, sentence, { gold, old: trees.old, new: trees.new })
  }

  #parse(remedy: Remedy): Tree {
    return this.#parsers[remedy].parse(this.#sentence).tree
  }

  #countFragments(gold: Tree, trees: ByRemedy<Tree>): void {
    const { headless, words } = this.#endOfInput
    this.#counts.fragmented++
    this.#counts.stackToken += headless.length
    for (const word of headless) {
      const head = gold.head[word]
      if (!words.has(head)) continue
      this.#counts.stackHead++
      if (head === 0) this.#counts.stackHeadRoot++
      for (const remedy of remedies) {
        if (trees[remedy].head[word] !== head) continue
        this.#correct[remedy]++
        if (head === 0) this.#correctRoot[remedy]++
      }
    }
  }

  figures() {
    return {
      scores: this.#scores,
      ...this.#counts,
      correct: this.#correct,
      correctRoot: this.#correctRoot,
      notOneRoot: this.#notOneRoot,
    }
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
