/** Reads the features of a classifier from the bytes of a model file (../../../model/model-file.ts). */
import { UNPACK_ADDRESS, UNPACK_ENTRIES, UNPACK_KEY } from '../records'

/** The number of variable length at an address, and in the high half the address after it; 0 if it is too long. */
function longAt(at: usize): u64 {
  let value: u32 = 0
  for (let shift: u32 = 0; shift < 35; shift += 7) {
    const byte = <u32>load<u8>(at++)
    value |= (byte & 127) << shift
    if (byte < 128) return value | ((<u64>at) << 32)
  }
  return 0
}

/**
 * Reads the features `first` to `last` - 1. `state` contains the address of the next byte, the previous key, and the number
 * of entries until now. Numbers above 127 are rare, except for the differences of keys. Returns whether all is sound.
 */
export function unpack(
  state: usize,
  first: u32,
  last: u32,
  end: usize,
  classCount: u32,
  keys: usize,
  starts: usize,
  classes: usize,
  values: usize,
): bool {
  let at = <usize>load<u32>(state, UNPACK_ADDRESS)
  let key = load<u32>(state, UNPACK_KEY)
  let entry = load<u32>(state, UNPACK_ENTRIES)
  for (let feature = first; feature < last; feature++) {
    if (at >= end) return false
    let step = <u32>load<u8>(at++)
    if (step > 127) {
      const next = <u32>load<u8>(at++)
      if (next < 128) step = (step & 127) | (next << 7)
      else {
        const long = longAt(at - 2)
        step = <u32>long
        at = <usize>(long >> 32)
        if (at == 0) return false
      }
    }
    if (step == 0 || key + step < key) return false
    key += step
    store<u32>(keys + ((<usize>feature) << 2), key)
    let count = <u32>load<u8>(at++)
    if (count > 127) {
      const long = longAt(at - 1)
      count = <u32>long
      at = <usize>(long >> 32)
      if (at == 0) return false
    }
    // Each entry takes at least two bytes.
    if (count > classCount || at + ((<usize>count) << 1) > end) return false
    let next: u32 = 0
    for (const stop = entry + count; entry < stop; entry++) {
      if (at >= end) return false
      let label = <u32>load<u8>(at++)
      if (label > 127) {
        const long = longAt(at - 1)
        label = <u32>long
        at = <usize>(long >> 32)
        if (at == 0) return false
      }
      if (label >= classCount - next) return false
      label += next
      next = label + 1
      let value = <u32>load<u8>(at++)
      if (value > 127) {
        const long = longAt(at - 1)
        value = <u32>long
        at = <usize>(long >> 32)
        if (at == 0) return false
      }
      store<u16>(classes + ((<usize>entry) << 1), <u16>label)
      store<u16>(values + ((<usize>entry) << 1), <u16>((value >> 1) ^ -(value & 1)))
    }
    store<u32>(starts + ((<usize>feature) << 2), entry, 4)
  }
  store<u32>(state, <u32>at, UNPACK_ADDRESS)
  store<u32>(state, key, UNPACK_KEY)
  store<u32>(state, entry, UNPACK_ENTRIES)
  return at <= end
}
