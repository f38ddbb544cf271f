/** The members of a committee in training: the first one has the options that are given, the others learn greedily. */
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

/** The trainings of all members, one a round; of a single one for options without a committee. */
export function* trainMembers<Trained extends { readonly model: Model }>(
  labels: Symbols,
  given: TrainOptions,
): Rounds<MemberTask, Trained, readonly Trained[]> {
  const { committee, ...options } = given
  if (committee === undefined) return yield [{ labels, options }]
  const texts = [...labels.texts()] // training adds to them
  const [system, ...names] = committee.split(',')
  const staged = (index: number): TrainOptions['onProgress'] => {
    const stage = `parser ${index + 1} of ${names.length + 1}`
    return options.onProgress && ((progress) => options.onProgress!({ stage, ...progress }))
  }
  const facts = { ...options.facts, committee }
  const [first] = yield [{ labels, options: { ...options, system, facts, onProgress: staged(0) } }]
  const members = [first]
  for (const [i, name] of names.entries()) {
    const own = helperOptions(
      name,
      options,
      members.map(({ model }) => model),
    )
    const [helper] = yield [{ labels: new Symbols(texts), options: { ...own, onProgress: staged(i + 1) } }]
    members.push(helper)
  }
  return members
}

/** The options of a member after the first one. @param before the members before it */
function helperOptions(name: string, given: TrainOptions, before: readonly Model[]): TrainOptions {
  const { beam, exploration, shards: _, ensemble: __, development: ___, steps, ...options } = given
  const branching = before.findLast(({ header }) => registered(header.system).traits.transformsTrees)
  const system = name === MIRROR ? (branching?.header.system ?? defaultSystem) : name
  const learner = learnerOf({ beam, exploration }) === 'perceptron' ? 'liblinear' : options.learner
  const direction = name === MIRROR ? (branching?.header.direction === 'left' ? 'right' : 'left') : 'auto'
  return {
    ...options,
    system,
    learner,
    direction,
    templates: templatesLike(options.templates, given, { system, learner, form: options.form }),
    steps: steps?.replace(/(,|^) *right-branching *$/, '') || undefined,
  }
}
