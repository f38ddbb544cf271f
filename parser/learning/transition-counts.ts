/** Which transitions the static oracle takes in a training set, and how often. */
import { Configuration } from '../core/configuration.ts'
import type { Sentence } from '../core/sentence.ts'
import { derive, isForced, type Guide, type Move, type TransitionSystem } from '../core/transition-system.ts'
import type { Tree } from '../../transform/tree.ts'
import type { TrainingSet } from './training-set.ts'

/** How often each transition was taken where there was a choice, in order of first sight. */
export type MoveCounts = ReadonlyMap<Move, number>

/** The counts of each state of `system`. */
export function countMoves(system: TransitionSystem, set: TrainingSet, sentence: Sentence): MoveCounts[] {
  const counts = system.states.map(() => new Map<Move, number>())
  const c = new Configuration()
  let gold: Tree
  const guide: Guide = {
    next: () => {
      const move = system.oracle(c, gold)
      if (!isForced(system, system.allowed(c))) {
        const state = counts[system.state(c)]
        state.set(move, (state.get(move) ?? 0) + 1)
      }
      return move
    },
  }
  for (let i = 0; i < set.size; i++) {
    gold = set.load(i, sentence)
    system.reveal?.(gold)
    system.start(c, gold.size)
    derive(system, c, guide)
  }
  return counts
}
