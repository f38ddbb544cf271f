/** One system with the memory to decode with it: greedily where the beam is 1, by search where it is wider. */
import type { Tree } from '../transform/tree.ts'
import { Beam } from './beam/beam.ts'
import { weightsScorer } from './beam/scorer.ts'
import { Configuration } from './configuration.ts'
import { fallback, ModelGuide } from './guide.ts'
import type { Model } from './model.ts'
import type { Sentence } from './sentence.ts'
import { derive, type TransitionSystem } from './system.ts'

export class Decoder<System extends TransitionSystem = TransitionSystem> {
  readonly system: System
  readonly #model: Model
  readonly #guide: ModelGuide
  readonly #beam: Beam | undefined
  readonly #configuration = new Configuration()

  constructor(model: Model, system: System, sentence: Sentence, beam: number) {
    this.system = system
    this.#model = model
    this.#guide = new ModelGuide(model, system, sentence)
    if (beam === 1) return
    const scorers = model.states.map((weights) => weightsScorer(weights, system.kinds.length))
    this.#beam = new Beam(system, scorers, this.#guide.extractor, beam, (c, allowed) =>
      fallback(system, c, allowed, model),
    )
  }

  /** Writes the tree that the model derives for `sentence` to `into`, marks and all. */
  decode(sentence: Sentence, into: Tree): Tree {
    const c = this.#configuration
    if (this.#beam) this.#search(this.#beam, sentence)
    else {
      this.#guide.sentence = sentence
      this.system.start(c, sentence.size)
      derive(this.system, c, this.#guide)
    }
    this.system.finish(c, into)
    for (let word = 1; word <= into.size; word++) {
      if (into.label[word] < 0) into.label[word] = this.#model.rootLabel
    }
    return into
  }

  /** Leaves the best derivation's end in the configuration. */
  #search(beam: Beam, sentence: Sentence): void {
    beam.start(sentence)
    while (!beam.done) beam.step()
    beam.history.replay(this.system, this.#configuration, sentence.size, beam.entries[0], beam.spineKind)
  }
}
