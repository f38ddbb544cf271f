/** The training of committees: the options apply to the first member; the other members are trained greedily. */
import { templatesLike } from './feature-sets.ts'
import { learnerOf, MIRROR, type TrainOptions } from './training.ts'
import type { Rounds } from '../learning/rounds.ts'
import type { Model } from '../model/model.ts'
import { defaultSystem, registered } from '../registry.ts'
import { Symbols } from '../../transform/symbols.ts'

/** The training of one member. */
export interface MemberTask {
  readonly labels: Symbols
  readonly options: TrainOptions
}

/** The trainings of all members, one per round; one training if the options have no committee. */
export function* trainMembers<Trained extends { readonly model: Model }>(
  labels: Symbols,
  given: TrainOptions,
): Rounds<MemberTask, Trained, readonly Trained[]> {
  const { committee, ...options } = given
  if (committee === undefined) return yield [{ labels, options }]
  const texts = [...labels.texts()] // a copy: training adds labels
  const [system, ...names] = committee.split(',')
  const progressOf = (index: number): TrainOptions['onProgress'] => {
    const stage = `parser ${index + 1} of ${names.length + 1}`
    return options.onProgress && ((progress) => options.onProgress!({ stage, ...progress }))
  }
  const facts = { ...options.facts, committee }
  const [first] = yield [{ labels, options: { ...options, system, facts, onProgress: progressOf(0) } }]
  const members = [first]
  for (const [i, name] of names.entries()) {
    const memberOptions = helperOptions(
      name,
      options,
      members.map(({ model }) => model),
    )
    const [helper] = yield [
      { labels: new Symbols(texts), options: { ...memberOptions, onProgress: progressOf(i + 1) } },
    ]
    members.push(helper)
  }
  return members
}

/** The options of a member other than the first. @param previousMembers the previous members */
function helperOptions(name: string, given: TrainOptions, previousMembers: readonly Model[]): TrainOptions {
  const { beam, exploration, shards: _, ensemble: __, development: ___, steps, ...options } = given
  const rightBranchingMember = previousMembers.findLast(
    ({ header }) => registered(header.system).traits.transformsTrees,
  )
  const system = name === MIRROR ? (rightBranchingMember?.header.system ?? defaultSystem) : name
  const learner = learnerOf({ beam, exploration }) === 'perceptron' ? 'liblinear' : options.learner
  const direction =
    name === MIRROR ? (rightBranchingMember?.header.direction === 'left' ? 'right' : 'left') : 'auto'
  return {
    ...options,
    system,
    learner,
    direction,
    templates: templatesLike(options.templates, given, { system, learner, form: options.form }),
    steps: steps?.replace(/(,|^) *right-branching *$/, '') || undefined,
  }
}
