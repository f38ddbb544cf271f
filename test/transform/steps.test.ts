/** The laws of reversible steps, for all of them: trees come back, in place and from any labels. */
import { describe, expect, it, test } from 'vitest'
import { findFlaw, isProjective } from '../../transform/check.ts'
import { createEncoding } from '../../transform/encoding.ts'
import { steps as examples } from '../../experiments/examples/conjunction-heads.js'
import { makeStep, planSteps, registerStep, stepKinds } from '../../transform/steps/plan.ts'
import { Symbols } from '../../transform/symbols.ts'
import { copyTree, equalTrees, treeOf, type Tree } from '../../transform/tree.ts'
import { allTrees } from '../trees.ts'
import { type Treebank, treebanks } from './treebanks.ts'
import { Random } from '../../parser/learning/random.ts'

// A study registers it, too, and test files share modules.
for (const kind of examples) if (!stepKinds.some(({ name }) => name === kind.name)) registerStep(kind)

const STEPS = [
  'function-heads:case',
  'function-heads:case+mark',
  'function-heads:case+mark+aux+cop+cc',
  'verb-groups',
  'coordination:chain',
  'conjunction-heads',
]
const LISTS = [
  ['coordination:chain', 'function-heads:case+cc'],
  ['function-heads:case+mark+aux+cop+cc', 'coordination:chain'],
  ['conjunction-heads', 'function-heads:case+mark+aux+cop+cc'],
]
const LABELS = ['root', 'nmod', 'case', 'case:x', 'mark', 'aux', 'conj', 'cc']

const random = new Random(1)
function labelled(tree: Tree, labels: Symbols): Tree {
  for (let word = 1; word <= tree.size; word++)
    tree.label[word] = labels.id(LABELS[random.below(LABELS.length)])
  return tree
}

describe.each(STEPS)('%s', (name) => {
  it('is undone exactly, for all trees of up to six words with random labels', () => {
    const labels = new Symbols(LABELS)
    const step = makeStep(name, labels)
    let moved = 0
    for (let size = 1; size <= 6; size++) {
      for (const plain of allTrees(size)) {
        const tree = labelled(copyTree(plain), labels)
        const encoded = copyTree(tree)
        moved += step.encode(encoded)
        // Without `expect` where all is well: it would take most of the time.
        const flaw = findFlaw(encoded)
        const unresolved = flaw ? -1 : step.decode(encoded)
        if (unresolved !== 0 || !equalTrees(encoded, tree))
          expect({ flaw, unresolved, encoded }).toEqual({ flaw: undefined, unresolved: 0, encoded: tree })
      }
    }
    expect(moved).toBeGreaterThan(100)
  })

  it('gives a tree without signs, whatever the labels say', () => {
    const labels = new Symbols(LABELS)
    const step = makeStep(name, labels)
    for (let round = 0; round < 5; round++) step.encode(labelled(treeOf([2, 0, 2, 3, 2, 7, 5, 2]), labels))
    for (const plain of allTrees(5)) {
      const tree = copyTree(plain)
      for (let word = 1; word <= 5; word++) tree.label[word] = random.below(labels.size)
      step.decode(tree)
      expect(findFlaw(tree)).toBeUndefined()
      const texts = Array.from(tree.label.subarray(1), (label) => labels.text(label))
      expect(texts.filter((text) => /[↔·∥⇔›‹]$/u.test(text))).toEqual([])
    }
  })

  it('keeps projective trees projective, if it says so', () => {
    if (!stepKinds.find((kind) => name.startsWith(kind.name))!.guarantees.includes('stay projective')) return
    const labels = new Symbols(LABELS)
    const step = makeStep(name, labels)
    for (const plain of allTrees(6)) {
      const tree = labelled(copyTree(plain), labels)
      if (!isProjective(tree)) continue
      step.encode(tree)
      expect(isProjective(tree)).toBe(true)
    }
  })

  it('refuses labels with its signs', () => {
    const labels = new Symbols(['case', 'case↔', 'conj∥', 'cc⇔'])
    const step = makeStep(name, labels)
    expect(() => step.encode(treeOf([0, 1, 1, 1], [0, 1, 2, 3]))).toThrow(/has the reserved character/)
  })
})

describe.each([[STEPS[2]], ...LISTS].map((steps) => ({ steps })))(
  '$steps, then right-branching',
  ({ steps }) => {
    /** Fails unless the steps are undone, alone and before the transform in both directions. */
    const expectBack = (labels: Symbols, trees: Iterable<Tree>): void => {
      const made = steps.map((step) => makeStep(step, labels))
      const right = createEncoding({ labels, steps })
      const left = createEncoding({
        labels,
        steps,
        direction: 'left',
        nonProjective: 'projectivize:head+path',
      })
      for (const tree of trees) {
        const encoded = copyTree(tree)
        for (const step of made) step.encode(encoded)
        const projective = isProjective(encoded)
        for (const step of made.toReversed()) expect(step.decode(encoded)).toBe(0)
        if (!equalTrees(encoded, tree)) throw new Error('did not come back')
        if (!projective) continue
        for (const encoding of steps.length > 1 ? [right, left] : [right])
          if (!equalTrees(encoding.decode(encoding.encode(tree)!).tree, tree))
            throw new Error('did not come back')
      }
    }

    it('comes back from all trees of up to six words with random labels', () => {
      const labels = new Symbols(LABELS)
      for (let size = 1; size <= 6; size++)
        expectBack(
          labels,
          Array.from(allTrees(size), (tree) => labelled(copyTree(tree), labels)),
        )
    })

    const isFast = ({ name }: Treebank): boolean => steps === LISTS.at(-1) && name.endsWith('/dev')
    const gears = [
      { tags: [], ofGear: treebanks.filter(isFast) },
      { tags: ['slow'], ofGear: treebanks.filter((one) => !isFast(one)) },
    ]
    for (const { tags, ofGear } of gears)
      it.each(ofGear)('$name', { tags }, ({ read }) => {
        const { labels, trees } = read()
        expectBack(labels, trees)
      })
  },
)

test('a label that is only a sign comes back', () => {
  for (const [name, sign] of [
    ['function-heads:case', '·'],
    ['function-heads:case', '↔'],
    ['coordination:chain', '∥'],
  ]) {
    const labels = new Symbols([sign])
    const tree = treeOf([0, 1], [0, 0])
    const step = makeStep(name, labels)
    step.encode(tree)
    expect(step.decode(tree)).toBe(0)
    expect([...tree.label].map((label) => labels.text(label))).not.toContain('')
    expect(equalTrees(tree, treeOf([0, 1], [0, 0]))).toBe(true)
  }
})

test.each([
  ['no name', { name: '' }, 'a name of at most 60'],
  ['a long name', { name: 'x'.repeat(61) }, 'a name of at most 60'],
  ['the name of another', { name: 'mirror' }, 'another name'],
  ['no function', { make: 'x' }, 'the function make and parts'],
  ['no parts', { parts: undefined }, 'the function make and parts'],
])('a step of %s is refused', (_, wrong, expected) => {
  const kind = { ...stepKinds[0], name: 'none', ...wrong } as (typeof stepKinds)[number]
  expect(() => registerStep(kind)).toThrow(expected)
  expect(stepKinds).not.toContain(kind)
})

describe('the text of steps', () => {
  it('is read', () => {
    expect(planSteps('function-heads:case+mark, right-branching')).toEqual({
      steps: ['function-heads:case+mark'],
      transforms: true,
    })
    expect(planSteps('coordination:chain,projectivize:head+path,mirror')).toEqual({
      steps: ['coordination:chain'],
      nonProjective: 'projectivize:head+path',
      direction: 'left',
      transforms: false,
    })
    expect(planSteps('projectivize:path+head').nonProjective).toBe('projectivize:head+path')
  })

  it.each([
    ['heads', `unknown step 'heads', expected one of: ${stepKinds.map(({ name }) => name).join(', ')}`],
    [
      'function-heads',
      "step 'function-heads' has the wrong parts, expected case, mark, aux, cop, cc, joined by +",
    ],
    [
      'function-heads:case+obj',
      "step 'function-heads:case+obj' has the wrong parts, expected case, mark, aux, cop, cc, joined by +",
    ],
    [
      'right-branching,mirror',
      "step 'mirror' comes too late, expected projectivize, mirror, right-branching at the end, in this order",
    ],
    [
      'verb-groups,function-heads:case,right-branching',
      "step 'function-heads:case' repeats function-heads, expected each kind of steps once",
    ],
    [
      'coordination:chain,coordination:chain',
      "step 'coordination:chain' repeats coordination, expected each kind of steps once",
    ],
    ['projectivize:head+', "step 'projectivize:head+' has the wrong parts, expected head, path, joined by +"],
    ['mirror:case', "step 'mirror:case' has the wrong parts, expected none"],
    [
      'coordination:chain+chain',
      "step 'coordination:chain+chain' has the wrong parts, expected chain, joined by +",
    ],
  ])('%s is refused', (text, message) => {
    expect(() => planSteps(text)).toThrow(new RangeError(message))
  })
})
