/**
 * The best transition of a configuration, from its nodes and the columns of its sentence on. The plan says where
 * everything lies: how it is laid out stands in ../plan.ts, what the steps are in ../../scoring.ts.
 */
import { best, leading } from './choice'
import { extract } from './extract'
import { sumSix, sumSparse, sumThirtyTwo } from './narrow'
import { findPlaces, look } from './feature-lookup'
import { sumWide } from './wide'

// Fields of the plan, in bytes.
const KEYS: usize = 0
const SCRATCH: usize = 4
const NODES: usize = 8
const PLACES: usize = 12
const ANCHORS: usize = 16
const FRONT: usize = 20
const LIMIT: usize = 24
const BUFFER: usize = 28
const COMMON: usize = 32
const GLANCE: usize = 36
const STEPWISE: usize = 40
const OF_LABELS: usize = 44
const CLASSIFIERS: usize = 76
const CLASSIFIER: usize = 52

// Fields of a classifier, in bytes.
const FORM: usize = 0
const LINES: usize = 4
const SPREAD: usize = 8
const CODES: usize = 12
const CLASS_BITS: usize = 16
const ROWS: usize = 20
const SCORES: usize = 24
const WIDTH: usize = 28
const MASKS: usize = 32
const MARGIN: usize = 36
const MOVES: usize = 40
const PROGRAM: usize = 44
const LIST: usize = 48

/** Forms of tables. */
const SIX: u32 = 0
const THIRTY_TWO: u32 = 1
const WIDE: u32 = 2

const NO_MOVE: i32 = -1

function classifier(plan: usize, index: i32): usize {
  return plan + CLASSIFIERS + <usize>index * CLASSIFIER
}

/** Sums the weights of a classifier's features of the configuration that was decided on last. */
export function sum(plan: usize, index: i32): void {
  sumUp(plan, classifier(plan, index))
}

function sumUp(plan: usize, at: usize): void {
  const keys = <usize>load<u32>(plan, KEYS)
  const scratch = <usize>load<u32>(plan, SCRATCH)
  look(
    <usize>load<u32>(at, LIST),
    load<i32>(plan, FRONT),
    load<i32>(plan, LIMIT),
    <usize>load<u32>(plan, ANCHORS),
  )
  const count = extract(<usize>load<u32>(at, PROGRAM), keys)
  const form = load<u32>(at, FORM)
  const lines = <usize>load<u32>(at, LINES)
  const spread = load<u32>(at, SPREAD)
  const scores = <usize>load<u32>(at, SCORES)
  if (form == SIX) sumSix(keys, count, lines, spread, scores, scratch)
  else if (form == THIRTY_TWO) sumThirtyTwo(keys, count, lines, spread, scores, scratch)
  else {
    const rows = <usize>load<u32>(at, ROWS)
    const width = load<u32>(at, WIDTH)
    if (form == WIDE) {
      const codes = <usize>load<u32>(at, CODES)
      const bits = load<u32>(at, CLASS_BITS)
      sumWide(keys, count, lines, <usize>spread, codes, bits, rows, scores, width, scratch)
    } else sumSparse(keys, count, lines, spread, rows, scores, width, scratch)
  }
}

/** The transition that a classifier finds best among the kinds of `mask`, at a glance if that is enough. */
function choose(plan: usize, index: i32, mask: u32): i32 {
  const glance = load<i32>(plan, GLANCE)
  if (glance > 0) {
    const at = classifier(plan, index + glance)
    sumUp(plan, at)
    const width = <usize>load<u32>(at, WIDTH)
    const allowed = <usize>load<u32>(at, MASKS) + width * mask
    const found = leading(<usize>load<u32>(at, SCORES), allowed, width, load<i32>(at, MARGIN))
    if (found >= 0) return load<i32>(<usize>load<u32>(at, MOVES) + ((<usize>found) << 2))
  }
  const at = classifier(plan, index)
  sumUp(plan, at)
  const width = <usize>load<u32>(at, WIDTH)
  const found = best(<usize>load<u32>(at, SCORES), <usize>load<u32>(at, MASKS) + width * mask, width)
  return found < 0 ? NO_MOVE : load<i32>(<usize>load<u32>(at, MOVES) + ((<usize>found) << 2))
}

/**
 * The best transition among the kinds of `mask` in state `state`, NO_MOVE where the model knows none. Atoms of the buffer
 * are looked up only where its front is another than before; whoever fills in a sentence sets FRONT to -1.
 */
export function decide(plan: usize, state: i32, mask: u32, top: u32, next: u32, front: i32, limit: i32): i32 {
  const anchors = <usize>load<u32>(plan, ANCHORS)
  findPlaces(<usize>load<u32>(plan, PLACES), <usize>load<u32>(plan, NODES), top, next)
  if (front != load<i32>(plan, FRONT) || limit != load<i32>(plan, LIMIT)) {
    store<i32>(plan, front, FRONT)
    store<i32>(plan, limit, LIMIT)
    look(<usize>load<u32>(plan, BUFFER), front, limit, anchors)
  }
  look(<usize>load<u32>(plan, COMMON), front, limit, anchors)
  if (load<u32>(plan, STEPWISE) == 0) return choose(plan, state, mask)
  const type = (mask & (mask - 1)) == 0 ? ctz<i32>(mask) : choose(plan, state, mask)
  if (type < 0) return type
  const labels = load<i32>(plan + OF_LABELS + ((<usize>type) << 2))
  return labels < 0 ? type : choose(plan, labels, mask)
}
