/** The pages of findings: their tables are made from committed results. */
import { format, resolveConfig } from 'prettier'

/**
 * @typedef {object} Table
 * @property {string} title
 * @property {object} measured what measured it: `commit` and `date`, of a run also `build` and `version`; or a `note`
 * @property {{ head: string, group?: string, of: string }[]} columns
 * @property {string[][]} rows
 * @property {string} [note]
 */

/** A table of a page: the comment with its title, and all lines up to the comment that ends it. */
const TABLES = /<!-- table: (.+) -->\n[\s\S]*?<!-- end -->/g

/** The titles of the tables of a page. @param {string} page @returns {string[]} */
export function titlesOf(page) {
  return [...page.matchAll(TABLES)].map(([, title]) => title)
}

/** The page with its tables as the results have them. @param {string} page @param {Table[]} tables */
export async function rendered(page, tables) {
  const filled = page.replaceAll(TABLES, (_, title) => {
    const table = tables.find((one) => one.title === title)
    if (!table) throw new Error(`there is no result for the table '${title}'`)
    return `<!-- table: ${title} -->\n\n${markdownOf(table)}\n\n<!-- end -->`
  })
  return format(filled, { ...(await resolveConfig('package.json')), parser: 'markdown' })
}

/** Results as they are committed. @param {{ tables: Table[] }} results */
export async function formatted(results) {
  return format(JSON.stringify(results), { ...(await resolveConfig('package.json')), parser: 'json' })
}

/** @param {Table} table */
function markdownOf({ measured, columns, rows, note }) {
  const line = (/** @type {string[]} */ cells) => `| ${cells.join(' | ')} |`
  const grid = [
    line(columns.map(({ head, group }) => escaped(group === undefined ? head : `${group}: ${head}`))),
    line(columns.map(({ of }) => (of === 'names' ? '---' : '--:'))),
    ...rows.map((row) => line(row.map(escaped))),
  ]
  const notes = [...(note === undefined ? [] : [escaped(note)]), `${measuredBy(measured)}.`]
  return `${grid.join('\n')}\n\n${notes.join(' ')}`
}

/** Names with underscores become code; what has a meaning in Markdown outside of code is escaped. @param {string} text */
function escaped(text) {
  if (/^[\w-]*_[\w-]*$/.test(text)) return `\`${text}\``
  return text.replaceAll(/`[^`]*`|\*\*[^*]+\*\*|[|*<]/g, (found) => (found.length > 1 ? found : `\\${found}`))
}

/** @param {any} measured */
function measuredBy({ note, build, commit, date }) {
  const by = [build && `build ${build}`, commit && `commit ${commit}`, date].filter(Boolean).join(', ')
  return [`Measured: ${by}`, note].filter(Boolean).join('; ')
}

/** The cells that differ between two measurements of the same tables, in words. @param {Table[]} before @param {Table[]} after */
export function changesOf(before, after) {
  return after.flatMap((table) => {
    const old = before.find(({ title }) => title === table.title)
    if (!old) return [`${table.title}: new`]
    const known = cellsOf(old)
    const now = cellsOf(table)
    return [
      ...[...now].flatMap(([place, text]) =>
        known.get(place) === text
          ? []
          : [`${table.title}: ${place}: ${known.get(place) ?? 'nothing'} → ${text}`],
      ),
      ...[...known.keys()]
        .filter((place) => !now.has(place))
        .map((place) => `${table.title}: ${place}: gone`),
    ]
  })
}

/** The cells of a table by the names of their row and the head of their column. @param {Table} table */
function cellsOf({ columns, rows }) {
  const isName = columns.map(({ of }) => of === 'names')
  return new Map(
    rows.flatMap((row) => {
      const names = row.filter((_, i) => isName[i]).join(', ')
      return columns.flatMap(({ head, group }, i) =>
        isName[i] ? [] : [[`${names}, ${group === undefined ? '' : `${group} `}${head}`, row[i]]],
      )
    }),
  )
}
