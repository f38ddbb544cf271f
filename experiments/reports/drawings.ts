/** The most telling sentences of a test part, drawn: where an error grows in the reverse, where systems part. */
import { drawSvg, drawText } from '../../src/index.ts'
import { countDifferences, viewOf, type Specimen, type StoredTree } from '../measurements/specimens.ts'
import type { Drawing } from './blocks.ts'

/** Two trees of one sentence, one above the words and one below. */
function drawn(
  { forms }: Specimen,
  id: string,
  caption: string,
  above: { readonly tree: StoredTree; readonly title: string },
  below: { readonly tree: StoredTree; readonly title: string },
): Drawing['drawings'][number] {
  const views = [viewOf(above.tree, above.title), viewOf(below.tree, below.title)] as const
  return { svg: drawSvg(forms, views, { id }), text: drawText(forms, ...views), caption }
}

/** The specimen that has most of something, the shortest of those; undefined where none has any. */
function most(specimens: readonly Specimen[], amount: (specimen: Specimen) => number): Specimen | undefined {
  let best: Specimen | undefined
  for (const specimen of specimens) {
    const more = best ? amount(specimen) - amount(best) : amount(specimen)
    if (more > 0 || (best && more === 0 && specimen.forms.length < best.forms.length)) best = specimen
  }
  return best
}

/** A sentence in which few errors of the transformed tree become many when it is reversed. */
export function drawAmplified(
  specimens: readonly Specimen[],
  id: string,
  treebank: string,
): Drawing | undefined {
  const before = ({ trees }: Specimen): number => countDifferences(trees.goldEncoded, trees.derived)
  const after = ({ trees }: Specimen): number => countDifferences(trees.gold, trees.tree)
  const encoded = specimens.filter(({ trees }) => trees.goldEncoded && trees.derived)
  const specimen = most(encoded, (one) => after(one) - before(one))
  if (!specimen) return undefined
  const { gold, tree, goldEncoded, derived } = specimen.trees
  return {
    kind: 'drawing',
    title: `An error that grows in the reverse: ${treebank}`,
    caption: `Words that differ from the gold tree: ${before(specimen)} as it was parsed, ${after(specimen)} after the reverse. Dotted arcs are relocated, dashed ones reversed.`,
    drawings: [
      drawn(
        specimen,
        `${id}-before`,
        'As it was parsed, below; the transformed gold tree above',
        { tree: goldEncoded, title: 'gold' },
        { tree: derived, title: 'parsed' },
      ),
      drawn(
        specimen,
        `${id}-after`,
        'The same reversed, below; the gold tree above',
        { tree: gold, title: 'gold' },
        { tree, title: 'reversed' },
      ),
    ],
  }
}

/** What one system or remedy made of the specimens. */
export interface Contender {
  readonly name: string
  readonly specimens: readonly Specimen[]
  /** Which of the trees it is. */
  readonly tree: string
}

/** A sentence that one gets right and the other gets most wrong. */
export function drawParting(
  right: Contender,
  wrong: Contender,
  id: string,
  treebank: string,
): Drawing | undefined {
  const others = new Map(wrong.specimens.map((specimen) => [specimen.index, specimen]))
  const errors = (specimen: Specimen | undefined, tree: string): number =>
    specimen ? countDifferences(specimen.trees.gold, specimen.trees[tree]) : 0
  const exact = right.specimens.filter((specimen) => errors(specimen, right.tree) === 0)
  const specimen = most(exact, ({ index }) => errors(others.get(index), wrong.tree))
  const other = specimen && others.get(specimen.index)
  if (!specimen || !other) return undefined
  return {
    kind: 'drawing',
    title: `${right.name} right, ${wrong.name} wrong: ${treebank}`,
    caption: `${errors(other, wrong.tree)} of ${specimen.forms.length} words differ.`,
    drawings: [
      drawn(
        specimen,
        id,
        `${right.name} and the gold tree above, ${wrong.name} below`,
        { tree: specimen.trees[right.tree], title: right.name },
        { tree: other.trees[wrong.tree], title: wrong.name },
      ),
    ],
  }
}
