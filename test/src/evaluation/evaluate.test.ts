import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { readCoNLLU } from '../../../src/conllu/reader.ts'
import { evaluate, Evaluator } from '../../../src/evaluation/evaluate.ts'
import type { Evaluation, EvaluationOptions } from '../../../src/evaluation/comparison.ts'
import { processorSeconds } from '../../processor-time.ts'
import { file, sentenceOf } from '../conllu/files.ts'

function compare(gold: string, system: string, options?: EvaluationOptions): Evaluation {
  const systems = readCoNLLU(system, { file: 'system', heads: 'partial' })
  return evaluate(readCoNLLU(gold, { file: 'gold' }), systems, options)
}

const tabs = (text: string): string => text.replaceAll('→', '\t')

describe('the same words', () => {
  const gold = sentenceOf('the 2 det', 'cat 3 nsubj', 'sleeps 0 root', '. 3 punct') + sentenceOf('yes 0 root')
  const withPunct = (text: string) => text.replace('.\t.\tX', '.\t.\tPUNCT')

  test('heads, labels, both, whole sentences', () => {
    const system =
      sentenceOf('the 2 det', 'cat 3 obj', 'sleeps 0 root', '. 2 punct') + sentenceOf('yes 0 root')
    expect(compare(gold, system)).toMatchObject({
      words: 5,
      sentences: 2,
      uas: 80,
      la: 80,
      las: 60,
      exact: 50,
      wordsF1: 100,
      sentencesF1: 100,
      roots: { zero: 0, one: 2, many: 0 },
      // Content words of gold: cat, sleeps, yes; right are sleeps and yes.
      clas: (100 * 2) / 3,
    })
    expect(compare(withPunct(gold), withPunct(system), { noPunct: true })).toMatchObject({
      words: 5,
      uas: 100,
      la: 75,
      las: 75,
    })
  })

  test('subtypes count unless labels are universal; MLAS and BLEX never count them', () => {
    const subtype = gold.replace('nsubj', 'nsubj:pass')
    expect(compare(gold, subtype)).toMatchObject({ uas: 100, las: 80, exact: 50, mlas: 100, blex: 100 })
    expect(compare(gold, subtype, { universal: true })).toMatchObject({ las: 100, clas: 100, exact: 100 })
  })

  test('MLAS asks for function words, BLEX for lemmas unless gold has none', () => {
    const other = gold.replace('\tdet\t', '\tcase\t').replace('sleeps\tsleeps', 'sleeps\tsleep')
    expect(compare(gold, other)).toMatchObject({ clas: 100, mlas: (100 * 2) / 3, blex: (100 * 2) / 3 })
    expect(compare(gold.replace('sleeps\tsleeps', 'sleeps\t_'), other).blex).toBe(100)
  })

  test('roots and marked labels are those of the system', () => {
    const system =
      sentenceOf('the 2 det*', 'cat 1 nsubj^', 'sleeps 2 root', '. 3 p↓') + sentenceOf('yes 0 root')
    expect(compare(gold, system)).toMatchObject({ roots: { zero: 1, one: 1, many: 0 }, markedLabels: 3 })
    const two = sentenceOf('the 0 root', 'cat 0 root', 'sleeps 1 x', '. 3 x') + sentenceOf('yes 0 root')
    expect(compare(gold, two).roots).toEqual({ zero: 0, one: 1, many: 1 })
  })

  test('an open head is wrong', () => {
    expect(compare(gold, gold.replace('\t3\tnsubj', '\t_\tnsubj'))).toMatchObject({ uas: 80, la: 100 })
  })
})

describe('different words', () => {
  const gold = tabs(`1-2→Vámonos→_→_→_→_→_→_→_→_
1→Vamos→ir→VERB→v→Mood=Imp|Number=Plur|Foo=Bar→0→root→_→_
2→nos→yo→PRON→p→Case=Acc→1→expl:pv→_→_
3-4→al→_→_→_→_→_→_→_→_
3→a→a→ADP→s→_→5→case→_→_
4→el→el→DET→d→Definite=Def→5→det→_→_
5→mar→mar→NOUN→n→Number=Sing→1→obl→_→_
6→.→.→PUNCT→f→_→1→punct→_→_

1→No→no→ADV→r→Polarity=Neg→2→advmod→_→_
2→llueve→_→VERB→v→Number=Sing→0→root→_→_
3→hoy→hoy→ADV→r→_→2→advmod:tmod→_→_

`)
  const system = tabs(`1-3→Vámonos→_→_→_→_→_→_→_→_
1→Va→ir→VERB→v→Number=Plur|Mood=Imp→0→root→_→_
2→mos→yo→PRON→p→Case=Acc→1→obj→_→_
3→nos→yo→PRON→p→Case=Acc→1→expl:pv→_→_
4-5→al→_→_→_→_→_→_→_→_
4→a→a→ADP→s→_→6→case→_→_
5→EL→lo→DET→d→Definite=Def→6→det→_→_
6→mar→mar→NOUN→n→Number=Sing→1→obl→_→_

1→.→.→PUNCT→f→_→3→punct→_→_
2→No→no→ADV→r→Polarity=Neg→3→advmod→_→_
3→llueve→llover→VERB→w→Number=Sing→0→root→_→_
4→ho→hoy→ADV→r→_→3→advmod→_→_
5→y→y→ADV→r→_→3→advmod→_→_

`)

  // What the shared task's own script prints for these two files.
  test('multiword tokens, split words and sentences', () => {
    const figures = compare(gold, system, { universal: true })
    expect(figures).toMatchObject({ words: 9, sentences: 2, tokensF1: 80, sentencesF1: 0, wordsF1: 70 })
    expect(figures).toMatchObject({
      upos: 70,
      xpos: 60,
      ufeats: 70,
      allTags: 60,
      lemmas: 60,
      uas: 40,
      las: 40,
    })
    for (const figure of [figures.clas, figures.mlas, figures.blex]) expect(figure).toBeCloseTo(200 / 7, 10)
  })

  test('white space in a form does not count', () => {
    const one = sentenceOf('10\u00a0000 0 root', 'x 1 dep')
    const other = sentenceOf('10000 0 root', 'x 1 dep')
    expect(compare(one, other)).toMatchObject({ las: 100, wordsF1: 100 })
  })

  test('a multiword token of white space alone ends the alignment, too', () => {
    const space = `1-1\t\u00a0${'\t_'.repeat(8)}\n`
    const word = sentenceOf('\u00a0 0 root')
    for (const one of [space + word, `${space}${word.trimEnd()}\n2-2${space.slice(3)}2${word.slice(1)}`])
      for (const other of [space + word, word, sentenceOf('\u00a0 0 root', '\u00a0 1 dep')])
        expect([compare(one, one).las, compare(one, other).words]).toEqual([100, expect.any(Number)])
  })

  test('a word without width does not take the words beside it from their twins', () => {
    const space = `1-1\t\u00a0${'\t_'.repeat(8)}\n`
    const both = sentenceOf('\u00a0 0 root', 'a 1 dep')
    const one = sentenceOf('a 0 root')
    for (const text of [both, space + both]) {
      expect(compare(text, text)).toMatchObject({ las: 100, wordsF1: 100, tokensF1: 100 })
      expect(compare(one, text).wordsF1).toBeCloseTo(200 / 3)
      expect(compare(text, one).wordsF1).toBeCloseTo(200 / 3)
    }
  })

  test('another text is an error with file and line', () => {
    const one = sentenceOf('a 0 root') + sentenceOf('b 0 root')
    expect(() => compare(one, sentenceOf('a 0 root') + sentenceOf('c 0 root'))).toThrow(
      "system:3: the text differs from gold: 'c', expected 'b'",
    )
    expect(() => compare(one, sentenceOf('a 0 root'))).toThrow(
      'gold:3: the system file has no such text, expected the same text in both',
    )
    expect(() => compare(sentenceOf('a 0 root'), sentenceOf('ab 0 root'))).toThrow(
      'system:1: the gold file has no such text, expected the same text in both',
    )
  })
})

describe('hostile sizes', () => {
  test('sentences whose ends never align take linear time', () => {
    const words = Array.from({ length: 40_001 }, (_, i) => `word${i}`)
    const pairs = (first: number) =>
      Array.from({ length: 20_000 }, (_, i) =>
        sentenceOf(`${words[first + 2 * i]} 0 root`, `${words[first + 2 * i + 1] ?? ''} 1 x`),
      ).join('')
    const gold = sentenceOf(`${words[0]} 0 root`) + pairs(1)
    const system = pairs(0) + sentenceOf(`${words.at(-1)} 0 root`)
    const seconds = processorSeconds(() => {
      expect(compare(gold, system)).toMatchObject({ wordsF1: 100, sentencesF1: 0 })
    })
    expect(seconds).toBeLessThan(5)
  })

  test('a multiword token of too many different words is an error with file and line', () => {
    const token = (prefix: string) => {
      const words = Array.from({ length: 5_001 }, (_, i) => `${prefix}${i} ${i === 0 ? '0 root' : '1 x'}`)
      return `1-5001\ttoken${'\t_'.repeat(8)}\n${sentenceOf(...words)}`
    }
    const one = sentenceOf('a 0 root')
    expect(() => compare(one + token('x'), one + token('y'))).toThrow(
      'system:3: multiword tokens join 5001 gold words and 5001 system words, expected at most 25 million pairs after their first difference',
    )
    expect(compare(token('x'), token('x')).las).toBe(100)
  })
})

describe('laws', () => {
  test('a file agrees with itself', () => {
    fc.assert(
      fc.property(file, (text) => {
        const { words, ...figures } = compare(text, text, { universal: true })
        if (words === 0) return
        for (const key of [
          'uas',
          'las',
          'la',
          'exact',
          'wordsF1',
          'sentencesF1',
          'allTags',
          'lemmas',
        ] as const)
          expect(figures[key]).toBe(100)
      }),
    )
  })

  test('the order in which sentences arrive does not matter', () => {
    fc.assert(
      fc.property(fc.array(fc.boolean()), fc.boolean(), (order, cut) => {
        const gold =
          sentenceOf('ab 0 root', 'c 1 x') + sentenceOf('d 0 root') + sentenceOf('e 0 root', 'f 1 x')
        const parts = [
          sentenceOf('a 0 root', 'b 1 x', 'c 2 x'),
          sentenceOf('d 0 root', 'e 1 x'),
          sentenceOf('f 0 root'),
        ]
        const system = cut ? parts.join('') : gold
        const evaluator = new Evaluator()
        const sides = [[...readCoNLLU(gold)], [...readCoNLLU(system)]]
        const add = (side: number) => {
          const next = sides[side].shift()
          if (next && side === 0) evaluator.addGold(next)
          else if (next) evaluator.addSystem(next)
        }
        order.forEach((first) => add(first ? 0 : 1))
        while (sides[0].length + sides[1].length > 0) [1, 0].forEach(add)
        expect(evaluator.finish()).toEqual(compare(gold, system))
      }),
    )
  })
})
