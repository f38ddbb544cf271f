import { createHash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { readConllu } from '../../../src/conllu/read.ts'
import { TreeReader } from '../../../src/conllu/trees.ts'
import { embeddedDev, embeddedTrain } from '../../../src/embedded/treebank.ts'
import { directionTally, shareOfLeftLength, tallyDirection } from '../../../transform/direction.ts'
import { isProjective } from '../../../transform/projectivity.ts'

const train = embeddedTrain()
const sentences = [...readConllu(train)]

test('as many sentences as are said', () => {
  expect(sentences).toHaveLength(1500)
  expect([...readConllu(embeddedDev())]).toHaveLength(200)
  expect(train.startsWith(embeddedTrain(10))).toBe(true)
})

test('the same every time, down to the byte', () => {
  const digest = (text: string) => createHash('sha256').update(text).digest('hex').slice(0, 16)
  expect([digest(train), digest(embeddedDev())]).toEqual(['053f405f2f1686d5', 'f0e9e93417b536a7'])
  expect(train).not.toContain('undefined')
})

describe('what a treebank needs', () => {
  const reader = new TreeReader()
  const trees = sentences.map((sentence) => reader.original(sentence))

  test('branching to both sides, and some trees that are not projective', () => {
    const tally = directionTally()
    for (const tree of trees) tallyDirection(tree, tally)
    expect(shareOfLeftLength(tally)).toBeGreaterThan(0.35)
    expect(shareOfLeftLength(tally)).toBeLessThan(0.6)
    const crossing = trees.filter((tree) => !isProjective(tree)).length
    expect(crossing).toBeGreaterThan(30)
    expect(crossing).toBeLessThan(150)
  })

  test('ambiguity: the same preposition hangs on verbs and on nouns', () => {
    const heads = new Set<string>()
    for (const sentence of sentences)
      for (let word = 1; word <= sentence.size; word++)
        if (sentence.deprel(word) === 'case' && sentence.form(word) === 'near')
          heads.add(sentence.deprel(sentence.head[word]))
    expect([...heads]).toEqual(expect.arrayContaining(['nmod', 'obl']))
  })

  test('text, tags, features, multiword tokens', () => {
    expect(sentences.some((sentence) => sentence.multiwordTokens().length > 0)).toBe(true)
    expect(
      new Set(sentences.flatMap((s) => Array.from({ length: s.size }, (_, i) => s.upos(i + 1)))).size,
    ).toBeGreaterThan(10)
    for (const sentence of sentences)
      expect(sentence.commentValues('text')[0].replaceAll(' ', '')).toBe(textOf(sentence))
  })
})

/** The forms as they are on the surface, without spaces. */
function textOf(sentence: (typeof sentences)[number]): string {
  const ranges = sentence.multiwordTokens()
  let text = ''
  for (let word = 1; word <= sentence.size; word++) {
    const range = ranges.find(({ first, last }) => first <= word && word <= last)
    if (!range) text += sentence.form(word)
    else if (range.first === word) text += range.form
  }
  return text
}
