import { describe, expect, it } from 'vitest'
import { betterDirection, directionTally, tallyDirection } from '../../transform/direction.ts'
import { createEncoding } from '../../transform/encoding.ts'
import type { NonProjective } from '../../transform/decoding.ts'
import { isProjective } from '../../transform/check.ts'
import { isImage } from '../../transform/right-branching.ts'
import { equalTrees } from '../../transform/tree.ts'
import { treebanks } from './treebanks.ts'

/** Of the trees of all treebanks that are not projective, at least this share has to come back under each scheme. */
const RESTORED: ReadonlyMap<NonProjective, number> = new Map([
  ['projectivize:head', 0.8],
  ['projectivize:path', 0.9],
  ['projectivize:head+path', 0.95],
])
const SCHEMES = [...RESTORED.keys()]

describe.skipIf(treebanks.length === 0)('the trees of the treebanks', () => {
  const total = new Map(SCHEMES.map((scheme) => [scheme, 0]))
  let nonProjective = 0

  it.each(treebanks)('$name: projective trees come back, the others are counted', ({ name, read }) => {
    const { labels, trees } = read()
    const crossing = trees.filter((tree) => !isProjective(tree)).length
    nonProjective += crossing
    const restored = SCHEMES.map((scheme) => {
      // Each scheme goes with one of the directions, the first one with both.
      const directions = scheme === SCHEMES[0] ? (['right', 'left'] as const) : (['left'] as const)
      const counts = directions.map((direction) => {
        const encoding = createEncoding({ labels, nonProjective: scheme, direction })
        for (const tree of trees) {
          const encoded = encoding.encode(tree)!
          if (!isImage(encoded)) throw new Error('not in the image')
          const { tree: decoded, vestigialArcs } = encoding.decode(encoded)
          if (vestigialArcs > 0) throw new Error('vestigial arcs')
          if (isProjective(tree) && !equalTrees(decoded, tree)) throw new Error('did not come back')
        }
        expect(encoding.counts.projective).toBe(trees.length - crossing)
        expect(encoding.counts.projectivized).toBe(crossing)
        return encoding.counts.restored
      })
      expect(new Set(counts).size).toBe(1)
      total.set(scheme, total.get(scheme)! + counts[0])
      return counts[0]
    })
    const tally = directionTally()
    for (const tree of trees) tallyDirection(tree, tally)
    const [head, path, both] = restored
    console.log(
      `${name}: ${trees.length} trees, ${crossing} not projective, restored by head ${head}, path ${path}, head+path ${both}; better direction ${betterDirection(tally)}`,
    )
    expect(betterDirection(tally)).toBe(/^(ja|ko|tr)_/.test(name) ? 'left' : 'right')
  })

  it('are counted', () => {
    console.log(
      `all treebanks: ${nonProjective} trees not projective, restored by ${[...total].map(([scheme, count]) => `${scheme} ${count}`).join(', ')}`,
    )
    expect(nonProjective).toBeGreaterThan(0)
    for (const [scheme, share] of RESTORED)
      expect(total.get(scheme)!).toBeGreaterThanOrEqual(share * nonProjective)
  })
})
