import { describe, expect, it } from 'vitest'
import { count, figure, signed, type Section, type ReportTable } from '../../../experiments/reports/blocks.ts'
import { printHtml } from '../../../experiments/reports/html.ts'
import { claimTables, type Claim } from '../../../experiments/reports/claims.ts'
import { printMarkdown } from '../../../experiments/reports/markdown.ts'
import { groupPlot, linePlot, renderPlots, type PlottedValue } from '../../../experiments/reports/plots.ts'
import { printCsv, printLatex } from '../../../experiments/reports/table-files.ts'
import { Gathered } from '../../src/commands/rbparse.ts'

const claim = {
  experiment: 'one',
  claim: 'A < B & C',
  source: 'us',
  verdict: 'held',
  evidence: '1 | 2 < 3',
} as const
const table: ReportTable = {
  kind: 'table',
  title: 'T <1>',
  columns: [
    { head: 'who', of: 'names' },
    { head: 'LAS', group: 'before', of: 'ours' },
    { head: 'UAS', group: 'before', of: 'ours' },
    { head: 'LAS', group: 'after', of: 'ours' },
    { head: 'LAS', group: 'the paper', of: 'paper' },
  ],
  rows: [
    [
      { text: 'x|y' },
      { text: '1.00', value: 1 },
      { text: '2.00* ± 0.50', value: 2.0000004, deviation: 0.5, mark: true },
      { text: '−3.00', value: -3 },
      { text: '—' },
    ],
  ],
  note: '* a star',
}
/** The claims as a section of a report. */
const opening = (claims: readonly Claim[]): Section => ({
  name: 'claims',
  title: 'The claims',
  intro: '',
  blocks: claimTables(claims),
})
const section: Section = {
  name: 'one',
  title: 'One & only',
  intro: 'A *star* and a_name.',
  blocks: [
    table,
    { kind: 'plot', id: 'p1', title: 'P1', description: 'one thing', spec: {} },
    { kind: 'plot', id: 'p2', title: 'P2', description: 'another "thing"', spec: {} },
    {
      kind: 'drawing',
      title: 'D',
      caption: 'c',
      drawings: [{ svg: '<svg></svg>', text: '╭►\n', caption: 'd' }],
    },
  ],
}
const two = opening(['aa', 'bb'].map((treebank) => ({ ...claim, treebank })))
const many = ['aa', 'bb', 'cc', 'dd', 'ee'].map(
  (treebank, i) => ({ ...claim, treebank, verdict: i < 3 ? 'held' : 'not held' }) as const,
)
const heading = { title: 'All <of> it', facts: ['a & b'] }
const plots = new Map([['p1', '<svg id="drawn"></svg>']])

describe('Markdown', () => {
  const text = printMarkdown(heading, [two, section], (id) => (plots.has(id) ? `plots/${id}.svg` : undefined))

  it('has tables with their groups, and nothing that means something else', () => {
    expect(text).toContain(
      '| who | before: LAS | before: UAS | after: LAS | the paper: LAS |\n| :-- | --: | --: | --: | --: |',
    )
    expect(text).toContain('\n| x\\|y | 1.00 | 2.00\\* ± 0.50 | −3.00 | — |\n')
    expect(text).toContain('A \\*star\\* and a_name.')
    expect(text).toContain('\\* a star')
  })

  it('links plots that are drawn, and tells the others', () => {
    expect(text).toContain('![one thing](plots/p1.svg)')
    expect(text).toContain('**P2**\n\nanother "thing"\n')
    expect(text).toContain('```text\n╭►\n```')
  })

  it('lists every claim on every treebank', () => {
    expect(
      text.match(/^\| 1 \| A \\< B & C \(us\) \| (?:aa|bb) \| held \| 1 \\\| 2 \\< 3 \|$/gm),
    ).toHaveLength(2)
  })

  it('counts the verdicts of a claim first where there are many treebanks', () => {
    const printed = printMarkdown(heading, [opening(many)], () => undefined)
    expect(printed).toContain('\n| 1 | A \\< B & C (us) | 5, below | held 3, not held 2 |  |\n')
    expect(
      printed.match(/^\| 1 \| (?:aa|bb|cc|dd|ee) \| (?:not )?held \| 1 \\\| 2 \\< 3 \|$/gm),
    ).toHaveLength(5)
  })
})

describe('HTML', () => {
  const html = printHtml(heading, [two, section], plots)

  it('escapes what is text', () => {
    expect(html).toContain('<title>All &lt;of&gt; it</title>')
    expect(html).toContain('A &lt; B &amp; C')
    expect(html).toContain('another &quot;thing&quot;')
    expect(html).toContain('<th scope="row" class="names">x|y</th>')
  })

  it('puts columns under their groups, and plots side by side', () => {
    expect(html).toContain(
      '<tr><td class="names" colspan="1"></td><th scope="colgroup" class="ours group" colspan="2">before</th><th scope="colgroup" class="ours group" colspan="1">after</th><th scope="colgroup" class="paper group" colspan="1">the paper</th></tr>',
    )
    expect(html.match(/<div class="plots">/g)).toHaveLength(1)
    expect(html).toContain('<svg id="drawn"></svg>')
  })

  it('shows verdicts in their colours', () => {
    expect(html.match(/<span class="verdict held">held<\/span>/g)).toHaveLength(2)
  })
})

describe('files of tables', () => {
  it('LaTeX has rules of booktabs, and nothing that means something else', () => {
    const text = printLatex({ ...table, title: '50 % of a_b & c' }, 'one-t')
    expect(text).toContain('\\caption{50 \\% of a\\_b \\& c}\n  \\label{tab:one-t}\n')
    expect(text).toContain(
      '    \\multicolumn{1}{c}{} & \\multicolumn{2}{c}{before} & \\multicolumn{1}{c}{after} & \\multicolumn{1}{c}{the paper} \\\\ \\cmidrule(lr){2-3} \\cmidrule(lr){4-4} \\cmidrule(lr){5-5}\n',
    )
    expect(text).toContain('    x|y & 1.00 & 2.00$^{*}$ $\\pm$ 0.50 & $-$3.00 & -- \\\\\n')
    for (const rule of ['toprule', 'midrule', 'bottomrule']) expect(text.split(`\\${rule}`)).toHaveLength(2)
  })

  it('CSV has figures, their deviations and marks in columns', () => {
    expect(
      printCsv({
        ...table,
        rows: [...table.rows, [{ text: 'a "b", c' }, ...table.rows[0].slice(1).map(() => ({ text: '—' }))]],
      }),
    ).toBe(
      `who,before: LAS,before: UAS,"before: UAS, sd","before: UAS, significant",after: LAS,the paper: LAS
x|y,1,2,0.5,true,-3,
"a ""b"", c",,,,,,
`,
    )
  })
})

describe('plots', () => {
  const values = ['a', 'b'].flatMap((group) =>
    ['x', 'y'].map((series, i) => ({ group, series, value: 80 + i })),
  )

  it('are drawn, all of them, for light and dark', async () => {
    const lines = [
      { series: 'x', x: 10, value: 50, variant: 'one' },
      { series: 'x', x: 100, value: 70, variant: 'one' },
      { series: 'x', x: 100, value: 75, variant: 'two' },
    ]
    const all = [
      groupPlot({ id: 'bars', title: 'Bars' }, 'bar', 'words', values)!,
      groupPlot({ id: 'dots', title: 'Dots' }, 'point', 'percent', values)!,
      linePlot({ id: 'lines', title: 'Lines' }, { x: 'n', y: 'LAS' }, lines)!,
    ]
    const stderr = new Gathered()
    const drawn = await renderPlots(all, { stdin: (async function* () {})(), stdout: new Gathered(), stderr })
    expect(stderr.text()).toBe('')
    expect([...drawn.keys()]).toEqual(['bars', 'dots', 'lines'])
    for (const svg of drawn.values()) {
      expect(svg).toMatch(/^<svg /)
      expect(svg).toContain('currentColor')
      expect(svg).toContain('var(--series-1, #')
      expect(svg).not.toMatch(/NaN|Infinity|undefined/)
      expect(Number(/width="(\d+)/.exec(svg)?.[1])).toBeLessThan(420)
    }
    // The second variant, and its sign in the legend.
    expect(drawn.get('lines')?.match(/stroke-dasharray="4,3"/g)?.length).toBeGreaterThan(0)
    expect(all[0].description).toBe('a: x 80, y 81; b: x 80, y 81')
  })

  it('have an error bar for each value that has a spread', async () => {
    const spread: PlottedValue[] = values.map((value, i) =>
      i < 3 ? { ...value, low: value.value - 2, high: value.value + 2 } : value,
    )
    const lines = spread.map(({ series, value, low, high }, i) => ({
      series,
      x: 10 + i,
      variant: '',
      value,
      low,
      high,
    }))
    const plots = [
      groupPlot({ id: 'bars', title: 'Bars' }, 'bar', 'words', spread)!,
      groupPlot({ id: 'dots', title: 'Dots' }, 'point', 'percent', spread)!,
      linePlot({ id: 'lines', title: 'Lines' }, { x: 'n', y: 'LAS' }, lines)!,
    ]
    const terminal = { stdin: (async function* () {})(), stdout: new Gathered(), stderr: new Gathered() }
    for (const [id, svg] of await renderPlots(plots, terminal)) {
      const bars = /<g class="mark-rule role-mark layer_1_marks"[^>]*>(.*?)<\/g>/s.exec(svg)?.[1] ?? ''
      expect([id, bars.match(/<line /g)?.length]).toEqual([id, 3])
      expect(svg).not.toMatch(/NaN|Infinity|undefined/)
    }
  })
})

describe('figures', () => {
  it('are printed with a dash where there is none, and a true minus', () => {
    expect([figure(1.005), figure(undefined), figure(NaN), figure(3, 0)]).toEqual(['1.00', '—', '—', '3'])
    expect([signed(1.25), signed(-0.5), signed(0), signed(undefined)]).toEqual([
      '+1.25',
      '−0.50',
      '+0.00',
      '—',
    ])
    expect([count(12544), count(undefined)]).toEqual(['12,544', '—'])
  })
})
