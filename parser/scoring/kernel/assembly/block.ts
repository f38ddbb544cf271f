/** The block of integers that says where everything of a search lies; ../kernel-beam-scorer.ts writes it. */

// Fields of the block, in bytes.
export const PLAN: usize = 0
export const PROGRAMS: usize = 4
export const ROWS: usize = 16
export const ROW: usize = 20
export const LISTS: usize = 24
export const LIST: usize = 28
export const CAPACITY: usize = 32
export const SLOT: usize = 36
export const BUFFERS: usize = 40
export const BUFFER_COUNT: usize = 44
export const TOKENS: usize = 48
export const TOKEN_COUNT: usize = 52
export const NEXT_MARK: usize = 56
export const SUMS: usize = 60
export const TYPES: usize = 64
export const CUTOFF: usize = 68
export const STATES: usize = 72
export const UNITS: usize = 76
export const ZEROS: usize = 80

/** Bytes of what is known of a state: where its type starts and its transitions are. */
export const STATE_BITS: usize = 3

/** The address in a field. */
export function at(block: usize, field: usize): usize {
  return <usize>load<u32>(block + field)
}
