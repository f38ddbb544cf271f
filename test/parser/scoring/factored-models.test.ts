import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { classifiersOf, modelForms, partOf, type ModelForm } from '../../../parser/features/classifiers.ts'
import { Configuration } from '../../../parser/core/configuration.ts'
import { Kernel } from '../../../parser/scoring/kernel/kernel.ts'
import { richArcEager, richFactored } from '../../../parser/features/template-sets.ts'
import type { TemplateSet } from '../../../parser/features/templates.ts'
import { compileFor } from '../../../parser/registry.ts'
import type { Model } from '../../../parser/model/model.ts'
import { registry, type Registered } from '../../../parser/registry.ts'
import { Scoring } from '../../../parser/scoring/scoring.ts'
import { fillSentence, ParserSentence } from '../../../parser/core/sentence.ts'
import { attributes, type ParserToken } from '../../../parser/core/word-attributes.ts'
import {
  isForced,
  labelOf,
  transitionOf,
  typeOf,
  type TransitionSystem,
} from '../../../parser/core/transition-system.ts'
import { choicesOf, LABEL_COUNT, walk } from '../walk.ts'
import { ReferenceScoring } from './reference-scorer.ts'

/** Atoms of every source: words of nodes and of the buffer, content words, fields, counts and distances. */
const everything: TemplateSet = {
  name: 'everything',
  templates: [
    's0.form w0.tag',
    's1.lower s2.shape s3.prefix',
    't1.upos t2.deprel t3.mark',
    's0h.form s0g.upos b0g.form',
    's0l.form s0l2.deprel s0r.deprel s0r2.suffix s0c.deprel',
    'b0.form b0.left b0.right b0l.deprel',
    'b1.form b3.upos',
    'n0.form n1.form',
    'n1.upos s0.distance s1.distance',
    's0.left s0.right s0.state s0.waiting s0.deprel',
    'b0-3.tag',
    's1.state t0.deprel t0.mark b9.form',
  ],
}
/** What is looked up in the buffer in the first stage differs from what is looked up besides. */
const quick: TemplateSet = {
  ...everything,
  labels: ['s0.form b0.form', 'n0.form b2.upos', 's1.deprel'],
  firstStage: {
    templates: ['b1.upos s0.upos', 'n0.upos'],
    labels: ['b2.form', 's0.form'],
    margin: 5,
    labelMargin: 2,
  },
}

const forms = ['a', 'b', 'c']
const token = fc.record({
  form: fc.constantFrom(...forms),
  upos: fc.constantFrom('NOUN', 'VERB', 'X'),
  xpos: fc.constantFrom('n', '_'),
})
const sentencesOf = fc.array(fc.array(token, { minLength: 1, maxLength: 6 }), { minLength: 1, maxLength: 5 })

/** Those of some keys that a table does not take for another one of them. */
function distinctOf(keys: ReadonlySet<number>): number[] {
  const counts = new Map<number, number>()
  const tagOf = (key: number): number => key & 0x7fff || 1
  for (const key of keys) counts.set(tagOf(key), (counts.get(tagOf(key)) ?? 0) + 1)
  return [...keys].filter((key) => counts.get(tagOf(key)) === 1)
}

/** A model with weights for most of the features of these walks. */
function modelOf(
  { name, make }: Registered,
  form: ModelForm,
  templates: TemplateSet,
  sentences: readonly (readonly ParserToken[])[],
  choices: readonly number[],
): Model {
  const system = make({ singleRoot: false })
  const described = classifiersOf(system, form, templates)
  const compiled = compileFor(name, templates)
  const extractor = Kernel.extractor(compiled)
  const keys = described.names.map(() => new Set<number>())
  const c = new Configuration()
  walk(system, c, sentences, choices, (sentence) => {
    extractor.lookUp(c, sentence)
    keys.forEach((known, index) => {
      const count = extractor.combine(partOf(described, index))
      for (const key of extractor.keys.subarray(0, count)) known.add(key)
    })
  })
  const labels = (type: number): number[] =>
    system.transitionTypes[type].labelled
      ? Array.from({ length: LABEL_COUNT }, (_, label) => transitionOf(type, label))
      : [transitionOf(type)]
  const types = [...system.transitionTypes.keys()]
  const classifiers = keys.map((known, index) => {
    const ofLabels = described.ofLabels.indexOf(
      described.firstStage > 0 ? index % described.firstStage : index,
    )
    const transitions =
      form === 'labelled'
        ? types.flatMap(labels)
        : ofLabels < 0
          ? types.map((type) => transitionOf(type))
          : labels(ofLabels)
    const sorted = Uint32Array.from(distinctOf(known).filter((key) => (key >>> 3) % 4 !== 0)).sort()
    return {
      transitions: Int32Array.from(transitions),
      keys: sorted,
      starts: Uint32Array.from({ length: sorted.length + 1 }, (_, i) => i * transitions.length),
      classes: Uint16Array.from(
        { length: sorted.length * transitions.length },
        (_, i) => i % transitions.length,
      ),
      values: Int16Array.from({ length: sorted.length * transitions.length }, (_, i) => {
        const value = (Math.imul(sorted[Math.floor(i / transitions.length)] + i, 0x9e3779b1) >>> 25) - 64
        return value || 1
      }),
      scale: 16,
    }
  })
  const header = { system: name, singleRoot: false, form, templates } as Model['header']
  return { header, classifiers } as unknown as Model
}

/** Everything that a scoring says of the configurations of a walk. */
function decide(
  scoring: Pick<Scoring, 'predict' | 'compare'>,
  system: TransitionSystem,
  sentences: readonly (readonly ParserToken[])[],
  choices: readonly number[],
): number[] {
  const said: number[] = []
  const c = new Configuration()
  walk(system, c, sentences, choices, (sentence, mask) => {
    if (isForced(system, mask)) return
    const state = system.state(c)
    said.push(scoring.predict(c, sentence, state, mask))
    if (choices[said.length % choices.length] % 3 === 0)
      said.push(...Array.from(scoring.compare(state).scores))
  })
  return said
}

const subjects = registry.flatMap((entry) =>
  modelForms.flatMap((form) => {
    const rich = entry.traits.family === 'arc-eager' ? richArcEager : richFactored
    return [rich, everything, quick].map((set) => [entry.name, form, set.name, entry, set] as const)
  }),
)

describe('the kernel', () => {
  it.each(subjects)('%s, %s, %s: decides as the reference does', (_, form, __, entry, set) => {
    fc.assert(
      fc.property(sentencesOf, choicesOf, (sentences, choices) => {
        const system = entry.make({ singleRoot: false })
        const model = modelOf(entry, form, set, sentences, choices)
        const reference = new ReferenceScoring(model, system)
        expect(decide(Scoring.of(model), system, sentences, choices)).toEqual(
          decide(reference, system, sentences, choices),
        )
      }),
      { numRuns: 5 },
    )
  })

  it('makes room for long sentences, in one memory and in a shared one', () => {
    const entry = registry.find(({ name }) => name === 'rb')!
    const system = entry.make({ singleRoot: false })
    const words = (size: number): ParserToken[] =>
      Array.from({ length: size }, (_, i) => ({ form: forms[(i * i) % 3], upos: i % 2 ? 'NOUN' : 'X' }))
    const sentences = [words(3), words(1000), words(5), words(20000), words(4)]
    const set = { name: 'few', templates: ['s0.form b0.form', 'n0.upos b1.upos'] }
    const choices = [1, 0, 5, 3, 2, 0]
    const model = modelOf(entry, 'factored', set, sentences, choices)
    const expected = decide(new ReferenceScoring(model, system), system, sentences, choices)
    const scoring = Scoring.of(model)
    expect(decide(scoring, system, sentences, choices)).toEqual(expected)
    const threads = [0, 1].map(() => Scoring.attach(model.header, scoring.share()))
    for (const thread of threads) expect(decide(thread, system, sentences, choices)).toEqual(expected)
  })

  it('decides on several configurations in turns', () => {
    const entry = registry.find(({ name }) => name === 'arc-eager')!
    const system = entry.make({ singleRoot: false })
    const texts = [...'abcdefgh'].map((_, i) =>
      Array.from({ length: 9 }, (_, word): ParserToken => ({ form: forms[(word * i) % 3] })),
    )
    const model = modelOf(entry, 'labelled', everything, texts, [1, 0, 5, 3])
    const scoring = Scoring.of(model)
    const reference = new ReferenceScoring(model, system)
    const all = texts.map((tokens) => {
      const c = new Configuration()
      system.start(c, tokens.length)
      return { c, sentence: fillSentence(new ParserSentence({ used: [...attributes] }), tokens) }
    })
    for (let step = 0; step < 9; step++) {
      for (const { c, sentence } of all) {
        if (system.done(c)) continue
        const asked = [c, sentence, system.state(c), system.allowed(c)] as const
        const transition = scoring.predict(...asked)
        expect(transition).toBe(reference.predict(...asked))
        system.apply(c, typeOf(transition), labelOf(transition))
      }
    }
  })
})
