/** Drawings of example sentences: where errors grow in the reverse, and where two parsers differ most. */
import { drawSvg, drawText } from '../../src/lab.ts'
import { countDifferences, viewOf, type ExampleSentence, type StoredTree } from '../measurements/examples.ts'
import { slug, type Drawing } from './blocks.ts'
import type { StudyResults } from './study-results.ts'

type Titled = readonly [title: string, tree: StoredTree]

/** An error that grows, of the first parser whose transformed trees are shown, and the first pair, both ways round. */
export function drawingsOf(results: StudyResults): Drawing[] {
  const isTransformed = (parser: string): boolean => results.parserOf(parser).view === 'transformed'
  const grown = results.parsers.filter(isTransformed).slice(0, 1)
  const pair = results.pairs.find((parsers) => !parsers.some(isTransformed))
  const pairs = pair ? [pair, pair.toReversed()] : []
  const contender = (treebank: string, name: string) => ({
    name,
    ...results.examples({ treebank, size: results.largest, parser: name }),
  })
  const first = (name: string, draw: (treebank: string, id: string) => Drawing | undefined): Drawing[] =>
    results.treebanks
      .flatMap((treebank) => draw(treebank, slug(`${results.study.name}-${treebank}-${name}`)) ?? [])
      .slice(0, 1)
  return [
    ...grown.flatMap((parser) =>
      first(parser, (treebank, id) => drawAmplified(contender(treebank, parser).all, id, treebank)),
    ),
    ...pairs.flatMap(([one, other]) =>
      first(`${one}-against`, (treebank, id) =>
        drawDifference(contender(treebank, one), contender(treebank, other), id, treebank),
      ),
    ),
  ]
}

/** Two trees of one sentence, the first above the words and the second below. */
function drawn({ forms }: ExampleSentence, id: string, caption: string, trees: readonly [Titled, Titled]) {
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
  const parsed = 'As it was parsed, below; the transformed gold tree above'
  const reversed = 'The same reversed, below; the gold tree above'
  return {
    kind: 'drawing',
    title: `An error that grows in the reverse: ${treebank}`,
    caption: `Words that differ from the gold tree: ${before(example)} as it was parsed, ${after(example)} after the reverse. Dotted arcs are relocated, dashed ones reversed.`,
    drawings: [
      drawn(example, `${id}-before`, parsed, [
        ['gold', goldEncoded],
        ['parsed', transformed],
      ]),
      drawn(example, `${id}-after`, reversed, [
        ['gold', gold],
        ['reversed', final],
      ]),
    ],
  }
}

/** A parser with its trees of the examples. */
export interface Contender {
  readonly name: string
  readonly all: readonly ExampleSentence[]
  readonly tree: string
}

/** The sentence that one parser gets right and the other gets most wrong. */
export function drawDifference(
  right: Contender,
  wrong: Contender,
  id: string,
  treebank: string,
): Drawing | undefined {
  const others = new Map(wrong.all.map((example) => [example.index, example.trees[wrong.tree]]))
  const errors = ({ trees }: ExampleSentence, tree: StoredTree | undefined): number =>
    tree ? countDifferences(trees.gold, tree) : 0
  const exact = right.all.filter((one) => one.trees[right.tree] && errors(one, one.trees[right.tree]) === 0)
  const example = most(exact, (one) => errors(one, others.get(one.index)))
  const other = example && others.get(example.index)
  if (!example || !other) return undefined
  const caption = `${right.name} and the gold tree above, ${wrong.name} below`
  return {
    kind: 'drawing',
    title: `${right.name} right, ${wrong.name} wrong: ${treebank}`,
    caption: `${errors(example, other)} of ${example.forms.length} words differ.`,
    drawings: [
      drawn(example, id, caption, [
        [right.name, example.trees[right.tree]],
        [wrong.name, other],
      ]),
    ],
  }
}
