/** Leaves small weights out of a classifier, to make the file of a pipeline smaller. */
import { IntList } from '../../parser/core/int-list.ts'
import type { ClassifierWeights } from '../../parser/model/weights.ts'

/** @param least the smallest absolute weight that stays, in the unit of the learner */
export function withoutSmallWeights(weights: ClassifierWeights, least: number): ClassifierWeights {
  const [keys, starts, classes, values] = [new IntList(), new IntList(), new IntList(), new IntList()]
  starts.push(0)
  for (let feature = 0; feature < weights.keys.length; feature++) {
    const before = values.length
    for (let i = weights.starts[feature]; i < weights.starts[feature + 1]; i++) {
      if (Math.abs(weights.values[i]) < least * weights.scale) continue
      classes.push(weights.classes[i])
      values.push(weights.values[i])
    }
    if (values.length === before) continue
    keys.push(weights.keys[feature])
    starts.push(values.length)
  }
  return {
    ...weights,
    keys: Uint32Array.from(keys.view(), (key) => key >>> 0),
    starts: Uint32Array.from(starts.view()),
    classes: Uint16Array.from(classes.view()),
    values: Int16Array.from(values.view()),
  }
}
