/** Compares parsing without and with constraints on the sentences that have known constraints. */
import { ConstraintError, isSatisfied, SentenceParser, Symbols, TreeReader } from '../../src/lab.ts'
import type { Constraints, CoNLLUSentence, Tree } from '../../src/lab.ts'
import { TallyCounter, type Tally } from '../statistics/tally.ts'
import { ExampleSentences } from './examples.ts'
import { KeptParses } from './kept-parses.ts'
import { bunsetsu, firstWordIsRoot, namesAndCompounds } from './known-constraints.ts'
import type { KnownConstraints } from './known-constraints.ts'
import { learningOf } from './learning.ts'
import { trainedModel } from './trained-model.ts'
import type { MeasurementInput } from './measurement.ts'
import { scoreSentence, sentenceScores } from './scores.ts'

const sources = Object.freeze({
  imperatives: firstWordIsRoot,
  bunsetsu,
  names: namesAndCompounds,
}) satisfies Readonly<Record<string, KnownConstraints>>

type ConstraintSource = keyof typeof sources

/** Settings: {@link Learning}. Views of each source: `with` and `without` constraints. */
export async function measureConstraints(input: MeasurementInput) {
  const { parts, task } = input
  const learning = learningOf(task.settings)
  const { model, seconds } = await trainedModel(learning, input)
  const labels = new Symbols(model.labels.texts())
  const reader = new TreeReader(labels)
  const parser = new SentenceParser(model, { search: learning.search })
  const parses = new KeptParses(labels, input)
  const examples = bySource(() => new ExampleSentences(labels))
  const counts = bySource(() => ({
    /** The number of sentences with constraints, and of their spans. */
    sentences: 0,
    spans: new TallyCounter(),
    /**
     * The number of sentences whose gold tree violates the constraints, and of sentences (left out) whose
     * constraints no tree satisfies.
     */
    againstGold: new TallyCounter(),
    unsatisfiable: 0,
    /** The number of sentences whose unconstrained parse satisfies the constraints. */
    metAnyway: new TallyCounter(),
    without: sentenceScores(),
    with: sentenceScores(),
  }))
  for (const [index, sentence] of parts.test.entries()) {
    const gold = reader.original(sentence)
    for (const source of Object.keys(sources) as ConstraintSource[]) {
      const constraints = sources[source](sentence, gold)
      if (!constraints) continue
      const sourceCounts = counts[source]
      const unconstrained = parser.parse(sentence).tree
      const constrained = parseIfSatisfiable(parser, sentence, constraints)
      if (!constrained) {
        sourceCounts.unsatisfiable++
        continue
      }
      const sentenceIndex = sourceCounts.sentences++
      sourceCounts.spans.add(sentenceIndex, constraints.spans?.length ?? 0, 0)
      sourceCounts.againstGold.add(sentenceIndex, Number(!isSatisfied(constraints, gold)), 0)
      sourceCounts.metAnyway.add(sentenceIndex, Number(isSatisfied(constraints, unconstrained)), 0)
      if (!isSatisfied(constraints, constrained))
        throw new Error('a parse under constraints does not meet them')
      scoreSentence(gold, unconstrained, sourceCounts.without)
      scoreSentence(gold, constrained, sourceCounts.with)
      parses.add(sentence, unconstrained, `${source}.without`)
      parses.add(sentence, constrained, `${source}.with`)
      examples[source].add(index, sentence, { gold, without: unconstrained, with: constrained })
    }
  }
  await parses.write()
  const figures = bySource((source) => {
    const { spans, againstGold, metAnyway, ...sourceCounts } = counts[source]
    const count = (counter: TallyCounter): Tally => counter.count(sourceCounts.sentences)
    return {
      ...sourceCounts,
      spans: count(spans),
      againstGold: count(againstGold),
      metAnyway: count(metAnyway),
    }
  })
  const { tags, direction } = model.header
  const [trainSentences, testSentences] = [parts.train.length, parts.test.length]
  return {
    figures: { tags, direction, trainSentences, testSentences, ...figures },
    times: { secondsTraining: seconds },
    trees: bySource((source) => examples[source].sentences),
  }
}

function bySource<Value>(of: (source: ConstraintSource) => Value): Readonly<Record<ConstraintSource, Value>> {
  return { imperatives: of('imperatives'), bunsetsu: of('bunsetsu'), names: of('names') }
}

function parseIfSatisfiable(
  parser: SentenceParser,
  sentence: CoNLLUSentence,
  constraints: Constraints,
): Tree | undefined {
  try {
    return parser.parse(sentence, constraints).tree
  } catch (error) {
    if (error instanceof ConstraintError) return undefined
    throw error
  }
}
