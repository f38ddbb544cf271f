/**
 * Where everything lies in the memory of the kernel. First what is only read, the tables of a model and the masks of its
 * kinds; then an area for each thread: the atoms of a configuration, the templates (which name the places of these
 * atoms), the keys, scratch, the sums of each prediction model, the plan that decisions follow, and room for the nodes
 * of a configuration and the columns of a sentence. All of it is numbers that can be sent to a thread.
 */
import type { Classifiers } from '../../model/classifiers.ts'
import { LANES, programOf } from '../../features/program.ts'
import type { CompiledTemplates, Part } from '../../features/templates.ts'
import type { NarrowTable } from '../tables/narrow-table.ts'
import { attributes } from '../../core/sentence.ts'
import type { SparseTable } from '../tables/sparse-table.ts'
import type { Table } from '../tables/table.ts'
import type { WideTable } from '../tables/wide-table.ts'
import { typeStartsOf } from '../../model/weights.ts'
import { takeParts, type PartLayout } from './parts.ts'
import { COLUMN_BYTES, NODES_BYTES, planOf, sizeOfPlan } from './plan.ts'

/** Bytes of a page of WebAssembly's memory. */
export const PAGE = 65536
/** The binary keeps to the first page. */
const START = PAGE
/** Bytes to whose multiples things are placed: cache lines, and for areas what threads do not fetch of each other. */
const LINE = 64
const APART = 4096
/** How many nodes atoms refer to; see ../features/templates.ts. */
const PLACES = 8

/** A prediction model: its transitions, and the table of its weights. */
export interface Prediction {
  readonly transitions: Int32Array
  /** What a weight of 1 is worth in the table. */
  readonly scale: number
  readonly table: Table
}

/** Where a classifier lies, in bytes, and the numbers that go with it. */
interface Place {
  readonly transitions: Int32Array
  readonly scale: number
  /** The classes, padded to whole vectors. */
  readonly width: number
  readonly masks: number
  readonly lines: number
  readonly movesAt: number
  /** Counted from the beginning of an area. */
  readonly scores: number
}

export interface WidePlace extends Place, Pick<WideTable, 'form' | 'classBits'> {
  readonly codes: number
  readonly regions: number
  readonly rows: number
}

export interface SparsePlace extends Place, Pick<SparseTable, 'form' | 'spread'> {
  readonly rows: number
}

export interface NarrowPlace extends Place, Pick<NarrowTable, 'form' | 'room' | 'spread'> {}

export type ClassifierPlace = WidePlace | NarrowPlace | SparsePlace

export interface Layout {
  /** How many kinds of transitions the system has. */
  readonly types: number
  readonly classifiers: readonly ClassifierPlace[]
  /** Where the first area begins, and how many bytes each has. */
  readonly areas: number
  readonly areaBytes: number
  /** Counted from the beginning of an area. */
  readonly atoms: number
  /** By part of the templates. */
  readonly programs: readonly number[]
  readonly keys: number
  readonly scratch: number
  readonly parts: PartLayout
  /** See ./plan.ts. */
  readonly plan: number
  readonly places: number
  readonly words: number
  readonly nodes: number
  readonly anchors: number
  /** By attribute of the sentence; those that no template reads have no room of their own. */
  readonly columns: readonly number[]
}

export function layOut(models: readonly Prediction[], templates: CompiledTemplates, types: number): Layout {
  const tables = new Places(START)
  const area = new Places(0)
  const most = templates.most + 1
  const atoms = area.take(4 * (templates.atoms.length + 1))
  const programs = templates.members.map((_, part) =>
    area.take(programOf(templates, part as Part).code.byteLength),
  )
  const keys = area.take(4 * (templates.most + LANES))
  const scratch = area.take(84 * most + 4)
  const classifiers = models.map(({ transitions, scale, table }) => {
    const width = table.form === 'narrow' ? 8 * Math.ceil(table.room / 8) : table.width
    const place = {
      transitions,
      scale,
      width,
      masks: tables.take((2 * width) << types),
      lines: tables.take(table.lines.byteLength),
      movesAt: tables.take(transitions.byteLength),
      scores: area.take(4 * width),
    }
    if (table.form === 'narrow') {
      const { form, room, spread } = table
      return { ...place, form, room, spread }
    }
    if (table.form === 'sparse') {
      const { form, spread } = table
      return { ...place, form, spread, rows: tables.take(table.rows.byteLength) }
    }
    const { form, classBits } = table
    const codes = tables.take(table.codes.byteLength)
    const regions = tables.take(table.regions.byteLength)
    const rows = tables.take(table.rows.byteLength)
    return { ...place, form, classBits, codes, regions, rows }
  })
  const slot = 2 * Math.max(...classifiers.map(({ width }) => width))
  const parts = takeParts(area, templates, models.length, slot)
  const plan = area.take(4 * sizeOfPlan(templates, models.length))
  const places = area.take(4 * PLACES)
  const words = area.take(4 * templates.atoms.length)
  const nodes = area.take(NODES_BYTES)
  const anchors = area.take(COLUMN_BYTES)
  const columns = attributes.map((name) => (templates.used.includes(name) ? area.take(COLUMN_BYTES) : 0))
  const areas = tables.take(0, APART)
  const areaBytes = area.take(0, APART)
  const looks = { plan, places, words, nodes, anchors, columns }
  return { types, classifiers, areas, areaBytes, atoms, programs, keys, scratch, parts, ...looks }
}

/** Gives out places one behind the other. */
export class Places {
  #end: number

  constructor(start: number) {
    this.#end = start
  }

  take(bytes: number, multiple = LINE): number {
    const at = Math.ceil(this.#end / multiple) * multiple
    this.#end = at + bytes
    return at
  }
}

/** The pages that it takes with areas for so many threads. */
export function pagesOf({ areas, areaBytes }: Layout, threads: number): number {
  return Math.ceil((areas + threads * areaBytes) / PAGE)
}

/** Writes what is only read. */
export function fillTables(buffer: ArrayBufferLike, layout: Layout, tables: readonly Table[]): void {
  const { types } = layout
  layout.classifiers.forEach((at, index) => {
    const table = tables[index]
    const { lines } = table
    new Int32Array(buffer, at.movesAt).set(at.transitions)
    new Uint8Array(buffer, at.lines).set(new Uint8Array(lines.buffer, lines.byteOffset, lines.byteLength))
    if (at.form === 'sparse' && table.form === 'sparse') new Int8Array(buffer, at.rows).set(table.rows)
    if (at.form === 'wide' && table.form === 'wide') {
      new Int16Array(buffer, at.codes).set(table.codes)
      new Uint32Array(buffer, at.regions).set(table.regions)
      new Uint32Array(buffer, at.rows).set(table.rows)
    }
    const { width } = at
    const starts = typeStartsOf(at.transitions, types)
    const masks = new Int16Array(buffer, at.masks, width << types)
    for (let mask = 0; mask < 1 << types; mask++) {
      for (let type = 0; type < types; type++) {
        if (mask & (1 << type)) masks.fill(-1, mask * width + starts[type], mask * width + starts[type + 1])
      }
    }
  })
}

/** Copies what is only read from one memory to another. */
export function copyTables(from: ArrayBufferLike, to: ArrayBufferLike, { areas }: Layout): void {
  new Uint8Array(to, START, areas - START).set(new Uint8Array(from, START, areas - START))
}

/** Writes the templates, and the plan, to the area that begins at `area`. */
export function fillArea(
  buffer: ArrayBufferLike,
  area: number,
  layout: Layout,
  templates: CompiledTemplates,
  classifiers: Classifiers,
): void {
  const atoms = area + layout.atoms
  layout.programs.forEach((program, part) => {
    const { code, isAtom } = programOf(templates, part as Part)
    const place = code.map((n, i) => (isAtom[i] ? atoms + 4 * n : n))
    new Int32Array(buffer, area + program, code.length).set(place)
  })
  new Int32Array(buffer, area + layout.plan).set(planOf(layout, area, templates, classifiers))
}
