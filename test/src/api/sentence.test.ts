import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { Sentence } from '../../../src/document/sentence.ts'
import { FEATS } from '../../../src/sentence/annotated-sentence.ts'
import { TextSentence } from '../../../src/sentence/text-sentence.ts'
import { readCoNLLU } from '../../../src/conllu/reader.ts'
import { treeOf } from '../../../transform/tree.ts'
import { anyTree } from '../../trees.ts'
import { anyText } from '../pipeline/tiny.ts'
import { sentenceOf, sentenceWith, tinyParser } from './parsers.ts'

const ids = (words: Iterable<{ readonly id: number }>): number[] => Array.from(words, ({ id }) => id)

describe('a tree', () => {
  test('children, head, roots and subtrees fit together', () => {
    fc.assert(
      fc.property(anyTree(12), (tree) => {
        const sentence = sentenceWith(tree)
        expect(ids(sentence.roots)).toEqual(ids(sentence.words.filter((word) => word.isRoot)))
        expect(sentence.root).toBe(sentence.roots[0])
        for (const word of sentence) {
          expect(word.head?.id ?? 0).toBe(tree.head[word.id])
          expect(ids(word.children)).toEqual(ids(sentence.words.filter((other) => other.head === word)))
          const below = sentence.words.filter((other) => other === word || other.ancestors.includes(word))
          expect(word.subtree.words).toEqual(below)
          expect(word.ancestors).toEqual(word.head ? [word.head, ...word.head.ancestors] : [])
        }
      }),
    )
  })

  test('a path goes up, then down, each step an arc, and no word twice', () => {
    fc.assert(
      fc.property(anyTree(12), (tree) => {
        const sentence = sentenceWith(tree)
        for (const one of sentence)
          for (const other of sentence) {
            const path = one.pathTo(other)
            const topOf = (word: typeof one) => word.ancestors.at(-1) ?? word
            expect(path === undefined).toBe(topOf(one) !== topOf(other))
            if (!path) continue
            expect([path[0], path.at(-1)]).toEqual([one, other])
            expect(new Set(path).size).toBe(path.length)
            expect(ids(other.pathTo(one)!)).toEqual(ids(path).reverse())
            const steps = path.slice(1).map((word, i) => (path[i].head === word ? 'up' : 'down'))
            path
              .slice(1)
              .forEach((word, i) => expect(path[i].head === word || word.head === path[i]).toBe(true))
            expect(steps.join(' ')).toMatch(/^(?:up ?)*(?:down ?)*$/)
          }
      }),
      { numRuns: 50 },
    )
  })

  test('10,000 deep, nothing overflows', () => {
    const size = 10_000
    const chain = sentenceWith(treeOf(Array.from({ length: size }, (_, i) => i)))
    expect(chain.root!.subtree.words).toHaveLength(size)
    expect(chain.words[size - 1].ancestors).toHaveLength(size - 1)
    expect(chain.words[0].pathTo(chain.words[size - 1])).toHaveLength(size)
    expect(chain.triples()).toEqual([])
  })

  test('words of two sentences have no path, and there is no word behind the last', () => {
    const [one, other] = [sentenceOf('a/0/root'), sentenceOf('a/0/root')]
    expect(() => one.words[0].pathTo(other.words[0])).toThrow('no path leads to a word of another sentence')
    expect(() => one.childrenOf(2)).toThrow('no word 2 in a sentence of 1')
  })
})

describe('places', () => {
  test('lead back to the text, whatever it is', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        for (const sentence of tinyParser().parse(text)) {
          expect(text.slice(sentence.start, sentence.end)).toBe(sentence.text)
          for (const token of sentence.tokens) {
            expect(text.slice(token.start, token.end)).toBe(token.text)
            expect(token.words.every((word) => word.token === token)).toBe(true)
          }
          expect(sentence.tokens.flatMap(({ words }) => words)).toEqual(sentence.words)
          for (const word of sentence) {
            expect(text.slice(word.start, word.end)).toBe(word.text)
            expect(word.start >= word.token.start && word.end <= word.token.end).toBe(true)
            if (word.token.words.length === 1) expect(word.form).toBe(word.text)
            const first = sentence.words.find(({ start, end }) => start <= word.start && word.start < end)
            expect(sentence.wordAt(word.start)).toBe(first)
          }
        }
      }),
    )
  })

  test('of the words of a contraction: their own where it is made of them, else those of the token', () => {
    const [sentence] = tinyParser().parse("I don't go ao rio.")
    expect(sentence.words.map((word) => [word.form, word.text, word.start, word.end])).toEqual([
      ['I', 'I', 0, 1],
      ['do', 'do', 2, 4],
      ["n't", "n't", 4, 7],
      ['go', 'go', 8, 10],
      ['a', 'a', 11, 12],
      ['o', 'o', 12, 13],
      ['rio', 'rio', 14, 17],
      ['.', '.', 17, 18],
    ])
    expect(sentence.tokens.map(({ text }) => text)).toEqual(['I', "don't", 'go', 'ao', 'rio', '.'])
  })
})

describe('what a sentence becomes', () => {
  test('CoNLL-U that reads back as the same words and tree', () => {
    const sentences = tinyParser().parse("The dog saw a cat. I don't go!").sentences
    const back = [...readCoNLLU(sentences.map((sentence) => sentence.toCoNLLU()).join(''))]
    expect(back.map((sentence) => [...sentence.head.subarray(1)])).toEqual(
      sentences.map(({ words }) => words.map(({ head }) => head?.id ?? 0)),
    )
    expect(back.map((sentence) => sentence.commentValues('sent_id'))).toEqual([['1'], ['2']])
  })

  test('plain JSON, without going in circles', () => {
    const [sentence] = tinyParser().parse('The dog saw a cat.')
    const { words, tokens, ...rest } = JSON.parse(JSON.stringify(sentence))
    expect(rest).toEqual({ text: 'The dog saw a cat.', start: 0, end: 18, vestigialArcs: 0 })
    expect(tokens[4]).toEqual({ first: 5, last: 5, start: 14, end: 17, spaceAfter: false })
    expect(words[1]).toMatchObject({ id: 2, form: 'dog', lemma: 'dog', start: 4, end: 7 })
    expect(words.map(({ head }: { head: number }) => head)).toEqual([...sentence.tree.head.subarray(1)])
  })

  test('a drawing, as text and as SVG of both layouts', () => {
    const sentence = sentenceOf('Clara/2/nsubj', 'saw/0/root', 'Bruno/2/obj')
    expect(sentence.draw()).toBe('╭► nsubj  Clara\n├─ root   saw\n╰► obj    Bruno\n')
    const [arcs, rows] = [sentence.toSVG(), sentence.toSVG({ layout: 'rows', id: 'x', title: 'a < b' })]
    expect(arcs).toContain('<title>Clara saw Bruno</title>')
    expect(rows).toContain('<title>a &lt; b</title>')
    expect(rows).toContain(' id="x" ')
    expect(arcs).not.toContain(' id=')
    const height = (svg: string): number => Number(/ height="([\d.]+)"/.exec(svg)![1])
    expect(height(rows)).toBeGreaterThan(3 * 20)
    const long = sentenceWith(treeOf(Array.from({ length: 40 }, (_, i) => i)))
    const width = (svg: string): number => Number(/ width="([\d.]+)"/.exec(svg)![1])
    expect(width(long.toSVG())).toBeLessThan(width(long.toSVG({ layout: 'arcs' })) / 2)
  })

  test('tags and lemmas under the words of a drawing', () => {
    const sentence = tinyParser().parse('The dog saw a cat.').sentences[0]
    const notes = (svg: string): string[] => [...svg.matchAll(/"note[^>]*>([^<]*)</g)].map(([, note]) => note)
    const { words } = sentence
    expect(notes(sentence.toSVG())).toEqual([])
    expect(notes(sentence.toSVG({ tags: 'upos' }))).toEqual(words.map(({ upos }) => upos))
    expect(notes(sentence.toSVG({ tags: 'xpos', lemmas: true }))).toEqual(
      words.flatMap(({ xpos, lemma }) => [xpos, lemma]),
    )
    expect(notes(sentence.toSVG({ lemmas: true, layout: 'rows' }))).toEqual(words.map(({ lemma }) => lemma))
    expect(() => sentence.toSVG({ tags: 'pos' as 'upos' })).toThrow(
      "options.tags is 'pos', expected 'upos' or 'xpos'",
    )
  })

  test('a document is one drawing of all sentences', () => {
    const document = tinyParser().parse('The dog saw a cat. A cat slept.')
    const svg = document.toSVG({ id: 'x', tags: 'upos' })
    expect(svg).toMatch(/^<svg xmlns="http:\/\/www\.w3\.org\/2000\/svg" width="\d/)
    expect(svg.match(/<svg/g)).toHaveLength(1 + document.sentences.length)
    expect([...svg.matchAll(/ id="([^"]*)"/g)].map(([, id]) => id)).toEqual(['x-1', 'x-2'])
    for (const [i, sentence] of document.sentences.entries())
      expect(svg).toContain(sentence.toSVG({ id: `x-${i + 1}`, tags: 'upos' }))
    const heights = [...svg.matchAll(/ height="([\d.]+)"/g)].map(([, height]) => Number(height))
    expect(heights[0]).toBeCloseTo(heights[1] + heights[2])
    expect(svg).toContain(`<g transform="translate(0 ${heights[1]})">`)
    expect(() => document.toSVG({ layout: 'tree' as 'rows' })).toThrow('options.layout')
  })

  test('features by name', () => {
    const [word] = sentenceOf('a/0/root')
    expect(word.feature('Case')).toBeUndefined()
    const columns = TextSentence.ofWords(['a']).with({ [FEATS]: ['Case=Nom|Number=Sing'] })
    const [inflected] = new Sentence(columns).words
    expect([inflected.feature('Number'), inflected.feature('Num')]).toEqual(['Sing', undefined])
  })
})

describe('who does what', () => {
  const cases: [string, string[], string[]][] = [
    ['a verb', ['Clara/2/nsubj', 'saw/0/root', 'Bruno/2/obj'], ['Clara saw Bruno']],
    [
      'a passive with its agent',
      ['Bruno/3/nsubj:pass', 'was/3/aux:pass', 'seen/0/root', 'by/5/case', 'Clara/3/obl:agent'],
      ['Clara seen Bruno'],
    ],
    ['a passive without one', ['Bruno/3/nsubj:pass', 'was/3/aux:pass', 'seen/0/root'], []],
    [
      'a joined verb takes the subject of the other',
      ['Clara/2/nsubj', 'came/0/root', 'and/4/cc', 'saw/2/conj', 'Bruno/4/obj'],
      ['Clara saw Bruno'],
    ],
    [
      'but not where it has its own',
      ['Clara/2/nsubj', 'came/0/root', 'Ida/4/nsubj', 'saw/2/conj', 'Bruno/4/obj'],
      ['Ida saw Bruno'],
    ],
    [
      'a joined verb with an object acts, though the other was acted on',
      ['He/2/nsubj:pass', 'hit/0/root', 'and/4/cc', 'broke/2/conj', 'legs/4/obj'],
      ['He broke legs'],
    ],
    [
      'a joined passive',
      ['He/2/nsubj', 'ran/0/root', 'was/4/aux:pass', 'seen/2/conj', 'us/4/obl:agent'],
      ['us seen He'],
    ],
    [
      'joined subjects and objects',
      ['A/3/nsubj', 'B/1/conj', 'saw/0/root', 'C/3/obj', 'D/4/conj'],
      ['A saw C', 'A saw D', 'B saw C', 'B saw D'],
    ],
    ['nobody is named twice', ['Clara/2/nsubj', 'slept/0/root'], []],
  ]
  test.each(cases)('%s', (_, words, expected) => {
    const triples = sentenceOf(...words).triples()
    expect(triples.map(({ subject, verb, object }) => `${subject} ${verb} ${object}`)).toEqual(expected)
  })

  test('of any tree: three words, the verb above both or joined to what is', () => {
    fc.assert(
      fc.property(
        anyTree(9),
        fc.array(fc.constantFrom('nsubj', 'nsubj:pass', 'obj', 'obl:agent', 'conj', 'aux:pass'), {
          minLength: 9,
          maxLength: 9,
        }),
        (tree, deprels) => {
          const words = deprels.slice(0, tree.size).map((deprel, i) => `w/${tree.head[i + 1]}/${deprel}`)
          for (const { subject, verb, object } of sentenceOf(...words).triples())
            expect(new Set([subject, verb, object]).size).toBe(3)
        },
      ),
    )
  })
})
