/** The results of a study: figures, scores and comparisons by treebank, training size, parser and metric. */
import { examplesOf, type ExampleSentence } from '../measurements/examples.ts'
import { numberIn, numbersIn, valueIn } from '../measurements/views.ts'
import type { Cell, Settings, Use } from '../runs/cell.ts'
import type { Result } from '../runs/store.ts'
import { deviationOf, meanOf } from '../statistics/summary.ts'
import { metricsOf, pairsOf } from '../studies/expand.ts'
import type { Comparison, Figure, Pair, Place, Study } from '../study.ts'
import { compare, isScore, isSentenceScores, pool, score, type SentenceScores } from './scores.ts'

export type ResultsByName = ReadonlyMap<string, Result>

interface Run {
  readonly use: Use
  readonly cell: Cell
  readonly result: Result | undefined
}

export class StudyResults {
  readonly study: Study
  /** All in the order of the plan. */
  readonly treebanks: readonly string[]
  readonly parsers: readonly string[]
  readonly seeds: readonly number[]
  /** In percent, the smallest first. */
  readonly sizes: readonly number[]
  /** The comparisons of the study whose parsers are measured. */
  readonly pairs: readonly Pair[]
  readonly #runs: readonly Run[]
  readonly #comparisons = new Map<string, Comparison | undefined>()

  constructor(study: Study, cells: readonly Cell[], results: ResultsByName) {
    this.study = study
    this.#runs = cells
      .flatMap((cell) => cell.uses.map((use) => ({ use, cell, result: results.get(cell.name) })))
      .filter(({ use }) => use.study === study.name)
      .sort((a, b) => a.use.rank - b.use.rank || a.cell.seed - b.cell.seed)
    const own = cells.filter(({ uses }) => uses.some((use) => use.study === study.name))
    this.treebanks = unique(own.map(({ treebank }) => treebank.name))
    this.parsers = unique(this.#runs.map(({ use }) => use.parser))
    this.seeds = unique(own.map(({ seed }) => seed)).sort((a, b) => a - b)
    this.sizes = unique(own.map(({ size }) => size)).sort((a, b) => a - b)
    this.pairs = pairsOf(study.compare ?? [], this.parsers)
  }

  /** The largest training size, in percent. */
  get largest(): number {
    return this.sizes[this.sizes.length - 1]
  }

  /** The runs of a parser; none unless all of them are measured. */
  #runsOf({ treebank, size, parser, seed }: Omit<Place, 'metric'>): Run[] {
    const runs = this.#runs.filter(
      ({ use, cell }) =>
        use.parser === parser &&
        cell.treebank.name === treebank &&
        cell.size === size &&
        (seed === undefined || cell.seed === seed),
    )
    return runs.every(({ result }) => result) ? runs : []
  }

  /** The correct words of each sentence, over all seeds. */
  #scores(place: Omit<Place, 'metric'>): SentenceScores | undefined {
    const views = this.#runsOf(place).map(({ use, result }) => result && valueIn(result.figures, use.view))
    return pool(views.filter(isSentenceScores))
  }

  /** The mean over the seeds, or the figure of one seed; undefined if it is not measured. */
  figure(place: Place): Figure | undefined {
    const { metric } = place
    const bySeed = (place.seed === undefined ? this.seeds : [place.seed]).map((seed) =>
      isScore(metric) ? score(this.#scores({ ...place, seed }), metric) : this.#number({ ...place, seed }),
    )
    const values = bySeed.filter((value) => value !== undefined)
    const value = meanOf(values)
    if (value === undefined || values.length < bySeed.length) return undefined
    return { value, deviation: deviationOf(values) }
  }

  /** A parser can have runs of several measurements; the first that has the figure counts. */
  #number(place: Place): number | undefined {
    return this.#runsOf(place)
      .map(({ use, result }) => result && numberIn(result, use.view, place.metric))
      .find((value) => value !== undefined)
  }

  /** The names of the figures that some parser's view has itself. */
  metricsOf(parsers: readonly string[]): string[] {
    return unique(
      this.#runs
        .filter(({ use }) => parsers.includes(use.parser))
        .flatMap(({ use, result }) => (result ? numbersIn(result, use.view) : [])),
    )
  }

  /** Whether a figure of a parser is a whole number wherever it was measured, as counts are. */
  isWhole({ parser, metric }: Place): boolean {
    const values = this.#runs
      .filter(({ use }) => use.parser === parser)
      .map(({ use, result }) => result && numberIn(result, use.view, metric))
    return !isScore(metric) && values.every((value) => value === undefined || Number.isInteger(value))
  }

  /** Whether a figure is among the times of a run. */
  isTimed(metric: string): boolean {
    return this.#runs.some(
      ({ use, result }) => result && numberIn({ ...result, figures: {} }, use.view, metric) !== undefined,
    )
  }

  /** The settings of a parser and the figures that it shows. */
  parserOf(name: string): { readonly settings: Settings; readonly view: string } {
    const run = this.#runs.find(({ use }) => use.parser === name)
    return { settings: run?.cell.settings ?? {}, view: run?.use.view ?? '' }
  }

  /** The sentences with trees of the first seed, since other seeds may have other sentences. */
  examples(place: Omit<Place, 'metric'>): {
    readonly tree: string
    readonly all: readonly ExampleSentence[]
  } {
    const [run] = this.#runsOf(place)
    return { tree: run?.use.view.split('.').at(-1) ?? '', all: examplesOf(run?.result?.trees, run?.use.view) }
  }

  /** The figure at a place minus that of another parser; undefined if one is missing or the sentences differ. */
  compare(place: Place, against: string): Comparison | undefined {
    const key = JSON.stringify([place, against])
    if (!this.#comparisons.has(key)) this.#comparisons.set(key, this.#compare(place, against))
    return this.#comparisons.get(key)
  }

  /** All pairs compared in the scores of the study, on each treebank, at each size. */
  comparisons(): Comparison[] {
    const metrics = metricsOf(this.study).filter(isScore)
    return this.treebanks.flatMap((treebank) =>
      this.sizes.flatMap((size) =>
        this.pairs.flatMap(([parser, against]) =>
          metrics.flatMap((metric) => this.compare({ treebank, size, parser, metric }, against) ?? []),
        ),
      ),
    )
  }

  #compare(place: Place, against: string): Comparison | undefined {
    const { treebank, size, parser, metric } = place
    const about = { treebank, size, parser, against, metric }
    const names = [parser, against]
    const [one, other] = names.map((name) => this.figure({ ...place, parser: name })?.value)
    if (one === undefined || other === undefined) return undefined
    const difference = one - other
    if (isScore(metric)) {
      const [scores, others] = names.map((name) => this.#scores({ ...place, parser: name }))
      const test = compare(scores, others, metric, this.seeds[0])
      return test && { ...about, ...test, difference }
    }
    return { ...about, difference, significant: false }
  }
}

export function unique<Value>(values: readonly Value[]): Value[] {
  return [...new Set(values)]
}
