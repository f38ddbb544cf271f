/**
 * What nodes say of dependents, for features to read, is what the tree says: of words, and in right-branching parsing of
 * true tokens in the original tree, as far as they are known.
 */
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { Configuration } from '../../../parser/core/configuration.ts'
import {
  BELOW,
  LEFT,
  LEFT2,
  LEFT2_LABEL,
  LEFT_COUNT,
  LEFT_LABEL,
  MARK,
  NO_NODE,
  RIGHT,
  RIGHT2,
  RIGHT2_LABEL,
  RIGHT_COUNT,
  RIGHT_LABEL,
  TOKEN,
  WORD,
} from '../../../parser/core/node-fields.ts'
import {
  LAST,
  LAST_LABEL,
  WAITING,
  WAITING_LABEL,
  WAITING_LAST,
} from '../../../parser/systems/right-branching-family.ts'
import { derive } from '../../../parser/core/transition-system.ts'
import { trueTokens } from '../../../parser/systems/rb-oracle.ts'
import { RELOCATED, REVERSED } from '../../../transform/tree.ts'
import { projectiveTree } from '../../trees.ts'
import { choicesOf, walk } from '../walk.ts'
import { domainArbitrary, encoded, subjects } from './subjects.ts'

/** Two dependents, the one that counts first, with their labels; and how many there are. */
function sideOf(
  nearer: number | undefined,
  other: number | undefined,
  count: number,
  labels: ArrayLike<number>,
): number[] {
  return [nearer, other]
    .flatMap((word) => (word === undefined ? [-1, -1] : [word, labels[word]]))
    .concat(count)
}

const leftFields = [LEFT, LEFT_LABEL, LEFT2, LEFT2_LABEL, LEFT_COUNT]
const rightFields = [RIGHT, RIGHT_LABEL, RIGHT2, RIGHT2_LABEL, RIGHT_COUNT]

/** The dependents of `word` among the words before `front`. */
function dependentsOf(head: ArrayLike<number>, word: number, front: number): number[] {
  return Array.from({ length: front - 1 }, (_, i) => i + 1).filter((each) => head[each] === word)
}

/** With swap, dependents come in any order. */
const inOrder = subjects.filter(
  ({ system: { name, transformsTrees } }) => !transformsTrees && name !== 'arc-standard-swap',
)

describe.each(inOrder)('$title', ({ system }) => {
  test('nodes know the outermost two dependents of their words on either side, and how many there are', () => {
    const sentences = fc.array(
      fc.array(fc.record({ form: fc.constant('a') }), { minLength: 1, maxLength: 12 }),
    )
    const c = new Configuration()
    fc.assert(
      fc.property(sentences, choicesOf, (texts, choices) => {
        walk(system, c, texts, choices, () => {
          const nodes = c.next === NO_NODE ? [] : [c.next]
          for (let node = c.top; node !== NO_NODE; node = c.nodes[node + BELOW]) nodes.push(node)
          for (const node of nodes) {
            const word = c.nodes[node + WORD]
            const all = dependentsOf(c.head, word, c.size + 1)
            const left = all.filter((each) => each < word)
            const right = all.filter((each) => each > word).reverse()
            const sides = [
              ...sideOf(left[0], left[1], left.length, c.label),
              ...sideOf(right[0], right[1], right.length, c.label),
            ]
            const known = [...leftFields, ...rightFields].map((field) => c.nodes[node + field])
            // Without `expect` where all is well: it would take most of the time.
            if (known.some((value, i) => value !== sides[i])) expect(known).toEqual(sides)
          }
        })
      }),
    )
  })
})

describe.each(subjects.filter(({ system }) => system.transformsTrees))('$title', ({ system }) => {
  test('the stack top knows the dependents of its true token in the original tree, and its own last children', () => {
    const c = new Configuration()
    fc.assert(
      fc.property(system.settings.singleRoot ? domainArbitrary(system, 14) : projectiveTree(14), (tree) => {
        const gold = encoded(system, tree)
        const tokens = trueTokens(gold)
        const oracle = system.oracle(gold)
        system.start(c, tree.size)
        derive(system, c, {
          next: () => {
            const { nodes, top, front } = c
            const word = nodes[top + WORD]
            const children = dependentsOf(gold.head, word, front)
            const reversed = children.filter((child) => gold.mark[child] === REVERSED)
            const token = reversed.at(-1) ?? word
            const say = (...fields: number[]) => fields.map((field) => nodes[top + field])
            expect(say(TOKEN)).toEqual([token])
            const known = dependentsOf(tree.head, token, front)
            const left = known.filter((each) => each < token)
            const right = known.filter((each) => each > token)
            const second = left.length > 1 ? left.at(-1) : undefined
            expect(say(...leftFields)).toEqual(sideOf(left[0], second, left.length, tree.label))
            expect(say(...rightFields)).toEqual(sideOf(right.at(-1), right.at(-2), right.length, tree.label))
            const waiting = children
              .slice(children.indexOf(token) + 1)
              .filter((child) => gold.mark[child] === RELOCATED)
            expect(say(WAITING)).toEqual([waiting.length])
            if (waiting.length > 0)
              expect(say(WAITING_LAST, WAITING_LABEL)).toEqual([
                tokens[waiting.at(-1)!],
                gold.label[waiting.at(-1)!],
              ])
            if (children.length > 0)
              expect(say(LAST, LAST_LABEL)).toEqual([tokens[children.at(-1)!], gold.label[children.at(-1)!]])
            // A word that hangs on its head by a reversed arc has their dependents until it is popped.
            for (let node = top; nodes[node + BELOW] !== NO_NODE; node = nodes[node + BELOW]) {
              if (nodes[node + MARK] !== REVERSED) continue
              const head = nodes[node + BELOW]
              expect(rightFields.map((field) => nodes[head + field])).toEqual([-1, -1, -1, -1, 0])
            }
            return oracle.next(c)
          },
        })
      }),
    )
  })
})
