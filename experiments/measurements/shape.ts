/** What the transform does to the trees of a treebank, in both directions, and how predictable decisions are. */
import { createEncoding, inSentenceOrder, markSigns, planSteps, TreeReader } from '../../src/lab.ts'
import type { Symbols, Tree } from '../../src/lab.ts'
import { distanceBin, distances } from '../statistics/bins.ts'
import { JointCounts } from '../statistics/summary.ts'
import { DerivationCounts } from './derivation-counts.ts'
import type { MeasurementInput } from './measurement.ts'
import { sum } from './scores.ts'

const MARKS = ['plain', 'relocated', 'reversed'] as const
const LABELS = 15

/**
 * Settings: `steps` before all else, default none. Views: the original trees, projectivized (`original`), and the trees transformed to either side (`right`,
 * `left`); the 15 most frequent labels of `right`: their words, and the percentage with each mark (`labels.…`).
 */
export async function measureShape({ parts, progress, task: { settings } }: MeasurementInput) {
  const steps = settings.steps === undefined ? [] : planSteps(String(settings.steps)).steps
  const reader = new TreeReader()
  const { labels } = reader
  const original = new FormCounts(labels, ['arc-eager'], { transforms: false, steps })
  const right = new FormCounts(labels, ['arc-eager', 'rb'], { direction: 'right', steps })
  const left = new FormCounts(labels, ['arc-eager', 'rb'], { direction: 'left', steps })
  for (const [index, sentence] of parts.train.entries()) {
    progress.at(index / parts.train.length)
    const tree = reader.original(sentence)
    const tags = ['-', ...Array.from({ length: tree.size }, (_, i) => sentence.upos(i + 1)), '-']
    for (const form of [original, right, left]) form.add(tree, tags)
  }
  return {
    figures: {
      sentences: parts.train.length,
      words: original.words,
      projective: original.encoding.counts.projective,
      original: original.figures(),
      right: right.figures(),
      left: left.figures(),
      labels: right.frequentLabels(),
    },
    times: {},
  }
}

/** The trees of a treebank in one form. */
class FormCounts {
  readonly encoding
  readonly #symbols: Symbols
  /** By label, the words with each mark. */
  readonly #marks = new Map<string, number[]>()
  /** Arcs from a head to a dependent before it, the lengths of all arcs, and the arcs by distance; none from the root. */
  #leftArcs = 0
  #length = 0
  readonly #distances = distances.map(() => 0)
  readonly #heads = new JointCounts()
  readonly #labels = new JointCounts()
  readonly #arcs = new JointCounts()
  readonly #derivations: readonly DerivationCounts[]

  constructor(labels: Symbols, systems: readonly string[], options: object) {
    this.encoding = createEncoding({ labels, ...options })
    this.#symbols = labels
    this.#derivations = systems.map((system) => new DerivationCounts(system))
  }

  /** @param tags of the words 1 to n at indices 1 to n, with one more at each end */
  add(original: Tree, tags: readonly string[]): void {
    const { direction } = this.encoding
    const encoded = this.encoding.encode(original) as Tree
    for (const counts of this.#derivations)
      counts.add(encoded, direction === 'left' ? tags.toReversed() : tags)
    const { size, head, label, mark } = inSentenceOrder(encoded, direction)
    for (let word = 1; word <= size; word++) {
      const text = this.#symbols.text(label[word])
      const marks = this.#marks.get(text) ?? markSigns.map(() => 0)
      this.#marks.set(text, marks)
      marks[mark[word]]++
      // What a parser predicts, given the tags of the word and its neighbours.
      const context = `${tags[word - 1]} ${tags[word]} ${tags[word + 1]}`
      const place = head[word] === 0 ? 'root' : String(head[word] - word)
      const marked = text + markSigns[mark[word]]
      this.#heads.add(context, place)
      this.#labels.add(context, marked)
      this.#arcs.add(context, `${place} ${marked}`)
      if (head[word] === 0) continue
      if (head[word] > word) this.#leftArcs++
      this.#length += Math.abs(head[word] - word)
      this.#distances[distanceBin(word, head[word])]++
    }
  }

  get words(): number {
    return sum([...this.#marks.values()].flat())
  }

  /** By the names that tables have. Heights and bits of transitions are those of gold derivations. */
  figures(): Record<string, number> {
    const { words } = this
    const marks = [...this.#marks.values()]
    const arcs = sum(this.#distances)
    const found: Record<string, number> = { labels: marks.flat().filter((count) => count > 0).length }
    for (const [i, mark] of MARKS.entries())
      if (i > 0) found[`${mark} arcs, %`] = (100 * sum(marks.map((counts) => counts[i]))) / words
    found['arcs that point left, %'] = (100 * this.#leftArcs) / arcs
    found['mean length of arcs'] = this.#length / arcs
    for (const [i, distance] of distances.entries())
      found[`arcs of length ${distance}, %`] = (100 * this.#distances[i]) / arcs
    for (const { system, heights, transitions, highest } of this.#derivations) {
      found[`mean stack height, ${system}`] = heights / transitions
      found[`highest stack, ${system}`] = highest
    }
    found['bits of the head'] = this.#heads.conditionalEntropy()
    found['bits of the label with its mark'] = this.#labels.conditionalEntropy()
    found['bits of both'] = this.#arcs.conditionalEntropy()
    for (const { system, bits, transitions } of this.#derivations) {
      found[`bits of a transition, ${system}`] = bits
      // Of the last system, which is the one that goes with the form.
      found['bits of all decisions for a word'] = (bits * transitions) / words
    }
    return found
  }

  frequentLabels(): Readonly<Record<string, Readonly<Record<string, number>>>> {
    const frequent = [...this.#marks]
      .sort((a, b) => sum(b[1]) - sum(a[1]) || (a[0] < b[0] ? -1 : 1))
      .slice(0, LABELS)
    const by = (of: (counts: number[]) => number): Record<string, number> =>
      Object.fromEntries(frequent.map(([label, counts]) => [label, of(counts)]))
    const shares = MARKS.map((mark, i) => [mark, by((counts) => (100 * counts[i]) / sum(counts))] as const)
    return { words: by(sum), ...Object.fromEntries(shares) }
  }
}
