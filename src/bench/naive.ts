/**
 * The cost of parsing with a simple scorer in plain JavaScript: a Map from the hashes of features to rows of weights. Each
 * transition adds 26 rows of 112 floating-point weights and searches the largest sum. Each feature has a row, as in a model
 * without pruning. The derivations are those of the parser, so that both take the same steps.
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

/** So many words are parsed: their rows take a few hundred megabytes. */
const WORDS = 200000

/** The first sentences, with about {@link WORDS} words. */
export function enoughOf(sentences: readonly (readonly Token[])[]): readonly (readonly Token[])[] {
  let words = 0
  const end = sentences.findIndex((tokens) => (words += tokens.length) >= WORDS)
  return end < 0 ? sentences : sentences.slice(0, end + 1)
}

/** Returns a function that scores each configuration of the greedy derivations of the sentences. */
export function naiveScoring(model: Model, sentences: readonly (readonly Token[])[]): () => void {
  const { header } = model
  const system = registered(header.system).make({ singleRoot: header.singleRoot })
  const { used } = compileTemplates(header.templates)
  const sentence = new Sentence({ tags: header.tags, mirrored: header.direction === 'left', used })
  const set = { name: 'naive', templates: header.templates.templates.slice(0, ROWS) }
  const extractor = new FeatureExtractor(compileTemplates(set))
  const c = new Configuration()
  const guide = new ModelGuide(model, system, sentence)
  const derivation: Transition[] = []
  for (const tokens of sentences) {
    system.start(c, fillSentence(sentence, tokens).size)
    derive(system, c, { next: () => derivation[derivation.push(guide.next(c)) - 1] })
  }
  const tables = system.states.map(() => new Map<number, Float32Array>())
  const sums = new Float32Array(CLASSES)
  const score = (): number => {
    const rows = tables[system.state(c)]
    const count = Math.min(ROWS, extractor.extract(c, sentence))
    sums.fill(0)
    for (let i = 0; i < count; i++) {
      const row = rows.get(extractor.keys[i])
      if (row) for (let j = 0; j < CLASSES; j++) sums[j] += row[j]
      else rows.set(extractor.keys[i], new Float32Array(CLASSES))
    }
    let best = 0
    for (let j = 1; j < CLASSES; j++) if (sums[j] > sums[best]) best = j
    return best
  }
  const run = (): void => {
    let next = 0
    for (const tokens of sentences) {
      system.start(c, fillSentence(sentence, tokens).size)
      while (!system.done(c)) {
        if (!isForced(system, system.allowed(c))) score()
        const transition = derivation[next++]
        system.apply(c, typeOf(transition), labelOf(transition))
      }
    }
  }
  // The first run makes a row for each feature.
  run()
  fillRows(tables, model)
  return run
}

/** Writes the weights of the first classes of the model into the rows. */
function fillRows(tables: readonly Map<number, Float32Array>[], { classifiers }: Model): void {
  tables.forEach((rows, state) => {
    const { keys, starts, classes, values, scale } = classifiers[state]
    keys.forEach((key, feature) => {
      const row = rows.get(key)
      for (let i = starts[feature]; row && i < starts[feature + 1]; i++) {
        if (classes[i] < CLASSES) row[classes[i]] = values[i] / scale
      }
    })
  })
}
