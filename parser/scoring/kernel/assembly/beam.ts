/**
 * The step of a beam: rows of 32-bit floats, one float for each class (layout: ../records.ts). Configurations with the same
 * b0 share the sums of its features, and configurations with the same b0 and true token of s0 share the sums of both.
 * Configurations of one step with equal features have one row.
 */
import { at, classifier, isPerceptron, see, seeMore } from './decide'
import { find, mostOfFloats } from './rows'
import { add, keysOf, tokenOf } from './shared-sums'
import {
  CLASSIFIER_CLASSES,
  CLASSIFIER_TRANSITIONS,
  CLASSIFIER_WIDTH,
  PLAN_FACTORED,
  PLAN_KEYS,
  PLAN_OF_LABELS,
  PLAN_OTHERS,
  ROW_KNOWN,
  ROW_SCORES,
  ROW_STATE,
  SEARCH_CAPACITY,
  SEARCH_CUTOFF,
  SEARCH_LISTS,
  SEARCH_LIST_BYTES,
  SEARCH_PLAN,
  SEARCH_REST_PROGRAM,
  SEARCH_ROWS,
  SEARCH_ROW_BYTES,
  SEARCH_STATES,
  SEARCH_SUMS,
  SEARCH_TYPES,
  SEARCH_UNITS,
  STATE_BITS,
  TOKEN_MARK,
} from '../records'

// A row: the maximum score of each type, the set of known types, the state, the mark of the token; then the scores.

/** The number of the row of a configuration. A new row has the scores of all types; labels are scored as in `completeTypes`. */
export function scoreRow(
  block: usize,
  state: i32,
  mask: u32,
  top: u32,
  next: u32,
  front: i32,
  limit: i32,
): i32 {
  const plan = at(block, SEARCH_PLAN)
  const word = see(plan, top, next, front, limit)
  seeMore(plan, at(plan, PLAN_OTHERS))
  const token = tokenOf(block, state, word, front, limit)
  const count = keysOf(block, SEARCH_REST_PROGRAM, 0)
  const lists = at(block, SEARCH_LISTS)
  const known = find(
    at(at(block, SEARCH_PLAN), PLAN_KEYS),
    count,
    load<u32>(token, TOKEN_MARK),
    lists,
    load<u32>(block, SEARCH_CAPACITY),
    at(block, SEARCH_LIST_BYTES),
  )
  const isFactored = load<u32>(plan, PLAN_FACTORED) != 0
  if (known >= 0) {
    if (isFactored)
      completeTypes(block, rowAt(block, known), mask, word, front, limit, load<f32>(block, SEARCH_CUTOFF))
    return known
  }
  const number = <i32>load<u32>(lists) - 1
  const row = rowAt(block, number)
  store<i32>(row, state, ROW_STATE)
  const record = classifier(plan, state)
  const starts = startsOf(block, state)
  if (isPerceptron(record)) {
    add(block, state, count, token, row + ROW_SCORES)
    mostOfFloats(row + ROW_SCORES, starts, load<u32>(block, SEARCH_TYPES), row)
    store<u32>(row, 0xff, ROW_KNOWN)
    return number
  }
  const sums = at(block, SEARCH_SUMS)
  add(block, state, count, token, sums)
  const unit = unitOf(block, state)
  if (!isFactored) {
    toFloats(sums, at(record, CLASSIFIER_WIDTH), unit, row + ROW_SCORES)
    mostOfFloats(row + ROW_SCORES, starts, load<u32>(block, SEARCH_TYPES), row)
    store<u32>(row, 0xff, ROW_KNOWN)
    return number
  }
  typeScores(block, row, record, sums, unit, starts)
  completeTypes(block, row, mask, word, front, limit, load<f32>(block, SEARCH_CUTOFF))
  return number
}

// @inline
export function rowAt(block: usize, number: i32): usize {
  return at(block, SEARCH_ROWS) + <usize>number * at(block, SEARCH_ROW_BYTES)
}

// @inline
export function startsOf(block: usize, state: i32): usize {
  return at(at(block, SEARCH_STATES), (<usize>state) << STATE_BITS)
}

// @inline
function unitOf(block: usize, index: i32): f32 {
  return load<f32>(at(block, SEARCH_UNITS) + ((<usize>index) << 2))
}

// @inline
function toFloats(sums: usize, width: usize, unit: f32, to: usize): void {
  const units = f32x4.splat(unit)
  for (let i: usize = 0; i < width; i += 16, to += 32) {
    const eight = v128.load(sums + i)
    v128.store(to, f32x4.mul(f32x4.convert_i32x4_s(i32x4.extend_low_i16x8_s(eight)), units))
    v128.store(to, f32x4.mul(f32x4.convert_i32x4_s(i32x4.extend_high_i16x8_s(eight)), units), 16)
  }
}

/** Writes the score of each type, from the classifier of a state, as the maximum score of the type. */
// @inline
function typeScores(block: usize, row: usize, record: usize, sums: usize, unit: f32, starts: usize): void {
  v128.store(row, f32x4.splat(-Infinity))
  v128.store(row, f32x4.splat(-Infinity), 16)
  const transitions = at(record, CLASSIFIER_TRANSITIONS)
  const count = load<u32>(record, CLASSIFIER_CLASSES)
  let known: u32 = 0
  for (let i: u32 = 0; i < count; i++) {
    const type = load<u32>(transitions + ((<usize>i) << 2)) & 7
    const first = load<u32>(starts + ((<usize>type) << 2))
    if (first == load<u32>(starts + ((<usize>type) << 2), 4)) continue
    const score = <f32>load<i16>(sums + ((<usize>i) << 1)) * unit
    store<f32>(row + ((<usize>type) << 2), score)
    if (load<i32>(at(block, SEARCH_PLAN) + PLAN_OF_LABELS + ((<usize>type) << 2)) >= 0) continue
    store<f32>(row + ROW_SCORES + ((<usize>first) << 2), score)
    known |= 1 << type
  }
  store<u32>(row, known, ROW_KNOWN)
}

/** Scores the labels of the types in `mask` whose score is at most `cutoff` below the best of these types. */
function completeTypes(
  block: usize,
  row: usize,
  mask: u32,
  word: i32,
  front: i32,
  limit: i32,
  cutoff: f32,
): void {
  let best: f32 = -Infinity
  for (let rest = mask; rest != 0; rest &= rest - 1)
    best = max(best, load<f32>(row + ((<usize>ctz(rest)) << 2)))
  for (let rest = mask & ~load<u32>(row, ROW_KNOWN); rest != 0; rest &= rest - 1) {
    const type = <usize>ctz(rest)
    const score = load<f32>(row + (type << 2))
    if (score == -Infinity || score < best - cutoff) continue
    const index = load<i32>(at(block, SEARCH_PLAN) + PLAN_OF_LABELS + (type << 2))
    const token = tokenOf(block, index, word, front, limit)
    const sums = at(block, SEARCH_SUMS)
    add(block, index, keysOf(block, SEARCH_REST_PROGRAM, 0), token, sums)
    const starts = startsOf(block, load<i32>(row, ROW_STATE)) + (type << 2)
    const to = row + ROW_SCORES + ((<usize>load<u32>(starts)) << 2)
    const end = (<usize>(load<u32>(starts, 4) - load<u32>(starts))) << 1
    let most: i16 = i16.MIN_VALUE
    for (let i: usize = 0; i < end; i += 2) most = max(most, load<i16>(sums + i))
    const unit = unitOf(block, index)
    for (let i: usize = 0; i < end; i += 2)
      store<f32>(to + (i << 1), score + <f32>(<i32>load<i16>(sums + i) - <i32>most) * unit)
    store<u32>(row, load<u32>(row, ROW_KNOWN) | (1 << (<u32>type)), ROW_KNOWN)
  }
}

/** Scores the labels of all types in `mask`, without cutoff. */
export function completeRow(
  block: usize,
  number: i32,
  mask: u32,
  top: u32,
  next: u32,
  front: i32,
  limit: i32,
): void {
  const word = see(at(block, SEARCH_PLAN), top, next, front, limit)
  seeMore(at(block, SEARCH_PLAN), at(at(block, SEARCH_PLAN), PLAN_OTHERS))
  completeTypes(block, rowAt(block, number), mask, word, front, limit, Infinity)
}
