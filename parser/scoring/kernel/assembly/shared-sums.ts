/** Sums that configurations have in common: of the front of the buffer, and of the true token of s0 on top of it. */
import {
  at,
  BUFFER_COUNT,
  BUFFERS,
  NEXT_MARK,
  PLAN,
  PROGRAMS,
  SLOT,
  TOKEN_COUNT,
  TOKENS,
  ZEROS,
} from './block'
import { classifier, FRONT_WORD, isPerceptron, KEYS, SCORES, sumKeys, touchKeys, WIDTH } from './decide'
import { extract } from './extract'
import { addUp } from './rows'

/** How many buffers and tokens there is room for, and the bytes of the key of each. */
const MOST_BUFFERS: u32 = 32
const BUFFER_KEY: usize = 16
const MOST_TOKENS: u32 = 128
const TOKEN_KEY: usize = 16
// Fields of the key of a token, behind its word.
const BUFFER_OF_TOKEN: usize = 4
export const MARK_OF_TOKEN: usize = 8
const SUMS_OF_TOKEN: usize = 12

const BUFFER_PART: usize = 0
const TOKEN_PART: usize = 4
export const REST_PART: usize = 8

/** Whether the sums of the last buffer and of the last token still have to be computed. */
let isNewBuffer = false
let isNewToken = false

/** Writes the keys of a part, without the one that is on everywhere, to KEYS behind `before` others; returns how many. */
export function keysOf(block: usize, part: usize, before: u32): u32 {
  return extract(at(block, PROGRAMS + part), at(at(block, PLAN), KEYS) + ((<usize>before) << 2)) - 1
}

/**
 * Adds the weights of the `count` keys to the sums of `token`, the last one, and writes them to `to`. Sums of the token and
 * of the buffer that are not there yet are computed first; the weights of all keys are fetched together.
 */
export function add(block: usize, index: i32, count: u32, token: usize, to: usize): void {
  const plan = at(block, PLAN)
  const record = classifier(plan, index)
  const more = isNewToken ? keysOf(block, TOKEN_PART, count) : 0
  const most = isNewBuffer ? keysOf(block, BUFFER_PART, count + more) + 1 : 0
  const scratch = touchKeys(plan, record, count + more + most)
  const sums = at(token, SUMS_OF_TOKEN)
  if (isNewToken) {
    const buffer = sumsOfBuffer(block, load<u32>(token, BUFFER_OF_TOKEN))
    if (isNewBuffer) addPart(plan, record, count + more, most, scratch, at(block, ZEROS), buffer)
    addPart(plan, record, count, more, scratch, buffer, sums)
  }
  addPart(plan, record, 0, count, scratch, sums, to)
  isNewBuffer = isNewToken = false
}

/** Adds the weights of `count` keys, from number `first` on, to the sums at `from` and writes them to `to`. */
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
  if (!isPerceptron(record)) addUp(from, at(record, SCORES), to, at(record, WIDTH))
}

function sumsOfBuffer(block: usize, buffer: u32): usize {
  return at(block, BUFFERS) + <usize>MOST_BUFFERS * BUFFER_KEY + <usize>buffer * at(block, SLOT)
}

/** The number of the front of the buffer that was looked up last. */
function bufferOf(block: usize, index: i32, front: i32, limit: i32): u32 {
  const keys = at(block, BUFFERS)
  const word = load<i32>(at(block, PLAN), FRONT_WORD)
  let count = load<u32>(block, BUFFER_COUNT)
  for (let i = count; i > 0; i--) {
    const key = keys + (<usize>i - 1) * BUFFER_KEY
    if (load<i32>(key) != front || load<i32>(key, 4) != index || load<i32>(key, 8) != limit) continue
    if (load<i32>(key, 12) == word) return i - 1
  }
  if (count == MOST_BUFFERS) {
    count = 0
    store<u32>(block, 0, TOKEN_COUNT)
  }
  const key = keys + <usize>count * BUFFER_KEY
  store<i32>(key, front)
  store<i32>(key, index, 4)
  store<i32>(key, limit, 8)
  store<i32>(key, word, 12)
  store<u32>(block, count + 1, BUFFER_COUNT)
  isNewBuffer = true
  return count
}

/** The key of a true token in front of a buffer: its word, the buffer, its mark, where its sums lie or will lie. */
export function tokenOf(block: usize, index: i32, word: i32, front: i32, limit: i32): usize {
  const buffer = bufferOf(block, index, front, limit)
  const keys = at(block, TOKENS)
  let count = load<u32>(block, TOKEN_COUNT)
  for (let i = count; i > 0; i--) {
    const key = keys + (<usize>i - 1) * TOKEN_KEY
    if (load<i32>(key) == word && load<u32>(key, BUFFER_OF_TOKEN) == buffer) return key
  }
  if (count == MOST_TOKENS) count = 0
  const key = keys + <usize>count * TOKEN_KEY
  const slot = keys + <usize>MOST_TOKENS * TOKEN_KEY + <usize>count * at(block, SLOT)
  const mark = load<u32>(block, NEXT_MARK)
  store<u32>(block, mark + 1, NEXT_MARK)
  store<i32>(key, word)
  store<u32>(key, buffer, BUFFER_OF_TOKEN)
  store<u32>(key, mark, MARK_OF_TOKEN)
  store<u32>(key, <u32>slot, SUMS_OF_TOKEN)
  store<u32>(block, count + 1, TOKEN_COUNT)
  isNewToken = true
  return key
}
