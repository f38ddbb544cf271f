/**
 * The figures that the papers print, from `papers.json`, which also says where they print them and which printed figures
 * are wrong. They are from other treebanks, so only differences within a column can be compared with ours.
 */
import papers from './papers.json' with { type: 'json' }

type ByName<Value> = Readonly<Record<string, Value>>

export const { vestigialArcs, speed } = papers.rightBranching

/** By parser, then by metric. */
type Printed = ByName<ByName<number | undefined> | undefined>

const { about: _, ...byTrees } = papers.rightBranching.learnability
export const learnability: Printed = byTrees
export const errors: Printed = papers.rightBranching.errors.byParser
/** By the number of sections that are trained on. */
export const learningCurve: ByName<Printed | undefined> = papers.rightBranching.learningCurve.bySections

/** `without` and `with` constraints, then by metric. */
export const imperatives: Printed = withoutText(papers.constraints.imperatives)
export const spans: Printed = withoutText(papers.constraints.spans)

function withoutText({
  about: _about,
  ...rest
}: { readonly about: string } & Record<string, unknown>): Printed {
  return rest as Printed
}

/** The languages of Nivre & Fernández-González by the first letters of a treebank's name. */
export const languages: ByName<string | undefined> = papers.fragments.languages

const fragmentColumns = [
  'uasOld',
  'uasNew',
  'stackToken',
  'stackHead',
  'correctOld',
  'correctNew',
  'recallOld',
  'recallNew',
] as const

/** A row of Nivre & Fernández-González 2014, Table 1. */
export type Fragments = Readonly<Record<(typeof fragmentColumns)[number], number>>

function fragmentsOf(row: readonly number[]): Fragments {
  return Object.fromEntries(fragmentColumns.map((name, i) => [name, row[i]])) as Fragments
}

const { development, test, recall } = papers.fragments

/** Their Table 1, by language, and its average. */
export const fragments: ByName<Fragments> = Object.fromEntries(
  Object.entries(development.rows).map(([language, row]) => [language, fragmentsOf(row)]),
)
export const fragmentsAverage = fragmentsOf(development.average)

/** Their Table 2, by language, and its average: LAS of the old and of the new system, then UAS. */
export const testScores: ByName<readonly number[]> = test.rows
export const testScoresAverage = test.average

/** Their recall of the new system on root attachments and on others. */
export const fragmentRecall = recall
