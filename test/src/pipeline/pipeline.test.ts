import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { ConstraintError } from '../../../parser/core/constraints.ts'
import { readCoNLLU } from '../../../src/conllu/reader.ts'
import { trainPipeline, type PipelineTraining } from '../../../src/pipeline/pipeline-training.ts'
import { scoresFromText } from '../../../src/pipeline/text-scores.ts'
import { Pipeline } from '../../../src/pipeline/pipeline.ts'
import { textModelOf } from '../../../src/pipeline/text-model.ts'
import { anyText, conlluOfTokens, sentencesOf, tinyPipeline, tinyTreebank } from './tiny.ts'

const pipeline = new Pipeline(tinyPipeline())
const ruled = new Pipeline(textModelOf(tinyPipeline().parser))

describe.each([
  ['a pipeline', pipeline],
  ['a parser alone', ruled],
])('%s', (_, parser) => {
  test('parses any text, and its words lead back to it', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        for (const sentence of parser.parse(text)) {
          const { size, head } = sentence
          expect(sentence.text).toBe(text.slice(sentence.start, sentence.end))
          expect(head).toEqual(sentence.found!.tree.head)
          expect(head).toHaveLength(size + 1)
          expect(head.filter((above) => above === 0)).toHaveLength(1)
          const tokens = [...sentence.tokens()]
          expect([...sentence.places.tokenOfWord]).toEqual(
            tokens.flatMap(({ first, last }, token) => Array.from({ length: last - first + 1 }, () => token)),
          )
          for (const { first, last, form } of tokens) {
            if (first === last) expect(sentence.form(first)).toBe(form)
            expect(text.slice(sentence.startOf(first), sentence.endOf(last))).toBe(form)
          }
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
          const [sentence, ...more] = sentencesOf(parsed.conllu())
          expect(more).toEqual([])
          expect(sentence.size).toBe(parsed.size)
          expect(sentence.head).toEqual(parsed.head)
          let surface = ''
          const { tokenStarts, tokenEnds } = parsed.places
          tokenEnds.forEach((end, i) => {
            surface += whole.slice(tokenStarts[i], end) + (tokenStarts[i + 1] > end ? ' ' : '')
          })
          expect(sentence.comments()).toEqual([`# text = ${surface}`])
        }
      }),
    )
  })
})

test('training says which stage of four it is in, and how much of it is done', () => {
  const shares = new Map<string, number[]>()
  const onProgress: PipelineTraining['onProgress'] = ({ stage = '', share }) => {
    if (!shares.has(stage)) shares.set(stage, [])
    if (share !== undefined) shares.get(stage)!.push(share)
  }
  trainPipeline(readCoNLLU(tinyTreebank), { onProgress, folds: 3 })
  expect([...shares.keys()]).toEqual([
    'stage 1 of 4, tokenizer',
    'stage 2 of 4, tagger',
    'stage 3 of 4, tags for the parser',
    'stage 4 of 4, parser',
  ])
  for (const [stage, found] of shares) {
    expect(found, stage).toEqual([...found].sort((a, b) => a - b))
    expect(found[0], stage).toBeLessThan(0.3)
    expect(found.at(-1), stage).toBeGreaterThan(0.9)
    expect(found.at(-1), stage).toBeLessThanOrEqual(1)
  }
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
    const lines = sentence.conllu().split('\n')
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
        const found: [string[], string[]] = [[], []]
        for (let open = true; open;) {
          const next = [left.next(), right.next()]
          next.forEach((result, side) => result.done || found[side].push(result.value.conllu()))
          open = next.some((result) => !result.done)
        }
        expect(found).toEqual([a, b].map((text) => Array.from(pipeline.parse(text), (one) => one.conllu())))
      }),
    )
  })

  test('keeps to constraints, or says that it cannot', () => {
    const [{ head }] = pipeline.parse('The dog sleeps.', () => ({ root: 1 }))
    expect(head[1]).toBe(0)
    const clash = () => ({ root: 1, arcs: [{ head: 2, dependent: 1, label: -1 }] })
    expect(() => [...pipeline.parse('The dog sleeps.', clash)]).toThrow(ConstraintError)
  })

  test('other tags for CoNLL-U: nothing else changes', () => {
    const [sentence] = sentencesOf(`# a comment\n${conlluOfTokens('The', 'dog|', '.')}`)
    const tagged = pipeline.tag(sentence)
    expect(tagged.conllu()).toMatch(
      /^# a comment\n1\tThe\tthe\tDET\tDT\t[^\t]+\t0\troot\t_\t_\n2\tdog\tdog\tNOUN\t/,
    )
    const bare = (text: string) => text.replaceAll(/^(\d+\t[^\t]+)\t[^\t]+\t[^\t]+\t[^\t]+\t[^\t]+/gm, '$1')
    expect(bare(tagged.conllu())).toBe(bare(sentence.conllu()))
  })
})
