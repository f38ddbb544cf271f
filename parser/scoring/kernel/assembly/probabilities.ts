/** The log-sum-exp of the scores of a row (beam.ts). */
import { rowAt, startsOf } from './beam'
import { ROW_KNOWN, ROW_SCORES, ROW_STATE } from '../records'

/** 2^x of four numbers between -100 and 0: a polynomial of degree 6 for the fraction, the float exponent for the integer part. */
function powerOfTwo(x: v128): v128 {
  const wholePart = f32x4.nearest(x)
  const t = f32x4.sub(x, wholePart)
  let power = f32x4.add(f32x4.mul(f32x4.splat(1.535336e-4), t), f32x4.splat(1.3398874e-3))
  power = f32x4.add(f32x4.mul(power, t), f32x4.splat(9.6184373e-3))
  power = f32x4.add(f32x4.mul(power, t), f32x4.splat(5.5503324e-2))
  power = f32x4.add(f32x4.mul(power, t), f32x4.splat(2.4022648e-1))
  power = f32x4.add(f32x4.mul(power, t), f32x4.splat(6.931472e-1))
  power = f32x4.add(f32x4.mul(power, t), f32x4.splat(1))
  const exponent = i32x4.shl(i32x4.add(i32x4.trunc_sat_f32x4_s(wholePart), i32x4.splat(127)), 23)
  return f32x4.mul(power, exponent)
}

/** The temperature times the logarithm of the sum of e^(score / temperature) over the transitions of the types in `mask`. */
export function logTotal(block: usize, number: i32, mask: u32, temperature: f32): f64 {
  const row = rowAt(block, number)
  const starts = startsOf(block, load<i32>(row, ROW_STATE))
  let maximum: f32 = -Infinity
  for (let rest = mask; rest != 0; rest &= rest - 1)
    maximum = max(maximum, load<f32>(row + ((<usize>ctz(rest)) << 2)))
  if (maximum == -Infinity) return 0
  const scale = <f32>1.4426950408889634 / temperature
  const largest = f32x4.splat(maximum)
  const scales = f32x4.splat(scale)
  let sums = f32x4.splat(0)
  for (let rest = mask & load<u32>(row, ROW_KNOWN); rest != 0; rest &= rest - 1) {
    const type = starts + ((<usize>ctz(rest)) << 2)
    const last = row + ROW_SCORES + ((<usize>load<u32>(type, 4)) << 2)
    for (let i = row + ROW_SCORES + ((<usize>load<u32>(type)) << 2); i < last; i += 16) {
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
  return <f64>maximum + <f64>temperature * Math.log(<f64>sum)
}
