/** Sums that configurations share: the sum over features of the front of the buffer, and over those of the true token of s0, too. */
import { at, classifier, isPerceptron, sumKeys, touchKeys } from './decide'
import { extract } from './extract'
import { addUp } from './rows'
import {
  CLASSIFIER_SCORES,
  CLASSIFIER_WIDTH,
  FRONT_BYTES,
  FRONT_CLASSIFIER,
  FRONT_FIRST,
  FRONT_LIMIT,
  FRONT_WORD,
  MAX_BUFFER_COUNT,
  MAX_TOKEN_COUNT,
  PLAN_FRONT_WORD,
  PLAN_KEYS,
  SEARCH_BUFFERS,
  SEARCH_BUFFER_COUNT,
  SEARCH_BUFFER_PROGRAM,
  SEARCH_NEXT_MARK,
  SEARCH_PLAN,
  SEARCH_SUM_BYTES,
  SEARCH_TOKENS,
  SEARCH_TOKEN_COUNT,
  SEARCH_TOKEN_PROGRAM,
  SEARCH_ZEROS,
  TOKEN_BYTES,
  TOKEN_FRONT,
  TOKEN_MARK,
  TOKEN_SUMS,
  TOKEN_WORD,
} from '../records'

/** Whether the sums of the last buffer and of the last token are not computed yet. */
let isNewBuffer = false
let isNewToken = false

/** Writes the keys of a part, except the bias, after `before` other keys; returns their number. */
export function keysOf(block: usize, part: usize, before: u32): u32 {
  return extract(at(block, part), at(at(block, SEARCH_PLAN), PLAN_KEYS) + ((<usize>before) << 2)) - 1
}

/**
 * Adds the weights of the `count` keys to the sums of `token` (the last token), and writes the result to `to`. Computes the
 * missing sums of the token and of the buffer first. The weights of all keys are fetched together.
 */
export function add(block: usize, index: i32, count: u32, token: usize, to: usize): void {
  const plan = at(block, SEARCH_PLAN)
  const record = classifier(plan, index)
  const tokenKeyCount = isNewToken ? keysOf(block, SEARCH_TOKEN_PROGRAM, count) : 0
  const bufferKeyCount = isNewBuffer ? keysOf(block, SEARCH_BUFFER_PROGRAM, count + tokenKeyCount) + 1 : 0
  const scratch = touchKeys(plan, record, count + tokenKeyCount + bufferKeyCount)
  const sums = at(token, TOKEN_SUMS)
  if (isNewToken) {
    const buffer = sumsOfBuffer(block, load<u32>(token, TOKEN_FRONT))
    if (isNewBuffer)
      addPart(plan, record, count + tokenKeyCount, bufferKeyCount, scratch, at(block, SEARCH_ZEROS), buffer)
    addPart(plan, record, count, tokenKeyCount, scratch, buffer, sums)
  }
  addPart(plan, record, 0, count, scratch, sums, to)
  isNewBuffer = isNewToken = false
}

/** Adds the weights of `count` keys, from number `first` on, to the sums at `from`; writes the result to `to`. */
function addPart(
  plan: usize,
  record: usize,
  first: u32,
  count: u32,
  scratch: usize,
  from: usize,
  to: usize,
): void {
  sumKeys(plan, record, first, count, scratch, from, to)
  if (!isPerceptron(record)) addUp(from, at(record, CLASSIFIER_SCORES), to, at(record, CLASSIFIER_WIDTH))
}

// @inline
function sumsOfBuffer(block: usize, buffer: u32): usize {
  return (
    at(block, SEARCH_BUFFERS) +
    <usize>MAX_BUFFER_COUNT * FRONT_BYTES +
    <usize>buffer * at(block, SEARCH_SUM_BYTES)
  )
}

/** The number of the record of the front of the buffer in the last lookup. Adds a record if there is none. */
function bufferOf(block: usize, index: i32, front: i32, limit: i32): u32 {
  const keys = at(block, SEARCH_BUFFERS)
  const word = load<i32>(at(block, SEARCH_PLAN), PLAN_FRONT_WORD)
  let count = load<u32>(block, SEARCH_BUFFER_COUNT)
  for (let i = count; i > 0; i--) {
    const key = keys + (<usize>i - 1) * FRONT_BYTES
    if (load<i32>(key, FRONT_FIRST) != front || load<i32>(key, FRONT_CLASSIFIER) != index) continue
    if (load<i32>(key, FRONT_LIMIT) == limit && load<i32>(key, FRONT_WORD) == word) return i - 1
  }
  if (count == MAX_BUFFER_COUNT) {
    count = 0
    store<u32>(block, 0, SEARCH_TOKEN_COUNT)
  }
  const key = keys + <usize>count * FRONT_BYTES
  store<i32>(key, front, FRONT_FIRST)
  store<i32>(key, index, FRONT_CLASSIFIER)
  store<i32>(key, limit, FRONT_LIMIT)
  store<i32>(key, word, FRONT_WORD)
  store<u32>(block, count + 1, SEARCH_BUFFER_COUNT)
  isNewBuffer = true
  return count
}

/** The record of a true token with a front of the buffer: word, buffer, mark, address of the sums. Adds it if there is none. */
export function tokenOf(block: usize, index: i32, word: i32, front: i32, limit: i32): usize {
  const buffer = bufferOf(block, index, front, limit)
  const keys = at(block, SEARCH_TOKENS)
  let count = load<u32>(block, SEARCH_TOKEN_COUNT)
  for (let i = count; i > 0; i--) {
    const key = keys + (<usize>i - 1) * TOKEN_BYTES
    if (load<i32>(key, TOKEN_WORD) == word && load<u32>(key, TOKEN_FRONT) == buffer) return key
  }
  if (count == MAX_TOKEN_COUNT) count = 0
  const key = keys + <usize>count * TOKEN_BYTES
  const slot = keys + <usize>MAX_TOKEN_COUNT * TOKEN_BYTES + <usize>count * at(block, SEARCH_SUM_BYTES)
  const mark = load<u32>(block, SEARCH_NEXT_MARK)
  store<u32>(block, mark + 1, SEARCH_NEXT_MARK)
  store<i32>(key, word, TOKEN_WORD)
  store<u32>(key, buffer, TOKEN_FRONT)
  store<u32>(key, mark, TOKEN_MARK)
  store<u32>(key, <u32>slot, TOKEN_SUMS)
  store<u32>(block, count + 1, SEARCH_TOKEN_COUNT)
  isNewToken = true
  return key
}
