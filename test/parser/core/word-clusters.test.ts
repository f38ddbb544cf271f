import { expect, test } from 'vitest'
import { clusterPath, lexiconClass, withoutLexicon, wordClusters } from '../../../parser/core/word-numbers.ts'

test('of numbers in several clusters the first one counts', () => {
  const clusters = wordClusters(
    new Map([
      ['0', ['10']],
      ['1', ['20', 'a']],
    ]),
  )
  expect(['10', '20', '35', 'A'].map((word) => clusterPath(clusters, word))).toEqual(['0', '0', '0', '1'])
})

test('words have the class of a lexicon, in any case, whether or not they have a cluster', () => {
  const clusters = wordClusters(
    new Map([['01', ['Bank', 'bank', 'the']]]),
    new Map([['0nv', ['bank', 'row']]]),
  )
  expect(['Bank', 'BANK', 'the', 'Row', 'x'].map((word) => lexiconClass(clusters, word))).toEqual([
    '0nv',
    '0nv',
    '',
    '0nv',
    '',
  ])
  expect(['Bank', 'BANK', 'the', 'Row', 'x'].map((word) => clusterPath(clusters, word))).toEqual([
    '01',
    '01',
    '01',
    '',
    '',
  ])
  const alone = withoutLexicon(clusters)
  expect([clusterPath(alone, 'bank'), lexiconClass(alone, 'bank'), clusterPath(alone, 'row')]).toEqual([
    '01',
    '',
    '',
  ])
})
