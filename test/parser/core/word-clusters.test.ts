import { expect, test } from 'vitest'
import { clusterPath, wordClusters } from '../../../parser/core/word-clusters.ts'

test('of numbers in several clusters the first one counts', () => {
  const clusters = wordClusters(
    new Map([
      ['0', ['10']],
      ['1', ['20', 'a']],
    ]),
  )
  expect(['10', '20', '35', 'A'].map((word) => clusterPath(clusters, word))).toEqual(['0', '0', '0', '1'])
})
