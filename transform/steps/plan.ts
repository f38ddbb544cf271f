/**
 * Reversible steps from trees to trees. Encoding applies the steps of a list in order, decoding in the opposite order. In
 * text, commas separate steps, and the parts of a step follow its name:
 * `function-heads:case+mark,right-branching`.
 */
import { deprojectivize } from '../lifting/deprojectivize.ts'
import type { Direction } from '../direction.ts'
import { functionHeads } from './function-heads.ts'
import { headSteps, makeStepOf } from './registry.ts'
import { Lifts } from '../lifting/lifts.ts'
import { projectivize, type Scheme } from '../lifting/projectivize.ts'
import { reverse, transform } from '../right-branching.ts'
import type { Step, StepKind } from './step.ts'
import { Symbols } from '../symbols.ts'
import { mirrorTree, type Tree } from '../tree.ts'

const projectivization: StepKind = {
  name: 'projectivize',
  parts: ['head', 'path'],
  labels: 'd↑h: lifted from a head with the label h; d↓: another arc was lifted past this one',
  guarantees: 'trees are projective; projective trees come back, and most of the others',
  make(parts, labels) {
    const lifts = new Lifts(labels)
    return {
      encode: (tree) => projectivize(tree, parts.join('+') as Scheme, lifts),
      decode: (tree) => deprojectivize(tree, lifts).unresolved,
    }
  },
}

const mirror: StepKind = {
  name: 'mirror',
  parts: [],
  labels: 'nothing',
  guarantees: 'every tree comes back; the sentence is read from right to left',
  make: () => {
    const mirrorInPlace = (tree: Tree): number => (mirrorTree(tree, tree), 0)
    return { encode: mirrorInPlace, decode: mirrorInPlace }
  },
}

const rightBranching: StepKind = {
  name: 'right-branching',
  parts: [],
  labels: 'd*: a reversed arc; d^: a relocated arc',
  guarantees: 'every head is before its dependents; projective trees come back',
  make: () => ({ encode: (tree) => (transform(tree), 0), decode: (tree) => reverse(tree) }),
}

const kinds: StepKind[] = [...headSteps, projectivization, mirror, rightBranching]

export const stepKinds: readonly StepKind[] = kinds

/** Adds a kind of step. Throws RangeError if its name is not valid or already used. */
export function registerStep(kind: StepKind): void {
  const fail = (problem: string): never => {
    throw new RangeError(`step '${String(kind.name)}': ${problem}`)
  }
  if (!/^[\w.-]{1,60}$/.test(kind.name)) fail('expected a name of at most 60 letters, digits, -, _ and .')
  if (typeof kind.make !== 'function' || !Array.isArray(kind.parts))
    fail('expected the function make and parts')
  if (kinds.some(({ name }) => name === kind.name)) fail('expected another name, there is a step of this one')
  kinds.push(kind)
  headSteps.push(kind)
}

/** Makes a step from its text, such as `function-heads:case+mark`. Throws RangeError if there is no such step. */
export function makeStep(text: string, labels: Symbols): Step {
  return makeStepOf(kinds, text, labels)
}

/** The settings that a list of steps describes. */
export interface StepPlan {
  /** The steps before `projectivize`, in order. */
  readonly steps: readonly string[]
  /** `projectivize:…`, if it is in the list. */
  readonly nonProjective?: `projectivize:${Scheme}`
  readonly direction?: Direction
  /** Whether the trees become right-branching. */
  readonly transforms: boolean
}

/**
 * Parses a list of steps that are separated by commas: first any other steps, then `projectivize:…`, `mirror` and
 * `right-branching` in this order. Each kind of step occurs at most once (`verb-groups` is a kind of `function-heads`).
 * Throws RangeError for other texts.
 */
export function planSteps(text: string): StepPlan {
  const finalSteps = ['projectivize', 'mirror', 'right-branching']
  const steps = text.split(',').map((step) => step.trim())
  const places = steps.map((step) => {
    makeStep(step, new Symbols())
    return finalSteps.indexOf(step.split(':')[0])
  })
  const misplaced = places.findIndex((place, i) => i > 0 && places[i - 1] >= 0 && place <= places[i - 1])
  if (misplaced >= 0)
    throw new RangeError(
      `step '${steps[misplaced]}' comes too late, expected ${finalSteps.join(', ')} at the end, in this order`,
    )
  // Steps of one kind have the same signs.
  const kindOf = (step: string): string => step.split(':')[0].replace(/^verb-groups$/, functionHeads.name)
  const repeated = steps.find((step, i) => steps.slice(0, i).some((one) => kindOf(one) === kindOf(step)))
  if (repeated !== undefined)
    throw new RangeError(`step '${repeated}' repeats ${kindOf(repeated)}, expected each kind of steps once`)
  const find = (name: string): string | undefined => steps.find((_, i) => finalSteps[places[i]] === name)
  return {
    steps: steps.filter((_, i) => places[i] < 0),
    nonProjective: find('projectivize')?.replace('path+head', 'head+path') as StepPlan['nonProjective'],
    direction: find('mirror') === undefined ? undefined : 'left',
    transforms: find('right-branching') !== undefined,
  }
}
