/**
 * The step of a beam: scores of configurations as rows of 32-bit floating-point numbers, one for each transition that the
 * models know, and the best candidates among them. A block of integers says where everything lies; ../beam-scorer.ts
 * writes it.
 *
 * What configurations have in common is summed once: first what the front of the buffer says, which most hypotheses share,
 * and on top of it what the true token of s0 says. Configurations of one step whose features are equal have one row.
 */
import {
  classifier,
  CLASSES,
  FACTORED,
  isPerceptron,
  KEYS,
  OF_LABELS,
  OTHERS,
  see,
  seeMore,
  SCORES,
  sumKeys,
  TRANSITIONS,
  WIDTH,
} from './decide'
import { extract } from './extract'
import { addUp, find, mostOfFloats } from './rows'

/** Whether constraints admit a transition in the configuration that JavaScript is looking at. */
declare function admits(transition: i32): i32

// Fields of the block, in bytes.
const PLAN: usize = 0
const PROGRAMS: usize = 4
const ROWS: usize = 16
const ROW: usize = 20
const LISTS: usize = 24
const LIST: usize = 28
const CAPACITY: usize = 32
const SLOT: usize = 36
const BUFFERS: usize = 40
const BUFFER_COUNT: usize = 44
const TOKENS: usize = 48
const TOKEN_COUNT: usize = 52
const NEXT_MARK: usize = 56
const SUMS: usize = 60
const TYPES: usize = 64
const CUTOFF: usize = 68
const STATES: usize = 72
const UNITS: usize = 76
const ZEROS: usize = 80

/** Bytes of what is known of a state: where its type starts and its transitions are. */
const STATE_BITS: usize = 3

// A row: the most of each type, which types are known, the state, the mark of its token; then the scores.
const KNOWN: usize = 32
const STATE: usize = 36
export const VALUES: usize = 48

/** How many buffers and tokens there is room for, and the bytes of the key of each. */
const MOST_BUFFERS: u32 = 32
const BUFFER_KEY: usize = 16
const MOST_TOKENS: u32 = 128
const TOKEN_KEY: usize = 16

const BUFFER_PART: usize = 0
const TOKEN_PART: usize = 4
const REST_PART: usize = 8

// Candidates: how many there may be and are, the score that has to be exceeded, how far behind the best one may be.
const MOST: usize = 0
const SIZE: usize = 4
const LEAST: usize = 8
const MARGIN: usize = 16
const ENTRIES: usize = 24
const ENTRY: usize = 24

function at(block: usize, field: usize): usize {
  return <usize>load<u32>(block + field)
}

function keysOf(block: usize, part: usize): u32 {
  return extract(at(block, PROGRAMS + part), at(at(block, PLAN), KEYS)) - 1
}

/** Adds the weights of `count` keys to the sums at `from` and writes them to `to`. */
function add(block: usize, index: i32, count: u32, from: usize, to: usize): void {
  const record = classifier(at(block, PLAN), index)
  sumKeys(at(block, PLAN), record, count, from, to)
  if (!isPerceptron(record)) addUp(from, at(record, SCORES), to, at(record, WIDTH))
}

/** Where the sums of the front of the buffer lie. */
function bufferOf(block: usize, index: i32, front: i32, limit: i32): u32 {
  const keys = at(block, BUFFERS)
  let count = load<u32>(block, BUFFER_COUNT)
  for (let i = count; i > 0; i--) {
    const key = keys + (<usize>i - 1) * BUFFER_KEY
    if (load<i32>(key) == front && load<i32>(key, 4) == index && load<i32>(key, 8) == limit) return i - 1
  }
  if (count == MOST_BUFFERS) {
    count = 0
    store<u32>(block, 0, TOKEN_COUNT)
  }
  const key = keys + <usize>count * BUFFER_KEY
  store<i32>(key, front)
  store<i32>(key, index, 4)
  store<i32>(key, limit, 8)
  store<u32>(block, count + 1, BUFFER_COUNT)
  const slots = keys + <usize>MOST_BUFFERS * BUFFER_KEY
  const slot = slots + <usize>count * at(block, SLOT)
  add(block, index, keysOf(block, BUFFER_PART) + 1, at(block, ZEROS), slot)
  return count
}

/** The key of a true token in front of a buffer: its word, the buffer, its mark, where the sums lie. */
function tokenOf(block: usize, index: i32, word: i32, front: i32, limit: i32): usize {
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

/** The number of the row of a configuration; a new one has what a type scores at least, for those in `mask`. */
export function scoreRow(
  block: usize,
  state: i32,
  mask: u32,
  top: u32,
  next: u32,
  front: i32,
  limit: i32,
): i32 {
  const plan = at(block, PLAN)
  const word = see(plan, top, next, front, limit)
  seeMore(plan, at(plan, OTHERS))
  const token = tokenOf(block, state, word, front, limit)
  const count = keysOf(block, REST_PART)
  const lists = at(block, LISTS)
  const known = find(
    at(at(block, PLAN), KEYS),
    count,
    load<u32>(token, 8),
    lists,
    load<u32>(block, CAPACITY),
    at(block, LIST),
  )
  const isFactored = load<u32>(plan, FACTORED) != 0
  if (known >= 0) {
    if (isFactored)
      completeTypes(block, rowAt(block, known), mask, word, front, limit, load<f32>(block, CUTOFF))
    return known
  }
  const number = <i32>load<u32>(lists) - 1
  const row = rowAt(block, number)
  store<i32>(row, state, STATE)
  const record = classifier(plan, state)
  const from = at(token, 12)
  const starts = startsOf(block, state)
  if (isPerceptron(record)) {
    add(block, state, count, from, row + VALUES)
    mostOfFloats(row + VALUES, starts, load<u32>(block, TYPES), row)
    store<u32>(row, 0xff, KNOWN)
    return number
  }
  const sums = at(block, SUMS)
  add(block, state, count, from, sums)
  const unit = unitOf(block, state)
  if (!isFactored) {
    toFloats(sums, at(record, WIDTH), unit, row + VALUES)
    mostOfFloats(row + VALUES, starts, load<u32>(block, TYPES), row)
    store<u32>(row, 0xff, KNOWN)
    return number
  }
  typeScores(block, row, record, sums, unit, starts)
  completeTypes(block, row, mask, word, front, limit, load<f32>(block, CUTOFF))
  return number
}

function rowAt(block: usize, number: i32): usize {
  return at(block, ROWS) + <usize>number * at(block, ROW)
}

function startsOf(block: usize, state: i32): usize {
  return at(at(block, STATES), (<usize>state) << STATE_BITS)
}

function unitOf(block: usize, index: i32): f32 {
  return load<f32>(at(block, UNITS) + ((<usize>index) << 2))
}

function toFloats(sums: usize, width: usize, unit: f32, to: usize): void {
  const units = f32x4.splat(unit)
  for (let i: usize = 0; i < width; i += 16, to += 32) {
    const eight = v128.load(sums + i)
    v128.store(to, f32x4.mul(f32x4.convert_i32x4_s(i32x4.extend_low_i16x8_s(eight)), units))
    v128.store(to, f32x4.mul(f32x4.convert_i32x4_s(i32x4.extend_high_i16x8_s(eight)), units), 16)
  }
}

/** Writes what each type scores, by the classifier of a state, as the most of the type. */
function typeScores(block: usize, row: usize, record: usize, sums: usize, unit: f32, starts: usize): void {
  v128.store(row, f32x4.splat(-Infinity))
  v128.store(row, f32x4.splat(-Infinity), 16)
  const transitions = at(record, TRANSITIONS)
  const count = load<u32>(record, CLASSES)
  let known: u32 = 0
  for (let i: u32 = 0; i < count; i++) {
    const type = load<u32>(transitions + ((<usize>i) << 2)) & 7
    const first = load<u32>(starts + ((<usize>type) << 2))
    if (first == load<u32>(starts + ((<usize>type) << 2), 4)) continue
    const score = <f32>load<i16>(sums + ((<usize>i) << 1)) * unit
    store<f32>(row + ((<usize>type) << 2), score)
    if (load<i32>(at(block, PLAN) + OF_LABELS + ((<usize>type) << 2)) >= 0) continue
    store<f32>(row + VALUES + ((<usize>first) << 2), score)
    known |= 1 << type
  }
  store<u32>(row, known, KNOWN)
}

/** Scores the labels of the types in `mask` that score at most `cutoff` less than the best of them. */
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
  for (let rest = mask & ~load<u32>(row, KNOWN); rest != 0; rest &= rest - 1) {
    const type = <usize>ctz(rest)
    const score = load<f32>(row + (type << 2))
    if (score == -Infinity || score < best - cutoff) continue
    const index = load<i32>(at(block, PLAN) + OF_LABELS + (type << 2))
    const token = tokenOf(block, index, word, front, limit)
    const sums = at(block, SUMS)
    add(block, index, keysOf(block, REST_PART), at(token, 12), sums)
    const starts = startsOf(block, load<i32>(row, STATE)) + (type << 2)
    const to = row + VALUES + ((<usize>load<u32>(starts)) << 2)
    const end = (<usize>(load<u32>(starts, 4) - load<u32>(starts))) << 1
    let most: i16 = i16.MIN_VALUE
    for (let i: usize = 0; i < end; i += 2) most = max(most, load<i16>(sums + i))
    const unit = unitOf(block, index)
    for (let i: usize = 0; i < end; i += 2)
      store<f32>(to + (i << 1), score + <f32>(<i32>load<i16>(sums + i) - <i32>most) * unit)
    store<u32>(row, load<u32>(row, KNOWN) | (1 << (<u32>type)), KNOWN)
  }
}

/** Scores the labels of the types in `mask`, however little these score. */
export function completeRow(
  block: usize,
  number: i32,
  mask: u32,
  top: u32,
  next: u32,
  front: i32,
  limit: i32,
): void {
  const word = see(at(block, PLAN), top, next, front, limit)
  seeMore(at(block, PLAN), at(at(block, PLAN), OTHERS))
  completeTypes(block, rowAt(block, number), mask, word, front, limit, Infinity)
}

/** 2^x of four numbers, x between -100 and 0: a polynomial of degree 6 for the fraction, the exponent for the rest. */
function powerOfTwo(x: v128): v128 {
  const whole = f32x4.nearest(x)
  const t = f32x4.sub(x, whole)
  let power = f32x4.add(f32x4.mul(f32x4.splat(1.535336e-4), t), f32x4.splat(1.3398874e-3))
  power = f32x4.add(f32x4.mul(power, t), f32x4.splat(9.6184373e-3))
  power = f32x4.add(f32x4.mul(power, t), f32x4.splat(5.5503324e-2))
  power = f32x4.add(f32x4.mul(power, t), f32x4.splat(2.4022648e-1))
  power = f32x4.add(f32x4.mul(power, t), f32x4.splat(6.931472e-1))
  power = f32x4.add(f32x4.mul(power, t), f32x4.splat(1))
  const exponent = i32x4.shl(i32x4.add(i32x4.trunc_sat_f32x4_s(whole), i32x4.splat(127)), 23)
  return f32x4.mul(power, exponent)
}

/** The temperature times the logarithm of the sum of e^(score / temperature) over the transitions of the types in `mask`. */
export function logTotal(block: usize, number: i32, mask: u32, temperature: f32): f64 {
  const row = rowAt(block, number)
  const starts = startsOf(block, load<i32>(row, STATE))
  let most: f32 = -Infinity
  for (let rest = mask; rest != 0; rest &= rest - 1)
    most = max(most, load<f32>(row + ((<usize>ctz(rest)) << 2)))
  if (most == -Infinity) return 0
  const scale = <f32>1.4426950408889634 / temperature
  const largest = f32x4.splat(most)
  const scales = f32x4.splat(scale)
  let sums = f32x4.splat(0)
  for (let rest = mask & load<u32>(row, KNOWN); rest != 0; rest &= rest - 1) {
    const type = starts + ((<usize>ctz(rest)) << 2)
    const last = row + VALUES + ((<usize>load<u32>(type, 4)) << 2)
    for (let i = row + VALUES + ((<usize>load<u32>(type)) << 2); i < last; i += 16) {
      const x = f32x4.mul(f32x4.sub(v128.load(i), largest), scales)
      let powers = powerOfTwo(f32x4.max(f32x4.min(x, f32x4.splat(0)), f32x4.splat(-100)))
      const left = <i32>((last - i) >> 2)
      if (left < 4) powers = v128.and(powers, i32x4.lt_s(i32x4(0, 1, 2, 3), i32x4.splat(left)))
      sums = f32x4.add(sums, powers)
    }
  }
  const sum =
    f32x4.extract_lane(sums, 0) +
    f32x4.extract_lane(sums, 1) +
    f32x4.extract_lane(sums, 2) +
    f32x4.extract_lane(sums, 3)
  return <f64>most + <f64>temperature * Math.log(<f64>sum)
}

/** Takes a candidate in; the worst drops out if there are too many. Of equal ones the earlier are better. */
export function insert(
  candidates: usize,
  score: f64,
  item: i32,
  configuration: i32,
  reductions: i32,
  transition: i32,
): void {
  if (score <= load<f64>(candidates, LEAST)) return
  const first = candidates + ENTRIES
  const size = load<u32>(candidates, SIZE)
  let entry = first + <usize>size * ENTRY
  for (; entry > first && load<f64>(entry - ENTRY) < score; entry -= ENTRY)
    memory.copy(entry, entry - ENTRY, ENTRY)
  store<f64>(entry, score)
  store<i32>(entry, item, 8)
  store<i32>(entry, configuration, 12)
  store<i32>(entry, reductions, 16)
  store<i32>(entry, transition, 20)
  const most = load<u32>(candidates, MOST)
  if (size < most) store<u32>(candidates, size + 1, SIZE)
  const last = size + 1 < most ? -Infinity : load<f64>(first + <usize>(most - 1) * ENTRY)
  store<f64>(candidates, max(last, load<f64>(first) - load<f64>(candidates, MARGIN)), LEAST)
}

/**
 * Offers the transitions of the types in `mask` as candidates; each scores `before` and what the row says, and `free`, a
 * class, `bonus` more. Returns 1 if the models know any, and the types whose labels have to be scored first, from bit 8 on.
 */
export function offer(
  block: usize,
  candidates: usize,
  number: i32,
  mask: u32,
  before: f64,
  free: i32,
  bonus: f64,
  item: i32,
  configuration: i32,
  reductions: i32,
  isConstrained: u32,
): u32 {
  const row = rowAt(block, number)
  const state = load<i32>(row, STATE)
  const starts = startsOf(block, state)
  const transitions = at(at(block, STATES), ((<usize>state) << STATE_BITS) + 4)
  const known = load<u32>(row, KNOWN)
  let missing: u32 = 0
  let found: u32 = 0
  for (let rest = mask; rest != 0; rest &= rest - 1) {
    const type = ctz(rest)
    const first = load<u32>(starts + ((<usize>type) << 2))
    const end = load<u32>(starts + ((<usize>type) << 2), 4)
    if (first == end) continue
    const most = before + <f64>load<f32>(row + ((<usize>type) << 2))
    if (!isConstrained) found = 1
    const gain = free >= <i32>first && free < <i32>end ? max(bonus, 0) : 0
    if (most + gain <= load<f64>(candidates, LEAST)) continue
    if ((known & (1 << type)) == 0) {
      if (most > -Infinity) missing |= 1 << type
      continue
    }
    for (let c = first; c < end; c += 4) {
      const place = row + VALUES + ((<usize>c) << 2)
      let near = 15
      if (gain == 0 && !isConstrained) {
        const limit = load<f64>(candidates, LEAST) - before
        const bound = f32x4.splat(<f32>(limit - abs(limit) * 1e-6))
        near = i32x4.bitmask(f32x4.ge(v128.load(place), bound))
      }
      if (end - c < 4) near &= (1 << (end - c)) - 1
      for (; near != 0; near &= near - 1) {
        const lane = ctz(near)
        const score =
          before + <f64>load<f32>(place + ((<usize>lane) << 2)) + (<i32>c + lane == free ? bonus : 0)
        if (score <= load<f64>(candidates, LEAST)) continue
        const transition = load<i32>(transitions + ((<usize>(c + lane)) << 2))
        if (isConstrained && admits(transition) == 0) continue
        found = 1
        insert(candidates, score, item, configuration, reductions, transition)
      }
    }
  }
  return found | (missing << 8)
}

const NODE: usize = 128
const BELOW: usize = 4

function nodeAt(nodes: usize, node: u32): usize {
  return nodes + ((<usize>node) << 2)
}

/** Copies the node `top`, the one below it and `next`, those that there are, to `used`, and makes the copies follow each other. */
export function fork(nodes: usize, used: u32, top: u32, next: u32): void {
  let to = nodeAt(nodes, used)
  if (top != 0) {
    const copy = to
    memory.copy(to, nodeAt(nodes, top), NODE)
    to += NODE
    const below = load<u32>(copy, BELOW)
    if (below != 0) {
      memory.copy(to, nodeAt(nodes, below), NODE)
      store<u32>(copy, <u32>((to - nodes) >> 2), BELOW)
      to += NODE
    }
  }
  if (next != 0) memory.copy(to, nodeAt(nodes, next), NODE)
}

/** Whether two nodes are equal. */
export function equalNodes(nodes: usize, one: u32, other: u32): bool {
  const first = nodeAt(nodes, one)
  const second = nodeAt(nodes, other)
  for (let i: usize = 0; i < NODE; i += 32) {
    const a = v128.xor(v128.load(first + i), v128.load(second + i))
    const b = v128.xor(v128.load(first + i, 16), v128.load(second + i, 16))
    if (v128.any_true(v128.or(a, b))) return false
  }
  return true
}

/** Moves the nodes scratch..used down to `kept`, over those that nothing needs any more. */
export function compact(nodes: usize, kept: u32, scratch: u32, used: u32): void {
  const distance = scratch - kept
  for (let node = scratch; node < used; node += 32) {
    const place = nodeAt(nodes, node)
    const below = load<u32>(place, BELOW)
    if (below >= scratch) store<u32>(place, below - distance, BELOW)
  }
  memory.copy(nodeAt(nodes, kept), nodeAt(nodes, scratch), (<usize>(used - scratch)) << 2)
}
