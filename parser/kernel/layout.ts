/**
 * Where everything lies in the memory of the kernel. First what is only read, the tables of a model and the masks of its
 * kinds; then an area for each thread: the atoms of a configuration, the templates (which name the places of these
 * atoms), the keys, scratch, and the sums of each prediction model. All of it is numbers that can be sent to a thread.
 */
import { programOf } from '../features/program.ts'
import type { CompiledTemplates } from '../features/templates.ts'
import { kindStarts } from '../scorer.ts'
import type { Table } from '../table.ts'

/** Bytes of a page of WebAssembly's memory. */
export const PAGE = 65536
/** The binary keeps to the first page. */
const START = PAGE
/** Bytes to whose multiples things are placed: cache lines, and for areas what threads do not fetch of each other. */
const LINE = 64
const APART = 4096

/** A prediction model: its transitions, and the table of its weights. */
export interface Prediction {
  readonly moves: Int32Array
  readonly table: Table
}

/** Where a table lies, in bytes, and the numbers that go with it. */
interface TablePlace extends Pick<Table, 'width' | 'classBits'> {
  readonly moves: Int32Array
  readonly masks: number
  readonly codes: number
  readonly regions: number
  readonly lines: number
  readonly rows: number
  /** Counted from the beginning of an area. */
  readonly scores: number
}

export interface Layout {
  /** How many kinds of transitions the system has. */
  readonly kinds: number
  readonly states: readonly TablePlace[]
  /** Where the first area begins, and how many bytes each has. */
  readonly areas: number
  readonly areaBytes: number
  /** Counted from the beginning of an area. */
  readonly atoms: number
  readonly program: number
  readonly keys: number
  readonly scratch: number
}

export function layOut(models: readonly Prediction[], templates: CompiledTemplates, kinds: number): Layout {
  const tables = new Places(START)
  const area = new Places(0)
  const most = templates.most + 1
  const atoms = area.take(4 * templates.atoms.length)
  const program = area.take(programOf(templates).code.byteLength)
  const keys = area.take(4 * most)
  const scratch = area.take(84 * most + 4)
  const states = models.map(({ moves, table }) => ({
    moves,
    width: table.width,
    classBits: table.classBits,
    masks: tables.take((2 * table.width) << kinds),
    codes: tables.take(table.codes.byteLength),
    regions: tables.take(table.regions.byteLength),
    lines: tables.take(table.lines.byteLength),
    rows: tables.take(table.rows.byteLength),
    scores: area.take(4 * table.width),
  }))
  const areas = tables.take(0, APART)
  return { kinds, states, areas, areaBytes: area.take(0, APART), atoms, program, keys, scratch }
}

class Places {
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
  const { kinds } = layout
  layout.states.forEach((at, state) => {
    const { codes, regions, lines, rows, width } = tables[state]
    new Int16Array(buffer, at.codes).set(codes)
    new Uint32Array(buffer, at.regions).set(regions)
    new Uint16Array(buffer, at.lines).set(lines)
    new Uint32Array(buffer, at.rows).set(rows)
    const starts = kindStarts(at.moves, kinds)
    const masks = new Int16Array(buffer, at.masks, width << kinds)
    for (let mask = 0; mask < 1 << kinds; mask++) {
      for (let kind = 0; kind < kinds; kind++) {
        if (mask & (1 << kind)) masks.fill(-1, mask * width + starts[kind], mask * width + starts[kind + 1])
      }
    }
  })
}

/** Copies what is only read from one memory to another. */
export function copyTables(from: ArrayBufferLike, to: ArrayBufferLike, { areas }: Layout): void {
  new Uint8Array(to, START, areas - START).set(new Uint8Array(from, START, areas - START))
}

/** Writes the templates to the area that begins at `area`. */
export function fillProgram(
  buffer: ArrayBufferLike,
  area: number,
  layout: Layout,
  templates: CompiledTemplates,
): void {
  const { code, isAtom } = programOf(templates)
  const atoms = area + layout.atoms
  new Int32Array(buffer, area + layout.program, code.length).set(
    code.map((n, i) => (isAtom[i] ? atoms + 4 * n : n)),
  )
}
