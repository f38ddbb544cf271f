/**
 * What the transform does to the trees of a treebank, in both directions: labels, marks, branching, arc lengths, stack
 * heights, and how predictable arcs and transitions are.
 */
import {
  createEncoding,
  inSentenceOrder,
  markSigns,
  PLAIN,
  RELOCATED,
  REVERSED,
  TreeReader,
  type Symbols,
  type Tree,
} from '../../src/index.ts'
import { distanceBin, distances } from '../statistics/bins.ts'
import type { MeasurementInput } from './measurement.ts'
import { ArcPredictability, DerivationCounts, type ArcBits, type DerivationShape } from './predictability.ts'
import { foldMarks, sum } from './scores.ts'

/** The original trees (projectivized), and the trees transformed to either side. */
export const forms = Object.freeze(['original', 'right', 'left'] as const)
export type Form = (typeof forms)[number]

export interface FormShape {
  /** The number of different labels, marks and lifts included. */
  readonly labels: number
  readonly marks: { readonly plain: number; readonly relocated: number; readonly reversed: number }
  readonly arcs: number
  /** Arcs from a head to a dependent before it, without those from the artificial root. */
  readonly leftArcs: number
  /** The sum of the arc lengths, without arcs from the root, and the number of arcs of each distance class. */
  readonly length: number
  readonly distances: readonly number[]
  readonly bits: ArcBits
  /** By system: arc-eager for all trees, rb for transformed ones. */
  readonly derivations: Readonly<Record<string, DerivationShape>>
}

export interface ShapeFigures {
  readonly sentences: number
  readonly words: number
  /** Sentences whose tree is projective. */
  readonly projective: number
  readonly shapes: Readonly<Record<Form, FormShape>>
  /** For each label of the trees transformed to the right, how often it has each mark: none, relocated, reversed. */
  readonly marksOfLabels: Readonly<Record<string, readonly number[]>>
}

/** Settings: none. */
export async function measureShape({ parts, progress }: MeasurementInput): Promise<{
  readonly figures: ShapeFigures
  readonly times: object
}> {
  const reader = new TreeReader()
  const { labels } = reader
  const encodings = {
    original: createEncoding({ labels, transforms: false }),
    right: createEncoding({ labels, direction: 'right' }),
    left: createEncoding({ labels, direction: 'left' }),
  }
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
  const byFrequency = [...marksOfLabels].sort((a, b) => frequency(b) - frequency(a) || (a[0] < b[0] ? -1 : 1))
  return {
    figures: {
      sentences: parts.train.length,
      words,
      projective: encodings.original.counts.projective,
      shapes: { original: shapes.original.shape(), right: shapes.right.shape(), left: shapes.left.shape() },
      marksOfLabels: Object.fromEntries(byFrequency),
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
  readonly #distances = distances.map(() => 0)
  readonly #arcsPredicted = new ArcPredictability()
  readonly #derivations: Map<string, DerivationCounts>
  #arcs = 0
  #leftArcs = 0
  #length = 0

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
    for (let word = 1; word <= tree.size; word++) {
      const head = tree.head[word]
      this.#labels.add(label[word])
      this.#marks[tree.mark[word]]++
      if (head === 0) continue
      this.#arcs++
      if (head > word) this.#leftArcs++
      this.#length += Math.abs(head - word)
      this.#distances[distanceBin(word, head)]++
    }
    this.#arcsPredicted.add(tree, tags)
  }

  shape(): FormShape {
    return {
      labels: this.#labels.size,
      marks: {
        plain: this.#marks[PLAIN],
        relocated: this.#marks[RELOCATED],
        reversed: this.#marks[REVERSED],
      },
      arcs: this.#arcs,
      leftArcs: this.#leftArcs,
      length: this.#length,
      distances: this.#distances,
      bits: this.#arcsPredicted.bits(),
      derivations: Object.fromEntries(
        [...this.#derivations].map(([system, counts]) => [system, counts.shape()]),
      ),
    }
  }
}
