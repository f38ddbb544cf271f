/** Partial trees: a treebank of which only some arcs are annotated. */
import {
  ConstraintError,
  type Constraints,
  DEPREL,
  Random,
  SentenceParser,
  trainModel,
  type CoNLLUSentence,
} from '../../src/lab.ts'

/**
 * Which words are annotated: random ones; those of random sentences; or half of them random ones, and then those about whose
 * arcs a parser that learns from the first half is least sure.
 */
export const choicesOfWords = ['words', 'sentences', 'doubts'] as const
export type ChoiceOfWords = (typeof choicesOfWords)[number]

interface Place {
  /** An index. */
  readonly sentence: number
  readonly word: number
}

/** The sentences with `_` as the heads and labels of all but `percent` of their words. */
export function withKnownArcs(
  sentences: readonly CoNLLUSentence[],
  percent: number,
  choice: ChoiceOfWords,
  seed: number,
): CoNLLUSentence[] {
  const order = [...new Random(seed).permutation(sentences.length)]
  const inSentences = order.flatMap((sentence) =>
    Array.from({ length: sentences[sentence].size }, (_, i): Place => ({ sentence, word: i + 1 })),
  )
  const count = Math.round((inSentences.length * percent) / 100)
  if (choice === 'sentences') return annotated(sentences, inSentences.slice(0, count))
  const places = [...new Random(seed + 1).permutation(inSentences.length)].map((i) => inSentences[i])
  if (choice === 'words') return annotated(sentences, places.slice(0, count))
  const first = places.slice(0, Math.round(count / 2))
  const sure = certainties(annotated(sentences, first), seed)
  const rest = places.slice(first.length)
  rest.sort((one, other) => sure[one.sentence][one.word] - sure[other.sentence][other.word])
  return annotated(sentences, [...first, ...rest.slice(0, count - first.length)])
}

/** The sentences with the heads and labels of these words only. */
function annotated(sentences: readonly CoNLLUSentence[], places: readonly Place[]): CoNLLUSentence[] {
  const heads = sentences.map(({ size }) => new Int32Array(size + 1).fill(-1))
  for (const { sentence, word } of places) heads[sentence][word] = sentences[sentence].head[word]
  return sentences.map((sentence, i) => {
    const known = heads[i].subarray(1)
    const labels = Array.from(known, (head, k) => (head < 0 ? '_' : sentence.deprel(k + 1)))
    return sentence.with({ [DEPREL]: labels }, heads[i])
  })
}

/** By sentence and word: how sure of its arc a parser is that learns from the other half of the sentences. */
function certainties(sentences: readonly CoNLLUSentence[], seed: number): Float64Array[] {
  const parsers = [0, 1].map((half) => {
    const others = sentences.filter((_, i) => i % 2 !== half)
    return new SentenceParser(trainModel(others, { seed }).model)
  })
  return sentences.map((sentence, i) => arcsOf(sentence, parsers[i % 2]))
}

/** Under the known heads, unless no tree of the parser has all of them. */
function arcsOf(sentence: CoNLLUSentence, parser: SentenceParser): Float64Array {
  const known = [...sentence.head.entries()].filter(([, head]) => head >= 0)
  const arcs = known.map(([dependent, head]) => ({ head, dependent, label: -1 }))
  const rank = (constraints?: Constraints): Float64Array => parser.rank(sentence, { constraints })[0].arcs
  try {
    return rank({ arcs })
  } catch (error) {
    if (error instanceof ConstraintError) return rank()
    throw error
  }
}
