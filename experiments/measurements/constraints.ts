/** Parsing without and with constraints, on the sentences for which constraints are known. */
import {
  ConstraintError,
  SentenceParser,
  Symbols,
  TreeReader,
  type Constraints,
  type ConlluSentence,
  type Tree,
} from '../../src/index.ts'
import { ExampleSentences } from './examples.ts'
import {
  bunsetsu,
  firstWordIsRoot,
  isMet,
  namesAndCompounds,
  type KnownConstraints,
} from './known-constraints.ts'
import { learningOf } from './learning.ts'
import type { MeasurementInput } from './measurement.ts'
import { scoreSentence, sentenceScores } from './scores.ts'
import { trainedModel } from './trained-model.ts'

const sources = Object.freeze({
  imperatives: firstWordIsRoot,
  bunsetsu,
  names: namesAndCompounds,
}) satisfies Readonly<Record<string, KnownConstraints>>

type ConstraintSource = keyof typeof sources

/** Settings: {@link Learning}. Views: `with` and `without` constraints of each source. */
export async function measureConstraints(input: MeasurementInput) {
  const { parts, task } = input
  const { model, seconds } = await trainedModel(learningOf(task.settings), input)
  const labels = new Symbols(model.labels.texts())
  const reader = new TreeReader(labels)
  const parser = new SentenceParser(model)
  const counts = bySource(() => new ConstrainedCounts(parser, labels))
  for (const [index, sentence] of parts.test.entries()) {
    const gold = reader.original(sentence)
    for (const source of Object.keys(sources) as ConstraintSource[]) {
      const constraints = sources[source](sentence, gold)
      if (constraints) counts[source].add(index, sentence, gold, constraints)
    }
  }
  return {
    figures: {
      /** The tags that the features read. */
      tags: model.header.tags,
      direction: model.header.direction,
      trainSentences: parts.train.length,
      testSentences: parts.test.length,
      ...bySource((source) => counts[source].figures),
    },
    times: { secondsTraining: seconds },
    trees: bySource((source) => counts[source].examples.sentences),
  }
}

function bySource<Value>(of: (source: ConstraintSource) => Value): Readonly<Record<ConstraintSource, Value>> {
  return { imperatives: of('imperatives'), bunsetsu: of('bunsetsu'), names: of('names') }
}

/** Parses sentences without and with constraints, by the same decoder. */
class ConstrainedCounts {
  readonly examples: ExampleSentences
  readonly figures = {
    /** The sentences with constraints, and their spans. */
    sentences: 0,
    spans: 0,
    /** The sentences whose gold tree violates the constraints, and those that no tree can satisfy (left out). */
    againstGold: 0,
    unsatisfiable: 0,
    /** The sentences whose parse meets the constraints without being constrained. */
    metAnyway: 0,
    without: sentenceScores(),
    with: sentenceScores(),
  }
  readonly #parser: SentenceParser

  constructor(parser: SentenceParser, labels: Symbols) {
    this.#parser = parser
    this.examples = new ExampleSentences(labels)
  }

  add(index: number, sentence: ConlluSentence, gold: Tree, constraints: Constraints): void {
    const { figures } = this
    const free = this.#parser.parse(sentence).tree
    const constrained = this.#parseIfSatisfiable(sentence, constraints)
    if (!constrained) {
      figures.unsatisfiable++
      return
    }
    figures.sentences++
    figures.spans += constraints.spans?.length ?? 0
    if (!isMet(constraints, gold)) figures.againstGold++
    if (isMet(constraints, free)) figures.metAnyway++
    if (!isMet(constraints, constrained)) throw new Error('a parse under constraints does not meet them')
    scoreSentence(gold, free, figures.without)
    scoreSentence(gold, constrained, figures.with)
    this.examples.add(index, sentence, { gold, without: free, with: constrained })
  }

  #parseIfSatisfiable(sentence: ConlluSentence, constraints: Constraints): Tree | undefined {
    try {
      return this.#parser.parse(sentence, constraints).tree
    } catch (error) {
      if (error instanceof ConstraintError) return undefined
      throw error
    }
  }
}
