/**
 * Scoring in WebAssembly with SIMD, for machines that have it: one memory with the tables of a model, its templates,
 * and room for the atoms of a configuration. Sums are those of the plain scorer, exactly.
 */
import { seedOfState } from '../features/hash.ts'
import { programOf } from '../features/program.ts'
import type { CompiledTemplates } from '../features/templates.ts'
import { kindStarts, type ClassScorer } from '../scorer.ts'
import type { Table } from '../table.ts'
import { kernel } from './build/kernel.js'

const PAGE = 65536
/** The binary keeps to the first page. */
const START = PAGE

interface Exports {
  extract(program: number, state: number, keys: number): number
  score(...places: number[]): void
  best(scores: number, allowed: number, width: number): number
}

/** A scorer that can also extract: from atoms straight to the best class. */
export interface KernelScorer extends ClassScorer {
  /** Scores what the atoms say, then chooses as `best` does. */
  predict(mask: number): number
}

export interface Kernel {
  /** Where the values of the atoms of a configuration are to be written, by index. */
  readonly atoms: Int32Array<ArrayBuffer>
  /** One for each state of the system. */
  readonly scorers: readonly KernelScorer[]
}

let compiled: WebAssembly.Module | null | undefined

/** The compiled kernel; null where this machine cannot run it. */
function compile(): WebAssembly.Module | null {
  if (compiled !== undefined) return compiled
  const bytes = Uint8Array.from(atob(kernel), (character) => character.charCodeAt(0))
  compiled =
    typeof WebAssembly === 'object' && WebAssembly.validate(bytes) ? new WebAssembly.Module(bytes) : null
  return compiled
}

/**
 * Lays out the memory of a model. Undefined where there is no WebAssembly with SIMD, or not the memory.
 *
 * @param models the transitions of each prediction model, and its table
 * @param kinds how many kinds of transitions the system has
 */
export function createKernel(
  models: readonly { readonly moves: Int32Array; readonly table: Table }[],
  templates: CompiledTemplates,
  kinds: number,
): Kernel | undefined {
  const module = compile()
  if (!module) return undefined
  let end = START
  const place = (bytes: number): number => {
    const at = end
    end += Math.ceil(bytes / 64) * 64
    return at
  }
  const { code, isAtom } = programOf(templates)
  const most = templates.most + 1
  const atomsAt = place(4 * templates.atoms.length)
  const programAt = place(4 * code.length)
  const keysAt = place(4 * most)
  const scratchAt = place(84 * most + 4)
  const places = models.map(({ table }) => ({
    scores: place(4 * table.width),
    masks: place((2 * table.width) << kinds),
    codes: place(table.codes.byteLength),
    lines: place(table.lines.byteLength),
    rows: place(table.rows.byteLength),
  }))
  const pages = Math.ceil(end / PAGE)
  if (pages > PAGE) return undefined
  const memory = new WebAssembly.Memory({ initial: pages })
  const { buffer } = memory
  const { exports } = new WebAssembly.Instance(module, { env: { memory, abort: () => undefined } })
  const run = exports as unknown as Exports
  new Int32Array(buffer, programAt, code.length).set(code.map((n, i) => (isAtom[i] ? atomsAt + 4 * n : n)))
  const input = new Uint32Array(buffer, keysAt, most)

  const scorers = models.map(({ moves, table }, state): KernelScorer => {
    const { width } = table
    const at = places[state]
    new Uint16Array(buffer, at.lines).set(table.lines)
    new Int16Array(buffer, at.codes).set(table.codes)
    new Uint32Array(buffer, at.rows).set(table.rows)
    const starts = kindStarts(moves, kinds)
    const masks = new Int16Array(buffer, at.masks, width << kinds)
    for (let mask = 0; mask < 1 << kinds; mask++) {
      for (let kind = 0; kind < kinds; kind++) {
        if (mask & (1 << kind)) masks.fill(-1, mask * width + starts[kind], mask * width + starts[kind + 1])
      }
    }
    const seed = seedOfState(state)
    const sum = (count: number): void =>
      run.score(
        keysAt,
        count,
        at.lines,
        table.lineCount,
        at.codes,
        table.classBits,
        at.rows,
        at.scores,
        2 * width,
        scratchAt,
      )
    const best = (mask: number): number => run.best(at.scores, at.masks + 2 * width * mask, 2 * width)
    return {
      moves,
      kinds: starts,
      scores: new Int16Array(buffer, at.scores, moves.length),
      score: (keys, count) => {
        for (let i = 0; i < count; i++) input[i] = keys[i]
        sum(count)
      },
      best,
      predict: (mask) => {
        sum(run.extract(programAt, seed, keysAt))
        return best(mask)
      },
    }
  })
  return { atoms: new Int32Array(buffer, atomsAt, templates.atoms.length), scorers }
}
