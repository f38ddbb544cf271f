/** Builds `results.json`: all measurements, for programs. Everything except `times` is the same in every run. */
import { countedParts, isSentenceScores, scoreNames, scoreOf, sum } from '../measurements/scores.ts'
import { isTally, valueOf } from '../statistics/tally.ts'
import { VERSION, type Cell } from '../cells/cell.ts'
import { provenance } from '../cells/provenance.ts'
import type { Comparison } from '../study.ts'
import type { Section } from './blocks.ts'
import type { Claim } from './claims.ts'
import { unique, type ResultsByName } from './study-results.ts'
import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { cpus, platform, totalmem } from 'node:os'

export interface Judged {
  readonly name: string
  readonly section: Section
  readonly claims: readonly Claim[]
  readonly comparisons: readonly Comparison[]
}

/** @param runInfo the circumstances of the run */
export function summarize(
  cells: readonly Cell[],
  results: ResultsByName,
  studies: readonly Judged[],
  runInfo: object,
): object {
  const { build, modules } = provenance()
  const claims = studies.flatMap((study) => study.claims)
  const tables = studies.flatMap(({ name: experiment, section }) =>
    section.blocks.flatMap((block) => (block.kind === 'table' ? [{ experiment, ...block }] : [])),
  )
  return {
    format: 'results of right-branching experiments',
    version: VERSION,
    build,
    modules,
    experiments: studies.map(({ name }) => name),
    treebanks: [...new Map(cells.map(({ treebank }) => [treebank.name, treebank])).values()],
    seeds: unique(cells.map(({ seed }) => seed)),
    cells: cells.map(({ name, uses, measurement, treebank, size, seed, quick, settings }) => ({
      name,
      experiments: unique(uses.map(({ study }) => study)),
      parsers: unique(uses.map(({ parser }) => parser)),
      measurement,
      treebank: treebank.name,
      size,
      seed,
      quick,
      settings,
      figures: condense(results.get(name)?.figures ?? null),
    })),
    comparisons: studies.flatMap(({ name: experiment, comparisons }) =>
      comparisons.map((comparison) => ({ experiment, ...comparison })),
    ),
    claims: claims.filter(({ timed }) => !timed),
    tables: tables.filter(({ timed }) => !timed),
    times: {
      ...runInfo,
      cells: Object.fromEntries(
        cells.flatMap(({ name }) => (results.has(name) ? [[name, results.get(name)?.times]] : [])),
      ),
      claims: claims.filter(({ timed }) => timed),
      tables: tables.filter(({ timed }) => timed),
    },
  }
}

/** Replaces the counts of each sentence by their sums. */
function condense(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
  if (isTally(value)) return valueOf(value)
  const condensed = Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, condense(inner)]))
  if (!isSentenceScores(value)) return condensed
  return {
    ...condensed,
    sentences: value.words.length,
    ...Object.fromEntries(countedParts.map((part) => [part, sum(value[part])])),
    ...Object.fromEntries(scoreNames.map((name) => [name.toLowerCase(), valueOf(scoreOf(value, name))])),
  }
}

/**
 * The circumstances of the run by name. `commit` is the git commit of the program folder (with `-dirty` for changes); absent
 * without a git checkout.
 */
export function circumstances(): Readonly<Record<string, string>> {
  const [first] = cpus()
  const { root, build, modules } = provenance()
  const commit = commitOf(root)
  return {
    command: ['rbparse', ...process.argv.slice(2).map(quoteArgument)].join(' '),
    build,
    ...(modules.length > 0 && {
      modules: modules.map(({ name, sha256 }) => `${name} ${sha256.slice(0, 16)}`).join(', '),
    }),
    ...(commit !== undefined && { commit }),
    machine: `${cpus().length} × ${first?.model.trim() ?? 'unknown processor'}, ${Math.round(totalmem() / 2 ** 30)} GB, ${platform()}, Node ${process.versions.node}`,
    date: new Date().toISOString().slice(0, 16).replace('T', ' ') + ' UTC',
  }
}

function commitOf(root: string): string | undefined {
  if (!existsSync(join(root, '.git'))) return undefined
  const args = ['-C', root, 'describe', '--always', '--dirty', '--abbrev=12', '--match=']
  try {
    return execFileSync('git', args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim()
  } catch {
    return undefined
  }
}

function quoteArgument(argument: string): string {
  return /^[\w@%+=:,./-]+$/.test(argument) ? argument : `'${argument.replaceAll("'", "'\\''")}'`
}
