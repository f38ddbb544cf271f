/** Which transitions the static oracle takes in a training set, and how often. */
import { Configuration } from '../core/configuration.ts'
import type { Sentence } from '../core/sentence.ts'
import {
  derive,
  isForced,
  type Guide,
  type Transition,
  type TransitionSystem,
} from '../core/transition-system.ts'
import type { Tree } from '../../transform/tree.ts'
import type { TrainingSet } from './training-set.ts'

/** How often each transition was taken where there was a choice, in order of first sight. */
export type TransitionCounts = ReadonlyMap<Transition, number>

/** The counts of each state of `system`. */
export function countTransitions(
  system: TransitionSystem,
  set: TrainingSet,
  sentence: Sentence,
): TransitionCounts[] {
  const counts = system.states.map(() => new Map<Transition, number>())
  const c = new Configuration()
  let gold: Tree
  const guide: Guide = {
    next: () => {
      const transition = system.oracle(c, gold)
      if (!isForced(system, system.allowed(c))) {
        const state = counts[system.state(c)]
        state.set(transition, (state.get(transition) ?? 0) + 1)
      }
      return transition
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
