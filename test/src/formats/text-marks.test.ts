import fc from 'fast-check'
import { expect, test } from 'vitest'
import { Pipeline } from '../../../src/pipeline/pipeline.ts'
import { prepareTextModel } from '../../../src/pipeline/text-model.ts'
import { blockParser } from '../../../src/jobs/block-parser.ts'
import { TextMarks } from '../../../src/formats/text-marks.ts'
import { anyText, tinyPipeline } from '../pipeline/tiny.ts'

const pipeline = new Pipeline(tinyPipeline())

function linesOf(text: string, ...options: ('normalized_spaces' | 'ranges')[]): string[] {
  const marks = new TextMarks(text, new Set(options))
  return Array.from(pipeline.parse(text), (sentence) => marks.mark(sentence).conllu())
}

/** Form and MISC of each token: multiword tokens in place of their words. */
function tokensOf(lines: string): { form: string; misc: string }[] {
  let covered = 0
  return lines
    .split('\n')
    .filter((line) => /^\d/.test(line))
    .map((line) => line.split('\t'))
    .filter(([id]) => {
      if (!id.includes('-')) return Number(id) > covered
      covered = Number(id.split('-')[1])
      return true
    })
    .map(([, form, , , , , , , , misc]) => ({ form, misc }))
}

const spaces: Readonly<Record<string, string>> = { s: ' ', t: '\t', n: '\n', r: '\r', p: '|', '\\': '\\' }
const unescapeSpaces = (text: string): string =>
  text.replaceAll(/\\(.)/g, (_, letter: string) => spaces[letter])

/** The text that the tokens and the white space around them make. */
function textOf(sentences: readonly string[]): string {
  let text = ''
  for (const { form, misc } of sentences.flatMap(tokensOf)) {
    const fact = (name: string): string | undefined =>
      misc
        .split('|')
        .find((part) => part.startsWith(`${name}=`))
        ?.slice(name.length + 1)
    const after = fact('SpacesAfter')
    text += unescapeSpaces(fact('SpacesBefore') ?? '') + form
    text += after !== undefined ? unescapeSpaces(after) : fact('SpaceAfter') === 'No' ? '' : ' '
  }
  return text
}

test('the text can be put together again, white space and all', () => {
  fc.assert(
    fc.property(anyText, (text) => {
      const sentences = linesOf(text)
      if (sentences.length === 0) expect(text.trim().replaceAll('\u0085', '')).toBe('')
      else expect(textOf(sentences)).toBe(text)
    }),
  )
})

test('ranges count characters of the text', () => {
  fc.assert(
    fc.property(anyText, (text) => {
      const characters = [...text]
      for (const { form, misc } of linesOf(text, 'ranges').flatMap(tokensOf)) {
        const [, start, end] = /TokenRange=(\d+):(\d+)$/.exec(misc)!
        expect(characters.slice(Number(start), Number(end)).join('')).toBe(form)
      }
    }),
  )
})

test('all but documents and paragraphs is as `toCoNLLU` writes it; normalized, spaces are there or not', () => {
  fc.assert(
    fc.property(anyText, (text) => {
      const parsed = Array.from(
        pipeline.parse(text),
        (one, i) => `# sent_id = ${i + 1}\n${one.conllu()}`,
      ).join('')
      const plain = (lines: readonly string[]) => lines.join('').replaceAll(/^# new(?:doc|par)\n/gm, '')
      expect(plain(linesOf(text))).toBe(parsed)
      const normal = parsed.replaceAll(/\tSpace[^\t\n=]*=[^\t\n]*/g, (misc) =>
        misc.endsWith('SpaceAfter=No') ? '\tSpaceAfter=No' : '\t_',
      )
      expect(plain(linesOf(text, 'normalized_spaces'))).toBe(normal)
    }),
  )
})

test('`parse --raw` writes the same white space, however windows come together', () => {
  const blocks = blockParser(prepareTextModel(tinyPipeline()), { raw: true }, 0, pipeline)
  const written = (parts: readonly string[]) =>
    parts.map((part) => new TextDecoder().decode(blocks(part).bytes)).join('')
  fc.assert(
    fc.property(anyText, (text) => {
      const windows = Array.from(pipeline.splitter.windows().of(text), ({ start, end }) =>
        text.slice(start, end),
      )
      const lines = written(windows)
      expect(written([text])).toBe(lines)
      // White space after the last paragraph comes when its sentences are written.
      const sentences = lines.trimEnd().split('\n\n')
      if (lines !== '') expect(text.replaceAll(/\p{Cs}/gu, '\ufffd')).toContain(textOf(sentences))
    }),
    { examples: [['ao\r\n\r\nThe dog sleeps.']] },
  )
})

test('paragraphs begin behind blank lines', () => {
  const marks = (text: string) => linesOf(text).map((lines) => lines.match(/^# new\w+/gm) ?? [])
  expect(marks('The dog sleeps. The cat sleeps.\n \nThe fox.')).toEqual([
    ['# newdoc', '# newpar'],
    [],
    ['# newpar'],
  ])
})
