import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { addressesIn } from '../../../src/pipeline/features.ts'
import { lettersBeforeDigits, RunSplitCounter, runsOf, splitsOf } from '../../../src/pipeline/run-splits.ts'
import { Tokenizer } from '../../../src/pipeline/tokenizer.ts'
import { trainTokenizer } from '../../../src/pipeline/tokenizer-training.ts'
import { paragraphsOf } from '../../../src/pipeline/treebank-text.ts'
import { processorSeconds } from '../../processor-time.ts'
import { anyText, conlluOfTokens, sentencesOf } from './tiny.ts'

const pieces = (text: string, ranges: Iterable<{ start: number; end: number }>): string[] =>
  Array.from(ranges, ({ start, end }) => text.slice(start, end))

/** Counts forms with `|` where they are cut. */
function splitsFrom(...forms: string[]) {
  const counter = new RunSplitCounter()
  for (const form of forms) {
    const cuts = [...form.matchAll(/\|/g)].map(({ index }, i) => index - i)
    counter.add(form.replaceAll('|', ''), (offset) => cuts.includes(offset))
  }
  return counter.splits()
}

describe('runs', () => {
  test('are letters with case, with apostrophes between them, and digits', () => {
    const text = "Can't 'tis 2024 a9bb x’s 日本 çé"
    expect(pieces(text, runsOf(text))).toEqual(["Can't", 'tis', '2024', 'bb', 'x’s', 'çé'])
  })

  test('are cut where their form is cut three times and more often than not', () => {
    const splits = splitsFrom(
      ...Array(3).fill('can|not'),
      ...Array(3).fill('set|up'),
      ...Array(3).fill('setup'),
      'star|tup',
    )
    expect(splitsOf(splits, 'Cannot')).toEqual([3])
    for (const form of ['setup', 'startup', 'its', 'canno']) expect(splitsOf(splits, form)).toEqual([])
  })

  test('are cut before endings that many forms lose', () => {
    const splits = splitsFrom('evde|ki', 'bahçede|ki', 'yolda|ki', 'okulda')
    expect([...splits.endings]).toEqual(['ki'])
    expect(splitsOf(splits, 'şehirdeki')).toEqual([7])
  })
})

test('letters are cut off the digits behind them where these letters are, three times and more often than not', () => {
  expect([...lettersBeforeDigits('M16 mp3, 5km a9bb2')]).toEqual([
    { at: 1, form: 'm|' },
    { at: 6, form: 'mp|' },
    { at: 14, form: 'a|' },
    { at: 17, form: 'bb|' },
  ])
  const splits = splitsFrom(
    ...Array(3).fill('m|16'),
    ...Array(3).fill('eb|7'),
    ...Array(3).fill('eb7'),
    'rs|500',
  )
  expect([...splits.forms]).toEqual([['m|', [1]]])
  expect([...splits.endings]).toEqual([])
})

test('addresses are found without the punctuation at their ends', () => {
  const text = 'See https://x.org/a?b=c, (www.test.com/x,y). Mail john.smith@mail.example.org! a@b @c http://'
  expect(pieces(text, addressesIn(text))).toEqual([
    'https://x.org/a?b=c',
    'www.test.com/x,y',
    'john.smith@mail.example.org',
  ])
})

test('addresses in long text take linear time', () => {
  for (const text of [
    'a'.repeat(1e5),
    'a@'.repeat(5e4),
    '://'.repeat(3e4),
    'www.'.repeat(3e4),
    'a.'.repeat(5e4) + '@b',
  ]) {
    const seconds = processorSeconds(() => {
      for (const { start, end } of addressesIn(text)) expect(end).toBeGreaterThan(start)
    })
    expect(seconds).toBeLessThan(2)
  }
})

describe('a tokenizer that has seen typing errors', () => {
  const training =
    conlluOfTokens('Its', 'price|', '.') +
    conlluOfTokens('it|', 's', 'a', 'set|', 'up|', '.') +
    conlluOfTokens('We', '(|', 'see|', ')', 'go|', '.').repeat(4) +
    conlluOfTokens('I', 'cannot=can+not', 'go|', '!').repeat(4)
  const tokenizer = new Tokenizer(trainTokenizer(paragraphsOf(sentencesOf(training)), { seed: 1 }))
  const words = (text: string): string[] =>
    [...tokenizer.sentences(text)].flatMap((sentence) => sentence.forms())

  test('does not repeat them', () => {
    expect(words('Its setup cannot fortnight startup ip')).toEqual([
      'Its',
      'setup',
      'can',
      'not',
      'fortnight',
      'startup',
      'ip',
    ])
  })

  test('keeps addresses, flags and joined emoji whole', () => {
    const whole = ['https://x.org/a?b=c', 'a.b@c.example.org', '👩‍👩‍👧', '👍🏽']
    expect(words(whole.join(' '))).toEqual(whole)
    for (const sentence of tokenizer.sentences('🇸🇪🇩🇪'))
      expect(sentence.textTokens().map(({ start }) => start % 4)).not.toContain(2)
  })

  test('cuts off em dashes, of which it has seen none', () => {
    expect(words('a study—so—— of "—it')).toEqual(['a', 'study', '—', 'so', '——', 'of', '"', '—', 'it'])
  })

  test('ends no sentence in brackets before a small letter, a digit or a symbol', () => {
    expect([...tokenizer.sentences('It is (approx. €4.50) so.')]).toHaveLength(1)
  })

  test('cuts within letters only what it knows', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        for (const sentence of tokenizer.sentences(text))
          for (const { start, end, words } of sentence.textTokens())
            if (/^[a-z]+$/.test(text.slice(start, end)) && text.slice(start, end) !== 'cannot')
              expect(words).toHaveLength(1)
      }),
    )
  })
})
