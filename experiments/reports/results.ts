/** The results of a run, as experiments ask for them. */
import type { Specimen } from '../measurements/specimens.ts'
import type { Cell, Settings, Treebank } from '../runs/cell.ts'
import type { Result } from '../runs/store.ts'

/** Which cells are meant; what is absent may be anything. */
export interface Query {
  readonly measurement: string
  readonly treebank: string
  readonly size?: number
  readonly settings?: AskedSettings
}

/** What settings have to be; undefined: there is no such setting. */
export type AskedSettings = Readonly<Record<string, Settings[string] | undefined>>

export class Results {
  readonly #cells: readonly Cell[]
  readonly #results: ReadonlyMap<string, Result>

  /** @param results by the name of the cell */
  constructor(cells: readonly Cell[], results: ReadonlyMap<string, Result>) {
    this.#cells = cells
    this.#results = results
  }

  /** The cells of one experiment only. */
  of(experiment: string): Results {
    return new Results(
      this.#cells.filter((cell) => cell.experiments.includes(experiment)),
      this.#results,
    )
  }

  get treebanks(): Treebank[] {
    const byName = new Map(this.#cells.map(({ treebank }) => [treebank.name, treebank]))
    return [...byName.values()]
  }

  /** The systems that cells are of, in the order of the plan. */
  get systems(): string[] {
    const systems = this.#cells.flatMap(({ settings: { system } }) =>
      typeof system === 'string' ? [system] : [],
    )
    return [...new Set(systems)]
  }

  /** Of the beams, from the narrowest. */
  get widths(): number[] {
    const widths = this.#cells.flatMap(({ settings: { beam } }) => (typeof beam === 'number' ? [beam] : []))
    return [...new Set(widths)].sort((a, b) => a - b)
  }

  get sizes(): number[] {
    return [...new Set(this.#cells.map(({ size }) => size))].sort((a, b) => a - b)
  }

  /** The first of the seeds, for what is random in a report. */
  get seed(): number {
    return this.#cells[0]?.seed ?? 1
  }

  /** The figures of all seeds, in their order; none unless every seed has been measured. */
  find<F>(query: Query): readonly { readonly figures: F; readonly result: Result }[] {
    const cells = this.#cells.filter((cell) => fits(cell, query)).sort((a, b) => a.seed - b.seed)
    const found = cells.flatMap(({ name }) => this.#results.get(name) ?? [])
    return found.length < cells.length
      ? []
      : found.map((result) => ({ figures: result.figures as F, result }))
  }
}

/** The sentences that a measurement kept trees of, of the first seed only: another may have been tested on others. */
export function specimensOf(
  found: readonly { readonly result: Result }[],
  kept = 'specimens',
): readonly Specimen[] {
  const trees = found[0]?.result.trees as Readonly<Record<string, readonly Specimen[]>> | undefined
  return trees?.[kept] ?? []
}

function fits(cell: Cell, { measurement, treebank, size, settings = {} }: Query): boolean {
  return (
    cell.measurement === measurement &&
    cell.treebank.name === treebank &&
    (size === undefined || cell.size === size) &&
    Object.entries(settings).every(([name, value]) => cell.settings[name] === value)
  )
}
