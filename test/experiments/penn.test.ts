/** The figures of the right-branching paper on the sample of the Penn Treebank, as they are committed and measured again. */
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { folder as treebanks } from '../transform/treebanks.ts'
import { experiment } from './tiny.ts'

interface Table {
  readonly title: string
  readonly columns: readonly { readonly head: string; readonly group?: string }[]
  readonly rows: readonly (readonly string[])[]
}

const finding = join(import.meta.dirname, '../../experiments/findings/penn/results.json')
const penn = join(treebanks, 'penn')
const root = mkdtempSync(join(tmpdir(), 'penn-'))
afterAll(() => rmSync(root, { recursive: true }))

function figure(tables: readonly Table[], title: string, row: string, column: string): number {
  const { rows, columns } = tables.find((table) => table.title === title)!
  const at = columns.findIndex(({ head, group }) => head === column && group === undefined)
  return Number.parseFloat(rows.find(([name]) => name === row)![at])
}

const BINNED = 'Binned recall and precision: penn'

/** Table 4 by bins, and what gold true tokens are worth in place of those of the stack. */
function expectFigures(binned: readonly Table[], las: (parser: string) => number): void {
  expect(Math.abs(figure(binned, BINNED, 'binned recall left', 'arc-eager') - 91.7)).toBeLessThanOrEqual(0.3)
  expect(Math.abs(figure(binned, BINNED, 'binned recall right', 'arc-eager') - 89.6)).toBeLessThanOrEqual(0.3)
  const gain = las('rb-oracle') - las('rb-learned')
  expect(gain).toBeGreaterThanOrEqual(1)
  expect(gain).toBeLessThanOrEqual(3)
}

describe('Table 4 by bins: left 91.7, right 89.6; the oracle gains 1 to 3 LAS', () => {
  it('as committed', () => {
    const { tables } = JSON.parse(readFileSync(finding, 'utf8')) as { tables: Table[] }
    expectFigures(tables, (parser) => figure(tables, 'Scores: penn', parser, 'LAS'))
  })

  it.skipIf(!existsSync(penn))('measured again', { tags: ['slow'] }, async () => {
    const systems = ['--systems', 'arc-eager,rb-learned,rb-oracle']
    const { status } = await experiment('error-analysis', '--treebank', penn, ...systems, '--out', root)
    expect(status).toBe(0)
    const { tables, cells } = JSON.parse(readFileSync(join(root, 'results.json'), 'utf8')) as {
      tables: { columns: Table['columns']; rows: { text: string }[][]; title: string }[]
      cells: { parsers: string[]; figures: { final: { las: number } } }[]
    }
    const printed = tables.map((table) => ({
      ...table,
      rows: table.rows.map((row) => row.map(({ text }) => text)),
    }))
    expectFigures(
      printed,
      (parser) => cells.find(({ parsers }) => parsers.includes(parser))!.figures.final.las,
    )
  })
})
