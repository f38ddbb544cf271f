/** Scorers that have learned nothing: weights are hashes of feature and class. They know all transitions. */
import fc from 'fast-check'
import type { Scorer } from '../../../parser/core/scorer.ts'
import { ReferenceExtractor } from '../features/reference-extractor.ts'
import { templatesOfSystem } from '../../../parser/features/template-sets.ts'
import { registry } from '../../../parser/registry.ts'
import { compileFor } from '../../../parser/registry.ts'
import { ParserSentence } from '../../../parser/core/sentence.ts'
import { hashPair, hashText } from '../../../parser/core/hash.ts'
import { typeStartsOf } from '../../../parser/core/classifier-weights.ts'
import {
  transitionOf,
  type Transition,
  type TransitionSystem,
} from '../../../parser/core/transition-system.ts'

export const seeds = fc.integer({ min: 0, max: 2 ** 30 })

/** One scorer for each state of the system; weights are whole numbers, so that sums are exact in any order. */
export function randomScorers(system: TransitionSystem, labels: number, seed: number): Scorer[] {
  const transitions: Transition[] = []
  system.transitionTypes.forEach(({ labelled }, type) => {
    for (let label = 0; label < (labelled ? labels : 1); label++) transitions.push(transitionOf(type, label))
  })
  const typeStarts = typeStartsOf(transitions, system.transitionTypes.length)
  return system.states.map((_, state) => {
    const scores = new Float64Array(transitions.length)
    return {
      transitions: Int32Array.from(transitions),
      typeStarts,
      scores,
      unit: 0.25,
      score(keys, count) {
        scores.fill(0)
        for (let i = 0; i < count; i++) {
          const key = hashPair(keys[i], seed)
          for (let c = 0; c < transitions.length; c++) scores[c] += hashPair(key, 8 * c + state) >> 24
        }
      },
    }
  })
}

/** @param name the set of features: weights that are random need few of them to tell configurations apart */
export function extractorFor(system: TransitionSystem, name: 'rich' | 'paper' = 'rich'): ReferenceExtractor {
  const { name: known, templates } = registry.find(({ traits }) => traits.family === system.family)!
  return new ReferenceExtractor(compileFor(known, templatesOfSystem(templates)[name].labelled))
}

/** A sentence of random words. */
export function randomSentence(size: number, seed: number): ParserSentence {
  const sentence = new ParserSentence().begin(size)
  for (let word = 1; word <= size; word++) {
    const hash = hashPair(hashText(`word ${word}`), seed) >>> 0
    sentence.set(word, { form: `w${hash % 5}`, upos: `T${(hash >>> 8) % 3}` })
  }
  return sentence
}
