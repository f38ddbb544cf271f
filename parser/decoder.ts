/** One system with the memory to decode with it: greedily where the beam is 1, by search where it is wider. */
import { createTree, type Tree } from '../transform/tree.ts'
import { Beam, widestBeam } from './beam/beam.ts'
import { CertainGuide } from './certainty.ts'
import { Configuration } from './configuration.ts'
import { fallback, ModelGuide } from './guide.ts'
import type { Model } from './model.ts'
import type { Sentence } from './sentence.ts'
import { derive, type TransitionSystem } from './system.ts'

/** A derived tree with the score of its derivation. */
export interface Derivation {
  readonly derived: Tree
  readonly score: number
}

export class Decoder<System extends TransitionSystem = TransitionSystem> {
  readonly system: System
  readonly #model: Model
  readonly #guide: ModelGuide
  readonly #width: number
  #beam: Beam | undefined
  readonly #configuration: Configuration

  constructor(model: Model, system: System, sentence: Sentence, beam: number) {
    this.system = system
    this.#model = model
    this.#guide = new ModelGuide(model, system, sentence)
    this.#width = beam
    this.#configuration = new Configuration(this.#guide.nodes)
  }

  /** Writes the tree that the model derives for `sentence` to `into`, marks and all. */
  decode(sentence: Sentence, into: Tree): Tree {
    if (this.#width === 1) {
      this.#guide.sentence = sentence
      this.system.start(this.#configuration, sentence.size)
      derive(this.system, this.#configuration, this.#guide)
    } else this.#replay(this.#search(sentence, this.#width), sentence, 0)
    return this.#finish(into)
  }

  /**
   * The trees of all hypotheses that a beam of `width` ends with, best first. A beam wider than the widest allowed is
   * as wide as that.
   */
  hypotheses(sentence: Sentence, width: number): Derivation[] {
    const beam = this.#search(sentence, Math.min(widestBeam, width))
    return Array.from({ length: beam.size }, (_, item) => {
      this.#replay(beam, sentence, item)
      return { derived: this.#finish(createTree(sentence.size)), score: beam.scores[item] }
    })
  }

  /** What `decode` gives where the beam is 1, with its score, and by word how sure its arc is. */
  greedy(sentence: Sentence): Derivation & { readonly shares: Float64Array } {
    const guide = new CertainGuide(this.#guide, this.system, sentence.size)
    this.#guide.sentence = sentence
    this.system.start(this.#configuration, sentence.size)
    derive(this.system, this.#configuration, guide)
    const derived = this.#finish(createTree(sentence.size))
    return { derived, score: guide.score, shares: guide.shares }
  }

  #search(sentence: Sentence, width: number): Beam {
    const beam = this.#beam?.width === width ? this.#beam : this.#makeBeam(width)
    this.#beam = beam
    beam.start(sentence)
    while (!beam.done) beam.step()
    return beam
  }

  #makeBeam(width: number): Beam {
    const guide = this.#guide
    return new Beam(this.system, guide.scorers, guide.steps(), width, (c, allowed) =>
      fallback(this.system, c, allowed, this.#model),
    )
  }

  /** Leaves the end of a hypothesis in the configuration. */
  #replay(beam: Beam, sentence: Sentence, item: number): void {
    beam.history.replay(this.system, this.#configuration, sentence.size, beam.entries[item], beam.spineKind)
  }

  /** The tree that the configuration has ended in. */
  #finish(into: Tree): Tree {
    this.system.finish(this.#configuration, into)
    for (let word = 1; word <= into.size; word++) {
      if (into.label[word] < 0) into.label[word] = this.#model.rootLabel
    }
    return into
  }
}
