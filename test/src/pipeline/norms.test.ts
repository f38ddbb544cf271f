import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { embeddedDev } from '../../../src/embedded/treebank.ts'
import { Pipeline } from '../../../src/pipeline/pipeline.ts'
import { readPipeline } from '../../../src/pipeline/pipeline-file.ts'

const pipeline = new Pipeline(readPipeline(readFileSync('src/models/en-small.rbp')))

/** The words of a text whose tag and relation disagree on whether they are punctuation, other than roots. */
function disagreeing(text: string): string[] {
  const found: string[] = []
  for (const sentence of pipeline.parse(text))
    for (let word = 1; word <= sentence.size; word++) {
      const [form, tag, relation] = [sentence.form(word), sentence.upos(word), sentence.deprel(word)]
      if (relation !== 'root' && (tag === 'PUNCT') !== (relation === 'punct'))
        found.push(`${form} ${tag} ${relation}`)
    }
  return found
}

test('tagger and parser agree on punctuation: the text of the dev sample', () => {
  const texts = embeddedDev().match(/^# text = .*/gm)!
  expect(disagreeing(texts.map((line) => line.slice('# text = '.length)).join('\n\n'))).toEqual([])
})

test('tagger and parser agree on punctuation: any words and marks', () => {
  const pieces = 'a dog saw Ida 3 % $ and " ( ) , . ... ! ? -- - / + * : ; # :) = << www.x.org'.split(' ')
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...pieces), { maxLength: 12 }), (some) => {
      expect(disagreeing(some.join(' '))).toEqual([])
    }),
    { numRuns: 200 },
  )
})
