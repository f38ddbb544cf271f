/** Computes feature keys from atoms. ../../features/program.ts describes the programs. */

/** The multipliers of atoms by position in the template, as in ../../../core/hash.ts. */
const FIRST: u32 = 0x9e3779b1
const SECOND: u32 = 0x85ebca77
const THIRD: u32 = 0xc2b2ae3d
const FOURTH: u32 = 0x27d4eb2f
const FIFTH: u32 = 0x165667b1

/** The bits of a key that are taken from the first atom, as in ../../../core/hash.ts. */
const REGION: u32 = 0xfff80000

/** The key of the bias feature. */
const BIAS: u32 = 2

/** The number of bytes of a group: one integer for each of the templates that are combined at once. */
const GROUP_BYTES: usize = 16

// @inline
function keyOf(sum: u32, first: u32): u32 {
  sum = (sum ^ (sum >> 15)) * 0x2c1b3c6d
  const key = (first & REGION) | ((sum ^ (sum >> 13)) & ~REGION)
  return key | u32(key == 0)
}

/** The keys of four templates from their sums and their first atoms. */
// @inline
function keysOf(sums: v128, first: v128): v128 {
  const mixed = i32x4.mul(v128.xor(sums, i32x4.shr_u(sums, 15)), i32x4.splat(0x2c1b3c6d))
  const low = v128.xor(mixed, i32x4.shr_u(mixed, 13))
  const keys = v128.bitselect(first, low, i32x4.splat(REGION))
  return i32x4.sub(keys, i32x4.eq(keys, i32x4.splat(0))) // 0 is no key
}

/** The atoms at four addresses. */
// @inline
function atomsAt(addresses: usize): v128 {
  let atoms = v128.load32_zero(<usize>load<u32>(addresses))
  atoms = v128.load_lane<u32>(<usize>load<u32>(addresses, 4), atoms, 1)
  atoms = v128.load_lane<u32>(<usize>load<u32>(addresses, 8), atoms, 2)
  return v128.load_lane<u32>(<usize>load<u32>(addresses, 12), atoms, 3)
}

/** The products that the atoms of a position add to the sums. */
// @inline
function weighted(addresses: usize, factor: u32): v128 {
  return i32x4.mul(atomsAt(addresses), i32x4.splat(factor))
}

/**
 * Writes the keys of all templates, and BIAS, to `keys`; returns their number. Overwrites up to three integers after the
 * keys. The program is as in ../../features/program.ts, with addresses in place of atoms.
 */
export function extract(program: usize, keys: usize): u32 {
  let key = keys
  const next = key + load<u32>(program) * 4
  program += 4
  for (let arity: usize = 1; arity <= 5; arity++) {
    const end = key + load<u32>(program) * <u32>GROUP_BYTES
    program += 4
    for (; key < end; key += GROUP_BYTES, program += (1 + arity) * GROUP_BYTES) {
      const first = atomsAt(program + GROUP_BYTES)
      let sums = i32x4.add(v128.load(program), i32x4.mul(first, i32x4.splat(FIRST)))
      if (arity > 1) sums = i32x4.add(sums, weighted(program + 2 * GROUP_BYTES, SECOND))
      if (arity > 2) sums = i32x4.add(sums, weighted(program + 3 * GROUP_BYTES, THIRD))
      if (arity > 3) sums = i32x4.add(sums, weighted(program + 4 * GROUP_BYTES, FOURTH))
      if (arity > 4) sums = i32x4.add(sums, weighted(program + 5 * GROUP_BYTES, FIFTH))
      v128.store(key, keysOf(sums, first))
    }
  }
  key = next
  let ranges = load<u32>(program)
  for (program += 4; ranges > 0; ranges--) {
    const seed = load<u32>(program)
    const end = program + 8 + load<u32>(program, 4) * 4
    const start = key
    for (program += 8; program < end; program += 4) {
      const value = load<u32>(<usize>load<u32>(program))
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
