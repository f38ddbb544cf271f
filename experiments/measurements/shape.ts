/**
 * What the transform does to the trees of a treebank, in both directions: labels, marks, branching, arc lengths, stack
 * heights, and how predictable arcs and transitions are.
 */
import {
  createEncoding,
  inSentenceOrder,
  markSigns,
  RELOCATED,
  REVERSED,
  TreeReader,
  type Symbols,
  type Tree,
} from '../../src/index.ts'
import { distanceBin, distances } from '../statistics/bins.ts'
import type { MeasurementInput } from './measurement.ts'
import { ArcPredictability, DerivationCounts } from './predictability.ts'
import { foldMarks, sum } from './scores.ts'

/** The original trees (projectivized), and the trees transformed to either side. */
const forms = Object.freeze(['original', 'right', 'left'] as const)

const MARKS = ['plain', 'relocated', 'reversed'] as const
const LABELS = 15

/** Settings: none. Views: the forms; the most frequent labels with each mark, transformed to the right. */
export async function measureShape({ parts, progress }: MeasurementInput) {
  const reader = new TreeReader()
  const { labels } = reader
  const encodings = {
    original: createEncoding({ labels, transforms: false }),
    right: createEncoding({ labels, direction: 'right' }),
    left: createEncoding({ labels, direction: 'left' }),
  }
  // By system: arc-eager for all trees, rb for transformed ones.
  const shapes = {
    original: new ShapeCounts(['arc-eager']),
    right: new ShapeCounts(['arc-eager', 'rb']),
    left: new ShapeCounts(['arc-eager', 'rb']),
  }
  const marksOfLabels = new Map<string, number[]>()
  let words = 0
  for (const [index, sentence] of parts.train.entries()) {
    progress.at(index / parts.train.length)
    const tree = reader.original(sentence)
    words += tree.size
    const tags = ['-', ...Array.from({ length: tree.size }, (_, i) => sentence.upos(i + 1)), '-']
    const backwards = tags.toReversed()
    for (const form of forms) {
      const { direction } = encodings[form]
      const encoded = encodings[form].encode(tree) as Tree
      shapes[form].addDerivations(encoded, direction === 'left' ? backwards : tags)
      const ordered = inSentenceOrder(encoded, direction)
      shapes[form].addArcs(ordered, tags)
      if (form === 'right') countMarks(ordered, labels, marksOfLabels)
    }
  }
  const frequency = ([, counts]: [string, number[]]): number => sum(counts)
  const frequent = [...marksOfLabels]
    .sort((a, b) => frequency(b) - frequency(a) || (a[0] < b[0] ? -1 : 1))
    .slice(0, LABELS)
  const byLabel = (of: (counts: number[]) => number): Record<string, number> =>
    Object.fromEntries(frequent.map(([label, counts]) => [label, of(counts)]))
  return {
    figures: {
      sentences: parts.train.length,
      words,
      /** Sentences whose tree is projective. */
      projective: encodings.original.counts.projective,
      original: shapes.original.figures(),
      right: shapes.right.figures(),
      left: shapes.left.figures(),
      /** Of the 15 most frequent labels: the words, and the percentage with each mark. */
      labels: {
        words: byLabel(sum),
        ...Object.fromEntries(
          MARKS.map((mark, i) => [mark, byLabel((counts) => (100 * counts[i]) / sum(counts))]),
        ),
      },
    },
    times: {},
  }
}

function countMarks(tree: Tree, labels: Symbols, into: Map<string, number[]>): void {
  for (let word = 1; word <= tree.size; word++) {
    const label = labels.text(tree.label[word])
    let counts = into.get(label)
    if (!counts) into.set(label, (counts = markSigns.map(() => 0)))
    counts[tree.mark[word]]++
  }
}

class ShapeCounts {
  readonly #labels = new Set<number>()
  readonly #marks = markSigns.map(() => 0)
  readonly #arcs = {
    arcs: 0,
    /** Arcs from a head to a dependent before it, without those from the artificial root. */
    leftArcs: 0,
    /** The sum of the arc lengths, without arcs from the root, and the number of arcs of each distance class. */
    length: 0,
    distances: distances.map(() => 0),
  }
  readonly #predictability = new ArcPredictability()
  readonly #derivations: Map<string, DerivationCounts>

  constructor(systems: readonly string[]) {
    this.#derivations = new Map(systems.map((system) => [system, new DerivationCounts(system)]))
  }

  /** Tree and tags in reading order. */
  addDerivations(tree: Tree, tags: readonly string[]): void {
    for (const [system, counts] of this.#derivations)
      counts.add(system === 'arc-eager' ? foldMarks(tree) : tree, tags)
  }

  /** Tree and tags in the order of the sentence. */
  addArcs(tree: Tree, tags: readonly string[]): void {
    const { label } = foldMarks(tree)
    const counts = this.#arcs
    for (let word = 1; word <= tree.size; word++) {
      const head = tree.head[word]
      this.#labels.add(label[word])
      this.#marks[tree.mark[word]]++
      if (head === 0) continue
      counts.arcs++
      if (head > word) counts.leftArcs++
      counts.length += Math.abs(head - word)
      counts.distances[distanceBin(word, head)]++
    }
    this.#predictability.add(tree, tags)
  }

  /** By the names that tables have. Heights and bits of transitions are those of gold derivations. */
  figures(): Record<string, number> {
    const { arcs, leftArcs, length } = this.#arcs
    const words = sum(this.#marks)
    const derivations = [...this.#derivations].map(([system, counts]) => [system, counts.shape()] as const)
    // The last system is the one that goes with the form.
    const last = derivations.at(-1)?.[1]
    const { head, label, arc } = this.#predictability.bits()
    return {
      labels: this.#labels.size,
      'relocated arcs, %': (100 * this.#marks[RELOCATED]) / words,
      'reversed arcs, %': (100 * this.#marks[REVERSED]) / words,
      'arcs that point left, %': (100 * leftArcs) / arcs,
      'mean length of arcs': length / arcs,
      ...Object.fromEntries(
        distances.map((distance, i) => [
          `arcs of length ${distance}, %`,
          (100 * this.#arcs.distances[i]) / arcs,
        ]),
      ),
      ...Object.fromEntries(
        derivations.flatMap(([system, { transitions, heights, highest }]) => [
          [`mean stack height, ${system}`, heights / transitions],
          [`highest stack, ${system}`, highest],
        ]),
      ),
      'bits of the head': head,
      'bits of the label with its mark': label,
      'bits of both': arc,
      'bits of all decisions for a word': last ? (last.bits * last.transitions) / words : 0,
      ...Object.fromEntries(
        derivations.map(([system, { bits }]) => [`bits of a transition, ${system}`, bits]),
      ),
    }
  }
}
