/** Feature keys from atoms, by the programs that ../../features/program.ts describes. */
import { REGION } from './wide'

/** What each position of a template multiplies its atom with; as in ../../features/hash.ts. */
const FIRST: u32 = 0x9e3779b1
const SECOND: u32 = 0x85ebca77
const THIRD: u32 = 0xc2b2ae3d
const FOURTH: u32 = 0x27d4eb2f
const FIFTH: u32 = 0x165667b1

/** The key of the feature that is on everywhere. */
const BIAS: u32 = 2

function keyOf(sum: u32, first: u32): u32 {
  sum = (sum ^ (sum >> 15)) * 0x2c1b3c6d
  const key = (first & REGION) | ((sum ^ (sum >> 13)) & ~REGION)
  return key | u32(key == 0)
}

function atom(program: usize, position: usize): u32 {
  return load<u32>(<usize>load<u32>(program + position))
}

/**
 * Writes the keys of all templates, and BIAS, to `keys` and returns how many there are. The program holds,
 * for templates of 1 to 5 atoms, how many there are and for each its seed and the addresses of its atoms; then the same
 * for ranges, each with its length behind the seed.
 */
export function extract(program: usize, keys: usize): u32 {
  let key = keys
  let end = program + 4 + load<u32>(program) * 8
  for (program += 4; program < end; program += 8, key += 4) {
    const first = atom(program, 4)
    store<u32>(key, keyOf(load<u32>(program) + first * FIRST, first))
  }
  end = program + 4 + load<u32>(program) * 12
  for (program += 4; program < end; program += 12, key += 4) {
    const first = atom(program, 4)
    const sum = load<u32>(program) + first * FIRST + atom(program, 8) * SECOND
    store<u32>(key, keyOf(sum, first))
  }
  end = program + 4 + load<u32>(program) * 16
  for (program += 4; program < end; program += 16, key += 4) {
    const first = atom(program, 4)
    let sum = load<u32>(program) + first * FIRST + atom(program, 8) * SECOND
    sum += atom(program, 12) * THIRD
    store<u32>(key, keyOf(sum, first))
  }
  end = program + 4 + load<u32>(program) * 20
  for (program += 4; program < end; program += 20, key += 4) {
    const first = atom(program, 4)
    let sum = load<u32>(program) + first * FIRST + atom(program, 8) * SECOND
    sum += atom(program, 12) * THIRD + atom(program, 16) * FOURTH
    store<u32>(key, keyOf(sum, first))
  }
  end = program + 4 + load<u32>(program) * 24
  for (program += 4; program < end; program += 24, key += 4) {
    const first = atom(program, 4)
    let sum = load<u32>(program) + first * FIRST + atom(program, 8) * SECOND
    sum += atom(program, 12) * THIRD + atom(program, 16) * FOURTH + atom(program, 20) * FIFTH
    store<u32>(key, keyOf(sum, first))
  }
  let ranges = load<u32>(program)
  for (program += 4; ranges > 0; ranges--) {
    const seed = load<u32>(program)
    end = program + 8 + load<u32>(program, 4) * 4
    const start = key
    for (program += 8; program < end; program += 4) {
      const value = atom(program, 0)
      if (value == 0) continue
      const found = keyOf(seed + value * FIRST, value)
      let known = start
      while (known < key && load<u32>(known) != found) known += 4
      if (known < key) continue
      store<u32>(key, found)
      key += 4
    }
  }
  store<u32>(key, BIAS)
  return <u32>((key - keys) >> 2) + 1
}
