/** Drawings of example sentences: where errors grow in the reverse, and where two parsers differ most. */
import { drawSvg, drawText } from '../../src/index.ts'
import { countDifferences, viewOf, type ExampleSentence, type StoredTree } from '../measurements/examples.ts'
import type { Drawing } from './blocks.ts'
import type { StudyResults } from './study-results.ts'

type TitledTree = readonly [title: string, tree: StoredTree]

/** An error that grows, of the first parser whose transformed trees are shown, and the first pair, both ways round. */
export function drawingsOf(results: StudyResults): Drawing[] {
  const isTransformed = (parser: string): boolean => results.parserOf(parser).view === 'transformed'
  const grown = results.parsers.filter(isTransformed).slice(0, 1)
  const pair = results.pairs.find((parsers) => !parsers.some(isTransformed))
  const pairs = pair ? [pair, pair.toReversed()] : []
  const size = results.largest
  const first = (draw: (treebank: string) => Drawing | undefined): Drawing[] =>
    results.treebanks.flatMap((treebank) => draw(treebank) ?? []).slice(0, 1)
  const idOf = (treebank: string, parser: string): string =>
    `${results.study.name}-${treebank}-${parser}`.replaceAll(/[^A-Za-z0-9]+/g, '-')
  return [
    ...grown.flatMap((parser) =>
      first((treebank) =>
        drawAmplified(results.examples({ treebank, size, parser }).all, idOf(treebank, parser), treebank),
      ),
    ),
    ...pairs.flatMap(([one, other]) =>
      first((treebank) => {
        const [right, wrong] = [one, other].map((parser) => ({
          name: parser,
          ...results.examples({ treebank, size, parser }),
        }))
        return drawDifference(right, wrong, `${idOf(treebank, one)}-against`, treebank)
      }),
    ),
  ]
}

/** Two trees of one sentence, the first above the words and the second below. */
function drawn(
  { forms }: ExampleSentence,
  id: string,
  caption: string,
  ...trees: readonly [above: TitledTree, below: TitledTree]
): Drawing['drawings'][number] {
  const [above, below] = trees.map(([title, tree]) => viewOf(tree, title))
  return { svg: drawSvg(forms, [above, below], { id }), text: drawText(forms, above, below), caption }
}

/** The shortest of the sentences with the largest positive amount; undefined if no amount is positive. */
function most(
  examples: readonly ExampleSentence[],
  amount: (example: ExampleSentence) => number,
): ExampleSentence | undefined {
  const [best] = examples.toSorted((a, b) => amount(b) - amount(a) || a.forms.length - b.forms.length)
  return best && amount(best) > 0 ? best : undefined
}

/** A sentence in which a few errors of the transformed tree become many errors of the reversed tree. */
export function drawAmplified(
  examples: readonly ExampleSentence[],
  id: string,
  treebank: string,
): Drawing | undefined {
  const before = ({ trees }: ExampleSentence): number =>
    countDifferences(trees.goldEncoded, trees.transformed)
  const after = ({ trees }: ExampleSentence): number => countDifferences(trees.gold, trees.final)
  const encoded = examples.filter(({ trees }) => trees.goldEncoded && trees.transformed)
  const example = most(encoded, (one) => after(one) - before(one))
  if (!example) return undefined
  const { gold, final, goldEncoded, transformed } = example.trees
  return {
    kind: 'drawing',
    title: `An error that grows in the reverse: ${treebank}`,
    caption: `Words that differ from the gold tree: ${before(example)} as it was parsed, ${after(example)} after the reverse. Dotted arcs are relocated, dashed ones reversed.`,
    drawings: [
      drawn(
        example,
        `${id}-before`,
        'As it was parsed, below; the transformed gold tree above',
        ['gold', goldEncoded],
        ['parsed', transformed],
      ),
      drawn(
        example,
        `${id}-after`,
        'The same reversed, below; the gold tree above',
        ['gold', gold],
        ['reversed', final],
      ),
    ],
  }
}

/** A parser with its trees of the examples. */
export interface Contender {
  readonly name: string
  readonly all: readonly ExampleSentence[]
  /** The name of its trees. */
  readonly tree: string
}

/** The sentence that one parser gets right and the other gets most wrong. */
export function drawDifference(
  right: Contender,
  wrong: Contender,
  id: string,
  treebank: string,
): Drawing | undefined {
  const others = new Map(wrong.all.map((example) => [example.index, example]))
  const errors = (example: ExampleSentence | undefined, tree: string): number =>
    example?.trees[tree] ? countDifferences(example.trees.gold, example.trees[tree]) : 0
  const exact = right.all
    .filter(({ trees }) => trees[right.tree])
    .filter((one) => errors(one, right.tree) === 0)
  const example = most(exact, ({ index }) => errors(others.get(index), wrong.tree))
  const other = example && others.get(example.index)
  if (!example || !other) return undefined
  return {
    kind: 'drawing',
    title: `${right.name} right, ${wrong.name} wrong: ${treebank}`,
    caption: `${errors(other, wrong.tree)} of ${example.forms.length} words differ.`,
    drawings: [
      drawn(
        example,
        id,
        `${right.name} and the gold tree above, ${wrong.name} below`,
        [right.name, example.trees[right.tree]],
        [wrong.name, other.trees[wrong.tree]],
      ),
    ],
  }
}
