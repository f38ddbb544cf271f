/** What parsing both ways gives, on all treebanks together. */
import type { SentenceScores } from '../measurements/scores.ts'
import type { VotingFigures, VotingTimes } from '../measurements/voting.ts'
import {
  count,
  figure,
  names,
  nothing,
  ours,
  type Block,
  type Claim,
  type Comparison,
  type Report,
} from './blocks.ts'
import type { Results } from './results.ts'
import { compare, pool, score, starred, sum } from './scores.ts'

const parts = ['right', 'left', 'byScore', 'byVote'] as const

/** Both directions of one treebank. */
export interface Voting extends Readonly<Record<(typeof parts)[number], SentenceScores | undefined>> {
  readonly treebank: string
  readonly same: number
  readonly sentences: number
  /** Words a second: in the better direction alone, and both ways with the vote. */
  readonly alone: number
  readonly both: number
  /** Left against right; choosing and voting against the better direction. */
  readonly sides: Comparison | undefined
  readonly chosen: Comparison | undefined
  readonly voted: Comparison | undefined
}

/** What there is to say of all treebanks with a beam of that width, greedy where there is none. */
export function votingReport(results: Results, width: number | undefined): Report {
  const rows = results.treebanks.flatMap(({ name }) => votingOf(results, name, width) ?? [])
  if (rows.length === 0) return nothing
  const how = howOf(width)
  const comparisons = rows.flatMap(({ sides, chosen, voted }) => [sides, chosen, voted])
  return {
    blocks: [tableOf(rows, how)],
    claims: [claimOf(rows, how)],
    comparisons: comparisons.filter((one) => one !== undefined),
  }
}

const howOf = (width: number | undefined): string => (width === undefined ? 'greedy' : `beam ${width}`)

/** Undefined where it was not measured. */
export function votingOf(results: Results, treebank: string, width: number | undefined): Voting | undefined {
  const settings = { beam: width }
  const found = results.find<VotingFigures>({ measurement: 'voting', treebank, settings })
  if (found.length === 0) return undefined
  const pooled = (part: (typeof parts)[number]): SentenceScores | undefined =>
    pool(found.map(({ figures }) => figures[part]))
  const [right, left, byScore, byVote] = parts.map(pooled)
  const against = (what: string, one: SentenceScores | undefined, other: SentenceScores | undefined) =>
    compare(one, other, 'LAS', {
      what: `rb both ways, ${howOf(width)}: ${what}`,
      treebank,
      seed: results.seed,
    })
  const sides = against('left against right', left, right)
  const isLeft = sides !== undefined && sides.difference > 0
  const better = isLeft ? left : right
  const times = found.map(({ result }) => result.times as VotingTimes)
  const words = sum(found.flatMap(({ figures }) => figures.right.words))
  const secondsAlone = sum(times.map((time) => (isLeft ? time.secondsLeft : time.secondsRight)))
  const secondsBoth = sum(
    times.flatMap(({ secondsRight, secondsLeft, secondsVoting }) => [
      secondsRight,
      secondsLeft,
      secondsVoting,
    ]),
  )
  return {
    treebank,
    right,
    left,
    byScore,
    byVote,
    same: sum(found.map(({ figures }) => figures.same)),
    sentences: sum(found.map(({ figures }) => figures.right.words.length)),
    alone: words / secondsAlone,
    both: words / secondsBoth,
    sides,
    chosen: against('the higher score against the better direction', byScore, better),
    voted: against('the vote against the better direction', byVote, better),
  }
}

function tableOf(rows: readonly Voting[], how: string): Block {
  return {
    kind: 'table',
    title: `Both directions, ${how}`,
    columns: [
      names('treebank'),
      ...['right', 'left', 'higher score', 'vote'].map((name) => ours(name, 'LAS')),
      ...['right', 'left', 'higher score', 'vote'].map((name) => ours(name, 'UAS')),
      ours('left − right', 'LAS difference'),
      ours('score − better', 'LAS difference'),
      ours('vote − better', 'LAS difference'),
      ours('same tree', '% of sentences'),
      ours('better alone', 'words a second'),
      ours('both and vote', 'words a second'),
    ],
    rows: rows.map((row) => [
      row.treebank,
      ...parts.map((part) => figure(score(row[part], 'LAS'))),
      ...parts.map((part) => figure(score(row[part], 'UAS'))),
      starred(row.sides),
      starred(row.chosen),
      starred(row.voted),
      figure((100 * row.same) / row.sentences, 1),
      count(row.alone),
      count(row.both),
    ]),
    note: '* significant (p < .05). Other cells may have run at the same time: words a second compare within a row.',
  }
}

function claimOf(rows: readonly Voting[], how: string): Claim {
  const voted = rows.flatMap(({ treebank, voted: one }) => (one ? [{ treebank, one }] : []))
  const isBetter = ({ one }: { readonly one: Comparison }): boolean => one.significant && one.difference > 0
  return {
    claim: `Arcs of both directions that vote are better than the better direction alone (${how})`,
    source: 'this project',
    treebank: rows.length === 1 ? rows[0].treebank : `${rows.length} treebanks`,
    verdict:
      voted.length === 0
        ? 'not measured'
        : voted.every(isBetter)
          ? 'held'
          : voted.some(isBetter)
            ? 'partly held'
            : 'not held',
    evidence: voted.map(({ treebank, one }) => `${treebank} ${starred(one)}`).join(', '),
  }
}
