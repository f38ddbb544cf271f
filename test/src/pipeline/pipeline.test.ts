import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { ConstraintError } from '../../../parser/core/constraints.ts'
import { conlluOf, retag } from '../../../src/pipeline/conllu-text.ts'
import { scoresFromText } from '../../../src/pipeline/text-scores.ts'
import { Pipeline, type ParsedSentence } from '../../../src/pipeline/pipeline.ts'
import { anyText, conlluOfTokens, sentencesOf, tinyPipeline, tinyTreebank } from './tiny.ts'

const pipeline = new Pipeline(tinyPipeline())
const ruled = new Pipeline(tinyPipeline().parser)

describe.each([
  ['a pipeline', pipeline],
  ['a parser alone', ruled],
])('%s', (_, parser) => {
  test('parses any text, and its words lead back to it', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        for (const sentence of parser.parse(text)) {
          const { tokens, words, tree } = sentence
          expect(sentence.text).toBe(text.slice(sentence.start, sentence.end))
          expect(words).toHaveLength(tree.size)
          expect(words.map(({ head }) => head)).toEqual([...tree.head.subarray(1)])
          expect(words.filter(({ head }) => head === 0)).toHaveLength(1)
          expect(words.map(({ token }) => token)).toEqual(
            tokens.flatMap(({ first, last }, token) => Array.from({ length: last - first + 1 }, () => token)),
          )
          for (const { start, end, first, last } of tokens)
            if (first === last) expect(words[first - 1].form).toBe(text.slice(start, end))
        }
      }),
    )
  })

  test('what it writes is CoNLL-U, and its text is the one that was parsed', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        // Half characters have no place in UTF-8: they become U+FFFD on the way out.
        const whole = new TextDecoder('utf-8', { ignoreBOM: true }).decode(new TextEncoder().encode(text))
        for (const parsed of parser.parse(whole)) {
          const [sentence, ...more] = sentencesOf(conlluOf(parsed, 7))
          expect(more).toEqual([])
          expect(sentence.size).toBe(parsed.words.length)
          expect([...sentence.head.subarray(1)]).toEqual(parsed.words.map(({ head }) => head))
          let surface = ''
          parsed.tokens.forEach(({ start, end, spaceAfter }) => {
            surface += whole.slice(start, end) + (spaceAfter ? ' ' : '')
          })
          expect(sentence.comments()).toEqual(['# sent_id = 7', `# text = ${surface.trimEnd()}`])
        }
      }),
    )
  })
})

describe('a pipeline', () => {
  test('from its own treebank: everything right', () => {
    const gold = sentencesOf(tinyTreebank)
    const { wordsF1, sentencesF1, upos, las } = scoresFromText(pipeline, gold)
    expect([wordsF1, sentencesF1]).toEqual([100, 100])
    expect(upos).toBeGreaterThan(99)
    expect(las).toBeGreaterThan(90)
  })

  test('multiword tokens are ranges', () => {
    const [sentence] = pipeline.parse("I don't see (much).")
    const lines = conlluOf(sentence).split('\n')
    expect(lines[0]).toBe("# text = I don't see (much).")
    const ids = lines.map((line) => line.split('\t').slice(0, 2).join(' '))
    expect(ids.slice(1, 5)).toEqual(['1 I', "2-3 don't", '2 do', "3 n't"])
    expect(lines[7].endsWith('\tSpaceAfter=No')).toBe(true)
  })

  test('parses no sentence before it is asked for', () => {
    let asked = 0
    const sentences = pipeline.parse('The dog sleeps.\n\nThe dog sleeps.', () => {
      asked++
      return undefined
    })
    expect(asked).toBe(0)
    sentences.next()
    expect(asked).toBe(1)
  })

  test('parses two texts side by side as it does one after the other', () => {
    fc.assert(
      fc.property(anyText, anyText, (a, b) => {
        const [left, right] = [pipeline.parse(a), pipeline.parse(b)]
        const found: [ParsedSentence[], ParsedSentence[]] = [[], []]
        for (let open = true; open;) {
          const next = [left.next(), right.next()]
          next.forEach((result, side) => result.done || found[side].push(result.value))
          open = next.some((result) => !result.done)
        }
        expect(found).toEqual([[...pipeline.parse(a)], [...pipeline.parse(b)]])
      }),
    )
  })

  test('keeps to constraints, or says that it cannot', () => {
    const [{ words }] = pipeline.parse('The dog sleeps.', () => ({ root: 1 }))
    expect(words[0].head).toBe(0)
    const clash = () => ({ root: 1, arcs: [{ head: 2, dependent: 1, label: -1 }] })
    expect(() => [...pipeline.parse('The dog sleeps.', clash)]).toThrow(ConstraintError)
  })

  test('other tags for CoNLL-U: nothing else changes', () => {
    const [sentence] = sentencesOf(`# a comment\n${conlluOfTokens('The', 'dog|', '.')}`)
    const tagged = retag(sentence, pipeline, 'tree')
    expect(tagged.text()).toMatch(
      /^# a comment\n1\tThe\tthe\tDET\tDT\t[^\t]+\t0\troot\t_\t_\n2\tdog\tdog\tNOUN\t/,
    )
    const bare = (text: string) => text.replaceAll(/^(\d+\t[^\t]+)\t[^\t]+\t[^\t]+\t[^\t]+\t[^\t]+/gm, '$1')
    expect(bare(tagged.text())).toBe(bare(sentence.text()))
  })
})
