/** Training on the toy language, with options that change one thing at a time. */
import { train, type TrainOptions } from '../../../parser/train.ts'
import type { Symbols } from '../../../transform/symbols.ts'
import { registered } from '../../../parser/registry.ts'
import { toyCorpus } from './toy.ts'

/** Enough for the toy language, and fast. */
const templates = {
  name: 'toy',
  templates: [
    's0.form s0.tag',
    's0.tag s0.mark',
    's0.tag s0.deprel',
    'b0.form b0.tag',
    'b0.tag b1.tag',
    'b1.tag b2.tag',
    's0.tag b0.tag',
    's0.tag b0.form',
    's0.tag s0.deprel b0.tag b1.tag',
    's0.tag b0.tag b1.tag b2.tag',
    's1.tag s0.tag b0.tag',
    's0.tag b0.tag b0l.tag',
    's0.tag s0c.tag b0.tag',
    'b1-4.tag',
  ],
}

/** The same for systems with arcs between s0 and s1. */
const ofStack = {
  name: 'toy, of the stack',
  templates: [
    ...templates.templates,
    's1.form s0.form',
    's1.tag s0.tag',
    's1.tag s0.form',
    's2.tag s1.tag s0.tag',
    's1.tag s0.tag s0l.tag',
    's1.tag s0.tag s0r.tag',
    's1.tag s0.tag s1l.tag',
    's1.tag s0.tag s1r.tag',
    's1.tag s0.tag b0.tag b1.tag',
  ],
}

export function learnToy(
  system: string,
  options: Partial<TrainOptions> = {},
  { corpus, labels } = toyCorpus(150, 1),
): ReturnType<typeof train> {
  const { transitionTypes } = registered(system).make({ singleRoot: true })
  return train(corpus, labels, {
    system,
    templates: transitionTypes.some(({ head }) => head === 's1') ? ofStack : templates,
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
