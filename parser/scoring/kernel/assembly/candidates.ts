/** The best candidates for the next step of a beam (beam.ts). */
import { rowAt, startsOf } from './beam'
import { at } from './decide'
import {
  FIRST_CANDIDATE_OFFSET,
  CANDIDATES_MIN_SCORE,
  CANDIDATES_MARGIN,
  CANDIDATES_CAPACITY,
  CANDIDATES_SIZE,
  CANDIDATE_BYTES,
  CANDIDATE_CONFIGURATION,
  CANDIDATE_ITEM,
  CANDIDATE_REDUCTIONS,
  CANDIDATE_SCORE,
  CANDIDATE_TRANSITION,
  ROW_KNOWN,
  ROW_SCORES,
  ROW_STATE,
  SEARCH_STATES,
  STATE_BITS,
  STATE_TRANSITIONS,
} from '../records'

/** Whether constraints allow a transition in the present configuration. JavaScript implements this function. */
declare function admits(transition: i32): i32

/** Inserts a candidate; removes the worst if there are too many. Of candidates with equal scores, earlier ones are better. */
export function insert(
  candidates: usize,
  score: f64,
  item: i32,
  configuration: i32,
  reductions: i32,
  transition: i32,
): void {
  if (score <= load<f64>(candidates, CANDIDATES_MIN_SCORE)) return
  const first = candidates + FIRST_CANDIDATE_OFFSET
  const size = load<u32>(candidates, CANDIDATES_SIZE)
  let entry = first + <usize>size * CANDIDATE_BYTES
  for (; entry > first && load<f64>(entry - CANDIDATE_BYTES) < score; entry -= CANDIDATE_BYTES) {
    v128.store(entry, v128.load(entry - CANDIDATE_BYTES))
    store<u64>(entry, load<u64>(entry - CANDIDATE_BYTES, 16), 16)
  }
  store<f64>(entry, score, CANDIDATE_SCORE)
  store<i32>(entry, item, CANDIDATE_ITEM)
  store<i32>(entry, configuration, CANDIDATE_CONFIGURATION)
  store<i32>(entry, reductions, CANDIDATE_REDUCTIONS)
  store<i32>(entry, transition, CANDIDATE_TRANSITION)
  const most = load<u32>(candidates, CANDIDATES_CAPACITY)
  if (size < most) store<u32>(candidates, size + 1, CANDIDATES_SIZE)
  const last = size + 1 < most ? -Infinity : load<f64>(first + <usize>(most - 1) * CANDIDATE_BYTES)
  store<f64>(
    candidates,
    max(last, load<f64>(first) - load<f64>(candidates, CANDIDATES_MARGIN)),
    CANDIDATES_MIN_SCORE,
  )
}

/**
 * Offers the transitions of the types in `mask` as candidates. The score of a candidate is `before` plus the score in the
 * row; class `free` gets `bonus` in addition. Returns bit 0: whether there is a candidate; from bit 8 on: the types whose
 * labels must be scored first.
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
  const state = load<i32>(row, ROW_STATE)
  const starts = startsOf(block, state)
  const transitions = at(at(block, SEARCH_STATES), ((<usize>state) << STATE_BITS) + STATE_TRANSITIONS)
  const known = load<u32>(row, ROW_KNOWN)
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
    if (most + gain <= load<f64>(candidates, CANDIDATES_MIN_SCORE)) continue
    if ((known & (1 << type)) == 0) {
      if (most > -Infinity) missing |= 1 << type
      continue
    }
    for (let c = first; c < end; c += 4) {
      const place = row + ROW_SCORES + ((<usize>c) << 2)
      let near = 15
      if (gain == 0 && !isConstrained) {
        const limit = load<f64>(candidates, CANDIDATES_MIN_SCORE) - before
        const bound = f32x4.splat(<f32>(limit - abs(limit) * 1e-6))
        near = i32x4.bitmask(f32x4.ge(v128.load(place), bound))
      }
      if (end - c < 4) near &= (1 << (end - c)) - 1
      for (; near != 0; near &= near - 1) {
        const lane = ctz(near)
        const score =
          before + <f64>load<f32>(place + ((<usize>lane) << 2)) + (<i32>c + lane == free ? bonus : 0)
        if (score <= load<f64>(candidates, CANDIDATES_MIN_SCORE)) continue
        const transition = load<i32>(transitions + ((<usize>(c + lane)) << 2))
        if (isConstrained && admits(transition) == 0) continue
        found = 1
        insert(candidates, score, item, configuration, reductions, transition)
      }
    }
  }
  return found | (missing << 8)
}
