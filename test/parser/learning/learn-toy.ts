/** Training on the toy language, with options that change one thing at a time. */
import { richArcEager, richRightBranching } from '../../../parser/features/rich.ts'
import { registered } from '../../../parser/registry.ts'
import { train, type TrainOptions } from '../../../parser/train.ts'
import type { Symbols } from '../../../transform/symbols.ts'
import { toyCorpus } from './toy.ts'

export function learnToy(system: string, options: Partial<TrainOptions> = {}): ReturnType<typeof train> {
  const { corpus, labels } = toyCorpus(150, 1)
  return train(corpus, labels, {
    system,
    templates: registered(system).family === 'right-branching' ? richRightBranching : richArcEager,
    singleRoot: true,
    direction: 'right',
    nonProjective: 'projectivize:head',
    learner: 'perceptron',
    solver: 4,
    C: 0.1,
    epochs: 4,
    seed: 1,
    ...options,
  })
}

/** Sentences that were not learned from. */
export const heldOut = (labels: Symbols) => toyCorpus(60, 2, labels).corpus
