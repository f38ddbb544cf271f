/** Results to files: `results.json`, `report.md`, `report.html`, and the plots of the Markdown in `plots/`. */
import { join } from 'node:path'
import { withOutput } from '../../src/files/output.ts'
import type { Terminal } from '../../src/files/terminal.ts'
import { counted } from '../../src/commands/shared.ts'
import type { Experiment } from '../experiment.ts'
import type { AttachmentFigures } from '../measurements/attachment.ts'
import { VERSION, type Cell } from '../runs/cell.ts'
import { makeFolder, type Result } from '../runs/store.ts'
import { DRAWS } from '../statistics/paired.ts'
import { count, joined, type Section } from './blocks.ts'
import { printHtml } from './html.ts'
import { printMarkdown, type Heading } from './markdown.ts'
import { renderPlots } from './render-plots.ts'
import { Results } from './results.ts'
import { summarize } from './summary.ts'

/** Writes the report of what there is; what is in its JSON. Throws RunError where it cannot be written. */
export async function writeReport(
  folder: string,
  experiments: readonly Experiment[],
  cells: readonly Cell[],
  measured: ReadonlyMap<string, Result>,
  terminal: Terminal,
): Promise<object> {
  const results = new Results(cells, measured)
  const sections = experiments.map((experiment) => sectionOf(experiment, results.of(experiment.name)))
  const heading = headingOf(experiments, cells, measured)
  const plots = sections.flatMap(({ blocks }) => blocks.filter((block) => block.kind === 'plot'))
  const drawn = await renderPlots(plots, terminal)
  if (drawn.size > 0) await makeFolder(join(folder, 'plots'))
  const plotPath = (id: string): string | undefined => (drawn.has(id) ? `plots/${id}.svg` : undefined)
  const summary = summarize(cells, measured, sections)
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

function sectionOf(experiment: Experiment, results: Results): Section {
  const { name, title, intro } = experiment
  const reports = [
    experiment.reportAll?.(results),
    ...results.treebanks.map((treebank) => experiment.report?.(results, treebank.name)),
  ].filter((report) => report !== undefined)
  return {
    name,
    title,
    intro,
    ...joined(reports),
  }
}

function headingOf(
  experiments: readonly Experiment[],
  cells: readonly Cell[],
  measured: ReadonlyMap<string, Result>,
): Heading {
  const treebanks = [...new Set(cells.map(({ treebank }) => treebank.name))]
  const seeds = [...new Set(cells.map(({ seed }) => seed))]
  const facts = [
    `right-branching ${VERSION}; seed ${seeds.join(', ')}; treebanks: ${treebanks.join(', ')}`,
    ...(cells.some(({ quick }) => quick)
      ? ['A quick run: a few hundred sentences, so the figures say little.']
      : []),
    ...(measured.size < cells.length
      ? [`${cells.length - measured.size} of ${cells.length} cells are not measured.`]
      : []),
    'All words count, punctuation too, and labels in full; words and tags are gold.',
    `Differences are in percentage points, with the 95 % bootstrap interval and the p value of the paired permutation test, both by sentence, ${count(DRAWS)} draws.`,
    ...unseenLabels(cells, measured),
    ...missingTags(cells, measured),
  ]
  return {
    title: experiments.length === 1 ? experiments[0].title : 'Right-branching parsing: experiments',
    facts,
  }
}

/** What the whole training part does not have and the test part has, by treebank. */
function unseenLabels(cells: readonly Cell[], measured: ReadonlyMap<string, Result>): string[] {
  const facts = cells.flatMap(({ name, measurement, size, treebank }) => {
    if (measurement !== 'attachment' || size < 100) return []
    const { unseenLabels: labels = [], wordsOfUnseenLabels: words = 0 } =
      (measured.get(name)?.figures as Partial<AttachmentFigures> | undefined) ?? {}
    if (labels.length === 0) return []
    return [
      `${treebank.name}: ${counted(words, 'test word')} with a label that was never seen in training count as wrong: ${labels.join(', ')}`,
    ]
  })
  return [...new Set(facts)]
}

/** Where features could not read all the tags that they were to. */
function missingTags(cells: readonly Cell[], measured: ReadonlyMap<string, Result>): string[] {
  const facts = cells.flatMap(({ name, treebank, settings }) => {
    const { tags } = (measured.get(name)?.figures as { readonly tags?: string } | undefined) ?? {}
    return tags === undefined || tags === settings.tags
      ? []
      : [`${treebank.name}: one of its parts has no XPOS, features read UPOS only`]
  })
  return [...new Set(facts)]
}
