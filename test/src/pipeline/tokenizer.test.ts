import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { isSpace } from '../../../src/pipeline/characters.ts'
import { Segmenter, WINDOW_LENGTH, type TextWindows } from '../../../src/pipeline/text-windows.ts'
import type { TextSentence } from '../../../src/sentence/text-sentence.ts'
import { Tokenizer } from '../../../src/pipeline/tokenizer.ts'
import { paragraphsOf, respaced } from '../../../src/pipeline/treebank-text.ts'
import { trainTokenizer } from '../../../src/pipeline/tokenizer-training.ts'
import { anyText, conlluOfTokens, sentencesOf, tinyPipeline, tinyTreebank } from './tiny.ts'

const tokenizer = new Tokenizer(tinyPipeline().tokenizer)
const cutters = { learned: tokenizer, 'by rule': new Segmenter() }

/** The surfaces of the tokens of each sentence. */
function cut(text: string): string[][] {
  return [...tokenizer.sentences(text)].map((sentence) =>
    sentence.textTokens().map(({ start, end }) => text.slice(start, end)),
  )
}

/** Tokens follow each other, hold no white space, and leave out nothing else. */
function expectCover(text: string, sentences: readonly TextSentence[]): void {
  const faults: string[] = []
  const must = (holds: boolean, what: string): void => {
    if (!holds) faults.push(what)
  }
  const isBlank = (from: number, to: number): boolean => {
    for (let i = from; i < to; i++) if (!isSpace(text.charCodeAt(i))) return false
    return true
  }
  const hasBlank = (from: number, to: number): boolean => {
    for (let i = from; i < to; i++) if (isSpace(text.charCodeAt(i))) return true
    return false
  }
  let at = 0
  for (const sentence of sentences) {
    const { start, end } = sentence
    const tokens = sentence.textTokens()
    must(start === tokens[0].start && end === tokens[tokens.length - 1].end, `sentence ${start}`)
    for (const token of tokens) {
      must(token.start >= at && token.end > token.start, `order at ${token.start}`)
      must(isBlank(at, token.start), `left out before ${token.start}`)
      must(!hasBlank(token.start, token.end), `white space at ${token.start}`)
      must(token.words.length > 0 && !token.words.includes(''), `words at ${token.start}`)
      at = token.end
    }
  }
  must(isBlank(at, text.length), 'left out at the end')
  expect(faults).toEqual([])
}

describe.each(Object.entries(cutters))('sentences and tokens, %s', (_, cutter) => {
  test('lead back to the text, whatever it is', () => {
    fc.assert(fc.property(anyText, (text) => expectCover(text, [...cutter.sentences(text)])))
  })

  test('no pair of surrogates is torn apart', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        for (const sentence of cutter.sentences(text))
          for (const { start } of sentence.textTokens())
            expect(
              start > 0 && /^[\ud800-\udbff][\udc00-\udfff]$/.test(text.slice(start - 1, start + 1)),
            ).toBe(false)
      }),
    )
  })

  test('what is long is cut as well', () => {
    for (const text of [
      'x'.repeat(1e5),
      'ab, '.repeat(3e4),
      '!'.repeat(3e4),
      '😀'.repeat(3e4),
      ' '.repeat(1e5),
    ])
      expectCover(text, [...cutter.sentences(text)])
  })

  test('sentences come one by one', () => {
    const sentences = cutter.sentences('The dog sleeps.\n\nThe cat sleeps.')
    expect(sentences.next().value).toMatchObject({ start: 0, end: 15 })
    expect(sentences.next().value).toMatchObject({ start: 17, end: 32 })
    expect(sentences.next().done).toBe(true)
  })
})

describe('the learned tokenizer', () => {
  test('cuts the treebank that it learned from as the treebank does', () => {
    const [{ text, tokens, sentenceEnds }] = paragraphsOf(sentencesOf(tinyTreebank))
    const found = [...tokenizer.sentences(text)]
    expect(found.flatMap((sentence) => sentence.textTokens())).toEqual(
      tokens.map(({ start, end, words }) => ({ start, end, words })),
    )
    expect(found.map(({ end }) => end)).toEqual(
      tokens.filter((_, i) => sentenceEnds[i]).map((token) => token.end),
    )
  })

  test('a chunk is cut the same when it comes again', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const fresh = new Tokenizer(tinyPipeline().tokenizer)
        expect([...tokenizer.sentences(text)]).toEqual([...fresh.sentences(text)])
      }),
    )
  })

  test('multiword tokens become words: pieces of them, or what training says, with their capital', () => {
    const words = (text: string) =>
      [...tokenizer.sentences(text)].flatMap((sentence) =>
        sentence.textTokens().map(({ words }) => words.join('+')),
      )
    expect(words("I don't go ao rio.")).toEqual(['I', "do+n't", 'go', 'a+o', 'rio', '.'])
    expect(words('Ao rio')).toEqual(['A+o', 'rio'])
  })

  test('a blank line ends a sentence, a line end does not', () => {
    expect(cut('The dog\nsleeps')).toEqual([['The', 'dog', 'sleeps']])
    expect(cut('The dog\n \t\nsleeps')).toEqual([['The', 'dog'], ['sleeps']])
    expect(cut('The dog\r\n\r\nsleeps')).toEqual([['The', 'dog'], ['sleeps']])
  })

  test('nothing comes of nothing', () => {
    for (const text of ['', ' ', '\n\n\n', '\u00a0\ufeff\u2029']) expect(cut(text)).toEqual([])
  })
})

test('paragraphs have no blank line in them, and nothing but line ends between them', () => {
  fc.assert(
    fc.property(anyText, (text) => {
      let at = 0
      for (const { start, end } of new Segmenter().windows().of(text)) {
        expect(text.slice(at, start)).toMatch(/^\s*$/)
        expect(text.slice(start, end).trim()).not.toMatch(/\n[^\S\n]*\n/)
        at = end
      }
      expect(at).toBe(text.length)
    }),
  )
})

test('blocks of text that comes in pieces: the same sentences', () => {
  fc.assert(
    fc.property(anyText, fc.array(fc.nat({ max: 60 })), (text, places) => {
      const cuts = [...new Set([0, ...places.map((place) => Math.min(place, text.length)), text.length])]
      cuts.sort((a, b) => a - b)
      const windows = tokenizer.windows()
      const parts = cuts.slice(1).flatMap((end, i) => [...windows.push(text.slice(cuts[i], end))])
      parts.push(windows.end())
      expect(parts.join('')).toBe(text)
      expect(parts.flatMap(cut)).toEqual(cut(text))
    }),
  )
})

describe.each(Object.entries(cutters))('windows of text without blank lines, %s', (_, cutter) => {
  const lines = (text: string) => text.repeat(Math.ceil((2.1 * WINDOW_LENGTH) / text.length))
  const texts = [
    lines('The dog sleeps.\nA cat, a boy? "Go!" '),
    lines('word '),
    `a${lines('😀')}`,
    lines('。狗'),
  ]

  test('have at most WINDOW characters, and are the same however the text comes', () => {
    for (const text of texts) {
      const whole = [...windowsOf(cutter.windows(), [text])]
      const pieces = Array.from({ length: Math.ceil(text.length / 999) }, (_, i) =>
        text.slice(999 * i, 999 * (i + 1)),
      )
      expect([...windowsOf(cutter.windows(), pieces)]).toEqual(whole)
      expect(whole.join('')).toBe(text)
      expect(whole.length).toBeGreaterThan(2)
      for (const window of whole) {
        expect(window.length).toBeLessThanOrEqual(WINDOW_LENGTH)
        expect(window).not.toMatch(/\p{Cs}/u)
      }
      const sentences = whole.flatMap((window) => [...cutter.sentences(window)])
      expect(sentences.map(({ places }) => places.tokenLasts.length)).toEqual(
        [...cutter.sentences(text)].map(({ places }) => places.tokenLasts.length),
      )
    }
  })

  test('a paragraph of WINDOW characters has one, a longer one two, whatever is before it', () => {
    for (const before of ['', 'a\n\n', 'a\u2029'])
      for (const length of [WINDOW_LENGTH - 1, WINDOW_LENGTH, WINDOW_LENGTH + 1]) {
        const windows = windowsOf(cutter.windows(), [before + 'word '.repeat(WINDOW_LENGTH).slice(0, length)])
        expect([...windows]).toHaveLength(Number(before !== '') + (length > WINDOW_LENGTH ? 2 : 1))
      }
  })

  test('end between sentences', () => {
    for (const text of windowsOf(cutter.windows(), [texts[0]])) {
      expect(text).toMatch(/^(?:The|A|"Go)/)
      expect(text).toMatch(/(?:\.|\?|") ?\n?$/)
    }
  })
})

function* windowsOf(windows: TextWindows, pieces: readonly string[]): Generator<string> {
  for (const piece of pieces) yield* windows.push(piece)
  yield windows.end()
}

describe('the text of a treebank', () => {
  test('spaces, ranges and paragraphs', () => {
    const treebank =
      conlluOfTokens('I', "don't=do+n't|", '.|') +
      conlluOfTokens('Ao=A+o', 'rio') +
      '# newpar id = 2\n' +
      conlluOfTokens('Go|', '!')
    const [first, second] = paragraphsOf(sentencesOf(treebank))
    expect(first.text).toBe("I don't.Ao rio ")
    expect(first.tokens.map(({ start, end }) => first.text.slice(start, end))).toEqual(
      "I don't . Ao rio".split(' '),
    )
    expect(first.tokens.map(({ words }) => words.length)).toEqual([1, 2, 1, 2, 1])
    expect(first.sentenceEnds).toEqual([false, false, true, false, true])
    expect(second.text).toBe('Go! ')
  })

  test('with a space between all tokens, punctuation is next to its word in a second copy', () => {
    const words = 'He said : " ( No ) , go ! " Then she " left'
    const [paragraph] = respaced(paragraphsOf(sentencesOf(conlluOfTokens(...words.split(' ')))))
    expect(paragraph.text).toBe('He said: "(No), go!" Then she "left')
    expect(paragraph.tokens.map(({ start, end }) => paragraph.text.slice(start, end)).join(' ')).toBe(words)
    expect(respaced(paragraphsOf(sentencesOf(conlluOfTokens('Go|', '!'))))).toEqual([])
  })

  test('with a space between all tokens teaches to cut punctuation off', () => {
    const treebank = ['We go , you swim .', 'You swim , we go .', 'You go .', 'We swim 3-4 .']
      .map((text) => conlluOfTokens(...text.split(' ')))
      .join('')
    const learned = new Tokenizer(trainTokenizer(paragraphsOf(sentencesOf(treebank.repeat(20))), { seed: 1 }))
    const words = (text: string): string[][] =>
      [...learned.sentences(text)].map((sentence) => sentence.forms())
    expect(words('You swim, we go. You go.')).toEqual(words('You swim , we go . You go .'))
    expect(words('You swim, we go.')).toEqual([['You', 'swim', ',', 'we', 'go', '.']])
  })
})
