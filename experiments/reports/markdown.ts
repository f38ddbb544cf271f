/** A report as Markdown; its plots are files in a folder beside it. */
import { countVerdicts, groupClaims, MOST_OPEN } from './claims.ts'
import type { Block, Section, Table } from './blocks.ts'

/** What is above the sections. */
export interface Heading {
  readonly title: string
  /** What was run on what, in short lines. */
  readonly facts: readonly string[]
}

/** @param plotPath the path of a plot's SVG, undefined if the plot could not be drawn */
export function printMarkdown(
  heading: Heading,
  sections: readonly Section[],
  plotPath: (id: string) => string | undefined,
): string {
  const parts = [
    `# ${heading.title}`,
    heading.facts.map((fact) => `- ${escape(fact)}`).join('\n'),
    ...claimsOf(sections),
    ...sections.flatMap((section) => [
      `## ${escape(section.title)}`,
      escape(section.intro),
      ...section.blocks.flatMap((block) => blockOf(block, plotPath)),
    ]),
  ]
  return parts.join('\n\n') + '\n'
}

/** A table of all claims. Claims with many treebanks are counted there and listed in a table below. */
function claimsOf(sections: readonly Section[]): string[] {
  const groups = groupClaims(sections.flatMap((section) => section.claims))
  if (groups.length === 0) return []
  const rows: string[][] = []
  const folded: string[][] = []
  for (const [i, same] of groups.entries()) {
    const [number, text] = [String(i + 1), `${same[0].claim} (${same[0].source})`]
    const verdicts = same.map(({ treebank, verdict, evidence }) => [treebank, verdict, evidence])
    if (same.length > MOST_OPEN) {
      const counts = countVerdicts(same).map(({ verdict, count }) => `${verdict} ${count}`)
      rows.push([number, text, `${same.length}, below`, counts.join(', '), ''])
      folded.push(...verdicts.map((cells) => [number, ...cells]))
    } else rows.push(...verdicts.map((cells) => [number, text, ...cells]))
  }
  const heads = ['treebank', 'verdict', 'evidence']
  const onEach = ['### The claims on each treebank', gridOf(['', ...heads], folded)]
  return ['## The claims', gridOf(['', 'claim', ...heads], rows), ...(folded.length > 0 ? onEach : [])]
}

function blockOf(block: Block, plotPath: (id: string) => string | undefined): string[] {
  switch (block.kind) {
    case 'table':
      return tableOf(block)
    case 'plot': {
      const path = plotPath(block.id)
      return [
        `**${escape(block.title)}**`,
        path === undefined ? escape(block.description) : `![${block.description}](${path})`,
      ]
    }
    case 'drawing':
      return [
        `**${escape(block.title)}**`,
        escape(block.caption),
        ...block.drawings.flatMap(({ caption, text }) => [escape(`${caption}:`), '```text\n' + text + '```']),
      ]
  }
}

function tableOf({ title, columns, rows, note }: Table): string[] {
  const grid = gridOf(
    columns.map(({ head, group }) => (group === undefined ? head : `${group}: ${head}`)),
    rows,
    columns.map(({ of }) => (of === 'names' ? ':--' : '--:')),
  )
  return [`**${escape(title)}**`, grid, ...(note === undefined ? [] : [escape(note)])]
}

function gridOf(
  heads: readonly string[],
  rows: readonly (readonly string[])[],
  alignments: readonly string[] = heads.map(() => ':--'),
): string {
  const line = (cells: readonly string[]): string => `| ${cells.map(escape).join(' | ')} |`
  return [line(heads), `| ${alignments.join(' | ')} |`, ...rows.map(line)].join('\n')
}

/** Escapes what has a meaning in Markdown; an underscore within a word has none. */
function escape(text: string): string {
  return text.replace(/[|*^<>[\]`\\]|(?<!\w)_|_(?!\w)/g, (character) => `\\${character}`)
}
