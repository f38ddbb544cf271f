/** The seeded order of instances: xorshift32 (Marsaglia 2003) and the Fisher–Yates shuffle. */

let state: u32 = 1

/** Starts the sequence; the same seed gives the same orders on every machine. */
export function seedShuffle(seed: u32): void {
  state = seed * 2654435761 + 0x9e3779b9
  if (state == 0) state = 1
}

/** A number in [0, bound): the upper half of a product, which is nearly uniform. */
function below(bound: u32): u32 {
  state ^= state << 13
  state ^= state >> 17
  state ^= state << 5
  return <u32>((<u64>state * <u64>bound) >> 32)
}

export function shuffle(order: usize, size: u32): void {
  for (let left = size; left > 1; left--) {
    const last = order + ((<usize>(left - 1)) << 2)
    const other = order + ((<usize>below(left)) << 2)
    const swapped = load<u32>(last)
    store<u32>(last, load<u32>(other))
    store<u32>(other, swapped)
  }
}
