/** Writes a report: JSON, Markdown and HTML, each table as LaTeX and CSV in `tables/`, the plots in `plots/`. */
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { counted, withOutput, type Terminal } from '../../src/lab-node.ts'
import type { FiguresOf } from '../measurements/index.ts'
import { VERSION, type Cell } from '../cells/cell.ts'
import { makeFolder } from '../cells/store.ts'
import { DRAW_COUNT } from '../statistics/paired.ts'
import type { Study } from '../study.ts'
import { count, slug, type Block, type Section, type ReportTable } from './blocks.ts'
import { claimTables, judgeClaims } from './claims.ts'
import { breakdownTables, defaultPlots, defaultTables } from './defaults.ts'
import { drawingsOf } from './drawings.ts'
import { printHtml } from './html.ts'
import { printMarkdown, type Heading } from './markdown.ts'
import { comparisonTable, tablesOf } from './pivot.ts'
import { plotsOf, renderPlots } from './plots.ts'
import { circumstances, summarize, type Judged } from './summary.ts'
import { StudyResults, unique, type ResultsByName } from './study-results.ts'
import { printCsv, printLatex } from './table-files.ts'

/** Writes the report of the available results and returns the content of results.json. Throws RunError if writing fails. */
export async function writeReport(
  folder: string,
  studies: readonly Study[],
  cells: readonly Cell[],
  results: ResultsByName,
  terminal: Terminal,
): Promise<object> {
  const runInfo = circumstances()
  const judgedStudies = studies.map((study) => judge(new StudyResults(study, cells, results)))
  const claims = judgedStudies.flatMap((one) => one.claims)
  const claimSection = { name: 'claims', title: 'The claims', intro: '', blocks: claimTables(claims) }
  const sections = withNumbers([
    ...(claims.length > 0 ? [claimSection] : []),
    ...judgedStudies.map(({ section }) => section),
  ])
  const heading = headingOf(studies, cells, results, runInfo)
  const blocks = sections.flatMap((section) => section.blocks)
  const renderedPlots = await renderPlots(
    blocks.filter((block) => block.kind === 'plot'),
    terminal,
  )
  const plotPath = (id: string): string | undefined => (renderedPlots.has(id) ? `plots/${id}.svg` : undefined)
  const summary = summarize(cells, results, judgedStudies, runInfo)
  const files: [string, string][] = [
    ['results.json', JSON.stringify(summary, null, 1) + '\n'],
    ['report.md', printMarkdown(heading, sections, plotPath)],
    ['report.html', printHtml(heading, sections, renderedPlots)],
    ...[...renderedPlots].map(([id, svg]): [string, string] => [`plots/${id}.svg`, svg]),
    ...[claimSection, ...judgedStudies.map(({ section }) => section)].flatMap(tableFiles),
  ]
  for (const part of ['plots', 'tables']) {
    await rm(join(folder, part), { recursive: true, force: true })
    if (files.some(([name]) => name.startsWith(part))) await makeFolder(join(folder, part))
  }
  for (const [name, text] of files)
    await withOutput(join(folder, name), terminal, (output) => output.write(text))
  return summary
}

function judge(results: StudyResults): Judged {
  const { study } = results
  const {
    name,
    title = name,
    intro = '',
    tables = defaultTables(results),
    plots = defaultPlots(results),
  } = study
  const shown = [...tables, ...breakdownTables(results)].flatMap((layout) => tablesOf(results, layout))
  const drawn = [...plots.flatMap((layout) => plotsOf(results, layout)), ...drawingsOf(results)]
  const claims = shown.length === 0 ? [] : judgeClaims(results)
  const comparisons = results.comparisons()
  const blocks = [...shown, comparisonTable(comparisons) ?? [], drawn].flat()
  return { name, section: { name, title, intro, blocks }, claims, comparisons }
}

/** Numbers all tables of the report, and all plots and drawings as figures. */
function withNumbers(sections: readonly Section[]): Section[] {
  let [tables, figures] = [0, 0]
  const numberOf = (block: Block): string =>
    block.kind === 'table' ? `Table ${++tables}` : `Figure ${++figures}`
  return sections.map((section) => ({
    ...section,
    blocks: section.blocks.map((block) => ({ ...block, title: `${numberOf(block)}. ${block.title}` })),
  }))
}

/** The LaTeX and CSV files of the tables, named after study and title. */
function tableFiles({ name, blocks }: Section): [string, string][] {
  const tables = blocks.filter((block): block is ReportTable => block.kind === 'table')
  return tables.flatMap((table): [string, string][] => {
    const id = slug(`${name}-${table.title}`)
    return [
      [`tables/${id}.tex`, printLatex(table, id)],
      [`tables/${id}.csv`, printCsv(table)],
    ]
  })
}

function headingOf(
  studies: readonly Study[],
  cells: readonly Cell[],
  results: ResultsByName,
  runInfo: Readonly<Record<string, string>>,
): Heading {
  const treebanks = unique(cells.map(({ treebank }) => treebank.name))
  const seeds = unique(cells.map(({ seed }) => seed))
  const facts = [
    `right-branching ${VERSION}; seed ${seeds.join(', ')}; treebanks: ${treebanks.join(', ')}`,
    Object.entries(runInfo)
      .map(([name, value]) => `${name}: ${value}`)
      .join('; '),
    ...(cells.some(({ quick }) => quick)
      ? ['A quick run on a few hundred sentences: the figures say little.']
      : []),
    ...(results.size < cells.length
      ? [`${cells.length - results.size} of ${cells.length} cells are not measured.`]
      : []),
    `All words count, with punctuation and with full labels; words are gold, and so are tags${cells.some(({ settings }) => settings.predictedTags) ? ' unless stated otherwise' : ''}.`,
    `Differences are in percentage points, with the 95 % bootstrap interval and the p value of the paired permutation test, both by sentence, ${count(DRAW_COUNT)} draws.`,
    ...factsOn(cells, results),
  ]
  return {
    title:
      studies.length === 1 ? (studies[0].title ?? studies[0].name) : 'Right-branching parsing: experiments',
    facts,
  }
}

/** Notes about test labels that do not occur in training, and about treebanks without the tags that features should read. */
function factsOn(cells: readonly Cell[], results: ResultsByName): string[] {
  const facts = cells.flatMap(({ name, size, treebank, settings }) => {
    const figures: Partial<FiguresOf<'attachment'>> = results.get(name)?.figures ?? {}
    const { unseenLabels: labels = [], wordsOfUnseenLabels: words = 0, tags = settings.tags } = figures
    const unseen = `${counted(words, 'test word')} with a label that does not occur in training count as wrong: ${labels.join(', ')}`
    return [
      ...(size === 100 && words > 0 ? [`${treebank.name}: ${unseen}`] : []),
      ...(tags === settings.tags
        ? []
        : [`${treebank.name}: one of its parts has no XPOS, so features read only UPOS`]),
    ]
  })
  return unique(facts)
}
