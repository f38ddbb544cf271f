import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { readCoNLLU } from '../../../src/conllu/reader.ts'
import { DeprelBytes, TreeReader } from '../../../src/conllu/trees.ts'
import { encode } from '../../../src/conllu/utf8.ts'
import { CoNLLUWriter, WRITE_BYTES } from '../../../src/conllu/writer.ts'
import { Symbols } from '../../../transform/symbols.ts'
import { PLAIN, REVERSED, treeOf } from '../../../transform/tree.ts'
import { file, sentenceOf } from './files.ts'

const decode = (bytes: Uint8Array): string => new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes)

test('a file written with its own trees is the file', () => {
  fc.assert(
    fc.property(file, (text) => {
      // The labels of these files are any text; what is reserved in them is another matter.
      const plain = text.replaceAll(/[↑↓*^]/gu, '+')
      const writer = new CoNLLUWriter()
      const reader = new TreeReader()
      const deprels = new DeprelBytes(reader.labels)
      let end = 0
      for (const sentence of readCoNLLU(plain)) {
        writer.tree(sentence, reader.original(sentence), deprels)
        end += sentence.conllu().length
      }
      expect(decode(writer.take())).toBe(plain.slice(0, end))
      expect(writer.size).toBe(0)
    }),
  )
})

test('two trees of each sentence are two sentences, with the line ends of the file', () => {
  fc.assert(
    fc.property(file, (text) => {
      const plain = text.replaceAll(/[↑↓*^]/gu, '+')
      const writer = new CoNLLUWriter()
      const reader = new TreeReader()
      const heads = [...readCoNLLU(plain)].flatMap((sentence) => {
        const tree = reader.original(sentence)
        const trees = ['# k = 1', '# k = 2'].map((comment) => ({ tree, comments: [comment] }))
        writer.trees(sentence, trees, new DeprelBytes(reader.labels))
        return [sentence.head, sentence.head]
      })
      const written = decode(writer.take())
      expect([...readCoNLLU(written)].map(({ head }) => head)).toEqual(heads)
      expect(written.split('\r\n').length === written.split('\n').length).toBe(
        written === '' || plain.includes('\r\n'),
      )
    }),
  )
})

test('a sentence that is longer than the memory of the writer', () => {
  const text = `# ${'c'.repeat(WRITE_BYTES)}\n${sentenceOf(`${'f'.repeat(3 * WRITE_BYTES)} 0 root`, 'b 1 dep')}`
  const reader = new TreeReader()
  const writer = new CoNLLUWriter()
  for (const sentence of readCoNLLU(text))
    writer.tree(sentence, reader.original(sentence), new DeprelBytes(reader.labels))
  expect(decode(writer.take()) === text).toBe(true)
})

describe('new heads and labels', () => {
  const text = '# a\r\n' + sentenceOf('a 2 dep', 'b 0 root', 'c 2 dep').replaceAll('\n', '\r\n')
  const [sentence] = readCoNLLU(text)
  const deprels = new DeprelBytes(new Symbols(['root', 'nsubj↑obj']))

  test('stand where the old ones stood', () => {
    const writer = new CoNLLUWriter()
    writer.tree(sentence, treeOf([0, -1, 1234567], [0, 1, 1], [PLAIN, REVERSED, REVERSED]), deprels)
    const heads = ['0\troot', '_\tnsubj↑obj*', '1234567\tnsubj↑obj*']
    const olds = ['2\tdep', '0\troot', '2\tdep']
    const lines = text.split('\r\n').map((line, i) => line.replace(olds[i - 1], heads[i - 1]))
    expect(decode(writer.take())).toBe(lines.join('\r\n'))
  })

  test('a comment is put in before the words, in the line ends of the file, and taken out again', () => {
    const writer = new CoNLLUWriter()
    const tree = treeOf([2, 0, 1], [0, 1, 0])
    writer.trees(sentence, [{ tree, comments: ['# direction = left'] }], deprels)
    const written = decode(writer.take())
    expect(written).toContain('# a\r\n# direction = left\r\n1\ta')
    const [marked] = readCoNLLU(written)
    writer.tree(marked, tree, deprels, marked.findComment(encode('# direction = left')))
    const without = decode(writer.take())
    writer.tree(sentence, tree, deprels)
    expect(without).toBe(decode(writer.take()))
  })

  test.each(['\n\n', '\n', '', '\r\n\r\n', '\r\n'])(
    'several trees are as many sentences, also where the file begins with a mark and ends with %j',
    (end) => {
      const body = sentenceOf('a 0 root', 'b 1 dep')
        .trimEnd()
        .replaceAll('\n', end.includes('\r') ? '\r\n' : '\n')
      const [one] = readCoNLLU('\ufeff# x\n' + body + end)
      const writer = new CoNLLUWriter()
      const first = { tree: treeOf([0, 1], [0, 1]), comments: ['# k = 1'] }
      const second = {
        tree: treeOf([2, 0], [1, 0]),
        comments: ['# k = 2'],
        misc: (word: number) => `W=${word}`,
      }
      writer.trees(one, [first, second, first], deprels)
      const written = decode(writer.take())
      expect(written.startsWith('\ufeff# x')).toBe(true)
      expect(written.lastIndexOf('\ufeff')).toBe(0)
      expect(written.endsWith('_' + end)).toBe(true)
      const read = [...readCoNLLU(written)]
      expect(read.map(({ head }) => [...head])).toEqual([
        [-1, 0, 1],
        [-1, 2, 0],
        [-1, 0, 1],
      ])
      expect(read.map((sentence) => sentence.comments())).toEqual([
        ['# x', '# k = 1'],
        ['# x', '# k = 2'],
        ['# x', '# k = 1'],
      ])
      expect(read.map((sentence) => sentence.misc(2))).toEqual(['_', 'W=2', '_'])
    },
  )

  test('of several equal comments the last is taken out, of none none', () => {
    const comments = '\ufeff# x = y\n# x\n# x = y\n# z\n'
    const [many] = readCoNLLU(comments + sentenceOf('a 0 root'))
    const writer = new CoNLLUWriter()
    writer.tree(many, treeOf([0]), deprels, many.findComment(encode('# x = y')))
    expect(decode(writer.take())).toBe('\ufeff# x = y\n# x\n# z\n' + sentenceOf('a 0 root'))
    writer.tree(many, treeOf([0]), deprels, many.findComment(encode('# none')))
    expect(decode(writer.take())).toBe(comments + sentenceOf('a 0 root'))
  })
})
