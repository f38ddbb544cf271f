/** `results.json`: everything that was measured, for programs. All but the times is the same in every run. */
import { countedParts, sum, type SentenceScores } from '../measurements/scores.ts'
import { VERSION, type Cell } from '../runs/cell.ts'
import type { Section } from './blocks.ts'
import type { ResultsByName } from './results.ts'
import { score } from './scores.ts'

export function summarize(
  cells: readonly Cell[],
  results: ResultsByName,
  sections: readonly Section[],
): object {
  const claims = sections.flatMap((section) =>
    section.claims.map((claim) => ({ experiment: section.name, ...claim })),
  )
  return {
    format: 'results of right-branching experiments',
    version: VERSION,
    experiments: sections.map(({ name }) => name),
    treebanks: [...new Map(cells.map(({ treebank }) => [treebank.name, treebank])).values()],
    seeds: [...new Set(cells.map(({ seed }) => seed))],
    cells: cells.map((cell) => {
      const { name, experiments, measurement, title, treebank, size, seed, quick, settings } = cell
      const figures = results.get(name)?.figures ?? null
      return {
        name,
        experiments,
        measurement,
        title,
        treebank: treebank.name,
        size,
        seed,
        quick,
        settings,
        figures: figures && condense(figures),
      }
    }),
    comparisons: sections.flatMap((section) =>
      section.comparisons.map((comparison) => ({ experiment: section.name, ...comparison })),
    ),
    claims: claims.filter(({ timed }) => !timed),
    times: {
      cells: Object.fromEntries(
        cells.flatMap(({ name }) => (results.has(name) ? [[name, results.get(name)?.times]] : [])),
      ),
      claims: claims.filter(({ timed }) => timed),
    },
  }
}

/** Replaces the counts of each sentence by their sums. */
function condense(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
  if (isSentenceScores(value)) {
    return {
      sentences: value.words.length,
      ...Object.fromEntries(countedParts.map((part) => [part, sum(value[part])])),
      uas: score(value, 'UAS'),
      las: score(value, 'LAS'),
      la: score(value, 'LA'),
    }
  }
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, condense(inner)]))
}

function isSentenceScores(value: object): value is SentenceScores {
  return countedParts.every((part) => Array.isArray((value as Partial<SentenceScores>)[part]))
}
