/** The best transition of a configuration. The plan says where everything is: ../plan.ts. */
import { best, leading } from './choice'
import { extract } from './extract'
import { findPlaces, look } from './feature-lookup'
import { sumPerceptron, touchSlots } from './perceptron'
import { LINE, LINE_OF_THIRTY_TWO, sumPairs, sumSix, sumThirtyTwo, touch } from './tables'

// Fields of the plan, in bytes.
export const KEYS: usize = 0
const SCRATCH: usize = 4
const NODES: usize = 8
const PLACES: usize = 12
const CONTENT_WORDS: usize = 16
const FRONT: usize = 20
const LIMIT: usize = 24
const BUFFER: usize = 28
const COMMON: usize = 32
const FIRST_STAGE: usize = 36
export const FACTORED: usize = 40
export const OF_LABELS: usize = 44
export const OTHERS: usize = 76
/** The word at the front of the buffer: in systems with swap not always FRONT. */
export const FRONT_WORD: usize = 96
const CLASSIFIERS: usize = 100
const CLASSIFIER: usize = 52

// Fields of a classifier, in bytes.
const FORM: usize = 0
const LINES: usize = 4
const SPREAD: usize = 8
const CLASS_BITS: usize = 12
const ROWS: usize = 16
export const SCORES: usize = 20
export const WIDTH: usize = 24
const MASKS: usize = 28
const MARGIN: usize = 32
export const TRANSITIONS: usize = 36
const PROGRAM: usize = 40
const LIST: usize = 44
export const CLASSES: usize = 48

/** The field of a node that holds its true token. */
const TOKEN: usize = 60

/** Forms of tables. */
const SIX: u32 = 0
const THIRTY_TWO: u32 = 1
const PAIRS: u32 = 2
const PERCEPTRON: u32 = 3

const NO_TRANSITION: i32 = -1

export function isPerceptron(at: usize): bool {
  return load<u32>(at, FORM) == PERCEPTRON
}

export function classifier(plan: usize, index: i32): usize {
  return plan + CLASSIFIERS + <usize>index * CLASSIFIER
}

/** Sums the weights of a classifier's features of the configuration that was decided on last. */
export function sum(plan: usize, index: i32): void {
  sumUp(plan, classifier(plan, index))
}

function sumUp(plan: usize, at: usize): void {
  seeMore(plan, <usize>load<u32>(at, LIST))
  sumAll(plan, at, extract(<usize>load<u32>(at, PROGRAM), <usize>load<u32>(plan, KEYS)))
}

/** Writes the keys of a part of the templates to KEYS, of the configuration that was looked up last; returns how many. */
export function extractPart(plan: usize, part: usize, program: usize): u32 {
  seeMore(plan, <usize>load<u32>(plan + (part << 2), OTHERS))
  return extract(program, <usize>load<u32>(plan, KEYS))
}

/** Sums the weights of the `count` keys that were written to KEYS. */
export function sumGiven(plan: usize, index: i32, count: u32): void {
  sumAll(plan, classifier(plan, index), count)
}

function sumAll(plan: usize, at: usize, count: u32): void {
  sumKeys(plan, at, 0, count, touchKeys(plan, at, count), 0, 0)
}

/** Begins to fetch the weights of the first `count` keys; returns where scratch memory begins for sums of them. */
export function touchKeys(plan: usize, at: usize, count: u32): usize {
  const keys = <usize>load<u32>(plan, KEYS)
  const scratch = <usize>load<u32>(plan, SCRATCH)
  const form = load<u32>(at, FORM)
  const lines = <usize>load<u32>(at, LINES)
  const spread = load<u32>(at, SPREAD)
  if (form == PERCEPTRON) return touchSlots(keys, count, lines, spread, scratch)
  if (form == THIRTY_TWO) return touch(keys, count, lines, spread, LINE_OF_THIRTY_TWO, scratch)
  return touch(keys, count, lines, spread, LINE, scratch)
}

/**
 * Sums the weights of `count` keys from number `first` on, of those that were touched: a perceptron's from `from` to `to`,
 * those of tables to their sums.
 */
export function sumKeys(
  plan: usize,
  at: usize,
  first: u32,
  count: u32,
  scratch: usize,
  from: usize,
  to: usize,
): void {
  const keys = <usize>load<u32>(plan, KEYS) + ((<usize>first) << 2)
  const tags = <usize>load<u32>(plan, SCRATCH) + ((<usize>first) << 2)
  const form = load<u32>(at, FORM)
  const scores = <usize>load<u32>(at, SCORES)
  if (form == SIX) sumSix(keys, count, tags, scores)
  else if (form == THIRTY_TWO) sumThirtyTwo(keys, count, tags, scores, scratch)
  else {
    const rows = <usize>load<u32>(at, ROWS)
    const width = load<u32>(at, WIDTH)
    if (form == PAIRS) sumPairs(keys, count, tags, load<u32>(at, CLASS_BITS), rows, scores, width, scratch)
    else {
      const table = <usize>load<u32>(at, LINES)
      sumPerceptron(keys, count, table, load<u32>(at, SPREAD), rows, from, to, width, scratch)
    }
  }
}

/** Looks up what every decision reads, and the buffer if FRONT is another; returns the true token of s0. */
export function see(plan: usize, top: u32, next: u32, front: i32, limit: i32): i32 {
  const contentWords = <usize>load<u32>(plan, CONTENT_WORDS)
  const nodes = <usize>load<u32>(plan, NODES)
  findPlaces(<usize>load<u32>(plan, PLACES), nodes, top, next)
  const word = load<i32>(nodes + ((<usize>next) << 2))
  if (
    front != load<i32>(plan, FRONT) ||
    limit != load<i32>(plan, LIMIT) ||
    word != load<i32>(plan, FRONT_WORD)
  ) {
    store<i32>(plan, word, FRONT_WORD)
    store<i32>(plan, front, FRONT)
    store<i32>(plan, limit, LIMIT)
    look(<usize>load<u32>(plan, BUFFER), front, limit, contentWords)
  }
  look(<usize>load<u32>(plan, COMMON), front, limit, contentWords)
  return load<i32>(nodes + ((<usize>top) << 2), TOKEN)
}

/** Looks up the atoms of a list in the configuration that was looked up last. */
export function seeMore(plan: usize, list: usize): void {
  const contentWords = <usize>load<u32>(plan, CONTENT_WORDS)
  look(list, load<i32>(plan, FRONT), load<i32>(plan, LIMIT), contentWords)
}

/** The transition that a classifier finds best among the types of `mask`; the first stage decides if it is sure. */
function choose(plan: usize, index: i32, mask: u32): i32 {
  const first = load<i32>(plan, FIRST_STAGE)
  if (first > 0) {
    const at = classifier(plan, index + first)
    sumUp(plan, at)
    const width = <usize>load<u32>(at, WIDTH)
    const allowed = <usize>load<u32>(at, MASKS) + width * mask
    const found = leading(<usize>load<u32>(at, SCORES), allowed, width, load<i32>(at, MARGIN))
    if (found >= 0) return load<i32>(<usize>load<u32>(at, TRANSITIONS) + ((<usize>found) << 2))
  }
  const at = classifier(plan, index)
  sumUp(plan, at)
  const width = <usize>load<u32>(at, WIDTH)
  const found = best(<usize>load<u32>(at, SCORES), <usize>load<u32>(at, MASKS) + width * mask, width)
  return found < 0 ? NO_TRANSITION : load<i32>(<usize>load<u32>(at, TRANSITIONS) + ((<usize>found) << 2))
}

/** The best transition among the types of `mask` in state `state`; NO_TRANSITION if the model knows none. */
export function decide(plan: usize, state: i32, mask: u32, top: u32, next: u32, front: i32, limit: i32): i32 {
  see(plan, top, next, front, limit)
  if (load<u32>(plan, FACTORED) == 0) return choose(plan, state, mask)
  const type = (mask & (mask - 1)) == 0 ? ctz<i32>(mask) : choose(plan, state, mask)
  if (type < 0) return type
  const labels = load<i32>(plan + OF_LABELS + ((<usize>type) << 2))
  return labels < 0 ? type : choose(plan, labels, mask)
}
