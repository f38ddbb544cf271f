/**
 * The keys of the features of configurations, extracted in the kernel. A key is 32 bits; two features of one model share a
 * key about once in ten thousand features of a million, which costs nothing that can be measured.
 */
import type { Configuration } from '../core/configuration.ts'
import type { Sentence } from '../core/sentence.ts'
import { parts, type CompiledTemplates, type Part } from '../features/templates.ts'
import { Kernel } from './kernel/kernel.ts'

const NONE = { form: 'labelled', names: [], ofLabels: new Int32Array(0), firstStage: 0 } as const

export class FeatureExtractor {
  readonly compiled: CompiledTemplates
  readonly #kernel: Kernel

  constructor(compiled: CompiledTemplates) {
    this.compiled = compiled
    this.#kernel = Kernel.of([], compiled, 0, NONE)
  }

  /** The keys of the last extraction and, behind them, anything. */
  get keys(): Uint32Array {
    return this.#kernel.keys
  }

  /** Writes the keys of all templates of a configuration to `keys`, BIAS_KEY last, and returns how many there are. */
  extract(c: Configuration, sentence: Sentence): number {
    this.lookUp(c, sentence)
    return this.combine(parts.all)
  }

  /** Looks up the values that every part of the templates reads. */
  lookUp(c: Configuration, sentence: Sentence): void {
    this.#kernel.lookUp(c, sentence)
  }

  /** As `extract`, by a part of the templates, of the configuration that was looked up last. */
  combine(part: Part): number {
    return this.#kernel.extract(part)
  }
}
