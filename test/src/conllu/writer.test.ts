import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { readConllu } from '../../../src/conllu/read.ts'
import { encode } from '../../../src/conllu/utf8.ts'
import { ConlluWriter } from '../../../src/conllu/writer.ts'
import { file, sentenceOf } from './files.ts'

const decode = (bytes: Uint8Array): string => new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes)

test('a file written with its own heads and labels is the file', () => {
  fc.assert(
    fc.property(file, (text) => {
      const writer = new ConlluWriter()
      let end = 0
      for (const sentence of readConllu(text)) {
        const words = Array.from({ length: sentence.size }, (_, i) => i + 1)
        const deprels = words.map((word) => encode(sentence.deprel(word)))
        writer.tree(sentence, sentence.head, [0, ...words.keys()], deprels)
        end += sentence.text().length
      }
      expect(decode(writer.take())).toBe(text.slice(0, end))
      expect(writer.size).toBe(0)
    }),
  )
})

describe('new heads and labels', () => {
  const text = '# a\r\n' + sentenceOf('a 2 dep', 'b 0 root', 'c 2 dep').replaceAll('\n', '\r\n')
  const [sentence] = readConllu(text)
  const deprels = [encode('root'), encode('nsubj↑obj*')]

  test('stand where the old ones stood', () => {
    const writer = new ConlluWriter()
    writer.tree(sentence, [-1, 0, -1, 1234567], [0, 0, 1, 1], deprels)
    const heads = ['0\troot', '_\tnsubj↑obj*', '1234567\tnsubj↑obj*']
    const olds = ['2\tdep', '0\troot', '2\tdep']
    const lines = text.split('\r\n').map((line, i) => line.replace(olds[i - 1], heads[i - 1]))
    expect(decode(writer.take())).toBe(lines.join('\r\n'))
  })

  test('a comment is put in before the words, in the line ends of the file, and taken out again', () => {
    const writer = new ConlluWriter()
    const labels = [0, 0, 1, 0]
    writer.treeWithComment(sentence, '# direction = left', sentence.head, labels, deprels)
    const written = decode(writer.take())
    expect(written).toContain('# a\r\n# direction = left\r\n1\ta')
    const [marked] = readConllu(written)
    writer.treeWithoutComment(marked, '# direction = left', marked.head, labels, deprels)
    const without = decode(writer.take())
    writer.tree(sentence, sentence.head, labels, deprels)
    expect(without).toBe(decode(writer.take()))
  })

  test('of several equal comments the last is taken out, of none none', () => {
    const comments = '\ufeff# x = y\n# x\n# x = y\n# z\n'
    const [many] = readConllu(comments + sentenceOf('a 0 root'))
    const writer = new ConlluWriter()
    writer.treeWithoutComment(many, '# x = y', many.head, [0, 0], deprels)
    expect(decode(writer.take())).toBe('\ufeff# x = y\n# x\n# z\n' + sentenceOf('a 0 root'))
    writer.treeWithoutComment(many, '# none', many.head, [0, 0], deprels)
    expect(decode(writer.take())).toBe(comments + sentenceOf('a 0 root'))
  })
})
