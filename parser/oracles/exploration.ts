/**
 * A dynamic oracle as a learner asks it: transition after transition of one configuration, along one derivation.
 */
import type { Configuration } from '../configuration.ts'
import type { TrainingOracle } from '../learning/perceptron.ts'
import { kindOf, labelOf, type Move, type TransitionSystem } from '../system.ts'
import type { DynamicOracle } from './dynamic.ts'

/**
 * The oracle for training with exploration: free is what costs least, with the gold label where it adds a gold arc.
 *
 * A configuration is weighed once, when it is first asked about. It is told from the last one by its front and its
 * height: every transition changes one of them.
 */
export function explorationOracle(system: TransitionSystem, oracle: DynamicOracle): TrainingOracle {
  let front = -1
  let height = -1
  let free = 0

  return {
    dynamic: true,
    begin(gold) {
      oracle.begin(gold)
      front = -1
    },
    isFree(configuration: Configuration, move: Move): boolean {
      if (configuration.front !== front || configuration.height !== height) {
        front = configuration.front
        height = configuration.height
        free = oracle.weigh(configuration, system.allowed(configuration))
      }
      const kind = kindOf(move)
      const gold = oracle.labels[kind]
      return ((free >> kind) & 1) === 1 && (gold === -1 || gold === labelOf(move))
    },
  }
}
