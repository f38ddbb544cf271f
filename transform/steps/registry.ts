/** The kinds of steps before `projectivize`, which change heads; models record them and decoding undoes them. To add a step, add an entry. */
import { coordination } from './coordination.ts'
import { functionHeads } from './function-heads.ts'
import type { Step, StepKind } from './step.ts'
import type { Symbols } from '../symbols.ts'

/** Verb groups with the auxiliary or the copula as the head (Nilsson, Nivre & Hall 2006). */
const verbGroups: StepKind = {
  ...functionHeads,
  name: 'verb-groups',
  parts: [],
  make: (_, labels) => functionHeads.make(['aux', 'cop'], labels),
}

/** `registerStep` adds to them. */
export const headSteps: StepKind[] = [functionHeads, verbGroups, coordination]

/** Makes a step of one of these kinds from its text, such as `function-heads:case+mark`. Throws RangeError if there is no such step. */
export function makeStepOf(kinds: readonly StepKind[], text: string, labels: Symbols): Step {
  const [name, ...rest] = text.split(':')
  const kind = kinds.find((one) => one.name === name)
  if (!kind)
    throw new RangeError(
      `unknown step '${name}', expected one of: ${kinds.map((one) => one.name).join(', ')}`,
    )
  const parts = rest.length === 0 ? [] : rest.join(':').split('+')
  const wrongPart = parts.find((part, i) => !kind.parts.includes(part) || parts.indexOf(part) !== i)
  if (wrongPart === undefined && parts.length > 0 === kind.parts.length > 0)
    return kind.make(
      kind.parts.filter((part) => parts.includes(part)),
      labels,
    )
  const expected = kind.parts.length === 0 ? 'none' : `${kind.parts.join(', ')}, joined by +`
  throw new RangeError(`step '${text}' has the wrong parts, expected ${expected}`)
}
