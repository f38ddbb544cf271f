/** Writes a report: `results.json`, `report.md`, `report.html`, and the plots of the Markdown in `plots/`. */
import { join } from 'node:path'
import { counted, withOutput, type Terminal } from '../../src/files/command-line.ts'
import type { FiguresOf } from '../measurements/index.ts'
import { VERSION, type Cell } from '../runs/cell.ts'
import { makeFolder } from '../runs/store.ts'
import { DRAWS } from '../statistics/paired.ts'
import type { Study } from '../study.ts'
import { count, type Block, type Claim, type Report, type Section } from './blocks.ts'
import { printHtml } from './html.ts'
import { printMarkdown, type Heading } from './markdown.ts'
import { renderPlots } from './render-plots.ts'
import { resultsOf, type ResultsByName } from './results.ts'
import { summarize } from './summary.ts'

/** Writes the report of the results so far and returns the content of its JSON. Throws RunError if it cannot. */
export async function writeReport(
  folder: string,
  studies: readonly Study[],
  cells: readonly Cell[],
  results: ResultsByName,
  terminal: Terminal,
): Promise<object> {
  const sections = studies.map((study) => sectionOf(study, cells, results))
  const heading = headingOf(studies, cells, results)
  const plots = sections.flatMap(({ blocks }) => blocks.filter((block) => block.kind === 'plot'))
  const drawn = await renderPlots(plots, terminal)
  if (drawn.size > 0) await makeFolder(join(folder, 'plots'))
  const plotPath = (id: string): string | undefined => (drawn.has(id) ? `plots/${id}.svg` : undefined)
  const summary = summarize(cells, results, sections)
  const files: [string, string][] = [
    ['results.json', JSON.stringify(summary, null, 1) + '\n'],
    ['report.md', printMarkdown(heading, sections, plotPath)],
    ['report.html', printHtml(heading, sections, drawn)],
    ...[...drawn].map(([id, svg]): [string, string] => [`plots/${id}.svg`, svg]),
  ]
  for (const [name, text] of files)
    await withOutput(join(folder, name), terminal, (output) => output.write(text))
  return summary
}

/** Builds the section of a study: first the report on all treebanks, then that on each treebank. */
function sectionOf(study: Study, cells: readonly Cell[], results: ResultsByName): Section {
  const { name, title, intro } = study
  const all = resultsOf(name, cells, results)
  const overall = all.length === 1 ? all[0].treebank : `${all.length} treebanks`
  const parts = [
    ...[study.overall?.(all) ?? []].flat().map((report) => partOf(overall, report)),
    ...all.flatMap((one) => (study.each ? partOf(one.treebank, study.each(one)) : [])),
  ]
  const blocks = parts.flatMap((part) => part.blocks)
  const comparisons = blocks.flatMap((block) => (block.kind === 'table' ? block.comparisons : []))
  return {
    name,
    title,
    intro,
    blocks,
    claims: parts.flatMap((part) => part.claims),
    comparisons: [...new Set(comparisons)],
  }
}

/** The blocks that show something, and the claims, unless there is nothing to show. */
function partOf(treebank: string, report: Report): { readonly blocks: Block[]; readonly claims: Claim[] } {
  const blocks = report.blocks.filter((block) => block !== undefined)
  const claims = blocks.length === 0 ? [] : (report.claims ?? [])
  const complete = claims.map(({ claim, source = 'this project', ...finding }): Claim => ({
    claim,
    source,
    treebank,
    ...finding,
  }))
  return { blocks, claims: complete }
}

function headingOf(studies: readonly Study[], cells: readonly Cell[], results: ResultsByName): Heading {
  const treebanks = [...new Set(cells.map(({ treebank }) => treebank.name))]
  const seeds = [...new Set(cells.map(({ seed }) => seed))]
  const facts = [
    `right-branching ${VERSION}; seed ${seeds.join(', ')}; treebanks: ${treebanks.join(', ')}`,
    ...(cells.some(({ quick }) => quick)
      ? ['A quick run on a few hundred sentences: the figures say little.']
      : []),
    ...(results.size < cells.length
      ? [`${cells.length - results.size} of ${cells.length} cells are not measured.`]
      : []),
    'All words count, with punctuation and with full labels; words and tags are gold.',
    `Differences are in percentage points, with the 95 % bootstrap interval and the p value of the paired permutation test, both by sentence, ${count(DRAWS)} draws.`,
    ...unseenLabels(cells, results),
    ...missingTags(cells, results),
  ]
  return {
    title: studies.length === 1 ? studies[0].title : 'Right-branching parsing: experiments',
    facts,
  }
}

/** The labels of each treebank's test part that the whole training part does not have. */
function unseenLabels(cells: readonly Cell[], results: ResultsByName): string[] {
  const facts = cells.flatMap(({ name, measurement, size, treebank }) => {
    if (measurement !== 'attachment' || size < 100) return []
    const figures: Partial<FiguresOf<'attachment'>> = results.get(name)?.figures ?? {}
    const { unseenLabels: labels = [], wordsOfUnseenLabels: words = 0 } = figures
    if (labels.length === 0) return []
    return [
      `${treebank.name}: ${counted(words, 'test word')} with a label that does not occur in training count as wrong: ${labels.join(', ')}`,
    ]
  })
  return [...new Set(facts)]
}

/** The treebanks without the tags that features should read. */
function missingTags(cells: readonly Cell[], results: ResultsByName): string[] {
  const facts = cells.flatMap(({ name, treebank, settings }) => {
    const { tags }: { readonly tags?: string } = results.get(name)?.figures ?? {}
    return tags === undefined || tags === settings.tags
      ? []
      : [`${treebank.name}: one of its parts has no XPOS, so features read only UPOS`]
  })
  return [...new Set(facts)]
}
