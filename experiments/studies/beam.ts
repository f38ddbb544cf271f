/** New: how much of the gain from wider search in transformed trees remains after the reverse. */
import { registered } from '../../src/index.ts'
import { listed } from '../reports/scores.ts'
import type { Condition, Finding, Pair, Results, Study, StudyOptions } from '../study.ts'
import { beamLearning, isSearch, selected, widthsOf } from './parsers.ts'

const ORACLE = 'rb-oracle'
const RIVAL = 'arc-eager-unshift'
const SYSTEMS = [RIVAL, 'rb', ORACLE]
const WIDTHS = [1, 2, 4, 8, 16, 32]
const QUICK_WIDTHS = [1, 4]
const EPOCHS = { full: 8, quick: 3 }

export const beam: Study = {
  name: 'beam',
  title: 'Beyond greedy',
  reproduces: 'new: what the right-branching paper hopes for in its last section',
  intro: `The paper ends with the hope that with a more global search the better predictability of transformed trees survives the reverse. Here each parser learns and parses with a beam of each width: an averaged structured perceptron with max-violation updates, ${EPOCHS.full} epochs (${EPOCHS.quick} in a quick run), the default features, gold tags. With a beam of 1 it is greedy and learns single transitions from the same features; systems with a dynamic oracle learn also with exploration, which follows their own predictions. The oracle parser knows the gold true tokens. Scores of transformed trees are those before the way back. Words per second are the median of three runs over the test part on one thread.`,
  conditions: (options) => {
    const widths = widthsOf(options, options.quick ? QUICK_WIDTHS : WIDTHS)
    return selected(SYSTEMS, options).flatMap((system) =>
      widths.flatMap((width) => conditionsOf(system, width, options)),
    )
  },
  metrics: ['LAS', 'UAS', 'vestigial arcs', 'words a second'],
  compare: (parsers) => {
    const nameOf = /^([^,]+), beam (\d+)(.*)$/
    return parsers.flatMap((name): Pair[] => {
      const [, system, width, rest] = nameOf.exec(name) ?? []
      const first = parsers.find((other) => nameOf.exec(other)?.[1] === system && other.endsWith(rest))
      const rival = `${RIVAL}, beam ${width}`
      const pairs: (Pair | undefined)[] = [
        first !== undefined && first !== name ? [name, first] : undefined,
        system === 'rb' && rest === '' ? [name, rival] : undefined,
      ]
      return pairs.filter((pair) => pair !== undefined)
    })
  },
  plots: [
    { title: 'LAS by beam', mark: 'line', x: 'beam', parsers: (name) => !name.includes('exploration') },
  ],
  claims: [
    {
      claim: 'With a beam of 8 the RB parser’s LAS is better by 1 or more',
      compare: [['rb, beam 8', 'rb, beam 1']],
      expected: { from: 1 },
    },
    {
      claim: 'At least half of what a beam of 8 gains on transformed trees survives the reversal',
      judge: survival,
    },
    {
      claim: 'The RB parser is not significantly below arc-eager with Unshift of the same beam',
      compare: WIDTHS.map((width) => [`rb, beam ${width}`, `${RIVAL}, beam ${width}`]),
      expected: 'not worse',
    },
    {
      claim: 'With exact preconditions there are no vestigial arcs, whatever the beam',
      parsers: WIDTHS.map((width) => `rb, beam ${width}`),
      metrics: ['vestigial arcs'],
      expected: { to: 0 },
    },
  ],
}

function conditionsOf(system: string, width: number, options: StudyOptions): Condition[] {
  const settings = beamLearning(system, width, EPOCHS, options)
  const name = `${system}, beam ${width}`
  const { family, dynamicOracle } = registered(system)
  const transforms = family === 'right-branching'
  const explores = !isSearch(width) && dynamicOracle !== undefined
  return [
    { name, settings },
    ...(transforms ? [{ name: `${name}, transformed`, settings, view: 'transformed' }] : []),
    ...(explores ? [{ name: `${name}, exploration`, settings: { ...settings, exploration: true } }] : []),
    // The speed of a parser that knows gold tokens means nothing.
    ...(system === ORACLE ? [] : [{ name, measurement: 'decoding', settings, alone: true } as const]),
  ]
}

function survival(results: Results, treebank: string): Finding {
  const gain = (view: string) =>
    results.compare({ treebank, size: 100, parser: `rb, beam 8${view}`, metric: 'LAS' }, `rb, beam 1${view}`)
  const [before, after] = [gain(', transformed'), gain('')]
  if (!before || !after) return { verdict: 'not measured', evidence: '' }
  const evidence = `transformed: ${listed([before])}; reversed: ${listed([after])}`
  if (!before.significant || before.difference < 0) return { verdict: 'too little to judge', evidence }
  return { verdict: after.difference >= before.difference / 2 ? 'held' : 'not held', evidence }
}
