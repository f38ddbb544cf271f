/** Chooses the direction: small parsers for both directions are trained on a part of a sample and tested on the rest. */
import { templatesOfSystem } from '../features/template-sets.ts'
import { betterDirection, directionTally, tallyDirection, type Direction } from '../../transform/direction.ts'
import type { Model } from '../model/model.ts'
import { Parser } from '../parse.ts'
import { defaultSystem, registered } from '../registry.ts'
import type { Corpus } from './corpus.ts'
import { labelledScore } from './selection.ts'
import { withoutColumn } from './treebank-fit.ts'

/** The size of the sample in words, and the share of test sentences: one in `TEST_INTERVAL`. */
const [SAMPLE_WORD_COUNT, TEST_INTERVAL] = [6000, 3]

/** The options of the sample parsers, for fast greedy training. */
export const sampleTraining = {
  system: defaultSystem,
  templates: templatesOfSystem(registered(defaultSystem).templates).rich.factored,
  learner: 'liblinear',
  solver: 4,
  size: 'full',
  epochs: 1,
  labelling: 'early',
  nonProjective: 'projectivize:head',
} as const

/** The chosen direction and the reason. */
export interface DirectionChoice {
  readonly direction: Direction
  /** Facts for the header of a model: the reason, and the loss of accuracy without XPOS or FEATS. */
  readonly facts: Readonly<Record<string, string>>
}

/** The direction of the better parser of `trainOn`. If both are equal, the share of arc length that points left decides. */
export function chooseDirection(
  corpus: Corpus,
  trainOn: (part: Corpus, direction: Direction) => Model,
): DirectionChoice {
  const sample = sampleOf(corpus)
  const [train, test] = [false, true].map((isTest) =>
    corpus.part(sample.filter((_, i) => (i % TEST_INTERVAL === TEST_INTERVAL - 1) === isTest)),
  )
  if (test.size > 0) {
    const models = { right: trainOn(train, 'right'), left: trainOn(train, 'left') }
    const las = (direction: Direction, on: Corpus): number => 100 * labelledScore(models[direction], on)
    const [right, left] = [las('right', test), las('left', test)]
    const direction = left > right ? 'left' : 'right'
    const directionChoice = `LAS right ${right.toFixed(1)}, left ${left.toFixed(1)} (${train.words} words, tested on ${test.words})`
    const costs = new Parser(models[direction]).readsColumns.map((name) => {
      const without = las(direction, withoutColumn(name, test))
      const bestScore = Math.max(right, left)
      return [`without${name}`, `LAS ${without.toFixed(1)} in place of ${bestScore.toFixed(1)} on a sample`]
    })
    if (right !== left) return { direction, facts: { directionChoice, ...Object.fromEntries(costs) } }
  }
  const tally = directionTally()
  for (let i = 0; i < corpus.size; i++) tallyDirection(corpus.tree(i), tally)
  return {
    direction: betterDirection(tally),
    facts: { directionChoice: 'share of arc length that points left' },
  }
}

/** The indices of sentences with about `SAMPLE_WORD_COUNT` words, spread evenly over the corpus. */
function sampleOf(corpus: Corpus): number[] {
  const share = Math.min(1, SAMPLE_WORD_COUNT / corpus.words)
  return Array.from({ length: corpus.size }, (_, i) => i).filter(
    (i) => Math.floor((i + 1) * share) > Math.floor(i * share),
  )
}
