/** Decodes sentences with one system, greedily or with a beam. */
import { createTree, equalTrees, type Tree } from '../../transform/tree.ts'
import { Beam } from './beam.ts'
import { type Pruning, type SearchCounts, SUM_PRUNING, widestBeamFor } from './beam-options.ts'
import { ConfidenceGuide, STEP_TEMPERATURE } from './n-best.ts'
import { Configuration } from '../core/configuration.ts'
import { fallback, ModelGuide } from './model-guide.ts'
import type { PreparedModel } from '../scoring/scoring.ts'
import type { ParserSentence } from '../core/sentence.ts'
import { derive, type TransitionSystem } from '../core/transition-system.ts'
import { searchNamed, type SearchKind } from './searches.ts'

/** A derived tree and the score of its derivation. */
export interface Derivation {
  readonly derived: Tree
  readonly score: number
}

/** The options of a decoder. */
export interface Search {
  /** The width of the beam of `decode`; 1 is greedy. */
  readonly beam: number
  /** As in ParserOptions. */
  readonly margin: number | undefined
  readonly search: string | undefined
}

/** Pruning for log probabilities, which only decrease. English EWT, greedily trained, beam 8: same LAS (86.4), 2 × as fast. */
const PROBABILITY_PRUNING: Pruning = Object.freeze({
  margin: 1,
  reach: 1,
  reductionWeight: 0,
  deficitWeight: 0,
})

export class Decoder<System extends TransitionSystem = TransitionSystem> {
  readonly system: System
  readonly #model: PreparedModel
  readonly #guide: ModelGuide
  readonly #width: number
  readonly #pruning: Pruning | undefined
  #beam: Beam | undefined
  readonly #configuration = new Configuration()
  readonly #lead: ReturnType<SearchKind['make']>

  constructor(
    model: PreparedModel,
    system: System,
    sentence: ParserSentence,
    { beam, margin, search }: Search,
  ) {
    this.system = system
    this.#model = model
    this.#guide = new ModelGuide(model, system, sentence)
    this.#width = beam
    const defaultPruning = this.#isProbabilistic ? PROBABILITY_PRUNING : SUM_PRUNING
    const usesDefault = margin === undefined && system.reductionType !== undefined
    if (usesDefault) this.#pruning = defaultPruning
    else if (margin !== undefined && margin < Infinity)
      this.#pruning = {
        ...defaultPruning,
        margin,
        reach: defaultPruning.reach + margin - defaultPruning.margin,
      }
    this.#lead = searchNamed(search ?? (beam > 1 ? 'beam' : 'greedy')).make({
      system,
      guide: this.#guide,
      beam: (sentence, configuration) =>
        this.#search(sentence, beam, this.#pruning).replay(configuration, sentence, 0),
    })
  }

  /** The derived tree of `sentence`, with marks. */
  decode(sentence: ParserSentence): Tree {
    this.#guide.sentence = sentence
    this.#lead(sentence, this.#configuration)
    if (!this.system.done(this.#configuration)) throw new RangeError('a search stopped before the end')
    return this.#finish(sentence.size)
  }

  /**
   * The tree of `decode` with a beam, then the final trees of a search without pruning whose score is not higher, best first.
   * `width` must be at least the width of `decode`. `areAll` is true if no wider search finds more trees.
   */
  hypotheses(
    sentence: ParserSentence,
    width: number,
  ): { readonly found: Derivation[]; readonly areAll: boolean } {
    const maxWidth = Math.max(this.#width, Math.min(widestBeamFor(sentence.size), width))
    const derivations = this.#derivations(sentence, maxWidth, undefined)
    const areAll = derivations.length < maxWidth || maxWidth < width
    if (!this.#pruning || this.#width === 1) return { found: derivations, areAll }
    const [best] = this.#derivations(sentence, this.#width, this.#pruning)
    const isOther = ({ derived, score }: Derivation): boolean =>
      score <= best.score && !equalTrees(derived, best.derived)
    return { found: [best, ...derivations.filter(isOther)], areAll }
  }

  /** The tree of `decode` and the other final trees of its search, best first. */
  best(sentence: ParserSentence): Derivation[] {
    return this.#derivations(sentence, this.#width, this.#pruning)
  }

  #derivations(sentence: ParserSentence, width: number, pruning: Pruning | undefined): Derivation[] {
    const beam = this.#search(sentence, width, pruning)
    return Array.from({ length: beam.size }, (_, item) => {
      beam.replay(this.#configuration, sentence, item)
      return { derived: this.#finish(sentence.size), score: beam.scores[item] }
    })
  }

  /** The greedy tree, its score, and, by word, the probability of its arc. */
  greedy(sentence: ParserSentence): Derivation & { readonly arcProbabilities: Float64Array } {
    const guide = new ConfidenceGuide(this.#guide, this.system, sentence.size)
    this.#guide.sentence = sentence
    this.system.start(this.#configuration, sentence.size, sentence.gold)
    derive(this.system, this.#configuration, guide)
    return { derived: this.#finish(sentence.size), score: guide.score, arcProbabilities: guide.probabilities }
  }

  /** The counts of the searches of this decoder; undefined if there was no search. */
  get counts(): SearchCounts | undefined {
    return this.#beam?.counts
  }

  get #isProbabilistic(): boolean {
    return this.#model.header.beam === 1
  }

  #search(sentence: ParserSentence, width: number, pruning: Pruning | undefined): Beam {
    const beam = this.#beam?.width === width ? this.#beam : this.#makeBeam(width)
    this.#beam = beam
    beam.start(sentence, undefined, pruning)
    while (!beam.done) beam.step()
    return beam
  }

  #makeBeam(width: number): Beam {
    return new Beam(this.system, this.#model.scoring.beam(), width, {
      fallback: (c, allowed) => fallback(this.system, c, allowed, this.#model),
      temperature: this.#isProbabilistic ? STEP_TEMPERATURE : 0,
    })
  }

  /** The tree of the final configuration for a sentence of `size` words. */
  #finish(size: number): Tree {
    const tree = createTree(size)
    this.system.finish(this.#configuration, tree)
    for (let word = 1; word <= size; word++) {
      if (tree.label[word] < 0) tree.label[word] = this.#model.rootLabel
    }
    return tree
  }
}
