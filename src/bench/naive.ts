/**
 * What parsing costs where scoring is written down as one would first do it in JavaScript: a Map from the hashes of
 * features to rows of floating-point weights, 26 rows of 112 weights added for each transition. The derivations are
 * the parser's own, so that both do the same steps.
 */
import { Configuration } from '../../parser/configuration.ts'
import { FeatureExtractor } from '../../parser/features/extractor.ts'
import { compileTemplates } from '../../parser/features/templates.ts'
import { ModelGuide } from '../../parser/guide.ts'
import type { Model } from '../../parser/model.ts'
import { registered } from '../../parser/registry.ts'
import { fillSentence, Sentence, type Token } from '../../parser/sentence.ts'
import { derive, isForced, kindOf, labelOf, type Move } from '../../parser/system.ts'

const ROWS = 26
const CLASSES = 112

/** Scores every configuration of the greedy derivations of sentences. Returns what is timed. */
export function naiveScoring(model: Model, sentences: readonly (readonly Token[])[]): () => void {
  const { header } = model
  const system = registered(header.system).make({ singleRoot: header.singleRoot })
  const set = { name: 'naive', templates: header.templates.templates.slice(0, ROWS) }
  const compiled = compileTemplates(header.templates)
  const options = { tags: header.tags, mirrored: header.direction === 'left', used: compiled.used }
  const sentence = new Sentence(options)
  const c = new Configuration()
  const moves: Move[] = []
  const guide = new ModelGuide(model, system, sentence)
  for (const tokens of sentences) {
    system.start(c, fillSentence(sentence, tokens).size)
    derive(system, c, { next: () => moves[moves.push(guide.next(c)) - 1] })
  }
  const rows = rowsOf(model)
  const extractor = new FeatureExtractor(compileTemplates(set))
  const sums = new Float32Array(CLASSES)
  const score = (): void => {
    const state = system.state(c)
    const count = extractor.extract(c, sentence)
    sums.fill(0)
    for (let i = 0; i < count; i++) {
      const row = rows[state].get(extractor.keys[i])
      if (row) for (let j = 0; j < CLASSES; j++) sums[j] += row[j]
    }
    let best = 0
    for (let j = 1; j < CLASSES; j++) if (sums[j] > sums[best]) best = j
  }
  return () => {
    let next = 0
    for (const tokens of sentences) {
      system.start(c, fillSentence(sentence, tokens).size)
      while (!system.done(c)) {
        if (!isForced(system, system.allowed(c))) score()
        const move = moves[next++]
        system.apply(c, kindOf(move), labelOf(move))
      }
    }
  }
}

/** The weights of the first classes of each prediction model, by key. */
function rowsOf({ states }: Model): Map<number, Float32Array>[] {
  return states.map(({ keys, starts, classes, values, scale }) => {
    const rows = new Map<number, Float32Array>()
    keys.forEach((key, feature) => {
      const row = new Float32Array(CLASSES)
      for (let i = starts[feature]; i < starts[feature + 1]; i++) {
        if (classes[i] < CLASSES) row[classes[i]] = values[i] / scale
      }
      rows.set(key, row)
    })
    return rows
  })
}
