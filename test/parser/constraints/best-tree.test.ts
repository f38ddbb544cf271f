/**
 * Constraints that the best tree already meets change neither this tree nor its score, for every system that takes
 * constraints, and committees, every width of the beam and every number of trees.
 */
import { describe, expect, test } from 'vitest'
import type { Constraints } from '../../../parser/core/constraints.ts'
import { Random } from '../../../parser/learning/random.ts'
import type { Model } from '../../../parser/model/model.ts'
import { Parser } from '../../../parser/parse.ts'
import { registry } from '../../../parser/registry.ts'
import { equalTrees, type Tree } from '../../../transform/tree.ts'
import { heldOut, learnToy } from '../learning/learn-toy.ts'

const systems = registry.filter((entry) => entry.constrained !== undefined).map(({ name }) => name)
const committees = ['rb,mirror,arc-eager,arc-standard', 'arc-eager-unshift,rb']

const models = new Map<string, Model>()
function modelOf(system: string, beam: number): Model {
  const name = `${system} ${beam}`
  const committee = system.includes(',') ? system : undefined
  const model = models.get(name) ?? learnToy(system.split(',')[0], { beam, epochs: 1, committee }).model
  models.set(name, model)
  return model
}

/** The arcs and leaves of a tree, each with this probability; half of the arcs with their labels. */
function arcsOf({ size, head, label }: Tree, share: number, random: Random): Constraints {
  const words = Array.from({ length: size }, (_, index) => index + 1).filter(() => random.next() < share)
  const leaves = Array.from({ length: size }, (_, index) => index + 1).filter(
    (word) => !head.includes(word) && random.next() < share,
  )
  return {
    leaves,
    arcs: words.map((dependent) => ({
      head: head[dependent],
      dependent,
      label: dependent % 2 ? label[dependent] : -1,
    })),
  }
}

const cases = [...systems, ...committees].flatMap((system) =>
  [1, 2, 4, 8].flatMap((beam) => [1, 4].map((count) => [system, beam, count] as const)),
)

describe('arcs and leaves of the best tree as constraints', () => {
  test.each(cases)('%s, beam %i, %i best', (system, beam, count) => {
    const parser = new Parser(modelOf(system, beam === 1 ? 1 : 4), { beam })
    const corpus = heldOut(parser.model.labels)
    const random = new Random(beam)
    const sentence = parser.sentence()
    for (let index = 0; index < 40; index++) {
      corpus.sentence(index, sentence)
      const [{ tree, score }] = parser.rank(sentence, { count })
      const isParse = equalTrees(parser.parse(sentence).tree, tree)
      // All arcs leave one tree: a search for several would only widen its beam.
      for (const share of count === 1 ? [0.1, 0.5, 1] : [0.1, 0.5]) {
        const constraints = arcsOf(tree, share, random)
        const [best] = parser.rank(sentence, { count, constraints })
        expect({ share, heads: [...best.tree.head], labels: [...best.tree.label] }).toEqual({
          share,
          heads: [...tree.head],
          labels: [...tree.label],
        })
        expect(best.score).toBe(score)
        if (isParse) expect(equalTrees(parser.parse(sentence, constraints).tree, tree)).toBe(true)
      }
    }
  })
})
