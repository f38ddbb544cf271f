/** The best candidates for the next step of a beam, see beam.ts. */
import { KNOWN, rowAt, startsOf, STATE, VALUES } from './beam'
import { at, STATE_BITS, STATES } from './block'

/** Whether constraints admit a transition in the configuration that JavaScript is looking at. */
declare function admits(transition: i32): i32

// Candidates: how many there may be and are, the score that has to be exceeded, how far behind the best one may be.
const MOST: usize = 0
const SIZE: usize = 4
const LEAST: usize = 8
const MARGIN: usize = 16
const ENTRIES: usize = 24
const ENTRY: usize = 24

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
  for (; entry > first && load<f64>(entry - ENTRY) < score; entry -= ENTRY) {
    v128.store(entry, v128.load(entry - ENTRY))
    store<u64>(entry, load<u64>(entry - ENTRY, 16), 16)
  }
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
