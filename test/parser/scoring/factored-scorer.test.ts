import { describe, expect, it } from 'vitest'
import { Configuration } from '../../../parser/core/configuration.ts'
import { classifiersOf, cascadeMarginOf } from '../../../parser/features/classifiers.ts'
import { richFactored } from '../../../parser/features/template-sets.ts'
import type { FirstStage } from '../../../parser/features/templates.ts'
import type { Model } from '../../../parser/model/model.ts'
import { ModelError, readModel, writeModel } from '../../../parser/model/model-file.ts'
import { Parser } from '../../../parser/parse.ts'
import { registered } from '../../../parser/registry.ts'
import { Scoring } from '../../../parser/scoring/scoring.ts'
import type { Scorer } from '../../../parser/core/scorer.ts'
import { fillSentence } from '../../../parser/core/sentence.ts'
import {
  isForced,
  typeOf,
  labelOf,
  transitionOf,
  type Transition,
} from '../../../parser/core/transition-system.ts'
import { readCoNLLU } from '../../../src/conllu/reader.ts'
import { TokenReader } from '../../../src/conllu/trees.ts'
import { embeddedDev, embeddedTrain } from '../../../src/embedded/treebank.ts'
import { trainModel } from '../../../src/training/train-model.ts'

const { firstStage, ...whole } = richFactored
const sentences = [...readCoNLLU(embeddedDev(40))].map((sentence) => new TokenReader().tokens(sentence))

/** Parsers that choose labels late have no first stage. */
function learn(options: Parameters<typeof trainModel>[1]): Model {
  return trainModel(readCoNLLU(embeddedTrain(150)), { system: 'rb', labelling: 'early', ...options }).model
}

/** Visits the choices of greedy derivations: what was predicted, and in which state under which mask. */
function visit(model: Model, see: (transition: Transition, mask: number, scorer: Scorer) => void): void {
  const system = registered('rb').make({ singleRoot: true })
  const scoring = Scoring.of(model)
  const sentence = new Parser(model).sentence()
  const c = new Configuration()
  for (const tokens of sentences) {
    system.start(c, fillSentence(sentence, tokens).size)
    while (!system.done(c)) {
      const mask = system.allowed(c)
      const state = system.state(c)
      const transition = scoring.predict(c, sentence, state, mask)
      if (!isForced(system, mask)) see(transition, mask, scoring.compare(state))
      system.apply(c, typeOf(transition), labelOf(transition))
    }
  }
}

describe('a stepwise model', () => {
  it('predicts the transition that scores most among all, where it looks at all features at once', () => {
    const model = learn({ templates: whole })
    let choices = 0
    visit(model, (transition, mask, { transitions, scores }) => {
      const allowed = [...transitions.keys()].filter((c) => (mask >> typeOf(transitions[c])) & 1)
      const most = Math.max(...allowed.map((c) => scores[c]))
      expect(scores[transitions.indexOf(transition)]).toBe(most)
      choices++
    })
    expect(choices).toBeGreaterThan(300)
  })

  it('has a classifier of kinds for each state, one of labels for each labelled kind, and small ones before them', () => {
    expect(learn({ templates: whole }).classifiers).toHaveLength(6)
    const { classifiers } = learn({})
    expect(classifiers).toHaveLength(12)
    for (const { transitions } of classifiers.slice(0, 3))
      for (const transition of transitions) expect(labelOf(transition)).toBe(0)
    for (const { transitions } of classifiers.slice(3, 6))
      expect(new Set([...transitions].map(typeOf)).size).toBe(1)
  })

  it('agrees at a glance with what all features say, most of the time', () => {
    const model = learn({})
    let [choices, same] = [0, 0]
    visit(model, (transition, mask, { transitions, scores }) => {
      const allowed = [...transitions.keys()].filter((c) => (mask >> typeOf(transitions[c])) & 1)
      const best = allowed.reduce((one, other) => (scores[other] > scores[one] ? other : one))
      choices++
      if (transitions[best] === transition) same++
    })
    expect(same / choices).toBeGreaterThan(0.97)
    expect(firstStage!.margin).toBeGreaterThan(0)
  })

  it('asks of labels at a glance to lead by a margin of their own, in bounds', () => {
    const classifiers = classifiersOf(registered('rb').make({ singleRoot: true }), 'factored', richFactored)
    const leads = (margins: Partial<FirstStage>): string[] =>
      [0, 1, 2, 3, 4, 5].map((i) => {
        const index = classifiers.firstStage + i
        return `${classifiers.names[index]}: ${cascadeMarginOf(classifiers, index, 100, { ...firstStage!, ...margins })}`
      })
    const ofEach = (types: number, labels: number): string[] =>
      classifiers.names
        .slice(classifiers.firstStage)
        .map((name) => `${name}: ${name.startsWith('labels') ? labels : types}`)
    expect(leads({ margin: 1, labelMargin: 0.7 })).toEqual(ofEach(100, 70))
    expect(leads({ margin: 1.5, labelMargin: undefined })).toEqual(ofEach(150, 150))
    expect(leads({ margin: 0, labelMargin: 1000 })).toEqual(ofEach(1, 32767))
  })

  it('is refused where a margin is none', () => {
    const model = learn({})
    const saved = (labelMargin: unknown): Uint8Array => {
      const templates = {
        ...richFactored,
        firstStage: { ...firstStage!, labelMargin: labelMargin as number },
      }
      return writeModel({ ...model, header: { ...model.header, templates } })
    }
    expect(readModel(saved(0.5)).header.templates.firstStage?.labelMargin).toBe(0.5)
    expect(readModel(saved(undefined)).header.templates.firstStage).not.toHaveProperty('labelMargin')
    for (const labelMargin of [-1, 1001, '1']) expect(() => readModel(saved(labelMargin))).toThrow(ModelError)
  })

  it('is refused where a classifier has classes that are not for it to choose', () => {
    const model = learn({})
    const changed = (index: number, change: (transition: Transition) => Transition): Uint8Array => {
      const classifiers = model.classifiers.map((classifier, i) =>
        i === index ? { ...classifier, transitions: classifier.transitions.map(change) } : classifier,
      )
      return writeModel({ ...model, classifiers })
    }
    expect(readModel(changed(0, (transition) => transition)).classifiers).toEqual(model.classifiers)
    for (const index of [0, 6]) {
      const labelled = changed(index, (transition) => transitionOf(typeOf(transition), 1))
      expect(() => readModel(labelled)).toThrow(
        'not a sound model: a class of another classifier than normal',
      )
    }
    for (const index of [3, 9]) {
      const other = changed(index, (transition) => transitionOf(typeOf(transition) + 1, labelOf(transition)))
      expect(() => readModel(other)).toThrow('a class of another classifier than labels of right-arc')
    }
  })

  it('is no model of a perceptron', () => {
    expect(() => learn({ learner: 'perceptron', form: 'factored' })).toThrow(
      'form factored is for liblinear, expected learner liblinear with it',
    )
  })

  it('can be joint, with one classifier for each state', () => {
    const model = learn({ form: 'labelled' })
    expect(model.header.form).toBe('labelled')
    expect(model.classifiers).toHaveLength(3)
  })
})
