/** What the kernel computes for a beam, written down in plain JavaScript. */
import type { Configuration } from '../../../parser/core/configuration.ts'
import { NODE_SIZE, BELOW } from '../../../parser/core/node-fields.ts'
import type { ParserSentence } from '../../../parser/core/sentence.ts'
import { typeOf, type Transition, type TransitionSystem } from '../../../parser/core/transition-system.ts'
import type { ReferenceExtractor } from '../features/reference-extractor.ts'
import type {
  Admits,
  BeamScorer,
  Candidate,
  CandidatePath,
  OfferedScore,
  Scorer,
} from '../../../parser/core/scorer.ts'
import { applyToCopies, equalNodes } from './fork.ts'

/** Scores that differ by less are the same but for rounding. */
const ROUNDING = 1e-3

export class ReferenceBeamScorer implements BeamScorer {
  readonly models: readonly Scorer[]
  /** Whether a candidate stayed or fell out by less than rounding tells: another search may keep the other one. */
  hadTie = false
  readonly #extractor: ReferenceExtractor
  readonly #rows: { readonly state: number; readonly scores: Float64Array }[] = []
  readonly #candidates: Candidate[] = []
  #c!: Configuration
  #sentence!: ParserSentence
  #width = 0
  #margin = Infinity
  #admits: Admits = () => true

  constructor(models: readonly Scorer[], extractor: ReferenceExtractor) {
    this.models = models
    this.#extractor = extractor
  }

  begin(
    c: Configuration,
    sentence: ParserSentence,
    width: number,
    margin: number,
    admits: Admits = () => true,
  ): void {
    this.#admits = admits
    this.#c = c
    this.#sentence = sentence
    this.#width = width
    this.#margin = margin
    this.clear()
  }

  clear(): void {
    this.#rows.length = 0
    this.#candidates.length = 0
  }

  score(c: Configuration, state: number, _mask: number): number {
    const model = this.models[state]
    model.score(this.#extractor.keys, this.#extractor.extract(c, this.#sentence))
    return this.#rows.push({ state, scores: Float64Array.from(model.scores, (sum) => sum * model.unit) }) - 1
  }

  scoreOf(row: number, index: number): number {
    return this.#rows[row].scores[index]
  }

  logTotal(row: number, mask: number, temperature: number): number {
    const { state, scores } = this.#rows[row]
    const { transitions } = this.models[state]
    const allowed = scores.filter((_, i) => (mask >> typeOf(transitions[i])) & 1)
    if (allowed.length === 0) return 0
    const most = Math.max(...allowed)
    const sum = allowed.reduce((total, score) => total + Math.exp((score - most) / temperature), 0)
    return most + temperature * Math.log(sum)
  }

  offer(
    _: Configuration,
    row: number,
    mask: number,
    { before, free, bonus }: OfferedScore,
    path: CandidatePath,
  ): boolean {
    const { state, scores } = this.#rows[row]
    let found = false
    this.models[state].transitions.forEach((transition, i) => {
      if (((mask >> typeOf(transition)) & 1) === 0 || !this.#admits(transition)) return
      found = true
      this.insert(before + scores[i] + (i === free ? bonus : 0), path, transition)
    })
    return found
  }

  insert(score: number, path: CandidatePath, transition: Transition): void {
    const all = this.#candidates
    // Most candidates fall out at once, and by more than rounding.
    if (all.length === this.#width && all.at(-1)!.score - score >= ROUNDING) return
    const before = all.findLastIndex((other) => other.score >= score)
    all.splice(before + 1, 0, { ...path, score, transition })
    if (all.length > this.#width) {
      const out = all.pop()!
      this.hadTie ||= all.at(-1)!.score - out.score < ROUNDING
    }
    if (this.#margin === Infinity) return
    const least = all[0].score - this.#margin
    this.hadTie ||= all.some((one) => Math.abs(one.score - least) < ROUNDING)
    while (all.at(-1)!.score < least) all.pop()
  }

  get best(): number {
    return this.#candidates[0]?.score ?? -Infinity
  }

  get size(): number {
    return this.#candidates.length
  }

  read(index: number, into: Candidate): void {
    Object.assign(into, this.#candidates[index])
  }

  apply(system: TransitionSystem, c: Configuration, type: number, label: number): void {
    applyToCopies(system, c, type, label)
  }

  areEqual(one: number, other: number): boolean {
    return equalNodes(this.#c.nodes, one, other)
  }

  compact(c: Configuration, kept: number, scratch: number): void {
    const { nodes } = c
    for (let node = scratch; node < c.used; node += NODE_SIZE) {
      if (nodes[node + BELOW] >= scratch) nodes[node + BELOW] -= scratch - kept
    }
    nodes.copyWithin(kept, scratch, c.used)
    c.used -= scratch - kept
  }
}
