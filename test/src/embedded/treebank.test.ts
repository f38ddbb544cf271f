import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { readCoNLLU } from '../../../src/conllu/reader.ts'
import type { CoNLLUSentence } from '../../../src/conllu/conllu-sentence.ts'
import { TreeReader } from '../../../src/conllu/trees.ts'
import { embeddedDev, embeddedTrain } from '../../../src/embedded/treebank.ts'
import { directionTally, shareOfLeftLength, tallyDirection } from '../../../transform/direction.ts'
import { isProjective } from '../../../transform/check.ts'

const [train, dev] = [embeddedTrain(), embeddedDev()]
const sentences = [...readCoNLLU(train)]

const project = fileURLToPath(new URL('../../..', import.meta.url))
const original = join(process.env.TREEBANKS ?? join(project, '../shared/treebanks'), 'en_ewt', 'train.conllu')

test('as many sentences as are said, the first ones where fewer are asked for', () => {
  expect(sentences).toHaveLength(1200)
  expect([...readCoNLLU(dev)]).toHaveLength(300)
  expect(train.startsWith(embeddedTrain(10))).toBe(true)
  expect([...readCoNLLU(embeddedTrain(10))]).toHaveLength(10)
})

test('source, licence and authors stand before the first sentence', () => {
  for (const text of [train, dev])
    expect(text).toMatch(
      /^# source = Universal Dependencies, English EWT.* CC BY-SA 4\.0, by Natalia Silveira/,
    )
})

test('no sentence stands in it twice', () => {
  const texts = [...(train + dev).matchAll(/^# text = .*$/gm)].map(([line]) => line)
  expect(new Set(texts).size).toBe(1500)
})

describe.skipIf(!existsSync(original))('of English EWT', () => {
  test('every sentence is as it was, but for the columns that are left out', () => {
    const blocks = new Map<string, string>()
    for (const block of readFileSync(original, 'utf8').split('\n\n'))
      blocks.set(/^# sent_id = (.*)$/m.exec(block)?.[1] ?? '', block)
    const wanted = (block: string): string =>
      block
        .split('\n')
        .filter((line) => /^(?:\d|# (?:sent_id|text) = )/.test(line))
        .map((line) => {
          if (line.startsWith('#')) return line
          const columns = line.split('\t')
          // Of multiword tokens, the form alone is stored.
          const kept = columns[0].includes('-') ? [...columns.slice(0, 2), ...'______'] : columns.slice(0, 8)
          const isGlued = columns[9].split('|').includes('SpaceAfter=No')
          return [...kept, '_', isGlued ? 'SpaceAfter=No' : '_'].join('\t')
        })
        .join('\n')
    for (const block of (train + dev)
      .replaceAll(/^# source = .*\n/gm, '')
      .trimEnd()
      .split('\n\n'))
      expect(block).toBe(wanted(blocks.get(/^# sent_id = (.*)$/m.exec(block)![1])!))
  })
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

  test('commands, questions and names, in its first sentences, too', () => {
    const wanted: ((sentence: CoNLLUSentence, word: number) => boolean)[] = [
      (sentence, word) => sentence.head[word] === 0 && sentence.feats(word).includes('Mood=Imp'),
      (sentence, word) => word === sentence.size && sentence.form(word) === '?',
      (sentence, word) => sentence.upos(word) === 'PROPN',
    ]
    for (const part of [sentences, sentences.slice(0, 25), [...readCoNLLU(dev)]])
      for (const isWanted of wanted) {
        const found = part.filter((sentence) => wordsOf(sentence).some((word) => isWanted(sentence, word)))
        expect(found.length).toBeGreaterThanOrEqual(0.08 * part.length)
      }
  })

  test('ambiguity: the same preposition hangs on verbs and on nouns', () => {
    const heads = new Set<string>()
    for (const sentence of sentences)
      for (const word of wordsOf(sentence))
        if (sentence.deprel(word) === 'case' && sentence.form(word) === 'in')
          heads.add(sentence.deprel(sentence.head[word]))
    expect([...heads]).toEqual(expect.arrayContaining(['nmod', 'obl']))
  })

  test('text, tags, features, multiword tokens', () => {
    expect(sentences.some((sentence) => sentence.multiwordTokens().length > 0)).toBe(true)
    expect(new Set(sentences.flatMap((s) => wordsOf(s).map((word) => s.upos(word)))).size).toBeGreaterThan(10)
    for (const sentence of sentences)
      expect(sentence.commentValues('text')[0].replaceAll(' ', '')).toBe(textOf(sentence))
  })
})

function wordsOf(sentence: CoNLLUSentence): number[] {
  return Array.from({ length: sentence.size }, (_, i) => i + 1)
}

/** The forms as they are on the surface, without spaces. */
function textOf(sentence: CoNLLUSentence): string {
  const ranges = sentence.multiwordTokens()
  let text = ''
  for (const word of wordsOf(sentence)) {
    const range = ranges.find(({ first, last }) => first <= word && word <= last)
    if (!range) text += sentence.form(word)
    else if (range.first === word) text += range.form
  }
  return text
}
