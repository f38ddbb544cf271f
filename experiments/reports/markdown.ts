/** Prints a report as Markdown. The plots are files in a folder next to the report. */
import type { Block, Section, ReportTable } from './blocks.ts'

export interface Heading {
  readonly title: string
  readonly facts: readonly string[]
}

/** @param plotPath returns the path of the SVG of a plot, undefined if the plot could not be drawn */
export function printMarkdown(
  heading: Heading,
  sections: readonly Section[],
  plotPath: (id: string) => string | undefined,
): string {
  const parts = [
    `# ${heading.title}`,
    heading.facts.map((fact) => `- ${escape(fact)}`).join('\n'),
    ...sections.flatMap((section) => [
      `## ${escape(section.title)}`,
      escape(section.intro),
      ...section.blocks.flatMap((block) => blockOf(block, plotPath)),
    ]),
  ]
  return parts.filter((part) => part !== '').join('\n\n') + '\n'
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

function tableOf({ title, columns, rows, note }: ReportTable): string[] {
  const line = (cells: readonly string[]): string => `| ${cells.map(escape).join(' | ')} |`
  const grid = [
    line(columns.map(({ head, group }) => (group === undefined ? head : `${group}: ${head}`))),
    `| ${columns.map(({ of }) => (of === 'names' ? ':--' : '--:')).join(' | ')} |`,
    ...rows.map((row) => line(row.map(({ text }) => text))),
  ]
  return [`**${escape(title)}**`, grid.join('\n'), ...(note === undefined ? [] : [escape(note)])]
}

/** Escapes Markdown characters. An underscore within a word needs no escape. */
function escape(text: string): string {
  return text.replace(/[|*^<>[\]`\\]|(?<!\w)_|_(?!\w)/g, (character) => `\\${character}`)
}
