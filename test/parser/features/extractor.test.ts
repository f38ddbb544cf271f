import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { Configuration } from '../../../parser/core/configuration.ts'
import { Kernel } from '../../../parser/scoring/kernel/kernel.ts'
import { richArcEager, richRightBranching, richFactored } from '../../../parser/features/template-sets.ts'
import { Parser } from '../../../parser/parse.ts'
import { compileFor, registry } from '../../../parser/registry.ts'
import { fillSentence } from '../../../parser/core/sentence.ts'
import { readCoNLLU } from '../../../src/conllu/reader.ts'
import { embeddedTrain } from '../../../src/embedded/treebank.ts'
import { trainModel } from '../../../src/training/train-model.ts'
import { choicesOf, walk } from '../walk.ts'
import { ReferenceExtractor } from './reference-extractor.ts'

const token = fc.record({ form: fc.constantFrom('a', 'b', 'c'), upos: fc.constantFrom('NOUN', 'VERB', 'X') })
const sets = [richRightBranching, richFactored, richArcEager]

describe('an extractor', () => {
  it.each(registry.map(({ name, make }) => [name, make] as const))(
    '%s: sees what one sees that has seen nothing before',
    (name, make) => {
      const system = make({ singleRoot: false })
      const extractors = sets.map((set) => {
        const compiled = compileFor(name, set)
        return { set, compiled, extractor: Kernel.extractor(compiled) }
      })
      fc.assert(
        fc.property(
          fc.array(fc.array(token, { minLength: 1, maxLength: 4 }), { minLength: 2, maxLength: 5 }),
          choicesOf,
          (sentences, choices) => {
            for (const { set, compiled, extractor } of extractors) {
              if ((set === richArcEager) !== (system.family === 'arc-eager')) continue
              const c = new Configuration()
              walk(system, c, sentences, choices, (sentence) => {
                const fresh = new ReferenceExtractor(compiled)
                const expected = fresh.keys.slice(0, fresh.extract(c, sentence))
                const count = extractor.extract(c, sentence)
                expect(extractor.keys.slice(0, count)).toEqual(expected)
              })
            }
          },
        ),
        { numRuns: 30 },
      )
    },
  )
})

test('a word that is set anew is seen anew, by the kernel, too', () => {
  const { model } = trainModel(readCoNLLU(embeddedTrain(60)), { system: 'rb' })
  const parser = new Parser(model)
  const nouns = Array.from({ length: 6 }, () => ({ form: 'dog', upos: 'NOUN', xpos: 'NN' }))
  const verb = { form: 'sees', upos: 'VERB', xpos: 'VBZ' }
  const sentence = fillSentence(parser.sentence(), nouns)
  const before = [...parser.parse(sentence).tree.head]
  sentence.set(4, verb)
  const after = [...parser.parse(sentence).tree.head]
  expect(after).not.toEqual(before)
  const fresh = fillSentence(parser.sentence(), nouns.with(3, verb))
  expect(after).toEqual([...parser.parse(fresh).tree.head])
})
