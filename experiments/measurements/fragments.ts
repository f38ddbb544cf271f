/**
 * What becomes of the words that arc-eager parsing leaves without a head (Nivre & Fernández-González 2014, section 4):
 * one classifier, and after it either the old heuristic, which hangs them all on the artificial root, or Unshift, with
 * any number of roots as in the article, or with one.
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
  type Tags,
  type Tree,
} from '../../src/index.ts'
import { scoreSentence, sentenceScores, type SentenceScores } from './scores.ts'
import type { Setting } from './setting.ts'
import { Specimens, type Specimen } from './specimens.ts'
import { trainedModel, type Learning } from './training.ts'

/** What is done with the words left over. */
export const remedies = Object.freeze(['old', 'new', 'single'] as const)
export type Remedy = (typeof remedies)[number]

export interface FragmentFigures {
  /** The tags that features read. */
  readonly tags: Tags
  readonly trainSentences: number
  readonly testSentences: number
  readonly scores: Readonly<Record<Remedy, SentenceScores>>
  /** Sentences in which words are left without a head. */
  readonly fragmented: number
  /** Words left without a head at the end of the input. */
  readonly stackToken: number
  /** Those whose gold head is on the stack too, the artificial root included; and those whose gold head is the root. */
  readonly stackHead: number
  readonly stackHeadRoot: number
  /** Of the former and of the latter, how many have their gold head in the end. */
  readonly correct: Readonly<Record<Remedy, number>>
  readonly correctRoot: Readonly<Record<Remedy, number>>
  /** Trees that have not one root. */
  readonly notOneRoot: Readonly<Record<Remedy, number>>
}

/** Settings: those of {@link Learning}, of a system of the arc-eager family. */
export async function measureFragments(setting: Setting): Promise<{
  readonly figures: FragmentFigures
  readonly times: { readonly secondsTraining?: number }
  readonly trees: { readonly specimens: readonly Specimen[] }
}> {
  const { parts, wanted } = setting
  const { model, seconds } = await trainedModel(wanted.settings as unknown as Learning, setting)
  const labels = new Symbols(model.labels.texts())
  const reader = new TreeReader(labels)
  const parsers: Record<Remedy, Parser> = {
    old: new Parser(model, { system: 'arc-eager' }),
    new: new Parser(model, { system: 'arc-eager-unshift', singleRoot: false }),
    single: new Parser(model, { system: 'arc-eager-unshift', singleRoot: true }),
  }
  const sentence = parsers.old.sentence()
  const stack = new EndOfInput(new ModelGuide(model, parsers.old.system, sentence))
  const tokens = new TokenReader()
  const zero = (): Record<Remedy, number> => ({ old: 0, new: 0, single: 0 })
  const scores = { old: sentenceScores(), new: sentenceScores(), single: sentenceScores() }
  const counts = { fragmented: 0, stackToken: 0, stackHead: 0, stackHeadRoot: 0 }
  const [correct, correctRoot, notOneRoot] = [zero(), zero(), zero()]
  const specimens = new Specimens(labels)
  const visit = (index: number, one: ConlluSentence): void => {
    const gold = reader.original(one)
    fillSentence(sentence, tokens.tokens(one))
    const trees = {} as Record<Remedy, Tree>
    for (const remedy of remedies) {
      const tree = (trees[remedy] = parsers[remedy].parse(sentence).tree)
      scoreSentence(gold, tree, scores[remedy])
      if (rootCount(tree) !== 1) notOneRoot[remedy]++
    }
    stack.parse(one.size)
    if (stack.headless.length === 0) return
    counts.fragmented++
    counts.stackToken += stack.headless.length
    for (const word of stack.headless) {
      const head = gold.head[word]
      if (!stack.words.has(head)) continue
      counts.stackHead++
      if (head === 0) counts.stackHeadRoot++
      for (const remedy of remedies) {
        if (trees[remedy].head[word] !== head) continue
        correct[remedy]++
        if (head === 0) correctRoot[remedy]++
      }
    }
    specimens.add(index, one, { gold, old: trees.old, new: trees.new })
  }
  for (const [index, one] of parts.test.entries()) visit(index, one)
  const sizes = { trainSentences: parts.train.length, testSentences: parts.test.length }
  return {
    figures: { tags: model.header.tags, ...sizes, scores, ...counts, correct, correctRoot, notOneRoot },
    times: { secondsTraining: seconds },
    trees: { specimens: specimens.kept },
  }
}

/** What lies on the stack of the arc-eager system when the buffer is empty. */
class EndOfInput {
  /** The words on the stack, the artificial root among them, and those that have no head. */
  readonly words = new Set<number>()
  headless: number[] = []
  readonly #system = registered('arc-eager').make({ singleRoot: false })
  readonly #configuration = new Configuration()
  readonly #guide: ModelGuide

  constructor(guide: ModelGuide) {
    this.#guide = guide
  }

  /** Parses the guide's sentence, of `size` words. */
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
