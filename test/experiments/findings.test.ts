/** Findings: pages show what was measured, and each can be measured again. */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { readStudy } from '../../experiments/studies/declared.ts'
import { studyOf } from '../../experiments/studies/index.ts'
import { registry, stepKinds, use, type Extension } from '../../src/lab.ts'

interface Table {
  readonly title: string
  readonly measured: { readonly commit?: string; readonly build?: string; readonly note?: string }
  readonly columns: readonly { readonly head: string; readonly of: string }[]
  readonly rows: readonly (readonly string[])[]
}
interface Finding {
  readonly title: string
  readonly sentence: string
  readonly run: readonly string[]
  readonly treebanks: readonly string[]
}

const root = join(import.meta.dirname, '../../experiments')
const folder = join(root, 'findings')
const names = readdirSync(folder)
const { changesOf, rendered, titlesOf } = (await import(join(root, 'scripts/pages.js'))) as {
  changesOf(before: readonly Table[], after: readonly Table[]): string[]
  rendered(page: string, tables: readonly Table[]): Promise<string>
  titlesOf(page: string): string[]
}
const read = (name: string, file: string): string => readFileSync(join(folder, name, file), 'utf8')
const tablesOf = (name: string): Table[] =>
  (JSON.parse(read(name, 'results.json')) as { tables: Table[] }).tables

// Test files share a process: no other one sees the systems of the modules.
const builtIn = registry.length
afterAll(() => void (registry as unknown[]).splice(builtIn))

/** Registers a module of an example, unless another test file has. */
async function useOnce(path: string): Promise<void> {
  const module = (await import(path)) as Extension
  const isKnown = [
    ...(module.systems ?? []).map(({ name }) => registry.some((one) => one.name === name)),
    ...(module.steps ?? []).map(({ name }) => stepKinds.some((one) => one.name === name)),
  ]
  if (!isKnown.includes(true)) use(module)
}

describe.each(names)('%s', (name) => {
  const finding = JSON.parse(read(name, 'finding.json')) as Finding
  const page = read(name, 'page.md')

  it('has a page whose tables are its results, and all of them', async () => {
    const tables = tablesOf(name)
    expect(await rendered(page, tables)).toBe(page)
    expect(titlesOf(page)).toEqual(tables.map(({ title }) => title))
    expect(page.split('\n')[0]).toBe(`# ${finding.title}`)
    for (const { columns, rows, measured } of tables) {
      expect(new Set(rows.map((row) => row.length))).toEqual(new Set([columns.length]))
      expect(measured.commit ?? measured.build).toMatch(/^[0-9a-f]{8,16}$/)
    }
  })

  it('is in the list, with its sentence', () => {
    expect(readFileSync(join(root, 'README.md'), 'utf8')).toContain(
      `- [${finding.title}](findings/${name}/page.md). ${finding.sentence}\n`,
    )
  })

  it('names experiments that there are', async () => {
    const [first, file] = finding.run
    for (const [i, module] of finding.run.entries())
      if (finding.run[i - 1] === '--use') await useOnce(join(folder, name, module))
    if (first === 'study')
      expect((await readStudy(join(folder, name, file))).parsers.length).toBeGreaterThan(0)
    else for (const study of first?.split(',') ?? []) expect(studyOf(study).name).toBe(study)
    expect(finding.run.length > 0).toBe(finding.treebanks.length > 0)
  })

  it('links to what is there', () => {
    const targets = [...page.matchAll(/\]\((?!https?:)([^)#]+)[^)]*\)/g)].map(([, target]) => target)
    expect(targets.filter((target) => !existsSync(join(folder, name, target)))).toEqual([])
  })
})

describe('a page', () => {
  const table: Table = {
    title: 'T',
    measured: { commit: '12345678' },
    columns: [
      { head: 'parser', of: 'names' },
      { head: 'LAS', of: 'ours' },
    ],
    rows: [
      ['rb', '80.00*'],
      ['arc_eager', '79.00'],
    ],
  }
  const page = '# X\n\n<!-- table: T -->\n<!-- end -->\n'

  it('has other figures after another measurement, and it says which', async () => {
    const now = { ...table, rows: [['rb', '80.10'], table.rows[1]] }
    expect(changesOf([table], [now])).toEqual(['T: rb, LAS: 80.00* → 80.10'])
    expect(changesOf([table], [table])).toEqual([])
    const before = await rendered(page, [table])
    expect(before).toContain('| `arc_eager` |   79.00 |')
    expect(await rendered(before, [now])).not.toBe(before)
    expect(await rendered(before, [table])).toBe(before)
  })

  it('cannot have a table without a result', async () => {
    await expect(rendered(page, [])).rejects.toThrow("there is no result for the table 'T'")
  })
})
