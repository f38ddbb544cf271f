/** Constraints that real trees satisfy, on models that know little: a tenth of the arcs, and every bunsetsu. */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import type { Span } from '../../parser/core/constraints.ts'
import { readCoNLLU } from '../../src/conllu/reader.ts'
import type { CoNLLUSentence } from '../../src/conllu/conllu-sentence.ts'
import { TreeReader } from '../../src/conllu/trees.ts'
import { SentenceParser } from '../../src/parsing/sentence-parser.ts'
import { trainModel } from '../../src/training/train-model.ts'
import { isProjective } from '../../transform/check.ts'
import { rootCount, type Tree } from '../../transform/tree.ts'

const folder = process.env.TREEBANKS ?? fileURLToPath(new URL('../../../shared/treebanks', import.meta.url))
const file = join(folder, 'ja_gsd', 'dev.conllu')

/** The bunsetsu of two words and more, as `root` spans where the gold tree has them as such, else plain ones. */
function bunsetsu(sentence: CoNLLUSentence): { first: number; last: number }[] {
  const spans = []
  let first = 1
  for (let word = 2; word <= sentence.size + 1; word++) {
    if (word <= sentence.size && !sentence.misc(word).includes('BunsetuBILabel=B')) continue
    if (word - first > 1) spans.push({ first, last: word - 1 })
    first = word
  }
  return spans
}

/** Whether the words of a span are the yield of a subtree, and only its root has dependents outside. */
function isSubtree(
  { head }: Tree,
  { first, last }: { first: number; last: number },
): { tree: boolean; root: boolean } {
  const within = (word: number): boolean => word >= first && word <= last
  const roots: number[] = []
  for (let word = first; word <= last; word++) if (!within(head[word])) roots.push(word)
  const isRoot = head.every((h, word) => word === 0 || within(word) || !within(h) || h === roots[0])
  return { tree: roots.length === 1, root: isRoot }
}

describe.skipIf(!existsSync(file)).each(['rb', 'arc-eager-unshift'])('%s on Japanese GSD', (system) => {
  it('honours every bunsetsu and a tenth of the arcs of the gold trees', () => {
    const sentences = existsSync(file) ? [...readCoNLLU(readFileSync(file))] : []
    const parser = new SentenceParser(
      trainModel(sentences.slice(0, 60), { system, features: 'paper', learner: 'perceptron', epochs: 2 })
        .model,
    )
    const reader = new TreeReader()
    let demanded = 0
    for (const sentence of sentences.slice(60)) {
      const gold = reader.original(sentence)
      if (!isProjective(gold)) continue
      const spans = bunsetsu(sentence).flatMap((span): Span[] => {
        const { tree, root } = isSubtree(gold, span)
        return tree ? [{ ...span, condition: root ? 'root' : 'plain' }] : []
      })
      const arcs = []
      for (let dependent = 3; dependent <= gold.size; dependent += 10) {
        if (gold.head[dependent] > 0) arcs.push({ head: gold.head[dependent], dependent, label: -1 })
      }
      const { tree, vestigialArcs } = parser.parse(sentence, { arcs, spans })
      for (const { head, dependent } of arcs) expect(tree.head[dependent]).toBe(head)
      for (const span of spans) {
        const is = isSubtree(tree, span)
        expect(is.tree && (is.root || span.condition === 'plain')).toBe(true)
      }
      expect(isProjective(tree) && rootCount(tree) === 1 && vestigialArcs === 0).toBe(true)
      demanded += arcs.length + spans.length
    }
    expect(demanded).toBeGreaterThan(2000)
  })
})
