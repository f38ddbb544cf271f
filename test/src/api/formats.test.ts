import fc from 'fast-check'
import { expect, test } from 'vitest'
import { anyText } from '../pipeline/tiny.ts'
import { sentenceOf, tinyParser } from './parsers.ts'

test('displaCy: words and arcs as it draws them', () => {
  const sentence = sentenceOf('Clara/2/nsubj', 'saw/0/root', 'Bruno/2/obj')
  expect(sentence.toDisplaCy()).toEqual({
    words: [
      { text: 'Clara', tag: '_' },
      { text: 'saw', tag: '_' },
      { text: 'Bruno', tag: '_' },
    ],
    arcs: [
      { start: 0, end: 1, label: 'nsubj', dir: 'left' },
      { start: 1, end: 2, label: 'obj', dir: 'right' },
    ],
  })
})

test('displaCy: an arc for each word but roots, from left to right, its tip at the dependent', () => {
  fc.assert(
    fc.property(anyText, (text) => {
      const document = tinyParser().parse(text)
      const { words, arcs } = document.toDisplaCy()
      const all = document.words
      expect(words).toEqual(all.map(({ form, upos }) => ({ text: form, tag: upos })))
      expect(arcs).toHaveLength(all.filter(({ isRoot }) => !isRoot).length)
      for (const { start, end, label, dir } of arcs) {
        expect(start).toBeLessThan(end)
        const [dependent, head] = dir === 'left' ? [all[start], all[end]] : [all[end], all[start]]
        expect([dependent.head, dependent.deprel]).toEqual([head, label])
      }
    }),
  )
})

test('spaCy: offsets count code points, roots depend on themselves', () => {
  fc.assert(
    fc.property(anyText, (text) => {
      const document = tinyParser().parse(text)
      const { text: same, sents, tokens } = document.toSpaCy()
      const points = [...text]
      const cut = (start: number, end: number): string => points.slice(start, end).join('')
      expect(same).toBe(text)
      expect(sents.map(({ start, end }) => cut(start, end))).toEqual(
        [...document].map((sentence) => sentence.text),
      )
      const all = document.words
      expect(tokens.map(({ start, end }) => cut(start, end))).toEqual(all.map((word) => word.text))
      tokens.forEach(({ id, head, dep, pos, tag, morph, lemma }, i) => {
        const word = all[i]
        expect(id).toBe(i)
        expect(all[head]).toBe(word.head ?? word)
        expect(dep).toBe(word.head ? word.deprel : 'ROOT')
        expect([pos, tag, morph, lemma]).toEqual(
          [word.upos, word.xpos, word.feats, word.lemma].map((value) => (value === '_' ? '' : value)),
        )
      })
    }),
  )
})
