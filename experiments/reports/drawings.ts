/** Draws example sentences: one with errors that the reverse transform amplifies, and those on which two parsers differ most. */
import { drawSvg, drawText } from '../../src/lab.ts'
import { countDifferences, viewOf, type ExampleSentence, type StoredTree } from '../measurements/examples.ts'
import { slug, type Drawing } from './blocks.ts'
import type { StudyResults } from './study-results.ts'

type Titled = readonly [title: string, tree: StoredTree]

/**
 * Draws an amplified error of the first parser with transformed trees, and the largest differences of the
 * first pair, in both directions.
 */
export function drawingsOf(results: StudyResults): Drawing[] {
  const isTransformed = (parser: string): boolean => results.parserOf(parser).view === 'transformed'
  const transformedParsers = results.parsers.filter(isTransformed).slice(0, 1)
  const pair = results.pairs.find((parsers) => !parsers.some(isTransformed))
  const pairs = pair ? [pair, pair.toReversed()] : []
  const contender = (treebank: string, name: string) => ({
    name,
    ...results.examples({ treebank, size: results.largest, parser: name }),
  })
  const firstDrawing = (
    name: string,
    draw: (treebank: string, id: string) => Drawing | undefined,
  ): Drawing[] =>
    results.treebanks
      .flatMap((treebank) => draw(treebank, slug(`${results.study.name}-${treebank}-${name}`)) ?? [])
      .slice(0, 1)
  return [
    ...transformedParsers.flatMap((parser) =>
      firstDrawing(parser, (treebank, id) => drawAmplified(contender(treebank, parser).all, id, treebank)),
    ),
    ...pairs.flatMap(([one, other]) =>
      firstDrawing(`${one}-against`, (treebank, id) =>
        drawDifference(contender(treebank, one), contender(treebank, other), id, treebank),
      ),
    ),
  ]
}

/** Draws two trees of a sentence, the first above the words and the second below. */
function drawPair({ forms }: ExampleSentence, id: string, caption: string, trees: readonly [Titled, Titled]) {
  const [above, below] = trees.map(([title, tree]) => viewOf(tree, title))
  return { svg: drawSvg(forms, [above, below], { id }), text: drawText(forms, above, below), caption }
}

/** The sentence with the largest positive amount (the shortest of equals); undefined if no amount is positive. */
function bestExample(
  examples: readonly ExampleSentence[],
  amount: (example: ExampleSentence) => number,
): ExampleSentence | undefined {
  const [best] = examples.toSorted((a, b) => amount(b) - amount(a) || a.forms.length - b.forms.length)
  return best && amount(best) > 0 ? best : undefined
}

/** Draws the sentence in which the reverse transform adds the most errors. */
export function drawAmplified(
  examples: readonly ExampleSentence[],
  id: string,
  treebank: string,
): Drawing | undefined {
  const errorsBefore = ({ trees }: ExampleSentence): number =>
    countDifferences(trees.goldEncoded, trees.transformed)
  const errorsAfter = ({ trees }: ExampleSentence): number => countDifferences(trees.gold, trees.final)
  const encoded = examples.filter(({ trees }) => trees.goldEncoded && trees.transformed)
  const example = bestExample(encoded, (one) => errorsAfter(one) - errorsBefore(one))
  if (!example) return undefined
  const { gold, final, goldEncoded, transformed } = example.trees
  const parsed = 'As it was parsed, below; the transformed gold tree above'
  const reversed = 'The same reversed, below; the gold tree above'
  return {
    kind: 'drawing',
    title: `An error that grows in the reverse: ${treebank}`,
    caption: `Words that differ from the gold tree: ${errorsBefore(example)} as it was parsed, ${errorsAfter(example)} after the reverse. Dotted arcs are relocated, dashed ones reversed.`,
    drawings: [
      drawPair(example, `${id}-before`, parsed, [
        ['gold', goldEncoded],
        ['parsed', transformed],
      ]),
      drawPair(example, `${id}-after`, reversed, [
        ['gold', gold],
        ['reversed', final],
      ]),
    ],
  }
}

/** A parser with its example trees. */
export interface Contender {
  readonly name: string
  readonly all: readonly ExampleSentence[]
  readonly tree: string
}

/** Draws the sentence with the most errors of one parser that the other parser gets right. */
export function drawDifference(
  right: Contender,
  wrong: Contender,
  id: string,
  treebank: string,
): Drawing | undefined {
  const others = new Map(wrong.all.map((example) => [example.index, example.trees[wrong.tree]]))
  const errors = ({ trees }: ExampleSentence, tree: StoredTree | undefined): number =>
    tree ? countDifferences(trees.gold, tree) : 0
  const exactExamples = right.all.filter(
    (one) => one.trees[right.tree] && errors(one, one.trees[right.tree]) === 0,
  )
  const example = bestExample(exactExamples, (one) => errors(one, others.get(one.index)))
  const other = example && others.get(example.index)
  if (!example || !other) return undefined
  const caption = `${right.name} and the gold tree above, ${wrong.name} below`
  return {
    kind: 'drawing',
    title: `${right.name} right, ${wrong.name} wrong: ${treebank}`,
    caption: `${errors(example, other)} of ${example.forms.length} words differ.`,
    drawings: [
      drawPair(example, id, caption, [
        [right.name, example.trees[right.tree]],
        [wrong.name, other],
      ]),
    ],
  }
}
