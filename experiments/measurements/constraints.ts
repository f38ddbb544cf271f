/** Parsing without and with constraints, on the sentences for which constraints are known. */
import {
  ConstraintError,
  fillSentence,
  Parser,
  Symbols,
  TokenReader,
  TreeReader,
  type Constraints,
  type ConlluSentence,
  type Direction,
  type Tags,
  type Tree,
} from '../../src/index.ts'
import { ExampleSentences, type ExampleSentence } from './examples.ts'
import {
  bunsetsu,
  firstWordIsRoot,
  isMet,
  namesAndCompounds,
  type KnownConstraints,
} from './known-constraints.ts'
import { learningOf } from './learning.ts'
import type { MeasurementInput } from './measurement.ts'
import { scoreSentence, sentenceScores, type SentenceScores } from './scores.ts'
import { trainedModel } from './trained-model.ts'

const sources = Object.freeze({
  imperatives: firstWordIsRoot,
  bunsetsu,
  names: namesAndCompounds,
}) satisfies Readonly<Record<string, KnownConstraints>>

export type ConstraintSource = keyof typeof sources
type BySource<Value> = Readonly<Record<ConstraintSource, Value>>

export interface ConstrainedFigures {
  /** The sentences with constraints, and their spans. */
  readonly sentences: number
  readonly spans: number
  /** The sentences whose gold tree violates the constraints, and those that no tree can satisfy (left out). */
  readonly againstGold: number
  readonly unsatisfiable: number
  /** The sentences whose parse meets the constraints without being constrained. */
  readonly metAnyway: number
  readonly without: SentenceScores
  readonly with: SentenceScores
}

export interface ConstraintFigures {
  readonly direction: Direction
  /** The tags that the features read. */
  readonly tags: Tags
  readonly trainSentences: number
  readonly testSentences: number
  readonly demands: BySource<ConstrainedFigures>
}

/** Parses a sentence of a treebank under constraints. */
type Parse = (sentence: ConlluSentence, constraints: Constraints) => Tree

/** Settings: {@link Learning}. */
export async function measureConstraints(input: MeasurementInput): Promise<{
  readonly figures: ConstraintFigures
  readonly times: { readonly secondsTraining?: number }
  readonly trees: BySource<readonly ExampleSentence[]>
}> {
  const { parts, task } = input
  const { model, seconds } = await trainedModel(learningOf(task.settings), input)
  const labels = new Symbols(model.labels.texts())
  const reader = new TreeReader(labels)
  const parser = new Parser(model)
  const words = parser.sentence()
  const tokens = new TokenReader()
  const parse: Parse = (sentence, constraints) =>
    parser.parse(fillSentence(words, tokens.tokens(sentence)), constraints).tree
  const counts = bySource((source) => new ConstrainedCounts(sources[source], labels))
  for (const [index, sentence] of parts.test.entries()) {
    const gold = reader.original(sentence)
    for (const one of Object.values(counts)) one.add(index, sentence, gold, parse)
  }
  return {
    figures: {
      tags: model.header.tags,
      direction: model.header.direction,
      trainSentences: parts.train.length,
      testSentences: parts.test.length,
      demands: bySource((source) => counts[source].figures()),
    },
    times: { secondsTraining: seconds },
    trees: bySource((source) => counts[source].examples.sentences),
  }
}

function bySource<Value>(of: (source: ConstraintSource) => Value): BySource<Value> {
  return { imperatives: of('imperatives'), bunsetsu: of('bunsetsu'), names: of('names') }
}

class ConstrainedCounts {
  readonly examples: ExampleSentences
  readonly #constraintsOf: KnownConstraints
  readonly #counts = { sentences: 0, spans: 0, againstGold: 0, unsatisfiable: 0, metAnyway: 0 }
  readonly #without = sentenceScores()
  readonly #with = sentenceScores()

  constructor(constraintsOf: KnownConstraints, labels: Symbols) {
    this.#constraintsOf = constraintsOf
    this.examples = new ExampleSentences(labels)
  }

  /** @param parse the decoder, the same one without and with constraints */
  add(index: number, sentence: ConlluSentence, gold: Tree, parse: Parse): void {
    const constraints = this.#constraintsOf(sentence, gold)
    if (!constraints) return
    const free = parse(sentence, {})
    const constrained = parseIfSatisfiable(() => parse(sentence, constraints))
    const counts = this.#counts
    if (!constrained) {
      counts.unsatisfiable++
      return
    }
    counts.sentences++
    counts.spans += constraints.spans?.length ?? 0
    if (!isMet(constraints, gold)) counts.againstGold++
    if (isMet(constraints, free)) counts.metAnyway++
    if (!isMet(constraints, constrained)) throw new Error('a parse under constraints does not meet them')
    scoreSentence(gold, free, this.#without)
    scoreSentence(gold, constrained, this.#with)
    this.examples.add(index, sentence, { gold, without: free, with: constrained })
  }

  figures(): ConstrainedFigures {
    return { ...this.#counts, without: this.#without, with: this.#with }
  }
}

function parseIfSatisfiable(parse: () => Tree): Tree | undefined {
  try {
    return parse()
  } catch (error) {
    if (error instanceof ConstraintError) return undefined
    throw error
  }
}
