/** Measures the effect of the transform on the trees of a treebank, in both directions, and the predictability of parser decisions. */
import { createEncoding, inSentenceOrder, markSigns, planSteps, TreeReader } from '../../src/lab.ts'
import type { Symbols, Tree } from '../../src/lab.ts'
import { distanceBin, distances } from '../statistics/bins.ts'
import { JointCounts } from '../statistics/summary.ts'
import { DerivationCounts } from './derivation-counts.ts'
import type { MeasurementInput } from './measurement.ts'
import { sum } from './scores.ts'

const MARK_NAMES = ['plain', 'relocated', 'reversed'] as const
const LABEL_COUNT = 15

/**
 * Settings: `steps`, applied first (default: none). Views: the projectivized original trees (`original`), the
 * trees transformed in each direction (`right`, `left`), and the 15 most frequent labels of `right` with
 * their number of words and the percentage with each mark (`labels.…`).
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
  /** The number of words with each mark, by label. */
  readonly #marks = new Map<string, number[]>()
  /** The number of arcs that point left, the total arc length, and the number of arcs by distance. Arcs from the root do not count. */
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

  /** @param tags the tags of words 1 to n at indices 1 to n, with one padding tag at each end */
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
      // The context of a prediction: the tags of the word and its neighbours.
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

  /** The figures by their names in tables. Heights and bits of transitions come from gold derivations. */
  figures(): Record<string, number> {
    const { words } = this
    const marks = [...this.#marks.values()]
    const arcs = sum(this.#distances)
    const figures: Record<string, number> = { labels: marks.flat().filter((count) => count > 0).length }
    for (const [i, mark] of MARK_NAMES.entries())
      if (i > 0) figures[`${mark} arcs, %`] = (100 * sum(marks.map((counts) => counts[i]))) / words
    figures['arcs that point left, %'] = (100 * this.#leftArcs) / arcs
    figures['mean length of arcs'] = this.#length / arcs
    for (const [i, distance] of distances.entries())
      figures[`arcs of length ${distance}, %`] = (100 * this.#distances[i]) / arcs
    for (const { system, heights, transitions, highest } of this.#derivations) {
      figures[`mean stack height, ${system}`] = heights / transitions
      figures[`highest stack, ${system}`] = highest
    }
    figures['bits of the head'] = this.#heads.conditionalEntropy()
    figures['bits of the label with its mark'] = this.#labels.conditionalEntropy()
    figures['bits of both'] = this.#arcs.conditionalEntropy()
    for (const { system, bits, transitions } of this.#derivations) {
      figures[`bits of a transition, ${system}`] = bits
      // The last system overwrites this value; it is the system that fits the form.
      figures['bits of all decisions for a word'] = (bits * transitions) / words
    }
    return figures
  }

  frequentLabels(): Readonly<Record<string, Readonly<Record<string, number>>>> {
    const frequent = [...this.#marks]
      .sort((a, b) => sum(b[1]) - sum(a[1]) || (a[0] < b[0] ? -1 : 1))
      .slice(0, LABEL_COUNT)
    const byLabel = (countOf: (counts: number[]) => number): Record<string, number> =>
      Object.fromEntries(frequent.map(([label, counts]) => [label, countOf(counts)]))
    const shares = MARK_NAMES.map(
      (mark, i) => [mark, byLabel((counts) => (100 * counts[i]) / sum(counts))] as const,
    )
    return { words: byLabel(sum), ...Object.fromEntries(shares) }
  }
}
