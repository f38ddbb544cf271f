/** Prints a table as LaTeX (booktabs) for a paper, and as CSV for programs. */
import type { Cell, Column, ReportTable } from './blocks.ts'
import { groupsOf } from './html.ts'

/** Prints a `table` environment. It uses the packages booktabs (rules) and graphicx (shrinks a table that is too wide). */
export function printLatex({ title, columns, rows, note }: ReportTable, label: string): string {
  const line = (texts: readonly string[]): string => `    ${texts.join(' & ')} \\\\`
  const alignments = columns.map(({ of }) => (of === 'names' ? 'l' : 'r')).join('')
  return `\\begin{table}
  \\centering
  \\caption{${latex(title)}}
  \\label{tab:${label}}
  \\resizebox{\\ifdim\\width>\\linewidth\\linewidth\\else\\width\\fi}{!}{%
  \\begin{tabular}{${alignments}}
    \\toprule
${groupLines(columns)}${line(columns.map(({ head }) => latex(head)))}
    \\midrule
${rows.map((row) => line(row.map(({ text }) => latex(text)))).join('\n')}
    \\bottomrule
  \\end{tabular}}${note === undefined ? '' : `\n  \\par\\smallskip{\\footnotesize ${latex(note)}}`}
\\end{table}
`
}

function groupLines(columns: readonly Column[]): string {
  if (columns.every(({ group }) => group === undefined)) return ''
  let next = 1
  const groups = groupsOf(columns).map(({ group, span }) => {
    const first = next
    next += span
    return { text: group === undefined ? '' : latex(group), first, last: next - 1, span }
  })
  const heads = groups.map(({ text, span }) => `\\multicolumn{${span}}{c}{${text}}`).join(' & ')
  const rules = groups.flatMap(({ text, first, last }) => (text ? [`\\cmidrule(lr){${first}-${last}}`] : []))
  return `    ${heads} \\\\ ${rules.join(' ')}\n`
}

const LATEX_COMMANDS: Readonly<Record<string, string>> = {
  '\\': '\\textbackslash{}',
  '~': '\\textasciitilde{}',
  '^': '\\textasciicircum{}',
  '*': '$^{*}$',
  '−': '$-$',
  '±': '$\\pm$',
  '→': '$\\rightarrow$',
  '↑': '$\\uparrow$',
  '↓': '$\\downarrow$',
  '<': '$<$',
  '>': '$>$',
  '—': '--',
  '–': '--',
  '’': "'",
  ...Object.fromEntries([...'&%$#_{}'].map((character) => [character, `\\${character}`])),
}

function latex(text: string): string {
  return text.replaceAll(/[\\~^*−±→↑↓<>—–’&%$#_{}]/g, (character) => LATEX_COMMANDS[character])
}

/** Prints figures with up to 6 decimal places. Standard deviations, ranges and significance marks have separate columns. */
export function printCsv({ columns, rows }: ReportTable): string {
  const number = (value: number | undefined): string =>
    value === undefined ? '' : String(Number(value.toFixed(6)))
  const text = ({ text, value }: Cell): string =>
    value !== undefined ? number(value) : text === '—' ? '' : text
  const parts: readonly { readonly key?: keyof Cell; readonly suffix: string; print(cell: Cell): string }[] =
    [
      { suffix: '', print: text },
      { key: 'deviation', suffix: ', sd', print: ({ deviation }) => number(deviation) },
      { key: 'low', suffix: ', low', print: ({ low }) => number(low) },
      { key: 'high', suffix: ', high', print: ({ high }) => number(high) },
      { key: 'mark', suffix: ', significant', print: ({ mark }) => (mark === undefined ? '' : String(mark)) },
    ]
  const printedColumns = columns.flatMap((column, i) => {
    const head = column.group === undefined ? column.head : `${column.group}: ${column.head}`
    return parts
      .filter(({ key }) => key === undefined || rows.some((row) => row[i][key] !== undefined))
      .map(({ suffix, print }) => ({ head: head + suffix, i, print }))
  })
  const lines = [
    printedColumns.map(({ head }) => head),
    ...rows.map((row) => printedColumns.map(({ i, print }) => print(row[i]))),
  ]
  return lines.map((line) => line.map(quoted).join(',') + '\n').join('')
}

function quoted(text: string): string {
  return /[",\n\r]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
