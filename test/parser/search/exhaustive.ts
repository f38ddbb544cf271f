/** Every derivation of a sentence with its score, found by trying everything. */
import type { Scorer } from '../../../parser/scoring/scorer.ts'
import { Configuration } from '../../../parser/core/configuration.ts'
import type { FeatureExtractor } from '../../../parser/features/extractor.ts'
import type { Sentence } from '../../../parser/core/sentence.ts'
import {
  isForced,
  kindOf,
  labelOf,
  type Move,
  type TransitionSystem,
} from '../../../parser/core/transition-system.ts'

export interface Derivation {
  readonly moves: readonly Move[]
  readonly score: number
}

/** All of them, best first. */
export function allDerivations(
  system: TransitionSystem,
  scorers: readonly Scorer[],
  extractor: FeatureExtractor,
  sentence: Sentence,
): Derivation[] {
  const found: Derivation[] = []
  const visit = (c: Configuration, moves: Move[], score: number): void => {
    if (system.done(c)) {
      found.push({ moves: [...moves], score })
      return
    }
    const scored = choices(system, c, scorers, extractor, sentence)
    for (const [move, gain] of scored) {
      const after = new Configuration()
      after.copyFrom(c)
      system.apply(after, kindOf(move), labelOf(move))
      visit(after, [...moves, move], score + gain)
    }
  }
  const c = new Configuration()
  system.start(c, sentence.size)
  visit(c, [], 0)
  return found.sort((one, other) => other.score - one.score)
}

/** What a derivation scores, worked out on its own; by the shares of its transitions where the temperature is above 0. */
export function scoreOf(
  system: TransitionSystem,
  scorers: readonly Scorer[],
  extractor: FeatureExtractor,
  sentence: Sentence,
  moves: readonly Move[],
  temperature = 0,
): number {
  const c = new Configuration()
  system.start(c, sentence.size)
  let score = 0
  for (const move of moves) {
    const all = choices(system, c, scorers, extractor, sentence)
    const choice = all.find(([other]) => other === move)
    if (!choice) throw new Error(`${move} is not allowed`)
    score += choice[1]
    if (temperature > 0 && !isForced(system, system.allowed(c))) {
      const share = all.reduce((sum, [, gain]) => sum + Math.exp((gain - choice[1]) / temperature), 0)
      score -= choice[1] + temperature * Math.log(share)
    }
    system.apply(c, kindOf(move), labelOf(move))
  }
  if (!system.done(c)) throw new Error('not the end')
  return score
}

function choices(
  system: TransitionSystem,
  c: Configuration,
  scorers: readonly Scorer[],
  extractor: FeatureExtractor,
  sentence: Sentence,
): [Move, number][] {
  const allowed = system.allowed(c)
  const state = system.state(c)
  const scorer = scorers[state]
  const forced = isForced(system, allowed)
  scorer.score(extractor.keys, extractor.extract(c, sentence))
  const all: [Move, number][] = []
  scorer.moves.forEach((move, i) => {
    if ((allowed & (1 << kindOf(move))) === 0) return
    if (system.admits && !system.admits(c, kindOf(move), labelOf(move))) return
    all.push([move, forced ? 0 : scorer.scores[i] * scorer.unit])
  })
  return all
}
