/** The whole way, on treebanks of a few sentences: plan, run, collect. */
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Cell } from '../../experiments/cells/cell.ts'
import { fingerprint } from '../../experiments/cells/treebanks.ts'
import { studies } from '../../experiments/studies/index.ts'
import type { Outcome } from '../src/commands/rbparse.ts'
import { experiment, writeTreebank } from './tiny.ts'

const root = mkdtempSync(join(tmpdir(), 'experiments-'))
const file = (name: string): string => join(root, name)
const read = (name: string): string => readFileSync(file(name), 'utf8')
afterAll(() => rmSync(root, { recursive: true }))

const treebank = writeTreebank(file('xx_tiny'), 36, 14)
const learning = ['--treebank', treebank, '--solver', '4', '-C', '0.1']
const sizes = ['--sizes', '35,100']
const options = [...learning, ...sizes, '--beams', '1,4']

interface Json {
  readonly experiments: string[]
  readonly cells: { readonly name: string; readonly figures: Record<string, unknown> | null }[]
  readonly claims: { readonly verdict: string }[]
  readonly times: { readonly cells: object }
}
const json = (folder: string): Json => JSON.parse(read(`${folder}/results.json`)) as Json
const timeless = (folder: string): object => ({ ...json(folder), times: undefined })

describe('an option that nothing depends on', () => {
  it.each([
    ['imperatives', '--beams', '8', 'beams'],
    ['direction', '--sizes', '50', 'sizes'],
    ['shape', '--systems', 'rb', 'systems'],
  ])('is refused: %s %s', async (name, option, value, what) => {
    expect(await experiment('plan', name, option, value)).toEqual({
      status: 2,
      stdout: '',
      stderr: `${option}: nothing in ${name} depends on it, expected an experiment that compares ${what}\n`,
    })
  })

  it('and paths in a plan are absolute', async () => {
    const path = join(process.cwd(), 'experiments/examples/../examples/my-study.json')
    expect(await fingerprint('experiments/examples/my-study.json')).toMatchObject({ path: resolve(path) })
  })
})

describe('all experiments', () => {
  let first: Outcome
  beforeAll(async () => {
    first = await experiment('all', ...options, '--out', file('one'))
  })

  it('run, and write a report', () => {
    expect(first.status).toBe(0)
    expect(first.stderr).toContain(`${file('one')}: report.html, report.md, results.json\n`)
    const left = [
      'cells',
      'models',
      'plan.jsonl',
      'plots',
      'report.html',
      'report.md',
      'results.json',
      'tables',
    ]
    expect(readdirSync(file('one')).sort()).toEqual(left.sort())
    expect(readdirSync(file('one/cells')).filter((name) => !name.endsWith('.json'))).toEqual([])
    expect(json('one').experiments).toEqual(studies.map(({ name }) => name))
    expect(json('one').cells.filter(({ figures }) => figures === null)).toEqual([])
  })

  it('judge what they claim', () => {
    const { claims } = json('one')
    expect(claims.length).toBeGreaterThan(15)
    for (const { verdict } of claims)
      expect(verdict).toMatch(
        /^(?:held|held, and more|partly held|not held|open|not applicable|not measured)$/,
      )
    expect(claims.filter(({ verdict }) => verdict === 'not measured').length).toBeLessThan(7)
  })

  it('fill their tables, each row as wide as its head', () => {
    const markdown = read('one/report.md')
    expect(markdown).not.toMatch(/NaN|undefined|\[object/)
    const tables = markdown.split(/\n{2,}/).filter((block) => block.startsWith('| '))
    expect(tables.length).toBeGreaterThan(15)
    for (const table of tables) {
      const widths = table.split('\n').map((line) => line.replaceAll('\\|', '').split('|').length)
      expect(new Set(widths).size).toBe(1)
    }
  })

  it('make a page that needs nothing else', () => {
    const html = read('one/report.html')
    expect(html).not.toMatch(/NaN|undefined|\[object/)
    expect(html).not.toMatch(/<(?:script|link|img|iframe)\b|\bsrc=|href="(?!#)|@import|url\(/)
    for (const { name } of studies) expect(html).toContain(`<section id="${name}">`)
    const plots = readdirSync(file('one/plots'))
    expect(plots.length).toBeGreaterThan(6)
    for (const plot of plots) expect(html).toContain(read(`one/plots/${plot}`))
    const ids = [...html.matchAll(/\bid="([^"]+)"/g)].map(([, id]) => id)
    expect(ids.filter((id, i) => ids.indexOf(id) !== i)).toEqual([])
    for (const [, target] of html.matchAll(/href="#([^"]+)"/g)) expect(ids).toContain(target)
  })

  it('give the same results with the same seed, but for times', { tags: ['slow'] }, async () => {
    await experiment('all', ...options, '--out', file('two'))
    expect(timeless('two')).toEqual(timeless('one'))
  })

  it('do not measure again what is measured', async () => {
    const cells = readdirSync(file('one/cells')).sort()
    const changed = (): number[] => cells.map((name) => statSync(file(`one/cells/${name}`)).mtimeMs)
    const before = changed()
    const lost = [2, 9]
    for (const i of lost) rmSync(file(`one/cells/${cells[i]}`))
    const results = timeless('one')
    const { status, stderr } = await experiment('all', ...options, '--out', file('one'))
    expect([status, stderr.split('\n')[0]]).toEqual([
      0,
      `${cells.length} cells, ${cells.length - lost.length} of them measured before`,
    ])
    expect(stderr.match(/^runs: /gm)).toHaveLength(lost.length)
    const after = changed()
    expect(cells.map((_, i) => i).filter((i) => after[i] !== before[i])).toEqual(lost)
    expect(timeless('one')).toEqual(results)
  })

  it('are the same as cells that were run one by one', { tags: ['slow'] }, async () => {
    const plan = file('plan.jsonl')
    await experiment('plan', 'all', ...options, '-o', plan)
    const cells = read('plan.jsonl')
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as Cell)
    expect(read('one/plan.jsonl')).toBe(read('plan.jsonl'))
    cpSync(file('one/cells'), file('three/cells'), { recursive: true })
    // One cell of each measurement is run again, the last one first. The others are as they were.
    const kinds = [...new Set(cells.map(({ measurement }) => measurement))]
    const alone = kinds.map((kind) => cells.findIndex(({ measurement }) => measurement === kind))
    for (const i of alone.reverse()) {
      const index = i + 1
      rmSync(file(`three/cells/${cells[i].name}.json`))
      const run = ['run', '--plan', plan, '--index', String(index), '--out', file('three')]
      const { status, stdout } = await experiment(...run)
      expect([status, stdout]).toEqual([0, ''])
    }
    const again = await experiment('run', '--plan', plan, '--index', '1', '--out', file('three'))
    expect(again).toMatchObject({
      status: 0,
      stderr: 'measured before: regular, xx_tiny\n',
    })
    const collected = await experiment('collect', '--plan', plan, '--out', file('three'), '--json')
    expect(collected.status).toBe(0)
    expect(timeless('three')).toEqual(timeless('one'))
    expect(JSON.parse(collected.stdout)).toEqual(json('three'))
  })
})

describe('plans', () => {
  const plan = async (name: string, ...args: string[]): Promise<Cell[]> => {
    const { stdout } = await experiment('plan', name, ...learning, ...args)
    return stdout
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as Cell)
  }

  it('share cells between experiments', async () => {
    const names = (cells: readonly Cell[]): string[] => cells.map(({ name }) => name)
    const [curve, errors, both] = await Promise.all([
      plan('learning-curve', ...sizes),
      plan('error-analysis'),
      plan('learning-curve,error-analysis', ...sizes),
    ])
    expect(names(curve)).toEqual(expect.arrayContaining(names(errors)))
    expect(names(both)).toEqual(names(curve))
  })

  it('have a cell for each seed, system and size that is asked for', async () => {
    const cells = await plan('learning-curve', ...sizes, '--systems', 'rb,rb-learned', '--seed', '1,2,5')
    expect(cells).toHaveLength(2 * 2 * 3)
    expect(new Set(cells.map(({ seed }) => seed))).toEqual(new Set([1, 2, 5]))
    const [one] = await plan(
      'learnability',
      '--features',
      'rich',
      '--solver',
      'MCSVM_CS',
      '-C',
      '0.5',
      '--tags',
      'upos',
    )
    expect(one.settings).toMatchObject({ features: 'rich', solver: 4, C: 0.5, tags: 'upos' })
  })

  it('of systems that an experiment would not choose itself end in its report too', async () => {
    const args = ['--systems', 'arc-eager-unshift', '--out', file('systems')]
    await experiment('learning-curve,error-analysis,spans', ...learning, ...sizes, ...args)
    const sections = read('systems/report.md').split('\n## ').slice(2)
    expect(sections).toHaveLength(3)
    for (const section of sections) expect(section).toMatch(/\| arc-eager-unshift(?: \||, names with \|)/)
  })

  it('of several seeds make one report, in which each seed splits a treebank of one part in its own way', async () => {
    const whole = writeTreebank(file('yy_whole'), 60)
    const { status } = await experiment('shape', '--treebank', whole, '--seed', '1,2', '--out', file('seeds'))
    expect(status).toBe(0)
    const [first, second] = json('seeds').cells
    expect(json('seeds').cells).toHaveLength(2)
    expect(first.figures).not.toEqual(second.figures)
  })
})
