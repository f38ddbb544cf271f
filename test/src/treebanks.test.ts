/** Real treebanks through everything that is to leave them as they are. */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, describe, expect, test } from 'vitest'
import { readCoNLLU } from '../../src/conllu/reader.ts'
import type { CoNLLUSentence } from '../../src/conllu/conllu-sentence.ts'
import { TreeReader } from '../../src/conllu/trees.ts'
import { CoNLLUWriter } from '../../src/conllu/writer.ts'
import { Conversion } from '../../src/conllu/conversion.ts'
import { betterDirection, directionTally, tallyDirection } from '../../transform/direction.ts'
import { isProjective } from '../../transform/check.ts'

const folder = process.env.TREEBANKS ?? fileURLToPath(new URL('../../../shared/treebanks', import.meta.url))
const files = existsSync(folder)
  ? readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((path) => path.endsWith('.conllu'))
      .sort()
  : []

const total = { sentences: 0, other: 0, restored: 0 }

describe.skipIf(files.length === 0)('read, transform, reverse, write', () => {
  test.each(files)('%s: the same bytes wherever the tree is projective', (path) => {
    const bytes = readFileSync(join(folder, path))
    const sentences = [...readCoNLLU(bytes, { file: path })]
    const trees = new TreeReader()
    const tally = directionTally()
    const projective = sentences.map((sentence) => {
      const tree = trees.original(sentence)
      tallyDirection(tree, tally)
      return isProjective(tree)
    })
    const direction = betterDirection(tally)

    const [transformation, reversal] = [new Conversion({ direction }), new Conversion()]
    const there = new CoNLLUWriter()
    for (const sentence of sentences) transformation.transform(sentence, there)
    const back = new CoNLLUWriter()
    for (const sentence of readCoNLLU(there.take(), { file: `${path}, transformed` }))
      reversal.reverse(sentence, back)
    const returned = [...readCoNLLU(back.take(), { file: `${path}, reversed` })]

    expect(returned).toHaveLength(sentences.length)
    const same = sentences.map((sentence, i) => bytesOf(sentence).equals(bytesOf(returned[i])))
    expect(sentences.filter((_, i) => projective[i] && !same[i]).map((sentence) => sentence.line)).toEqual([])
    const { projectivized, restored } = transformation.transformCounts
    expect(reversal.reverseCounts.vestigialArcs).toBe(0)
    expect(same.filter(Boolean).length).toBe(sentences.length - projectivized + restored)
    total.sentences += sentences.length
    total.other += projectivized
    total.restored += restored
    console.log(
      `${path}: ${sentences.length} trees, ${projectivized} not projective, ${restored} of these restored (${direction})`,
    )
  })

  afterAll(() =>
    console.log(`all: ${total.sentences} trees, ${total.other} not projective, ${total.restored} restored`),
  )
})

function bytesOf(sentence: CoNLLUSentence): Buffer {
  return Buffer.from(
    sentence.block.buffer,
    sentence.block.byteOffset + sentence.start,
    sentence.end - sentence.start,
  )
}
