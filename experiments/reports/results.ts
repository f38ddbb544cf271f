/** The results of a run, in the form in which studies ask for them. */
import type { ExampleSentence } from '../measurements/examples.ts'
import type { FiguresOf, MeasuredBy, MeasurementName } from '../measurements/index.ts'
import { sum, type SentenceScores } from '../measurements/scores.ts'
import type { Cell, Settings } from '../runs/cell.ts'
import type { Result } from '../runs/store.ts'
import type { BinCounts } from '../statistics/bins.ts'
import type { Comparison } from './blocks.ts'
import { compare, pool, score, type ScoreName } from './scores.ts'

/** The results by the name of the cell. */
export type ResultsByName = ReadonlyMap<string, Result>

/** The results of the cells that a study needs, by treebank in the order of the plan. */
export function resultsOf(study: string, cells: readonly Cell[], results: ResultsByName): TreebankResults[] {
  const own = cells.filter(({ experiments }) => experiments.includes(study))
  const names = [...new Set(own.map(({ treebank }) => treebank.name))]
  return names.map(
    (name) =>
      new TreebankResults(
        own.filter(({ treebank }) => treebank.name === name),
        results,
      ),
  )
}

/** The results of a study on one treebank. */
export class TreebankResults {
  readonly treebank: string
  /** In the order of the plan. */
  readonly systems: readonly string[]
  /** Beam widths, the narrowest first. */
  readonly widths: readonly number[]
  /** Training sizes in percent, the smallest first. */
  readonly sizes: readonly number[]
  readonly #cells: readonly Cell[]
  readonly #results: ResultsByName
  readonly #comparisons = new Map<string, Comparison | undefined>()
  readonly #parsers = new Map<string, ParserResults>()

  /** @param cells all of one treebank */
  constructor(cells: readonly Cell[], results: ResultsByName) {
    this.#cells = cells.toSorted((a, b) => a.seed - b.seed)
    this.#results = results
    this.treebank = cells[0].treebank.name
    const settings = cells.map((cell) => cell.settings)
    this.systems = unique(settings.flatMap(({ system }) => (typeof system === 'string' ? system : [])))
    this.widths = ascending(settings.flatMap(({ beam }) => (typeof beam === 'number' ? beam : [])))
    this.sizes = ascending(cells.map(({ size }) => size))
  }

  /**
   * What a measurement returned for all seeds, in their order; nothing unless all seeds are measured.
   *
   * @param settings the settings of the cells, undefined for one that is absent; other settings can have any value
   * @param size the training size in percent; any size by default
   */
  find<Name extends MeasurementName>(
    measurement: Name,
    settings: Settings = {},
    size?: number,
  ): readonly MeasuredBy<Name>[] {
    const cells = this.#cells.filter(
      (cell) =>
        cell.measurement === measurement &&
        (size === undefined || cell.size === size) &&
        Object.entries(settings).every(([name, value]) => cell.settings[name] === value),
    )
    const found = cells.flatMap(({ name }) => this.#results.get(name) ?? [])
    return found.length < cells.length ? [] : found.map((result) => result as MeasuredBy<Name>)
  }

  /** The parser with these settings, as in {@link find}. */
  parser(settings: Settings, size?: number): ParserResults {
    const key = JSON.stringify([Object.entries(settings), size])
    const parser = this.#parsers.get(key) ?? parserResults(this.find('attachment', settings, size))
    this.#parsers.set(key, parser)
    return parser
  }

  /**
   * Compares two systems on the same sentences: one minus other. Undefined if the sentences differ or one is missing.
   *
   * @param what names the comparison; a comparison is computed once for each name and score
   */
  compare(
    what: string,
    one: SentenceScores | undefined,
    other: SentenceScores | undefined,
    name: ScoreName = 'LAS',
  ): Comparison | undefined {
    const key = `${what}\n${name}`
    if (!this.#comparisons.has(key)) {
      const about = { what, treebank: this.treebank, seed: this.#cells[0].seed }
      this.#comparisons.set(key, compare(one, other, name, about))
    }
    return this.#comparisons.get(key)
  }
}

/** A parser's results over all seeds. */
export interface ParserResults {
  /** By seed; empty if the parser is not measured. */
  readonly runs: readonly FiguresOf<'attachment'>[]
  readonly examples: readonly ExampleSentence[]
  /** The scores of the final trees and of the derived trees; undefined if they are not measured. */
  readonly final: SentenceScores | undefined
  readonly transformed: SentenceScores | undefined
}

function parserResults(found: readonly MeasuredBy<'attachment'>[]): ParserResults {
  const runs = found.map(({ figures }) => figures)
  return {
    runs,
    examples: examplesOf(found, 'examples'),
    final: pool(runs.map((run) => run.final)),
    transformed: pool(runs.map((run) => run.transformed)),
  }
}

export function isMeasured({ runs }: ParserResults): boolean {
  return runs.length > 0
}

type Counted = 'vestigialArcs' | 'nonProjective' | 'rootless' | 'manyRoots'

/** A count, summed over the seeds. */
export function total({ runs }: ParserResults, what: Counted): number | undefined {
  return runs.length === 0 ? undefined : sum(runs.map((run) => run[what]))
}

/** The LAS of parsers on treebanks, for a plot. */
export function lasOf(
  all: readonly TreebankResults[],
  parsers: Readonly<Record<string, (on: TreebankResults) => SentenceScores | undefined>>,
): { readonly group: string; readonly series: string; readonly value: number | undefined }[] {
  return all.flatMap((on) =>
    Object.entries(parsers).map(([series, scores]) => ({
      group: on.treebank,
      series,
      value: score(scores(on), 'LAS'),
    })),
  )
}

/** The arcs of each bin, summed over the seeds. */
export function totalBins(
  { runs }: ParserResults,
  what: 'byDirection' | 'byDistance',
): BinCounts | undefined {
  if (runs.length === 0) return undefined
  const add = (part: keyof BinCounts): number[] =>
    runs[0][what][part].map((_, i) => sum(runs.map((run) => run[what][part][i])))
  return { gold: add('gold'), system: add('system'), right: add('right'), labelled: add('labelled') }
}

/** The sentences with trees of the first seed. Other seeds may have other test sentences. */
export function examplesOf<Kept extends string>(
  found: readonly { readonly trees?: Readonly<Partial<Record<Kept, readonly ExampleSentence[]>>> }[],
  kept: Kept,
): readonly ExampleSentence[] {
  return found[0]?.trees?.[kept] ?? []
}

function unique(values: readonly string[]): string[] {
  return [...new Set(values)]
}

function ascending(values: readonly number[]): number[] {
  return [...new Set(values)].sort((a, b) => a - b)
}
