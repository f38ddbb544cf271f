/** Every derivation of a sentence with its score, found by trying everything. */
import type { Scorer } from '../../../parser/core/scorer.ts'
import { Configuration } from '../../../parser/core/configuration.ts'
import { copyOf } from '../laws/explore.ts'
import type { ReferenceExtractor } from '../features/reference-extractor.ts'
import type { ParserSentence } from '../../../parser/core/sentence.ts'
import {
  isForced,
  typeOf,
  labelOf,
  type Transition,
  type TransitionSystem,
} from '../../../parser/core/transition-system.ts'

export interface Derivation {
  readonly transitions: readonly Transition[]
  readonly score: number
}

/** All of them, best first. */
export function allDerivations(
  system: TransitionSystem,
  scorers: readonly Scorer[],
  extractor: ReferenceExtractor,
  sentence: ParserSentence,
): Derivation[] {
  const found: Derivation[] = []
  const visit = (c: Configuration, transitions: Transition[], score: number): void => {
    if (system.done(c)) {
      found.push({ transitions: [...transitions], score })
      return
    }
    const scored = choices(system, c, scorers, extractor, sentence)
    for (const [transition, gain] of scored) {
      const after = copyOf(c)
      system.apply(after, typeOf(transition), labelOf(transition))
      visit(after, [...transitions, transition], score + gain)
    }
  }
  const c = new Configuration()
  system.start(c, sentence.size)
  visit(c, [], 0)
  return found.sort((one, other) => other.score - one.score)
}

/** The derivations that a beam ends with, best first: in each step all hypotheses go on in every way, and the best are kept. */
export function naiveBeam(
  system: TransitionSystem,
  scorers: readonly Scorer[],
  extractor: ReferenceExtractor,
  sentence: ParserSentence,
  width: number,
): Derivation[] {
  type Hypothesis = Derivation & { readonly c: Configuration }
  const after = ({ c, transitions, score }: Hypothesis): Hypothesis[] =>
    choices(system, c, scorers, extractor, sentence).flatMap(([transition, gain]) => {
      const next = copyOf(c)
      system.apply(next, typeOf(transition), labelOf(transition))
      const one = { c: next, transitions: [...transitions, transition], score: score + gain }
      return typeOf(transition) === system.reductionType ? after(one) : [one]
    })
  const c = new Configuration()
  system.start(c, sentence.size)
  let beam: Hypothesis[] = [{ c, transitions: [], score: 0 }]
  while (!beam.every((one) => system.done(one.c)))
    beam = beam
      .flatMap((one) => (system.done(one.c) ? [one] : after(one)))
      .sort((one, other) => other.score - one.score)
      .slice(0, width)
  return beam
}

/** What a derivation scores, worked out on its own; by the shares of its transitions where the temperature is above 0. */
export function scoreOf(
  system: TransitionSystem,
  scorers: readonly Scorer[],
  extractor: ReferenceExtractor,
  sentence: ParserSentence,
  transitions: readonly Transition[],
  temperature = 0,
): number {
  const c = new Configuration()
  system.start(c, sentence.size)
  let score = 0
  for (const transition of transitions) {
    const all = choices(system, c, scorers, extractor, sentence)
    const choice = all.find(([other]) => other === transition)
    if (!choice) throw new Error(`${transition} is not allowed`)
    score += choice[1]
    if (temperature > 0 && !isForced(system, system.allowed(c))) {
      const share = all.reduce((sum, [, gain]) => sum + Math.exp((gain - choice[1]) / temperature), 0)
      score -= choice[1] + temperature * Math.log(share)
    }
    system.apply(c, typeOf(transition), labelOf(transition))
  }
  if (!system.done(c)) throw new Error('not the end')
  return score
}

function choices(
  system: TransitionSystem,
  c: Configuration,
  scorers: readonly Scorer[],
  extractor: ReferenceExtractor,
  sentence: ParserSentence,
): [Transition, number][] {
  const allowed = system.allowed(c)
  const state = system.state(c)
  const scorer = scorers[state]
  const forced = isForced(system, allowed)
  scorer.score(extractor.keys, extractor.extract(c, sentence))
  const all: [Transition, number][] = []
  scorer.transitions.forEach((transition, i) => {
    if ((allowed & (1 << typeOf(transition))) === 0) return
    if (system.admits && !system.admits(c, typeOf(transition), labelOf(transition))) return
    all.push([transition, forced ? 0 : scorer.scores[i] * scorer.unit])
  })
  return all
}
