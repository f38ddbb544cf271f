/** The options of `rbparse train`: what they mean, and whether they go together. */
import { InvalidArgumentError } from 'commander'
import { solverNumber, type Solver } from 'liblinear-wasm'
import { modelForms, type ModelForm } from '../../parser/model/classifiers.ts'
import { registered, registry } from '../../parser/registry.ts'
import { CallError } from '../files/failures.ts'
import type { Terminal } from '../files/terminal.ts'
import { trainingDefaults } from '../training/training.ts'
import type { TrainCall } from './train.ts'

/** Throws CallError where there are shards of what is not learned in shards. */
export function checkShards({ shards, beam, pipeline }: TrainCall): void {
  if (shards > 1 && (beam === 1 || pipeline))
    throw new CallError(
      '--shards is for the perceptron with a beam, expected --beam N beside it, and no --pipeline',
    )
}

/** Tells where one thread learns, however many are asked for: the model is the same. */
export function noteJobs(
  { jobs, shards, pipeline }: TrainCall,
  learner: 'liblinear' | 'perceptron',
  { stderr }: Terminal,
): void {
  if (jobs === 1) return
  if (pipeline) stderr.write('note: --jobs is not for --pipeline, one thread learns\n')
  else if (learner === 'perceptron' && shards === 1)
    stderr.write('note: --jobs is for the perceptron with --shards, one thread learns\n')
}

/** What is said, or what a beam and exploration need. Throws CallError where these do not go together. */
export function learnerOf({
  learner,
  beam,
  exploration,
  system,
  form,
}: TrainCall): 'liblinear' | 'perceptron' {
  if (exploration && !registered(system).dynamicOracle) {
    const able = registry.filter((entry) => entry.dynamicOracle).map((entry) => entry.name)
    throw new CallError(`--exploration needs a dynamic oracle, expected one of: ${able.join(', ')}`)
  }
  const wanted = beam > 1 ? '--beam' : exploration ? '--exploration' : undefined
  if (wanted && learner === 'liblinear')
    throw new CallError(`${wanted} is for the perceptron, expected --learner perceptron with it`)
  const chosen = learner ?? (wanted ? 'perceptron' : trainingDefaults.learner)
  if (chosen === 'perceptron' && form === 'factored')
    throw new CallError('--form factored needs --learner liblinear, the perceptron learns labelled models')
  return chosen
}

/** A `name=value` more. */
export function addFact(text: string, before: Readonly<Record<string, string>>): Record<string, string> {
  const [, name, value] = /^([a-z]+)=(.+)$/su.exec(text) ?? []
  if (name === undefined) throw new InvalidArgumentError('Expected a name in small letters, = and a value.')
  return { ...before, [name]: value }
}

/** A form of model by its name; `joint` is another name for `labelled`, and `stepwise` for `factored`. */
export function parseForm(text: string): ModelForm {
  const form = modelForms.find((one, i) => one === text || ['joint', 'stepwise'][i] === text)
  if (form) return form
  throw new InvalidArgumentError(`Expected ${modelForms.join(' or ')}.`)
}

/** A solver of LIBLINEAR by its number or name. */
export function parseSolver(text: string): Solver {
  try {
    return solverNumber(/^\d+$/.test(text) ? Number(text) : text)
  } catch (error) {
    throw new CallError((error as Error).message)
  }
}
