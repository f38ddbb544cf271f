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
import { classifier, FRONT_WORD, isPerceptron, KEYS, SCORES, sumKeys, WIDTH } from './decide'
import { extract } from './extract'
import { addUp } from './rows'

/** How many buffers and tokens there is room for, and the bytes of the key of each. */
const MOST_BUFFERS: u32 = 32
const BUFFER_KEY: usize = 16
const MOST_TOKENS: u32 = 128
const TOKEN_KEY: usize = 16

const BUFFER_PART: usize = 0
const TOKEN_PART: usize = 4
export const REST_PART: usize = 8

export function keysOf(block: usize, part: usize): u32 {
  return extract(at(block, PROGRAMS + part), at(at(block, PLAN), KEYS)) - 1
}

/** Adds the weights of `count` keys to the sums at `from` and writes them to `to`. */
export function add(block: usize, index: i32, count: u32, from: usize, to: usize): void {
  const record = classifier(at(block, PLAN), index)
  sumKeys(at(block, PLAN), record, count, from, to)
  if (!isPerceptron(record)) addUp(from, at(record, SCORES), to, at(record, WIDTH))
}

/** Where the sums of the front of the buffer that was looked up last lie. */
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
  const slots = keys + <usize>MOST_BUFFERS * BUFFER_KEY
  const slot = slots + <usize>count * at(block, SLOT)
  add(block, index, keysOf(block, BUFFER_PART) + 1, at(block, ZEROS), slot)
  return count
}

/** The key of a true token in front of a buffer: its word, the buffer, its mark, where the sums lie. */
export function tokenOf(block: usize, index: i32, word: i32, front: i32, limit: i32): usize {
  const buffer = bufferOf(block, index, front, limit)
  const keys = at(block, TOKENS)
  let count = load<u32>(block, TOKEN_COUNT)
  for (let i = count; i > 0; i--) {
    const key = keys + (<usize>i - 1) * TOKEN_KEY
    if (load<i32>(key) == word && load<u32>(key, 4) == buffer) return key
  }
  if (count == MOST_TOKENS) count = 0
  const key = keys + <usize>count * TOKEN_KEY
  const slot = keys + <usize>MOST_TOKENS * TOKEN_KEY + <usize>count * at(block, SLOT)
  const mark = load<u32>(block, NEXT_MARK)
  store<u32>(block, mark + 1, NEXT_MARK)
  store<i32>(key, word)
  store<u32>(key, buffer, 4)
  store<u32>(key, mark, 8)
  store<u32>(key, <u32>slot, 12)
  store<u32>(block, count + 1, TOKEN_COUNT)
  const from = at(block, BUFFERS) + <usize>MOST_BUFFERS * BUFFER_KEY + <usize>buffer * at(block, SLOT)
  add(block, index, keysOf(block, TOKEN_PART), from, slot)
  return key
}
