/** Derivations as the papers print them: one row for each transition, with the stack and the buffer that it leads to. */
import { Configuration } from '../../../parser/core/configuration.ts'
import {
  derive,
  typeOf,
  labelOf,
  transitionOf,
  type Transition,
  type TransitionSystem,
} from '../../../parser/core/transition-system.ts'
import type { Tree } from '../../../transform/tree.ts'
import { bufferOf, stackOf } from '../laws/explore.ts'

/** Transition, stack (top last), buffer (front first). */
export type Row = readonly [transition: string, stack: string, buffer: string]

export interface Sentence {
  readonly words: string
  readonly labels: readonly string[]
}

function render(sentence: Sentence, words: readonly number[]): string {
  const forms = sentence.words.split(' ')
  return words.map((word) => (word === 0 ? '0' : (forms[word - 1] ?? 'R'))).join(' ')
}

/** The rows of the derivation of `gold` by the static oracle, and the configuration that it ends in. */
export function oracleRows(system: TransitionSystem, sentence: Sentence, gold: Tree): Row[] {
  const oracle = system.oracle(gold)
  return rowsOf(system, sentence, (configuration) => oracle.next(configuration))
}

/** The rows of the derivation that consists of these transitions, named as in the table of the system. */
export function rowsThrough(
  system: TransitionSystem,
  sentence: Sentence,
  transitions: readonly string[],
): Row[] {
  const left = transitions.values()
  return rowsOf(system, sentence, () => {
    const [name, label] = left.next().value!.split(' ')
    const type = system.transitionTypes.findIndex((each) => each.name === name)
    return transitionOf(type, label === undefined ? 0 : sentence.labels.indexOf(label))
  })
}

function rowsOf(system: TransitionSystem, sentence: Sentence, next: (c: Configuration) => Transition): Row[] {
  const configuration = new Configuration()
  system.start(configuration, sentence.words.split(' ').length)
  const now = () => [stackOf(configuration), bufferOf(configuration)].map((words) => render(sentence, words))
  const [stack, buffer] = now()
  const rows: Row[] = [['', stack, buffer]]
  let name = ''
  const add = () => {
    const [stack, buffer] = now()
    rows.push([name, stack, buffer])
  }
  derive(system, configuration, {
    next() {
      if (name) add()
      const transition = next(configuration)
      const type = typeOf(transition)
      if (((system.allowed(configuration) >> type) & 1) === 0)
        throw new Error(`${system.transitionTypes[type].name}: not allowed`)
      const { name: kindName, labelled } = system.transitionTypes[type]
      name = labelled ? `${kindName} ${sentence.labels[labelOf(transition)]}` : kindName
      return transition
    },
  })
  if (name) add()
  return rows
}
