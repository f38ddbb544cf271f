/** A report as Markdown; plots are files beside it. */
import type { Block, Claim, Column, Section, Table } from './blocks.ts'

/** What stands above the sections. */
export interface Heading {
  readonly title: string
  /** What was run, on what, in short lines. */
  readonly facts: readonly string[]
}

/** @param plotPath where the SVG of a plot lies, undefined where it could not be drawn */
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
      ...section.intro.map(escape),
      ...section.blocks.flatMap((block) => blockOf(block, plotPath)),
    ]),
  ]
  return parts.join('\n\n') + '\n'
}

function claimsOf(sections: readonly Section[]): string[] {
  const claims = sections.flatMap((section) => section.claims)
  if (claims.length === 0) return []
  const columns = ['claim', 'treebank', 'verdict', 'evidence']
  const rows = claims.map(({ claim, source, treebank, verdict, evidence }: Claim) => [
    `${claim} (${source})`,
    treebank,
    verdict,
    evidence,
  ])
  return [
    '## The claims',
    gridOf(
      columns,
      columns.map(() => ':--'),
      rows,
    ),
  ]
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
    columns.map(alignmentOf),
    rows,
  )
  return [`**${escape(title)}**`, grid, ...(note === undefined ? [] : [escape(note)])]
}

function alignmentOf({ of }: Column): string {
  return of === 'names' ? ':--' : '--:'
}

function gridOf(
  heads: readonly string[],
  alignments: readonly string[],
  rows: readonly (readonly string[])[],
): string {
  const line = (cells: readonly string[]): string => `| ${cells.map(escape).join(' | ')} |`
  return [line(heads), `| ${alignments.join(' | ')} |`, ...rows.map(line)].join('\n')
}

/** Takes from characters what they mean in Markdown; within a word an underscore means nothing. */
function escape(text: string): string {
  return text.replace(/[|*^<>[\]`\\]|(?<!\w)_|_(?!\w)/g, (character) => `\\${character}`)
}
