/** The gold trees of a corpus in encoded form: projectivized, mirrored and transformed, with marks. */
import type { FeatureExtractor } from '../scoring/kernel/kernel.ts'
import type { Tree } from '../../transform/tree.ts'
import { Configuration } from '../core/configuration.ts'
import type { ParserSentence } from '../core/sentence.ts'
import { derive, isForced, type Transition, type TransitionSystem } from '../core/transition-system.ts'
import type { Corpus } from './corpus.ts'

export class TrainingSet {
  readonly #corpus: Corpus
  /** By entry of the set: the index of the sentence in the corpus, and the encoded tree. */
  readonly #entries: { readonly index: number; readonly tree: Tree }[] = []

  /** The number of words. */
  words = 0

  /** @param encode returns the tree to learn from, or undefined to leave the sentence out */
  constructor(corpus: Corpus, encode: (tree: Tree) => Tree | undefined) {
    this.#corpus = corpus
    for (let index = 0; index < corpus.size; index++) {
      const tree = encode(corpus.tree(index))
      if (!tree) continue
      this.#entries.push({ index, tree })
      this.words += tree.size
    }
  }

  /** The number of sentences. */
  get size(): number {
    return this.#entries.length
  }

  /** Fills `sentence` and returns the encoded tree of an entry, which is the gold tree of the sentence. */
  load(entry: number, sentence: ParserSentence): Tree {
    const { index, tree } = this.#entries[entry]
    this.#corpus.sentence(index, sentence)
    sentence.gold = tree
    return tree
  }
}

/** Gold trees and the system that derives them. */
export interface GoldDerivations {
  readonly system: TransitionSystem
  readonly set: TrainingSet
  /** The sentence object that is filled from the set. */
  readonly sentence: ParserSentence
}

/** The input of a learner. */
export interface TrainingData extends GoldDerivations {
  readonly extractor: FeatureExtractor
  /** The transition counts, by prediction model. */
  readonly counts: readonly TransitionCounts[]
}

/** The number of times that the static oracle chooses each transition, except forced ones; in order of first occurrence. */
export type TransitionCounts = ReadonlyMap<Transition, number>

/** The transition counts of each prediction model. */
export function countTransitions(derivations: GoldDerivations): TransitionCounts[] {
  const { system } = derivations
  const counts = system.states.map(() => new Map<Transition, number>())
  visitChoices(derivations, (c, transition) => {
    const state = counts[system.state(c)]
    state.set(transition, (state.get(transition) ?? 0) + 1)
  })
  return counts
}

/**
 * Calls `visit` with each unforced choice of the static oracle in the gold trees, before it is applied, and the allowed types.
 */
export function visitChoices(
  { system, set, sentence }: GoldDerivations,
  visit: (c: Configuration, transition: Transition, allowed: number) => void,
): void {
  const c = new Configuration()
  for (let index = 0; index < set.size; index++) {
    const gold = set.load(index, sentence)
    const oracle = system.oracle(gold)
    system.start(c, gold.size, gold)
    derive(system, c, {
      next: () => {
        const transition = oracle.next(c)
        const allowed = system.allowed(c)
        if (!isForced(system, allowed)) visit(c, transition, allowed)
        return transition
      },
    })
  }
}
