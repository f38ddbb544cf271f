/** Drawings of example sentences: where errors grow in the reverse, and where systems differ most. */
import { drawSvg, drawText } from '../../src/index.ts'
import { countDifferences, viewOf, type ExampleSentence, type StoredTree } from '../measurements/examples.ts'
import type { Drawing } from './blocks.ts'

type TitledTree = readonly [title: string, tree: StoredTree]

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
  const before = ({ trees }: ExampleSentence): number => countDifferences(trees.goldEncoded, trees.derived)
  const after = ({ trees }: ExampleSentence): number => countDifferences(trees.gold, trees.tree)
  const encoded = examples.filter(({ trees }) => trees.goldEncoded && trees.derived)
  const example = most(encoded, (one) => after(one) - before(one))
  if (!example) return undefined
  const { gold, tree, goldEncoded, derived } = example.trees
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
        ['parsed', derived],
      ),
      drawn(
        example,
        `${id}-after`,
        'The same reversed, below; the gold tree above',
        ['gold', gold],
        ['reversed', tree],
      ),
    ],
  }
}

/** A system or remedy with its trees of the examples. */
export interface Contender {
  readonly name: string
  readonly examples: readonly ExampleSentence[]
  /** The name of its trees. */
  readonly tree: string
}

/** The sentence that one system gets right and the other gets most wrong. */
export function drawDifference(
  right: Contender,
  wrong: Contender,
  id: string,
  treebank: string,
): Drawing | undefined {
  const others = new Map(wrong.examples.map((example) => [example.index, example]))
  const errors = (example: ExampleSentence | undefined, tree: string): number =>
    example ? countDifferences(example.trees.gold, example.trees[tree]) : 0
  const exact = right.examples.filter((example) => errors(example, right.tree) === 0)
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
