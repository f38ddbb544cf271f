/** Parsing with a model: sentence in, tree out. */
import { createEncoding, type Encoding, type NonProjective } from '../transform/encoding.ts'
import { createTree, type Tree } from '../transform/tree.ts'
import { Beam, checkBeam } from './beam/beam.ts'
import { weightsScorer } from './beam/scorer.ts'
import { Configuration } from './configuration.ts'
import { fallback, ModelGuide } from './guide.ts'
import type { Model } from './model.ts'
import { registered } from './registry.ts'
import { Sentence } from './sentence.ts'
import { derive, type TransitionSystem } from './system.ts'

export interface ParserOptions {
  /** Decode with another system of the model's family. */
  readonly system?: string
  /** Decode with another number of roots than the model was trained for. */
  readonly singleRoot?: boolean
  /** How many hypotheses are pursued at once; what the model was trained for where absent. 1 is greedy. */
  readonly beam?: number
}

/** What came of one sentence. */
export interface Parse {
  /** The tree that the derivation ended in: projective, for a transforming system with its marks. */
  readonly derived: Tree
  /** The same on the words as they stand: reversed, mirrored back and deprojectivized. */
  readonly tree: Tree
  /** Marks that could not be undone. */
  readonly vestigialArcs: number
}

/** A model made ready to parse; holds all the memory that parsing needs, for one sentence at a time. */
export class Parser {
  readonly model: Model
  readonly system: TransitionSystem
  /** How many hypotheses are pursued at once. */
  readonly beam: number
  readonly #guide: ModelGuide
  readonly #beam: Beam | undefined
  readonly #encoding: Encoding
  readonly #configuration = new Configuration()
  readonly #sentence: Sentence

  /** @throws RangeError where `options.system` does not exist or is of another family, or the beam is no width */
  constructor(model: Model, options: ParserOptions = {}) {
    const { header } = model
    const entry = registered(options.system ?? header.system)
    const family = registered(header.system).family
    if (entry.family !== family) {
      throw new RangeError(
        `a model of ${header.system} cannot be decoded by ${entry.name}, which is of another family`,
      )
    }
    this.model = model
    this.system = entry.make({ singleRoot: options.singleRoot ?? header.singleRoot })
    this.#sentence = new Sentence({ tags: header.tags, mirrored: header.direction === 'left' })
    this.#guide = new ModelGuide(model, this.system, this.#sentence)
    const beam = options.beam ?? header.beam
    checkBeam(beam)
    this.beam = beam
    if (beam > 1) {
      const { system } = this
      const scorers = model.states.map((weights) => weightsScorer(weights, system.kinds.length))
      this.#beam = new Beam(system, scorers, this.#guide.extractor, beam, (c, allowed) =>
        fallback(system, c, allowed, model),
      )
    }
    this.#encoding = createEncoding({
      labels: model.labels,
      nonProjective: header.nonProjective as NonProjective,
      direction: header.direction,
      transforms: family === 'right-branching',
    })
  }

  /** A sentence to fill in for `parse`: it keeps only the attributes that the model reads. */
  sentence(): Sentence {
    const { tags, direction } = this.model.header
    return new Sentence({ tags, mirrored: direction === 'left', used: this.#guide.extractor.compiled.used })
  }

  /** Parses a sentence that `sentence()` made. */
  parse(sentence: Sentence): Parse {
    const derived = this.derive(sentence)
    return { derived, ...this.#encoding.decode(derived) }
  }

  /** The first half of `parse`: the derived tree alone. */
  derive(sentence: Sentence): Tree {
    const derived = createTree(sentence.size)
    const c = this.#configuration
    if (this.#beam) {
      this.#search(this.#beam, sentence)
    } else {
      this.#guide.sentence = sentence
      this.system.start(c, sentence.size)
      derive(this.system, c, this.#guide)
    }
    this.system.finish(c, derived)
    for (let word = 1; word <= derived.size; word++) {
      if (derived.label[word] < 0) derived.label[word] = this.model.rootLabel
    }
    return derived
  }

  /** Leaves the best derivation's end in the configuration. */
  #search(beam: Beam, sentence: Sentence): void {
    beam.start(sentence)
    while (!beam.done) beam.step()
    beam.history.replay(this.system, this.#configuration, sentence.size, beam.entries[0], beam.spineKind)
  }
}
