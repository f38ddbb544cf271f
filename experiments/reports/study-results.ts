/** The results of a study: figures, scores and comparisons by treebank, training size, parser and metric. */
import { examplesOf, type ExampleSentence } from '../measurements/examples.ts'
import type { FiguresOf } from '../measurements/index.ts'
import { isScore } from '../measurements/scores.ts'
import { namesIn, numberOf, sourceIn, type Source } from '../measurements/views.ts'
import type { Cell, CellSettings, Use } from '../cells/cell.ts'
import type { Result } from '../cells/store.ts'
import { testPartOf } from '../cells/treebanks.ts'
import { ALPHA, bootstrapInterval, correctedByHolm, type Interval } from '../statistics/paired.ts'
import { isRuns, rangeOf } from '../statistics/runs.ts'
import { deviationOf, meanOf } from '../statistics/summary.ts'
import { isTally, pool, type Tally } from '../statistics/tally.ts'
import { metricsOf, pairsOf } from '../studies/expand.ts'
import type { Comparison, Figure, Pair, Place, Study } from '../study.ts'
import { rangeOfDifference, testOf } from './scores.ts'

export type ResultsByName = ReadonlyMap<string, Result>

interface Run {
  readonly use: Use
  readonly cell: Cell
  readonly result: Result | undefined
}

/** The number of bootstrap draws for an error bar, which requires less precision than a table. */
const ERROR_BAR_DRAWS = 1000

/** The pseudo-treebank for the mean over all treebanks that have the figure. */
export const AVERAGE = 'average'

export class StudyResults {
  readonly study: Study
  /** Treebanks, parsers and seeds. Treebanks and parsers have the order of the plan. */
  readonly treebanks: readonly string[]
  readonly parsers: readonly string[]
  readonly seeds: readonly number[]
  /** The training sizes in percent, in ascending order. */
  readonly sizes: readonly number[]
  /** The comparisons of the study whose parsers are measured. */
  readonly pairs: readonly Pair[]
  readonly #runs: readonly Run[]
  readonly #comparisons = new Map<string, Comparison | undefined>()
  /** For each metric: the corrected p values of the comparisons of the study. */
  readonly #corrected = new Map<string, ReadonlyMap<string, number>>()

  constructor(study: Study, cells: readonly Cell[], results: ResultsByName) {
    this.study = study
    this.#runs = cells
      .flatMap((cell) => cell.uses.map((use) => ({ use, cell, result: results.get(cell.name) })))
      .filter(({ use }) => use.study === study.name)
      .sort((a, b) => a.use.rank - b.use.rank || a.cell.seed - b.cell.seed)
    const studyCells = cells.filter(({ uses }) => uses.some((use) => use.study === study.name))
    this.treebanks = unique(studyCells.map(({ treebank }) => treebank.name))
    this.parsers = unique(this.#runs.map(({ use }) => use.parser))
    this.seeds = unique(studyCells.map(({ seed }) => seed)).sort((a, b) => a - b)
    this.sizes = unique(studyCells.map(({ size }) => size)).sort((a, b) => a - b)
    this.pairs = pairsOf(study.compare ?? [], this.parsers)
  }

  /** The largest training size, in percent. */
  get largest(): number {
    return this.sizes[this.sizes.length - 1]
  }

  /** The runs of a parser; empty unless all runs are measured. */
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

  /** The data of a figure in each run. A parser can have runs of several measurements; runs without the figure are left out. */
  #sources(place: Place): { readonly cell: Cell; readonly source: Source }[] {
    return this.#runsOf(place).flatMap(({ use, cell, result }) => {
      const source = result && sourceIn(result, use.view, place.metric)
      return source === undefined ? [] : [{ cell, source }]
    })
  }

  /** The pooled counts of each sentence over all seeds. */
  #tally(place: Place): Tally | undefined {
    const all = this.#sources(place)
    const runs = all.flatMap(({ cell, source }) =>
      isTally(source) ? [{ key: testPartOf(cell), tally: source }] : [],
    )
    return runs.length === all.length ? pool(runs) : undefined
  }

  /** The mean over the seeds, or the figure of one seed; undefined if a measurement is missing. */
  figure(place: Place): Figure | undefined {
    const sources = (place.seed === undefined ? this.seeds : [place.seed]).map(
      (seed) => this.#sources({ ...place, seed })[0]?.source,
    )
    const numbers = sources.map(numberOf)
    const values = numbers.filter((value) => value !== undefined)
    const value = meanOf(values)
    if (value === undefined || values.length < numbers.length) return undefined
    const [source] = sources
    return {
      value,
      deviation: deviationOf(values),
      ...(sources.length === 1 && isRuns(source) && rangeOf(source)),
    }
  }

  /**
   * The ends of an error bar: one standard deviation over seeds to both sides, the range of several runs, or the 95 %
   * bootstrap interval of a figure that is counted by sentence. Undefined for other figures.
   */
  spread(place: Place): Interval | undefined {
    const { value = NaN, deviation, low, high } = this.figure(place) ?? {}
    if (deviation !== undefined) return { low: value - deviation, high: value + deviation }
    if (low !== undefined && high !== undefined) return { low, high }
    const one = this.#tally(place)
    if (!one || Number.isNaN(value)) return undefined
    const zeroTally = { ...one, parts: one.parts.map(() => 0) }
    return bootstrapInterval([{ one, other: zeroTally }], this.seeds[0], ERROR_BAR_DRAWS)
  }

  /** The relations, tags or confusions of the test parts, in descending frequency in the first cell. */
  kinds(of: 'relation' | 'tag' | 'confusion'): string[] {
    return unique(
      this.#runs.flatMap(({ result }) => {
        const figures: Partial<FiguresOf<'attachment'>> = result?.figures ?? {}
        return figures.kinds?.[of] ?? []
      }),
    )
  }

  /** The names of all figures directly in the views of the parsers. */
  metricsOf(parsers: readonly string[]): string[] {
    return unique(
      this.#runs
        .filter(({ use }) => parsers.includes(use.parser))
        .flatMap(({ use, result }) => (result ? namesIn(result, use.view) : [])),
    )
  }

  /** Whether a figure of a parser is a whole number in all measurements, like counts. */
  isWhole({ parser, metric }: Place): boolean {
    return this.#runs
      .filter(({ use }) => use.parser === parser)
      .map(({ use, result }) => result && sourceIn(result, use.view, metric))
      .every((source) => (isTally(source) ? !source.wholes : Number.isInteger(numberOf(source) ?? 0)))
  }

  /** Whether a figure is among the times of a run. */
  isTimed(metric: string): boolean {
    return this.#runs.some(
      ({ use, result }) => result && sourceIn({ ...result, figures: {} }, use.view, metric) !== undefined,
    )
  }

  /** The settings and the view of a parser. */
  parserOf(name: string): { readonly settings: CellSettings; readonly view: string } {
    const run = this.#runs.find(({ use }) => use.parser === name)
    return { settings: run?.cell.settings ?? {}, view: run?.use.view ?? '' }
  }

  /** The example sentences of the first seed, because other seeds may have other sentences. */
  examples(place: Omit<Place, 'metric'>): {
    readonly tree: string
    readonly all: readonly ExampleSentence[]
  } {
    const [run] = this.#runsOf(place)
    return { tree: run?.use.view.split('.').at(-1) ?? '', all: examplesOf(run?.result?.trees, run?.use.view) }
  }

  /**
   * The figure at a place minus the figure of another parser; undefined if one is missing or the sentences differ. P values
   * are corrected for all comparisons of the study in the same metric: its pairs and the pairs of its claims, on all
   * treebanks and their average, at all sizes.
   */
  compare(place: Place, against: string): Comparison | undefined {
    const comparison = this.#comparison(place, against)
    if (comparison?.p === undefined) return comparison
    const corrected = this.#correctedIn(place.metric).get(keyOf(comparison)) ?? comparison.p
    return { ...comparison, corrected, significant: corrected < ALPHA }
  }

  /** All comparisons with a test: all pairs in all metrics of the study, on each treebank and their average, at each size. */
  comparisons(): Comparison[] {
    const all = metricsOf(this.study).flatMap((metric) => this.#all(metric, this.pairs))
    return all.flatMap((one) => this.compare(one, one.against) ?? [])
  }

  #correctedIn(metric: string): ReadonlyMap<string, number> {
    const known = this.#corrected.get(metric)
    if (known) return known
    const claimsOfMetric = (this.study.claims ?? []).filter(
      ({ metrics = metricsOf(this.study).slice(0, 1) }) => metrics.includes(metric),
    )
    const pairs = [...(this.study.compare ?? []), ...claimsOfMetric.flatMap(({ compare = [] }) => compare)]
    const pValues = new Map(
      this.#all(metric, pairsOf(pairs, this.parsers)).map((one) => [keyOf(one), one.p ?? 1]),
    )
    const values = correctedByHolm([...pValues.values()])
    const corrected = new Map([...pValues.keys()].map((key, i) => [key, values[i]]))
    this.#corrected.set(metric, corrected)
    return corrected
  }

  /** The comparisons with a test. */
  #all(metric: string, pairs: readonly Pair[]): Comparison[] {
    const treebanks = this.treebanks.length > 1 ? [...this.treebanks, AVERAGE] : this.treebanks
    const places = treebanks.flatMap((treebank) => this.sizes.map((size) => ({ treebank, size, metric })))
    return places.flatMap((place) =>
      pairs.flatMap(([parser, against]) => {
        const comparison = this.#comparison({ ...place, parser }, against)
        return comparison?.p === undefined ? [] : [comparison]
      }),
    )
  }

  #comparison(place: Place, against: string): Comparison | undefined {
    const key = JSON.stringify([place, against])
    if (!this.#comparisons.has(key)) this.#comparisons.set(key, this.#compare(place, against))
    return this.#comparisons.get(key)
  }

  #compare(place: Place, against: string): Comparison | undefined {
    const { treebank, size, parser, metric } = place
    const names = { treebank, size, parser, against, metric }
    const places = (treebank === AVERAGE ? this.treebanks : [treebank]).map((one) => ({
      ...place,
      treebank: one,
    }))
    const pairs = places
      .map((one) => ({ one, other: { ...one, parser: against } }))
      .filter(({ one, other }) => [one, other].every((each) => this.figure(each) !== undefined))
    const means = (['one', 'other'] as const).map((side) =>
      meanOf(pairs.map((pair) => this.figure(pair[side])?.value)),
    )
    const [mean, otherMean] = means
    if (mean === undefined || otherMean === undefined) return undefined
    const difference = mean - otherMean
    const tallies = pairs.map(({ one, other }) => ({ one: this.#tally(one), other: this.#tally(other) }))
    const paired = tallies.flatMap(({ one, other }) => (one && other ? [{ one, other }] : []))
    if (paired.length === pairs.length) {
      const test = testOf(paired, this.seeds[0], isScore(metric))
      return test && { ...names, ...test, difference }
    }
    if (isScore(metric)) return undefined
    const [one, other] = [parser, against].map((name) => this.#sources({ ...place, parser: name }))
    const range =
      one.length === 1 && other.length === 1 && isRuns(one[0].source) && isRuns(other[0].source)
        ? rangeOfDifference(one[0].source, other[0].source)
        : {}
    return { ...names, difference, ...range }
  }
}

function keyOf({ treebank, size, parser, against }: Comparison): string {
  return JSON.stringify([treebank, size, parser, against])
}

export function unique<Value>(values: readonly Value[]): Value[] {
  return [...new Set(values)]
}
