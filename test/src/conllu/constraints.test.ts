import { describe, expect, test } from 'vitest'
import { constraintsOf } from '../../../src/conllu/constraints.ts'
import { readCoNLLU } from '../../../src/conllu/reader.ts'
import { Symbols } from '../../../transform/symbols.ts'
import { sentenceOf } from './files.ts'

const labels = new Symbols(['root', 'nsubj', 'obj'])
const words = sentenceOf('a 2 nsubj', 'b _ _', 'c 0 _', 'd _ obj', 'e 2 obj')

function read(text: string): ReturnType<typeof constraintsOf> {
  const [sentence] = readCoNLLU(text, { file: 'f', heads: 'partial' })
  return constraintsOf(sentence, labels)
}

test('arcs, with a label and without', () => {
  expect(read(words)).toEqual({
    arcs: [
      { head: 2, dependent: 1, label: 1 },
      { head: 0, dependent: 3, label: -1 },
      { head: 2, dependent: 5, label: 2 },
    ],
    spans: [],
    root: undefined,
    labels: [{ dependent: 4, label: 2 }],
  })
})

test('a label without a head is demanded alone, not ignored', () => {
  expect(read(sentenceOf('a _ obj', 'b _ _')).labels).toEqual([{ dependent: 1, label: 2 }])
})

test('spans and the root', () => {
  const { spans, root } = read(
    `# span = 1-2\n# text = x\n# span = 3-3 root\n#span=4-5   none\n# root = 3\n${words}`,
  )
  expect(spans).toEqual([
    { first: 1, last: 2, condition: 'plain' },
    { first: 3, last: 3, condition: 'root' },
    { first: 4, last: 5, condition: 'none' },
  ])
  expect(root).toBe(3)
})

test('forbidden arcs', () => {
  expect(read(`# forbidden = 3>1\n# forbidden = 0>2 5>04\n${words}`).forbidden).toEqual([
    { head: 3, dependent: 1 },
    { head: 0, dependent: 2 },
    { head: 5, dependent: 4 },
  ])
})

test('leaves: words, several words, tags', () => {
  expect(read(`# leaves = 5 1-2\n${sentenceOf('a _ _', 'b _ _', 'c _ _', 'd _ _', 'e _ _')}`).leaves).toEqual(
    [5, 1, 2],
  )
  // Word 2 is a demanded head, and word 3 the demanded root.
  expect(read(`# leaves = 4\n# leaves = X DET\n${words}`).leaves).toEqual([4, 1, 5])
})

describe('what is malformed', () => {
  test.each([
    [
      '# span = 3',
      "f:1: the span '3', expected two words and perhaps a condition, such as 3-7, 3-7 root or 3-7 none",
    ],
    [
      '# span = 1-2 maybe',
      "f:1: the span '1-2 maybe', expected two words and perhaps a condition, such as 3-7, 3-7 root or 3-7 none",
    ],
    ['# span = 3-2', "f:1: the span '3-2' ends before it begins, expected its first word first"],
    ['# span = 3-6', "f:1: constraints name the word '6', expected a word of the sentence, 1 to 5"],
    ['# span = 0-2', "f:1: constraints name the word '0', expected a word of the sentence, 1 to 5"],
    ['# leaves = 3-9', "f:1: constraints name the word '9', expected a word of the sentence, 1 to 5"],
    ['# leaves = 3-2', "f:1: the leaves '3-2' ends before it begins, expected its first word first"],
    ['# leaves = x', "f:1: the leaf 'x', expected a word, words such as 3-7, or a tag such as PUNCT"],
    ['# forbidden = 3-1', "f:1: the forbidden arc '3-1', expected a head and a dependent, such as 3>5"],
    ['# forbidden = 6>1', "f:1: constraints name the word '6', expected a word of the sentence, 1 to 5"],
    ['# forbidden = 1>0', "f:1: constraints name the word '0', expected a word of the sentence, 1 to 5"],
    ['# root = x', "f:1: constraints name the word 'x', expected a word of the sentence, 1 to 5"],
    ['# root = 1\n# root = 2', "f:1: 2 comments '# root', expected one at most"],
  ])('%s', (comment, message) => {
    expect(() => read(`${comment}\n${words}`)).toThrow(message)
  })

  test('an unknown label', () => {
    expect(() => read(sentenceOf('a 0 root', 'b 1 iobj'))).toThrow(
      "f:2: the label 'iobj' that word 2 demands is unknown to the model, expected one of its labels or _",
    )
  })
})
