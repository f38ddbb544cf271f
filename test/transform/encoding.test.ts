import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Direction } from '../../transform/direction.ts'
import { createEncoding } from '../../transform/encoding.ts'
import { inSentenceOrder, nonProjectiveChoices, type NonProjective } from '../../transform/decoding.ts'
import { isProjective, isRightBranching } from '../../transform/check.ts'
import { isImage } from '../../transform/right-branching.ts'
import { Symbols } from '../../transform/symbols.ts'
import { copyTree, equalTrees, treeOf } from '../../transform/tree.ts'
import { allTrees, anyTree, headsOf, labelledTree, projectiveTree } from '../trees.ts'

const DIRECTIONS: readonly Direction[] = ['right', 'left']
const PROJECTIVIZE = nonProjectiveChoices.filter((choice) => choice.startsWith('projectivize'))
const labelsFor = (size: number) => new Symbols(Array.from({ length: size + 1 }, (_, id) => `l${id}`))

const compositions = DIRECTIONS.flatMap((direction) =>
  [true, false].flatMap((transforms) =>
    PROJECTIVIZE.map((nonProjective) => ({ direction, transforms, nonProjective })),
  ),
)

describe.each(compositions)('$nonProjective, $direction, transforms: $transforms', (options) => {
  it('encodes all trees of up to five words into the image and counts what comes back', () => {
    const encoding = createEncoding({ ...options, labels: labelsFor(5) })
    let trees = 0
    let projective = 0
    let exact = 0
    for (let n = 1; n <= 5; n++) {
      for (const tree of allTrees(n)) {
        const before = copyTree(tree)
        const encoded = encoding.encode(tree)!
        expect(equalTrees(tree, before)).toBe(true)
        expect(options.transforms ? isImage(encoded) : isProjective(encoded)).toBe(true)
        const { tree: decoded, vestigialArcs } = encoding.decode(encoded)
        expect(vestigialArcs).toBe(0)
        trees++
        if (isProjective(tree)) projective++
        const same = equalTrees(decoded, tree)
        if (same) exact++
        else if (isProjective(tree)) throw new Error(`did not come back: ${headsOf(tree)}`)
      }
    }
    const { counts } = encoding
    expect(counts.projective).toBe(projective)
    expect(counts.projective + counts.projectivized).toBe(trees)
    expect(counts.projective + counts.restored).toBe(exact)
    if (options.nonProjective !== 'projectivize:path') expect(exact).toBe(trees)
  })

  it('gives random projective trees back', () => {
    const encoding = createEncoding({ ...options, labels: labelsFor(300) })
    fc.assert(
      fc.property(projectiveTree(300), (tree) => {
        expect(equalTrees(encoding.decode(encoding.encode(tree)!).tree, tree)).toBe(true)
      }),
    )
    expect(encoding.counts.projectivized).toBe(0)
  })
})

it('random trees come back in both directions while labels tell words apart', () => {
  fc.assert(
    fc.property(anyTree(100), fc.constantFrom(...DIRECTIONS), (tree, direction) => {
      const encoding = createEncoding({ labels: labelsFor(100), direction })
      expect(equalTrees(encoding.decode(encoding.encode(tree)!).tree, tree)).toBe(true)
    }),
  )
})

describe.each([
  ['right-branching', (index: number) => index],
  ['left-branching', (index: number, n: number) => (index + 2) % (n + 1)],
])('a %s chain of 10,000 words', (_, head) => {
  it.each(DIRECTIONS)('comes back, direction %s', (direction) => {
    const n = 10_000
    const tree = labelledTree(Array.from({ length: n }, (_word, index) => head(index, n)))
    const encoding = createEncoding({ labels: labelsFor(n), direction })
    const encoded = encoding.encode(tree)!
    expect(isRightBranching(encoded)).toBe(true)
    expect(equalTrees(encoding.decode(encoded).tree, tree)).toBe(true)
  })
})

describe('direction left', () => {
  // “the stock market crashed” has nothing to relocate or reverse when it is read from the right.
  const tree = treeOf([3, 3, 4, 0], [1, 2, 3, 4])

  it('reads the sentence from right to left', () => {
    const encoding = createEncoding({ labels: labelsFor(4), direction: 'left' })
    const encoded = encoding.encode(tree)!
    expect(headsOf(encoded)).toEqual([0, 1, 2, 2])
    expect([...encoded.label]).toEqual([0, 4, 3, 2, 1])
    expect([...encoded.mark]).toEqual([0, 0, 0, 0, 0])
  })

  it('makes every head stand after its dependent, in the order of the sentence', () => {
    fc.assert(
      fc.property(projectiveTree(60), (any) => {
        const encoded = createEncoding({ labels: labelsFor(60), direction: 'left' }).encode(any)!
        const inOrder = inSentenceOrder(encoded, 'left')
        expect(headsOf(inOrder).every((head, index) => head === 0 || head > index + 1)).toBe(true)
        expect(equalTrees(inSentenceOrder(inOrder, 'left'), encoded)).toBe(true)
        expect(equalTrees(inSentenceOrder(encoded, 'right'), encoded)).toBe(true)
      }),
    )
  })
})

describe('trees that are not projective', () => {
  const tree = labelledTree([3, 0, 2])

  it('can be skipped', () => {
    const encoding = createEncoding({ labels: labelsFor(3), nonProjective: 'skip' })
    expect(encoding.encode(tree)).toBeUndefined()
    expect(encoding.encode(labelledTree([0, 1, 2]))).toBeDefined()
    expect(encoding.counts).toEqual({ projective: 1, projectivized: 0, restored: 0, skipped: 1, lifted: 0 })
  })

  it('can be errors that name the words', () => {
    const encoding = createEncoding({ labels: labelsFor(3), nonProjective: 'error' })
    expect(() => encoding.encode(tree)).toThrow(
      expect.objectContaining({
        name: 'NonProjectiveError',
        word: 1,
        message: 'not projective: the arc from 3 to 1 crosses another',
      }),
    )
    expect(encoding.encode(labelledTree([0, 1, 2]))).toBeDefined()
  })

  it('are projectivized under scheme head unless told otherwise', () => {
    const labels = labelsFor(3)
    const encoding = createEncoding({ labels })
    expect(encoding.nonProjective).toBe('projectivize:head')
    const encoded = encoding.encode(tree)!
    expect([...encoded.label.subarray(1)].map((id) => labels.text(id))).toContain('l1↑l3')
    expect(encoding.counts).toEqual({ projective: 0, projectivized: 1, restored: 1, skipped: 0, lifted: 1 })
  })

  it('are nothing else', () => {
    expect(() => createEncoding({ labels: labelsFor(1), nonProjective: 'lift' as NonProjective })).toThrow(
      "unknown choice 'lift' for trees that are not projective, expected one of: projectivize:head, projectivize:path, projectivize:head+path, skip, error",
    )
  })
})

it('decoding counts what could not be undone', () => {
  const labels = new Symbols(['root', 'a↑nowhere', 'b'])
  const guessed = treeOf([0, 1, 1], [0, 1, 2], [0, 0, 1])
  const { tree, vestigialArcs, unresolvedLifts } = createEncoding({ labels }).decode(guessed)
  expect([vestigialArcs, unresolvedLifts]).toEqual([1, 1])
  expect([...tree.mark]).toEqual([0, 0, 0, 0])
  expect([...guessed.mark]).toEqual([0, 0, 0, 1])
})
