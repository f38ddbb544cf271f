/** Judges the claims of a study and lists the verdicts in tables. */
import { ALPHA } from '../statistics/paired.ts'
import { matches, metricsOf, pairsOf } from '../studies/expand.ts'
import type { ClaimDeclaration, Comparison, Expectation, Finding, Place, Verdict } from '../study.ts'
import { figure, MISSING_FIGURE, type Cell, type Column, type ReportTable } from './blocks.ts'
import { nameOf } from './pivot.ts'
import { comparisonText } from './scores.ts'
import { unique, type StudyResults } from './study-results.ts'

const verdicts: readonly Verdict[] = [
  'held, and more',
  'held',
  'partly held',
  'not held',
  'open',
  'not applicable',
  'not measured',
]

export interface Claim extends Finding {
  readonly experiment: string
  readonly claim: string
  readonly source: string
  readonly treebank: string
  readonly timed?: boolean
}

/** The minimum number of sentences for a significant difference: the smallest p value for n sentences is 2 / 2ⁿ. */
export const MIN_SENTENCES = Math.ceil(Math.log2(2 / ALPHA))

export function judgeClaims(results: StudyResults): Claim[] {
  const { name: experiment, claims = [] } = results.study
  return claims.flatMap((declared) =>
    results.treebanks.flatMap((treebank): Claim[] => {
      const { claim, source = 'this project', timed, if: condition } = declared
      if (condition) {
        const { from = -Infinity, to = Infinity, ...where } = condition
        const value = results.figure({ treebank, size: results.largest, ...where })?.value ?? NaN
        if (!(value > from && value <= to)) return []
      }
      const finding = findingOn(results, treebank, declared)
      return [{ experiment, claim, source, treebank, ...finding, ...(timed && { timed }) }]
    }),
  )
}

function findingOn(results: StudyResults, treebank: string, declared: ClaimDeclaration): Finding {
  const { expected = 'above', basis } = declared
  const compare = pairsOf(declared.compare ?? [], results.parsers)
  const parsers = results.parsers.filter((name) => declared.parsers?.some((one) => matches(name, one)))
  const metrics = declared.metrics ?? metricsOf(results.study).slice(0, 1)
  const size = declared.size === 'smallest' ? results.sizes[0] : results.largest
  const places = (parser: string): Place[] => metrics.map((metric) => ({ treebank, size, parser, metric }))
  const differences = compare.map((pair) => ({
    name: nameOf(pair),
    all: places(pair[0]).flatMap((place) => results.compare(place, pair[1]) ?? []),
  }))
  const figures = parsers.flatMap(places).flatMap((place) => {
    const found = results.figure(place)
    return found ? [{ ...place, ...found, against: '', difference: found.value }] : []
  })
  const evidence = [
    ...differences.flatMap(({ name, all }) =>
      all.length === 0 ? [] : [compare.length > 1 ? `${name}: ${comparisonText(all)}` : comparisonText(all)],
    ),
    ...figures.map(({ parser, metric, value, low, high }) => {
      const range = low === undefined ? '' : ` (${figure(low)} to ${figure(high)})`
      return `${parser} ${metric} ${figure(value)}${range}`
    }),
  ]
  const all = [...differences.flatMap((one) => one.all), ...figures]
  const basisValue =
    basis && results.figure({ treebank, size, parser: compare[0]?.[0] ?? '', metric: basis })?.value
  if (typeof basisValue === 'number' && basisValue < MIN_SENTENCES)
    return { verdict: 'open', evidence: `${basis}: ${basisValue}` }
  const [gain] = pairsOf(declared.gain ? [declared.gain] : [], results.parsers)
  const gainComparison = gain && results.compare(places(gain[0])[0], gain[1])
  if (gainComparison && !(gainComparison.significant && gainComparison.difference > 0))
    return { verdict: 'not applicable', evidence: `${nameOf(gain)}: ${comparisonText([gainComparison])}` }
  return { verdict: verdictOn(all, expected), evidence: evidence.join('; ') || MISSING_FIGURE }
}

/** The verdict on comparisons. Without comparisons: not measured; with too few sentences in all comparisons: open. */
export function verdictOn(all: readonly Comparison[], expected: Expectation): Verdict {
  if (all.length === 0) return 'not measured'
  const outcomes = all.map((one) => outcomeOf(one, expected))
  const hasOutcome = (outcome: Outcome): boolean => outcomes.includes(outcome)
  if (outcomes.every((outcome) => outcome === 'held, and more')) return 'held, and more'
  const isPart = hasOutcome('held') || hasOutcome('held, and more')
  if (!hasOutcome('open') && !hasOutcome('not held')) return 'held'
  if (isPart) return 'partly held'
  return hasOutcome('not held') ? 'not held' : 'open'
}

type Outcome = 'held, and more' | 'held' | 'not held' | 'open'

function outcomeOf(comparison: Comparison, expected: Expectation): Outcome {
  const { difference, low = difference, high = difference, sentences = MIN_SENTENCES } = comparison
  if (sentences < MIN_SENTENCES) return 'open'
  // A comparison without a test and without runs is judged by its value.
  const { significant = difference !== 0 } = comparison
  if (expected === 'above') return significant ? (difference > 0 ? 'held' : 'not held') : 'open'
  if (expected === 'below') return significant ? (difference < 0 ? 'held' : 'not held') : 'open'
  const { from = -Infinity, to = Infinity } = expected
  const isBetter = significant && difference > 0
  if (low >= from && high <= to) return isBetter && from < 0 && to === Infinity ? 'held, and more' : 'held'
  if (to > 0 && (low > to || (from < 0 && isBetter))) return 'held, and more'
  return low > to || high < from ? 'not held' : 'open'
}

/** The maximum number of verdicts on a claim in the first table. More verdicts are counted there and listed in a second table. */
const MAX_UNFOLDED_VERDICTS = 4

/** Each claim with its verdict on each treebank. */
export function claimTables(claims: readonly Claim[]): ReportTable[] {
  const keyOf = ({ claim, source }: Claim): string => `${claim} (${source})`
  const groups = unique(claims.map(keyOf)).map((text, i) => {
    const same = claims.filter((claim) => keyOf(claim) === text)
    const cells = same.map(({ treebank, verdict, evidence }) => [treebank, verdict, evidence])
    return { number: String(i + 1), text, cells, isFolded: same.length > MAX_UNFOLDED_VERDICTS }
  })
  const rows = groups.flatMap(({ number, text, cells, isFolded }) => {
    const counts = countsOf(cells.map(([, verdict]) => verdict))
    const shown = isFolded ? [[`${cells.length}, below`, counts, '']] : cells
    return shown.map((row) => [number, text, ...row])
  })
  const folded = groups.filter(({ isFolded }) => isFolded)
  const heads = ['treebank', 'verdict', 'evidence']
  return [
    ...textTable('The claims', ['', 'claim', ...heads], rows),
    ...textTable(
      'The claims on each treebank',
      ['', ...heads],
      folded.flatMap(({ number, cells }) => cells.map((row) => [number, ...row])),
    ),
  ]
}

/** The number of occurrences of each verdict that occurs. */
function countsOf(found: readonly string[]): string {
  return verdicts
    .map((verdict) => ({ verdict, count: found.filter((one) => one === verdict).length }))
    .flatMap(({ verdict, count }) => (count > 0 ? [`${verdict} ${count}`] : []))
    .join(', ')
}

function textTable(
  title: string,
  heads: readonly string[],
  rows: readonly (readonly string[])[],
): ReportTable[] {
  if (rows.length === 0) return []
  const columns = heads.map((head): Column => ({ head, of: 'names' }))
  return [{ kind: 'table', title, columns, rows: rows.map((row) => row.map((text): Cell => ({ text }))) }]
}
