import { describe, expect, it } from 'vitest'
import { studyParsersOf, matches, pairsOf, printedAt } from '../../../experiments/studies/expand.ts'
import { studies } from '../../../experiments/studies/index.ts'
import type { Study, StudyOptions } from '../../../experiments/study.ts'

const study: Study = {
  name: 'one',
  defaults: { features: 'rich', epochs: 8 },
  quick: { epochs: 3, beam: [1, 4] },
  parsers: [
    { name: '{system}, beam {beam}', system: ['rb', 'arc-eager'], beam: [1, 8], steps: ['mirror', 'x'] },
    { name: 'greedy', system: 'rb', beam: 1, view: 'transformed' },
    { name: '{how}', view: 'a.{how}', measurement: 'constraints', each: { how: ['with', 'without'] } },
  ],
}
const named = (options: Partial<StudyOptions>, one: Partial<Study> = {}): string[] =>
  studyParsersOf({ ...study, ...one }, { quick: false, ...options }).map(({ name }) => name)

describe('the parsers of a study', () => {
  it('are one for each value of a list', () => {
    const all = [
      'rb, beam 1',
      'rb, beam 8',
      'arc-eager, beam 1',
      'arc-eager, beam 8',
      'greedy',
      'with',
      'without',
    ]
    expect(named({})).toEqual(all)
    const [first, , , , greedy, withThem] = studyParsersOf(study, { quick: false })
    expect(first).toEqual({
      name: 'rb, beam 1',
      measurement: 'attachment',
      view: 'final',
      alone: false,
      settings: { features: 'rich', epochs: 8, system: 'rb', beam: 1, steps: 'mirror,x' },
    })
    expect(greedy.view).toBe('transformed')
    expect(withThem).toMatchObject({ view: 'a.with', settings: { features: 'rich', epochs: 8 } })
  })

  it('are those that a user selects', () => {
    expect(named({ systems: ['arc-eager', 'rb-learned'] })).toEqual([
      'arc-eager, beam 1',
      'arc-eager, beam 8',
      'with',
      'without',
    ])
    expect(named({ systems: ['rb-learned'], beams: [2] }, { anySystem: true })).toEqual([
      'rb-learned, beam 2',
      'with',
      'without',
    ])
  })

  it('have the settings of a quick run, and those that a user asks for', () => {
    const options = { quick: true, features: 'paper', C: 2 }
    expect(named(options).slice(0, 2)).toEqual(['rb, beam 1', 'rb, beam 4'])
    expect(studyParsersOf(study, options)[4].settings).toEqual({
      features: 'paper',
      form: 'labelled',
      epochs: 3,
      system: 'rb',
      beam: 1,
      C: 2,
    })
  })
})

describe('patterns', () => {
  it('are names, or regular expressions of whole names after a slash', () => {
    expect([
      matches('a.b', 'a.b'),
      matches('axb', 'a.b'),
      matches('axb', '/a.b'),
      matches('axbc', '/a.b'),
    ]).toEqual([true, false, true, false])
  })

  it('make pairs of the parsers that there are', () => {
    const parsers = ['a, beam 1', 'a, beam 2', 'b, beam 2', 'c']
    expect(pairsOf([['/(.*), beam \\d', '$1, beam 1']], parsers)).toEqual([['a, beam 2', 'a, beam 1']])
    expect(
      pairsOf(
        [
          ['c', 'a, beam 1'],
          ['c', 'd'],
        ],
        parsers,
      ),
    ).toEqual([['c', 'a, beam 1']])
  })

  it('say where a printed figure belongs', () => {
    const printed = [{ size: 5, LAS: 1 }, { treebank: 'bg', parser: 'old', LAS: 2 }, { UAS: 3 }]
    const at = (treebank: string, size: number, parser: string, metric: string) =>
      printedAt({ ...study, printed }, { treebank, size, parser, metric })
    expect([
      at('xx', 5, 'a', 'LAS'),
      at('bg_btb', 100, 'old', 'LAS'),
      at('bg_btb', 100, 'new', 'LAS'),
      at('bg_btb', 100, 'new', 'UAS'),
    ]).toEqual([1, 2, undefined, 3])
  })
})

describe.each(studies)('the study $name', (shipped) => {
  const { parsers: _, compare = [], claims = [], tables = [], plots = [], printed = [] } = shipped
  const names = studyParsersOf(shipped, { quick: false }).map(({ name }) => name)
  const isThere = (pattern: string): boolean => names.some((name) => matches(name, pattern))

  it('names parsers that it has, in pairs, claims, tables, plots and printed figures', () => {
    for (const pair of [...compare, ...claims.flatMap((claim) => claim.compare ?? [])])
      expect(pairsOf([pair], names), pair.join(' against ')).not.toEqual([])
    const named = [
      ...claims.flatMap((claim) => [...(claim.parsers ?? []), claim.if?.parser ?? []]).flat(),
      ...[...tables, ...plots].flatMap(({ parsers = [] }) => parsers),
      ...printed.flatMap(({ parser = [] }) => parser).map(String),
    ]
    expect(named.filter((pattern) => !isThere(pattern))).toEqual([])
  })
})
