/**
 * The training of committees: the options apply to the first member; the other members are trained greedily. Then all members
 * learn again, greedily, without a fifth of the sentences, on which confidences are measured (learning/confidences.ts).
 */
import { templatesLike } from './feature-sets.ts'
import { learnerOf, MIRROR, type TrainOptions } from './training.ts'
import type { Corpus } from '../learning/corpus.ts'
import type { Rounds } from '../learning/rounds.ts'
import type { Model } from '../model/model.ts'
import { defaultSystem, registered } from '../registry.ts'
import { Symbols } from '../../transform/symbols.ts'

/** The training of one member. */
export interface MemberTask {
  readonly corpus: Corpus
  readonly labels: Symbols
  readonly options: TrainOptions
}

/** The members of a committee, or one parser. */
export interface TrainedMembers<Trained> {
  readonly members: readonly Trained[]
  /** Members that have not seen the sentences of `heldOut`; absent for one parser, and for fewer than five sentences. */
  readonly trial?: { readonly members: readonly Trained[]; readonly heldOut: Corpus }
}

/** One sentence in so many is held out. */
const HELD_OUT_INTERVAL = 5

/** The trainings of all members, one per round; one training if the options have no committee. */
export function* trainMembers<Trained extends { readonly model: Model }>(
  corpus: Corpus,
  labels: Symbols,
  given: TrainOptions,
): Rounds<MemberTask, Trained, TrainedMembers<Trained>> {
  const { committee, ...options } = given
  if (committee === undefined) return { members: yield [{ corpus, labels, options }] }
  const texts = [...labels.texts()] // a copy: training adds labels
  const names = committee.split(',')
  function* learn(part: Corpus, stage: string, memberOptions: TrainOptions, table = new Symbols(texts)) {
    const onProgress: TrainOptions['onProgress'] =
      options.onProgress && ((progress) => options.onProgress!({ stage, ...progress }))
    const [trained]: readonly Trained[] = yield [
      { corpus: part, labels: table, options: { ...memberOptions, onProgress } },
    ]
    return trained
  }
  const members: Trained[] = []
  for (const [i, system] of names.entries()) {
    const stage = `parser ${i + 1} of ${names.length}`
    const first = { ...options, system, facts: { ...options.facts, committee } }
    const [memberOptions, table] = i === 0 ? [first, labels] : [helperOptions(system, options, members)]
    members.push(yield* learn(corpus, stage, memberOptions, table))
  }
  if (corpus.size < HELD_OUT_INTERVAL) return { members }
  const sentences = Array.from({ length: corpus.size }, (_, index) => index)
  const [heldOut, others] = [true, false].map((isHeldOut) =>
    corpus.part(sentences.filter((index) => ((index + 1) % HELD_OUT_INTERVAL === 0) === isHeldOut)),
  )
  const trial: Trained[] = []
  for (const [i, system] of names.entries()) {
    const stage = `confidences, parser ${i + 1} of ${names.length}`
    const { direction } = members[i].model.header
    // No tree is left out, so that there are trees to learn from.
    const nonProjective = 'projectivize:head'
    const trialOptions = { ...helperOptions(system, options, members), direction, nonProjective } as const
    trial.push(yield* learn(others, stage, trialOptions))
  }
  return { members, trial: { members: trial, heldOut } }
}

/** The options of a member that is trained greedily. @param previousMembers the previous members */
function helperOptions(
  name: string,
  given: TrainOptions,
  previousMembers: readonly { readonly model: Model }[],
): TrainOptions {
  const { beam, exploration, shards: _, ensemble: __, development: ___, steps, ...options } = given
  const rightBranchingMember = previousMembers.findLast(
    ({ model }) => registered(model.header.system).traits.transformsTrees,
  )?.model
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
