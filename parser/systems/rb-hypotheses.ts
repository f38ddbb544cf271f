/**
 * The right-branching parser with hypothesized true tokens (section 5 of the paper of the right-branching
 * transformation, there with gold ones, for a parser that searches). `rb` learns what the true token of a word is when
 * its last reversed arc is made; here a hypothesis is made as soon as the word has been attached, it is scored like any
 * transition, features read it, and every arc that contradicts it is refused.
 *
 *   transition                                        allowed where
 *   RIGHT-ARC(l, …), REDUCE   as in rb.ts             rb allows it and all hypotheses can still come true
 *   EXPECT-h                  s keeps h               s has just been attached, and h can come true
 *
 *   h         the true token of the word i will be
 *   itself    i: it has no dependents on its left in the end, and i emits no marked arc
 *   next      i + 1
 *   second    i + 2
 *   later     a word behind these, not said which
 *
 * Every attachment is followed by EXPECT, which is forced after a reversed arc: the child of one emits plain arcs only.
 *
 * A word is *in need* while it is in state relocated or its true token so far is not of the class that it expects. Then
 * a reversed arc to a word of that class has to come, and has to come before the words below on the stack get theirs,
 * since they are reached only once it is popped. Counted from below, each word in need can wait until the last word of
 * its class before the one that the next below waits for: LIMIT is that word for the nearest in need below (n + 1 where
 * there is none), `latest` the word's own. All hypotheses can come true exactly if the nearest in need has its latest
 * word in the buffer: until then every word can be attached as one that expects itself, and popped. One case more is
 * needed for a single root: popping the child of word 1's reversed arc leaves a word that takes marked arcs only, and
 * it has to take all that is left.
 *
 * Every derivation ends in a tree in which all its hypotheses are true, so that each tree has one derivation as with
 * `rb`, three transitions a word at most; no derivation ends before (test/parser/systems/rb-hypotheses.test.ts).
 */
import { RELOCATED, REVERSED, type Tree } from '../../transform/tree.ts'
import { BELOW, EXTRA, MARK, STATE, TOKEN, WORD, type Configuration } from '../core/configuration.ts'
import {
  transitionOf,
  type Transition,
  type Settings,
  type TransitionSystem,
} from '../core/transition-system.ts'
import {
  GOLD_TOKEN,
  REDUCE,
  RIGHT_PLAIN,
  RIGHT_RELOCATED,
  RIGHT_REVERSED,
  rightBranching,
  RIGHT_BRANCHING_TYPES,
  trueTokens,
} from './rb.ts'

/** The classes of true tokens, by their distance; the last one is of all that are farther. */
const classes = ['itself', 'next', 'second', 'later'] as const
const ITSELF = 0
const LATER = classes.length - 1

/** The first of the kinds that are hypotheses, in the order of their classes. */
export const EXPECT = RIGHT_BRANCHING_TYPES.length

/** Node fields of this system. The class that is expected; where GOLD_TOKEN says the word, -1 where it is not known. */
export const EXPECTED = EXTRA + 1
/** The latest word that the nearest word in need below may wait for; size + 1 where there is none. */
const LIMIT = EXTRA + 2

/** The state, and the prediction model, of a word that has been attached and expects nothing yet. */
const EXPECTING = 3

const hypothesesKinds = Object.freeze([
  ...RIGHT_BRANCHING_TYPES,
  ...classes.map((of) => ({ name: `expect-${of}`, labelled: false })),
])

/** `rb-hypotheses`: rb, with a hypothesis about the true token of each word, which comes true. `counter2` is 1 where one is due. */
export function rightBranchingHypotheses(settings: Settings): TransitionSystem {
  const rb = rightBranching(settings)
  let known: Tree | undefined
  let tokens = new Int32Array(0)
  return Object.freeze({
    ...rb,
    name: 'rb-hypotheses',
    transitionTypes: hypothesesKinds,
    states: [...rb.states, 'expecting'],
    bound: (size: number): number => Math.max(0, 3 * size - 1),
    start: (c: Configuration, size: number): void => {
      rb.start(c, size)
      c.nodes[c.top + LIMIT] = size + 1
    },
    done: (c: Configuration): boolean => c.front > c.limit && c.counter2 === 0,
    state: (c: Configuration): number => (c.counter2 === 1 ? EXPECTING : rb.state(c)),
    allowed: (c: Configuration): number => {
      if (c.counter2 === 1) return possible(c)
      const mask = rb.allowed(c)
      return mask === 0 ? 0 : tenable(c, mask, settings.singleRoot)
    },
    apply: (c: Configuration, type: number, label: number): void => {
      if (type >= EXPECT) return expect(c, type - EXPECT)
      rb.apply(c, type, label)
      if (type === REDUCE) return
      const head = c.nodes[c.top + BELOW]
      c.nodes[c.top + LIMIT] = isInNeed(c, head) ? latest(c, head) : c.nodes[head + LIMIT]
      c.counter2 = 1
    },
    oracle: (c: Configuration, gold: Tree): Transition => {
      if (c.counter2 === 0) return rb.oracle(c, gold)
      if (gold !== known || c.front === 2) {
        known = gold
        tokens = trueTokens(gold)
      }
      const word = c.nodes[c.top + WORD]
      return transitionOf(EXPECT + hypothesisOf(word, tokens[word]))
    },
  })
}

/** The class of a true token: 0 is the word itself. */
export function hypothesisOf(word: number, token: number): number {
  return Math.min(token - word, LATER)
}

/** The last word before `before` that is of a class for `word`; 0 where there is none. */
function lastOf(word: number, expected: number, before: number): number {
  if (expected === ITSELF) return 0
  const nearest = word + expected
  if (nearest >= before) return 0
  return expected === LATER ? before - 1 : nearest
}

/** What the word of a node may wait for if its true token so far is not the one in the end. */
function latest({ nodes }: Configuration, node: number): number {
  return lastOf(nodes[node + WORD], nodes[node + EXPECTED], nodes[node + LIMIT])
}

function isInNeed({ nodes }: Configuration, node: number): boolean {
  return (
    nodes[node + STATE] === RELOCATED ||
    hypothesisOf(nodes[node + WORD], nodes[node + TOKEN]) !== nodes[node + EXPECTED]
  )
}

/** The hypotheses that can come true. */
function possible({ nodes, top, front }: Configuration): number {
  let mask = 1 << EXPECT
  if (nodes[top + MARK] === REVERSED) return mask
  for (let expected = ITSELF + 1; expected <= LATER; expected++) {
    if (lastOf(nodes[top + WORD], expected, nodes[top + LIMIT]) >= front) mask |= 1 << (EXPECT + expected)
  }
  return mask
}

/** Those of the kinds in `mask` after which all hypotheses can come true. */
function tenable(c: Configuration, mask: number, singleRoot: boolean): number {
  const { nodes, top, front } = c
  const limit = nodes[top + LIMIT]
  const last = latest(c, top)
  const inNeed = isInNeed(c, top)
  let kept = mask
  if (inNeed || (singleRoot && strandsRoot(c))) kept &= ~(1 << REDUCE)
  if ((inNeed ? last : limit) <= front) kept &= ~(1 << RIGHT_PLAIN)
  if (last <= front) kept &= ~(1 << RIGHT_RELOCATED)
  const fulfils = hypothesisOf(nodes[top + WORD], front) === nodes[top + EXPECTED]
  if ((fulfils ? limit : last) <= front) kept &= ~(1 << RIGHT_REVERSED)
  return kept
}

/** Whether popping s would leave word 1, which is not to be popped, without a true token for the words that are left. */
function strandsRoot(c: Configuration): boolean {
  const { nodes, top, height, front } = c
  return height === 3 && nodes[top + MARK] === REVERSED && latest(c, nodes[top + BELOW]) < front
}

function expect(c: Configuration, expected: number): void {
  const { nodes, top } = c
  nodes[top + EXPECTED] = expected
  nodes[top + GOLD_TOKEN] = expected === LATER ? -1 : nodes[top + WORD] + expected
  c.counter2 = 0
}
