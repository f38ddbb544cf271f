/**
 * What parsing costs where scoring is written down as one would first do it in JavaScript: a Map from the hashes of
 * features to rows of floating-point weights. For each transition 26 rows of 112 weights are added, and the best sum is
 * looked for; every feature has its row, as in a model from which nothing has been pruned. The derivations are the
 * parser's own, so that both do the same steps.
 */
import { Configuration } from '../../parser/core/configuration.ts'
import { FeatureExtractor } from '../../parser/features/extractor.ts'
import { compileTemplates } from '../../parser/features/templates.ts'
import { ModelGuide } from '../../parser/search/model-guide.ts'
import type { Model } from '../../parser/model/model.ts'
import { registered } from '../../parser/registry.ts'
import { fillSentence, Sentence, type Token } from '../../parser/core/sentence.ts'
import { derive, isForced, typeOf, labelOf, type Transition } from '../../parser/core/transition-system.ts'

const ROWS = 26
const CLASSES = 112

/** How many words are enough: what they have of features takes some hundred megabytes as rows. */
const WORDS = 200000

/** The first sentences, as many as are enough. */
export function enoughOf(sentences: readonly (readonly Token[])[]): readonly (readonly Token[])[] {
  let words = 0
  const end = sentences.findIndex((tokens) => (words += tokens.length) >= WORDS)
  return end < 0 ? sentences : sentences.slice(0, end + 1)
}

/** Scores every configuration of the greedy derivations of sentences. Returns what is timed. */
export function naiveScoring(model: Model, sentences: readonly (readonly Token[])[]): () => void {
  const { header } = model
  const system = registered(header.system).make({ singleRoot: header.singleRoot })
  const { used } = compileTemplates(header.templates)
  const sentence = new Sentence({ tags: header.tags, mirrored: header.direction === 'left', used })
  const set = { name: 'naive', templates: header.templates.templates.slice(0, ROWS) }
  const extractor = new FeatureExtractor(compileTemplates(set))
  const c = new Configuration()
  const moves: Transition[] = []
  const guide = new ModelGuide(model, system, sentence)
  const rows = system.states.map(() => new Map<number, Float32Array>())
  for (const tokens of sentences) {
    system.start(c, fillSentence(sentence, tokens).size)
    const next = (): Transition => {
      if (!isForced(system, system.allowed(c))) {
        const count = Math.min(ROWS, extractor.extract(c, sentence))
        addRows(rows[system.state(c)], extractor.keys.subarray(0, count))
      }
      return moves[moves.push(guide.next(c)) - 1]
    }
    derive(system, c, { next })
  }
  fillRows(rows, model)
  const sums = new Float32Array(CLASSES)
  const score = (): number => {
    const known = rows[system.state(c)]
    const count = Math.min(ROWS, extractor.extract(c, sentence))
    sums.fill(0)
    for (let i = 0; i < count; i++) {
      const row = known.get(extractor.keys[i])
      if (row) for (let j = 0; j < CLASSES; j++) sums[j] += row[j]
    }
    let best = 0
    for (let j = 1; j < CLASSES; j++) if (sums[j] > sums[best]) best = j
    return best
  }
  return () => {
    let next = 0
    for (const tokens of sentences) {
      system.start(c, fillSentence(sentence, tokens).size)
      while (!system.done(c)) {
        if (!isForced(system, system.allowed(c))) score()
        const move = moves[next++]
        system.apply(c, typeOf(move), labelOf(move))
      }
    }
  }
}

function addRows(rows: Map<number, Float32Array>, keys: Uint32Array): void {
  for (const key of keys) if (!rows.has(key)) rows.set(key, new Float32Array(CLASSES))
}

/** Writes the weights that the model has of its first classes. */
function fillRows(rows: readonly Map<number, Float32Array>[], { classifiers }: Model): void {
  rows.forEach((known, state) => {
    const { keys, starts, classes, values, scale } = classifiers[state]
    keys.forEach((key, feature) => {
      const row = known.get(key)
      for (let i = starts[feature]; row && i < starts[feature + 1]; i++) {
        if (classes[i] < CLASSES) row[classes[i]] = values[i] / scale
      }
    })
  })
}
