import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { ConstraintError } from '../../../parser/core/constraints.ts'
import type { TextConstraints } from '../../../src/api/text-constraints.ts'
import type { Word } from '../../../src/document/sentence.ts'
import { Document } from '../../../src/document/document.ts'
import { anyText } from '../pipeline/tiny.ts'
import { tinyParser } from './parsers.ts'

const parser = tinyParser()
const text = 'The dog saw a cat. The boy slept. A girl ran to the harbour!'
const whole = parser.parse(text).sentences

/** Where a piece of the text is. */
function at(piece: string, from = 0): { start: number; end: number } {
  const start = text.indexOf(piece, from)
  return { start, end: start + piece.length }
}

describe('a document', () => {
  test('has the sentences that the pipeline finds', () => {
    fc.assert(
      fc.property(anyText, (any) => {
        const expected = [...parser.pipeline.parse(any)].map(
          (sentence, i) => `# sent_id = ${i + 1}\n${sentence.conllu()}`,
        )
        const document = parser.parse(any)
        expect(document.text).toBe(any)
        expect(document.toCoNLLU()).toBe(expected.join(''))
        expect([...document].map(({ index }) => index)).toEqual(expected.map((_, i) => i))
      }),
    )
  })

  test('parses no further than it is asked to, and nothing twice', () => {
    let parsed = 0
    function* sentences() {
      for (const sentence of whole) {
        parsed++
        yield sentence
      }
    }
    const document = new Document(text, sentences())
    expect(parsed).toBe(0)
    for (const sentence of document) {
      expect(sentence).toBe(whole[0])
      break
    }
    expect(parsed).toBe(1)
    const [one, other] = [document[Symbol.iterator](), document[Symbol.iterator]()]
    for (const sentence of whole) expect([one.next().value, other.next().value]).toEqual([sentence, sentence])
    expect(document.sentences).toEqual(whole)
    expect(parsed).toBe(whole.length)
  })

  test('with merged words is a document of the same text, in which all other arcs are as before', () => {
    const range = fc.tuple(fc.nat(), fc.nat(), fc.nat())
    fc.assert(
      fc.property(anyText, range, (any, numbers) => {
        const document = parser.parse(any.replaceAll(/\p{Cs}/gu, '?'))
        if (document.sentences.length === 0) return
        const [of, one, other] = numbers
        const sentence = document.sentences[of % document.sentences.length]
        const { tokens } = sentence
        const ends = [one, other].map((place) => place % tokens.length).sort((a, b) => a - b)
        const phrase = sentence.span(tokens[ends[0]].start, tokens[ends[1]].end)!
        const merged = document.merge([phrase])
        expect(merged.text).toBe(document.text)
        expect(merged.words).toHaveLength(document.words.length - phrase.words.length + 1)
        const inMerged = merged.sentences[sentence.index]
        const placed = (word: Word) => inMerged.wordAt(word.start)!
        for (const word of sentence)
          if (!phrase.words.includes(word) && word.start < word.end)
            expect(placed(word).head).toBe(word.head && placed(word.head))
        const whole = placed(phrase.head)
        expect([whole.text, whole.upos, whole.deprel]).toEqual([
          phrase.text,
          phrase.head.upos,
          phrase.head.deprel,
        ])
        expect(Document.fromCoNLLU(merged.toCoNLLU()).toJSON()).toEqual(merged.toJSON())
      }),
    )
  })

  test('merges phrases that are whole tokens, of its own and apart from each other', () => {
    const document = parser.parse("The dog saw a cat. I don't go!")
    const [first, second] = document.sentences
    const merged = document.merge(first.nounPhrases())
    expect(merged.words.map(({ form, lemma, deprel }) => `${form} ${lemma} ${deprel}`).slice(0, 3)).toEqual([
      'The dog the dog nsubj',
      'saw saw root',
      'a cat a cat obj',
    ])
    expect(merged.sentences[1].toCoNLLU()).toBe(second.toCoNLLU())
    const cut = second.words.find(({ form }) => form === 'do')!.subtree
    expect(() => document.merge([cut])).toThrow('a phrase cuts a token, expected whole tokens')
    expect(() => document.merge([first.root!.subtree, first.span(0, 3)!])).toThrow('word 1 is in two phrases')
    expect(() => parser.parse(document.text).merge([first.span(0, 3)!])).toThrow('of another document')
    expect(() => document.merge([first.words[0] as never])).toThrow(
      'phrases[0] is an Object, expected a phrase',
    )
  })

  test('two of one parser can be read in turns', () => {
    const [one, other] = [parser.parse(text), parser.parse(`So. ${text}`)]
    const coming = other[Symbol.iterator]()
    coming.next()
    for (const sentence of one) expect(coming.next().value!.draw()).toBe(sentence.draw())
  })

  test('knows what stands at a character', () => {
    const document = parser.parse(text)
    expect(document.wordAt(at('boy').start + 1)?.form).toBe('boy')
    expect(document.sentenceAt(at('The boy').start)?.index).toBe(1)
    expect(document.wordAt(3)).toBeUndefined()
    expect(document.sentenceAt(at('. The').start + 1)).toBeUndefined()
    expect(document.wordAt(1000)).toBeUndefined()
    expect(document.words.map(({ form }) => form).slice(0, 3)).toEqual(['The', 'dog', 'saw'])
  })

  test('is nothing where there is nothing', () => {
    for (const empty of ['', ' ', '\n\n \t']) {
      const document = parser.parse(empty)
      expect([document.sentences, document.draw(), document.toCoNLLU(), document.triples()]).toEqual([
        [],
        '',
        '',
        [],
      ])
      expect(document.toSpaCy()).toEqual({ text: empty, ents: [], sents: [], tokens: [] })
      expect(document.toDisplaCy()).toEqual({ words: [], arcs: [] })
    }
  })

  test('stops where its signal says, and stays stopped', () => {
    const controller = new AbortController()
    const document = parser.parse(text, { signal: controller.signal })
    const forms: string[] = []
    const read = () => {
      for (const sentence of document) {
        forms.push(sentence.words[1].form)
        controller.abort(new Error('enough'))
      }
    }
    expect(read).toThrow('enough')
    expect(forms).toEqual(['dog'])
    expect(() => document.sentences).toThrow('enough')
    expect([...document[Symbol.iterator]().next().value!].length).toBe(whole[0].words.length)
  })
})

describe('constraints', () => {
  const parse = (constraints: TextConstraints) => parser.parse(text, { constraints }).sentences

  test('by the numbers of words', () => {
    const [, second, third] = parse({
      arcs: [
        { sentence: 1, head: 2, dependent: 3 },
        { sentence: 2, head: 6, dependent: 2, deprel: 'obl' },
      ],
      roots: [{ sentence: 1, word: 2 }],
    })
    expect(second.words[2].head?.id).toBe(2)
    expect(second.root?.id).toBe(2)
    expect(third.words[1]).toMatchObject({ deprel: 'obl', head: { id: 6 } })
  })

  test('by characters: every span of words becomes a subtree, every arc stands', () => {
    const words = whole.flatMap(({ words }) => words)
    fc.assert(
      fc.property(
        fc.nat(words.length - 1),
        fc.nat(4),
        fc.constantFrom('plain', 'root', 'none'),
        (i, more, condition) => {
          const { sentence, id, start } = words[i]
          const last = sentence.words[Math.min(sentence.words.length - 1, id - 1 + more)]
          const span = {
            start: start - (start > 0 && text[start - 1] === ' ' ? 1 : 0),
            end: last.end,
            condition,
          } as const
          const parsed = parse({ spans: [span] })[sentence.index]
          const inside = parsed.words.slice(id - 1, last.id)
          const tops = inside.filter(({ head }) => !head || !inside.includes(head))
          expect(tops).toHaveLength(1)
          if (condition === 'none') expect(tops[0].subtree.words).toEqual(inside)
        },
      ),
    )
    fc.assert(
      fc.property(fc.nat(words.length - 1), fc.nat(10), (i, j) => {
        const { sentence, start, end, id } = words[i]
        const head = sentence.words[j % sentence.words.length]
        const demanded = head.id === id ? 'root' : { start: head.start, end: head.end }
        const parsed = parse({ arcs: [{ head: demanded, dependent: { start, end } }] })[sentence.index]
        expect(parsed.words[id - 1].head?.id ?? 0).toBe(head.id === id ? 0 : head.id)
      }),
    )
  })

  test('leaves, by number, by characters and by tag', () => {
    const children = (leaves: TextConstraints['leaves'], holds: (word: Word) => boolean) =>
      parse({ leaves }).flatMap(({ words }) => words.filter(holds).flatMap((word) => word.children))
    const named = ['saw', 'boy', 'slept']
    expect(children([{ word: 3 }, at('boy slept')], ({ form }) => named.includes(form))).toEqual([])
    expect(children(['NOUN', 'ADJ'], ({ upos }) => upos === 'NOUN' || upos === 'ADJ')).toEqual([])
  })

  test('forbidden arcs, by number and by characters, and labels of words', () => {
    const { words } = whole[0]
    for (const { id, head, start, end, deprel } of words) {
      const ends = {
        head: head ? { start: head.start, end: head.end } : 'root',
        dependent: { start, end },
      } as const
      for (const forbidden of [[{ head: head?.id ?? 0, dependent: id }], [ends]])
        expect(parse({ forbidden })[0].words[id - 1].head?.id).not.toBe(head?.id)
      const other = words.find((word) => word.deprel !== deprel)!.deprel
      for (const label of [{ word: id }, { start, end }])
        expect(parse({ labels: [{ ...label, deprel: other }] })[0].words[id - 1].deprel).toBe(other)
    }
  })

  test('spans in one another', () => {
    const spans = [
      { first: 1, last: 3, condition: 'root' },
      { first: 2, last: 3, condition: 'root' },
      { first: 3, last: 5 },
    ] as const
    const [{ words }] = parse({ spans })
    for (const { first, last } of spans)
      expect(
        words.slice(first - 1, last).filter(({ head }) => !head || head.id < first || head.id > last),
      ).toHaveLength(1)
  })

  test('tags make no leaves of demanded heads, of demanded roots and of all words of a sentence', () => {
    const tags = [...new Set(whole[0].words.map(({ upos }) => upos))]
    expect(parse({ leaves: tags })[0].draw()).toBe(whole[0].draw())
    const [first] = parse({
      leaves: ['DET', 'PUNCT'],
      arcs: [{ head: 4, dependent: 5 }],
      roots: [{ word: 6 }],
    })
    expect(first.root?.id).toBe(6)
    expect(first.words[4].head?.id).toBe(4)
    expect(first.words[0].children).toEqual([])
  })

  test('leave other sentences alone', () => {
    const parsed = parse({ roots: [at('cat')] })
    expect(parsed[0].root?.form).toBe('cat')
    expect(parsed.slice(1).map((sentence) => sentence.draw())).toEqual(
      whole.slice(1).map((sentence) => sentence.draw()),
    )
  })

  const wrong: [string, TextConstraints, string][] = [
    [
      'a cut word',
      { spans: [{ start: 5, end: 11 }] },
      "'og saw' (characters 5-11) cuts a word: 'dog' (characters 4-7)",
    ],
    [
      'a span out of its sentence',
      { spans: [at('cat. The')] },
      "'cat. The' (characters 14-22) goes beyond the end of sentence 0",
    ],
    [
      'white space',
      { spans: [{ start: 3, end: 4 }] },
      'a constraint refers to characters 3-4, which are white space',
    ],
    [
      'characters that are not there',
      { spans: [{ start: 50, end: 99 }] },
      `a constraint refers to characters 50-99, expected a range within 0-${text.length}`,
    ],
    [
      'a head of two words',
      { arcs: [{ head: at('a cat'), dependent: at('dog') }] },
      "'a cat' (characters 12-17) covers 2 words, expected one",
    ],
    [
      'a word that is not there',
      { arcs: [{ head: 9, dependent: 1 }] },
      'a constraint refers to word 9 of sentence 0, expected a whole number from 1 to 6',
    ],
    [
      'a sentence that is not there',
      { roots: [{ sentence: 7, word: 1 }] },
      'a constraint refers to sentence 7, but the text has only 3 sentences',
    ],
    [
      'a sentence of no number',
      { roots: [{ sentence: -1, word: 1 }] },
      'a constraint refers to sentence -1, expected a whole number from 0',
    ],
    ['a span backwards', { spans: [{ first: 3, last: 2 }] }, 'the span 3-2 ends before it begins'],
    [
      'a label that nobody knows',
      { arcs: [{ head: 1, dependent: 2, deprel: 'nope' }] },
      "a constraint has the label 'nope', expected a label of the model",
    ],
    [
      'a label of a word that nobody knows',
      { labels: [{ word: 1, deprel: 'nope' }] },
      "a constraint has the label 'nope', expected a label of the model",
    ],
    [
      'a leaf that is not there',
      { leaves: [{ word: 9 }] },
      'a constraint refers to word 9 of sentence 0, expected a whole number from 1 to 6',
    ],
    ['two roots', { roots: [{ word: 1 }, { word: 2 }] }, 'constraints make both word 1 and word 2 the root'],
  ]
  test.each(wrong)('%s is one clear line', (_, constraints, message) => {
    expect(() => parse(constraints)).toThrow(new RangeError(message))
  })

  test('that clash are refused, and the sentence is named', () => {
    const arcs = [
      { sentence: 1, head: 2, dependent: 3 },
      { sentence: 1, head: 3, dependent: 2 },
    ]
    const document = parser.parse(text, { constraints: { arcs } })
    const coming = document[Symbol.iterator]()
    expect(coming.next().value!.draw()).toBe(whole[0].draw())
    expect(() => coming.next()).toThrow(ConstraintError)
    expect(() => document.sentences).toThrow(/^sentence 1: /)
  })
})
