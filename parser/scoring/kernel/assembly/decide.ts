/** The best transition of a configuration. The plan (../records.ts) has the addresses of all data. */
import { best, leading } from './choice'
import { extract } from './extract'
import { findPlaces, look } from './feature-lookup'
import { sumPerceptron, touchSlots } from './perceptron'
import { sumPairs, sumSix, sumThirtyTwo, touch } from './tables'
import { TOKEN } from '../../../core/node-fields'
import {
  CLASSIFIER_BYTES,
  CLASSIFIER_CLASS_BITS,
  CLASSIFIER_FORM,
  CLASSIFIER_LINES,
  CLASSIFIER_LIST,
  CLASSIFIER_MARGIN,
  CLASSIFIER_MASKS,
  CLASSIFIER_PROGRAM,
  CLASSIFIER_ROWS,
  CLASSIFIER_SCORES,
  CLASSIFIER_SPREAD,
  CLASSIFIER_TRANSITIONS,
  CLASSIFIER_WIDTH,
  FORM_PAIRS,
  FORM_PERCEPTRON,
  FORM_SIX,
  FORM_THIRTY_TWO,
  LINE_BYTES,
  LINE_BYTES_THIRTY_TWO,
  PLAN_BUFFER,
  PLAN_CLASSIFIERS,
  PLAN_COMMON,
  PLAN_CONTENT_WORDS,
  PLAN_FACTORED,
  PLAN_FIRST_STAGE,
  PLAN_FRONT,
  PLAN_FRONT_WORD,
  PLAN_KEYS,
  PLAN_LIMIT,
  PLAN_NODES,
  PLAN_OF_LABELS,
  PLAN_OTHERS,
  PLAN_PLACES,
  PLAN_SCRATCH,
} from '../records'

const NO_TRANSITION: i32 = -1

/** The address in a field of a record. */
// @inline
export function at(record: usize, field: usize): usize {
  return <usize>load<u32>(record + field)
}

// @inline
export function isPerceptron(at: usize): bool {
  return load<u32>(at, CLASSIFIER_FORM) == FORM_PERCEPTRON
}

// @inline
export function classifier(plan: usize, index: i32): usize {
  return plan + PLAN_CLASSIFIERS + <usize>index * CLASSIFIER_BYTES
}

/** Sums the weights of the features of the last configuration, for one classifier. */
export function sum(plan: usize, index: i32): void {
  sumUp(plan, classifier(plan, index))
}

function sumUp(plan: usize, at: usize): void {
  seeMore(plan, <usize>load<u32>(at, CLASSIFIER_LIST))
  sumAll(plan, at, extract(<usize>load<u32>(at, CLASSIFIER_PROGRAM), <usize>load<u32>(plan, PLAN_KEYS)))
}

/** Writes the keys of a part of the templates to PLAN_KEYS, for the last configuration of `see`; returns their number. */
export function extractPart(plan: usize, part: usize, program: usize): u32 {
  seeMore(plan, <usize>load<u32>(plan + (part << 2), PLAN_OTHERS))
  return extract(program, <usize>load<u32>(plan, PLAN_KEYS))
}

/** Sums the weights of the `count` keys at PLAN_KEYS. */
export function sumGiven(plan: usize, index: i32, count: u32): void {
  sumAll(plan, classifier(plan, index), count)
}

function sumAll(plan: usize, at: usize, count: u32): void {
  sumKeys(plan, at, 0, count, touchKeys(plan, at, count), 0, 0)
}

/** Begins to fetch the weights of the first `count` keys; returns the address of the scratch memory for their sums. */
export function touchKeys(plan: usize, at: usize, count: u32): usize {
  const keys = <usize>load<u32>(plan, PLAN_KEYS)
  const scratch = <usize>load<u32>(plan, PLAN_SCRATCH)
  const form = load<u32>(at, CLASSIFIER_FORM)
  const lines = <usize>load<u32>(at, CLASSIFIER_LINES)
  const spread = load<u32>(at, CLASSIFIER_SPREAD)
  if (form == FORM_PERCEPTRON) return touchSlots(keys, count, lines, spread, scratch)
  if (form == FORM_THIRTY_TWO) return touch(keys, count, lines, spread, LINE_BYTES_THIRTY_TWO, scratch)
  return touch(keys, count, lines, spread, LINE_BYTES, scratch)
}

/**
 * Sums the weights of `count` keys from number `first` on. Call `touchKeys` before. A perceptron adds to the sums at `from`
 * and writes to `to`; a table writes to the sums of the classifier.
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
  const keys = <usize>load<u32>(plan, PLAN_KEYS) + ((<usize>first) << 2)
  const tags = <usize>load<u32>(plan, PLAN_SCRATCH) + ((<usize>first) << 2)
  const form = load<u32>(at, CLASSIFIER_FORM)
  const scores = <usize>load<u32>(at, CLASSIFIER_SCORES)
  if (form == FORM_SIX) sumSix(keys, count, tags, scores)
  else if (form == FORM_THIRTY_TWO) sumThirtyTwo(keys, count, tags, scores, scratch)
  else {
    const rows = <usize>load<u32>(at, CLASSIFIER_ROWS)
    const width = load<u32>(at, CLASSIFIER_WIDTH)
    if (form == FORM_PAIRS)
      sumPairs(keys, count, tags, load<u32>(at, CLASSIFIER_CLASS_BITS), rows, scores, width, scratch)
    else {
      const table = <usize>load<u32>(at, CLASSIFIER_LINES)
      sumPerceptron(keys, count, table, load<u32>(at, CLASSIFIER_SPREAD), rows, from, to, width, scratch)
    }
  }
}

/** Looks up the atoms that every decision reads; those of the buffer only if its front has changed. Returns the true token of s0. */
export function see(plan: usize, top: u32, next: u32, front: i32, limit: i32): i32 {
  const contentWords = <usize>load<u32>(plan, PLAN_CONTENT_WORDS)
  const nodes = <usize>load<u32>(plan, PLAN_NODES)
  findPlaces(<usize>load<u32>(plan, PLAN_PLACES), nodes, top, next)
  const word = load<i32>(nodes + ((<usize>next) << 2))
  if (
    front != load<i32>(plan, PLAN_FRONT) ||
    limit != load<i32>(plan, PLAN_LIMIT) ||
    word != load<i32>(plan, PLAN_FRONT_WORD)
  ) {
    store<i32>(plan, word, PLAN_FRONT_WORD)
    store<i32>(plan, front, PLAN_FRONT)
    store<i32>(plan, limit, PLAN_LIMIT)
    look(<usize>load<u32>(plan, PLAN_BUFFER), front, limit, contentWords)
  }
  look(<usize>load<u32>(plan, PLAN_COMMON), front, limit, contentWords)
  return load<i32>(nodes + ((<usize>top) << 2), TOKEN * 4)
}

/** Looks up the atoms of a list in the last configuration of `see`. */
export function seeMore(plan: usize, list: usize): void {
  const contentWords = <usize>load<u32>(plan, PLAN_CONTENT_WORDS)
  look(list, load<i32>(plan, PLAN_FRONT), load<i32>(plan, PLAN_LIMIT), contentWords)
}

/** The best transition of a classifier among the types of `mask`. The first stage decides if its best class has the margin. */
function choose(plan: usize, index: i32, mask: u32): i32 {
  const first = load<i32>(plan, PLAN_FIRST_STAGE)
  if (first > 0) {
    const at = classifier(plan, index + first)
    sumUp(plan, at)
    const width = <usize>load<u32>(at, CLASSIFIER_WIDTH)
    const allowed = <usize>load<u32>(at, CLASSIFIER_MASKS) + width * mask
    const found = leading(
      <usize>load<u32>(at, CLASSIFIER_SCORES),
      allowed,
      width,
      load<i32>(at, CLASSIFIER_MARGIN),
    )
    if (found >= 0) return load<i32>(<usize>load<u32>(at, CLASSIFIER_TRANSITIONS) + ((<usize>found) << 2))
  }
  const at = classifier(plan, index)
  sumUp(plan, at)
  const width = <usize>load<u32>(at, CLASSIFIER_WIDTH)
  const found = best(
    <usize>load<u32>(at, CLASSIFIER_SCORES),
    <usize>load<u32>(at, CLASSIFIER_MASKS) + width * mask,
    width,
  )
  return found < 0
    ? NO_TRANSITION
    : load<i32>(<usize>load<u32>(at, CLASSIFIER_TRANSITIONS) + ((<usize>found) << 2))
}

/** The best transition among the types of `mask` in state `state`; NO_TRANSITION if the model has no such class. */
export function decide(plan: usize, state: i32, mask: u32, top: u32, next: u32, front: i32, limit: i32): i32 {
  see(plan, top, next, front, limit)
  if (load<u32>(plan, PLAN_FACTORED) == 0) return choose(plan, state, mask)
  const type = (mask & (mask - 1)) == 0 ? ctz<i32>(mask) : choose(plan, state, mask)
  if (type < 0) return type
  const labels = load<i32>(plan + PLAN_OF_LABELS + ((<usize>type) << 2))
  return labels < 0 ? type : choose(plan, labels, mask)
}
