/** Prints a report as one HTML page that contains its style, plots and drawings. */
import type { Block, Cell, Column, Section, ReportTable } from './blocks.ts'
import type { Heading } from './markdown.ts'
import { STYLE } from './style.ts'

/** @param plots the SVG of each plot by id. The page describes missing plots as text. */
export function printHtml(
  heading: Heading,
  sections: readonly Section[],
  plots: ReadonlyMap<string, string>,
): string {
  const links = sections.map(({ name, title }) => `<a href="#${escape(name)}">${escape(title)}</a>`)
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escape(heading.title)}</title>
<style>${STYLE}</style>
</head>
<body>
<header>
<h1>${escape(heading.title)}</h1>
<ul class="facts">${heading.facts.map((fact) => `<li>${escape(fact)}</li>`).join('')}</ul>
<nav>${links.join('\n')}</nav>
</header>
<main>
${sections.map((section) => sectionOf(section, plots)).join('\n')}
</main>
</body>
</html>
`
}

/** The HTML of a section. Consecutive plots share a row, so that they appear side by side if they fit. */
function sectionOf({ name, title, intro, blocks }: Section, plots: ReadonlyMap<string, string>): string {
  const rows: Block[][] = []
  for (const block of blocks) {
    const last = rows.at(-1)
    if (block.kind === 'plot' && last?.[0].kind === 'plot') last.push(block)
    else rows.push([block])
  }
  const parts = rows.map((row) => {
    const text = row.map((block) => blockOf(block, plots)).join('\n')
    return row[0].kind === 'plot' ? `<div class="plots">${text}</div>` : text
  })
  return `<section id="${escape(name)}">
<h2>${escape(title)}</h2>
<p>${escape(intro)}</p>
${parts.join('\n')}
</section>`
}

function blockOf(block: Block, plots: ReadonlyMap<string, string>): string {
  switch (block.kind) {
    case 'table':
      return tableOf(block)
    case 'plot': {
      const { id, title, description } = block
      const svg = plots.get(id)
      const figureContent =
        svg === undefined
          ? `<p>${escape(description)}</p>`
          : `<div role="img" aria-label="${escape(description)}">${svg}</div>`
      return `<figure><figcaption>${escape(title)}</figcaption>${figureContent}</figure>`
    }
    case 'drawing':
      return `<figure class="trees"><figcaption>${escape(block.title)}</figcaption><p>${escape(block.caption)}</p>${block.drawings
        .map(({ svg, caption }) => `<div class="scroll">${svg}</div><p class="note">${escape(caption)}</p>`)
        .join('')}</figure>`
  }
}

function tableOf({ title, columns, rows, note }: ReportTable): string {
  const heads = columns.map((column) => `<th scope="col" class="${column.of}">${escape(column.head)}</th>`)
  const body = rows.map((row) => `<tr>${row.map((cell, i) => cellOf(cell, columns[i], i)).join('')}</tr>`)
  return `<figure class="table"><figcaption>${escape(title)}</figcaption>
<div class="scroll" tabindex="0"><table><thead>${groupsRow(columns)}<tr>${heads.join('')}</tr></thead>
<tbody>${body.join('\n')}</tbody></table></div>
${note === undefined ? '' : `<p class="note">${escape(note)}</p>`}</figure>`
}

/** The table row with the common headings of columns, above the headings. */
function groupsRow(columns: readonly Column[]): string {
  if (columns.every(({ group }) => group === undefined)) return ''
  const cells = groupsOf(columns).map(({ group, of, span }) =>
    group === undefined
      ? `<td class="${of}" colspan="${span}"></td>`
      : `<th scope="colgroup" class="${of} group" colspan="${span}">${escape(group)}</th>`,
  )
  return `<tr>${cells.join('')}</tr>`
}

/** Groups adjacent columns with the same common heading and counts them. */
export function groupsOf(columns: readonly Column[]): (Pick<Column, 'group' | 'of'> & { span: number })[] {
  const runs: (Pick<Column, 'group' | 'of'> & { span: number })[] = []
  for (const { group, of } of columns) {
    const last = runs.at(-1)
    if (last && last.group === group && last.of === of) last.span++
    else runs.push({ group, of, span: 1 })
  }
  return runs
}

function cellOf({ text }: Cell, { of }: Column, index: number): string {
  const verdict = VERDICT_CLASSES[text]
  const inner = verdict ? `<span class="verdict ${verdict}">${text}</span>` : escape(text)
  return index === 0 ? `<th scope="row" class="${of}">${inner}</th>` : `<td class="${of}">${inner}</td>`
}

/** The CSS class of each verdict. */
const VERDICT_CLASSES: Readonly<Record<string, string>> = {
  'held, and more': 'held',
  held: 'held',
  'partly held': 'partly',
  'not held': 'not',
  open: 'unknown',
  'not applicable': 'unknown',
  'not measured': 'unknown',
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
}

function escape(text: string): string {
  return text.replace(/[&<>"]/g, (character) => ENTITIES[character])
}
