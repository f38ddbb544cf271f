/**
 * Tuning: searches the options that fit a treebank, group by group, as in MaltOptimizer (Ballesteros & Nivre 2012). Each
 * trial changes one option of the best trial so far; a change that raises LAS on the development treebank is kept.
 */
import { templatesLike } from '../../parser/options/feature-sets.ts'
import type { TagColumn } from '../../parser/core/word-attributes.ts'
import type { Corpus } from '../../parser/learning/corpus.ts'
import { linearOptions } from '../../parser/learning/learner-options.ts'
import { completeTrees } from '../../parser/learning/partial-trees.ts'
import { labelledScore } from '../../parser/learning/selection.ts'
import { readsStructure, withoutColumn } from '../../parser/learning/treebank-fit.ts'
import type { Model } from '../../parser/model/model.ts'
import { registered, registry } from '../../parser/registry.ts'
import { trainingOptions, type TrainingOptionName } from '../../parser/options/training.ts'
import { train, type TrainOptions, type TrainStatistics } from '../../parser/train.ts'
import { Symbols } from '../../transform/symbols.ts'

/** A trained parser and its LAS (0 to 100) on the development treebank. */
export interface Trial {
  /** The changed option and its value. */
  readonly change: string
  readonly las: number
  readonly kept: boolean
  readonly model: Model
  readonly statistics: TrainStatistics
}

export interface Tuning {
  readonly corpus: Corpus
  readonly development: Corpus
  /** The labels of both treebanks. */
  readonly labels: readonly string[]
  readonly options: TrainOptions
  /** Whether there is time for another trial. The first trial always runs. */
  hasTime(): boolean
  onTrial?(trial: Trial): void
}

interface Change {
  readonly name: string
  readonly options?: Partial<TrainOptions>
  readonly without?: TagColumn
}

interface State {
  readonly options: TrainOptions
  readonly without: readonly TagColumn[]
}

/** Steps that raise LAS on several treebanks (see experiments/README.md). */
const stepLists = [
  'function-heads:case+mark+aux+cop',
  'coordination:chain,function-heads:case+mark+aux+cop',
  'verb-groups',
  'coordination:chain',
]

type Group = (state: State, best: Trial) => readonly Change[]

/** Changes to the other systems that support constraints (the best systems are among them), or that do not. */
const systems =
  (constrained: boolean): Group =>
  ({ options }) =>
    (options.committee === undefined ? registry : [])
      .filter(({ name, traits }) => name !== options.system && !traits.readsGold)
      .filter(({ dynamicOracle }) => !options.exploration || dynamicOracle)
      .filter((entry) => (entry.constrained !== undefined) === constrained)
      .map(({ name }) => ({ name: `system ${name}`, options: systemOf(name, options) }))

/** A change for each value of an option except some values. @param label the name of the option in trials */
function valuesExcept(
  name: TrainingOptionName,
  excluded: readonly unknown[],
  label: string = name,
): Change[] {
  const values = trainingOptions[name].type.choices?.() ?? []
  return values
    .filter((value) => !excluded.includes(value))
    .map((value) => ({ name: `${label} ${value}`, options: { [name]: value } }))
}

/**
 * The groups of changes, in order. Each group depends on the best trial so far. If time runs out, the last groups are left
 * out.
 */
const groups: readonly Group[] = [
  systems(true),
  ({ options }, { model }) => {
    const direction = model.header.direction === 'left' ? 'right' : 'left'
    return registered(options.system).traits.transformsTrees
      ? [{ name: `direction ${direction}`, options: { direction } }]
      : []
  },
  (_, { model }) =>
    model.header.tags === 'both' ? [{ name: 'features without XPOS', without: 'XPOS' }] : [],
  ({ options }, { model }) => {
    if (!options.templates.adaptive) return []
    if (readsStructure(model.header.templates))
      return [{ name: 'features without FEATS and lemmas', without: 'FEATS' }]
    const templates = { ...options.templates, adaptive: undefined }
    return [{ name: 'features with FEATS and lemmas', options: { templates } }]
  },
  ({ options }) =>
    options.steps === undefined
      ? stepLists.map((steps) => ({ name: `steps ${steps}`, options: { steps } }))
      : [],
  ({ options }) => {
    if (registered(options.system).make(options).nonProjective) return []
    return valuesExcept('nonProjective', [options.nonProjective, 'error'], 'encoding')
  },
  (_, { model }) => valuesExcept('labelling', [model.header.relabelling ? 'late' : 'early']),
  ({ options }, { model }) =>
    trainingOptions.form.learner === options.learner ? valuesExcept('form', [model.header.form]) : [],
  ({ options }) => {
    if (options.learner === 'perceptron')
      return [{ name: `epochs ${2 * options.epochs}`, options: { epochs: 2 * options.epochs } }]
    const { C } = linearOptions(registered(options.system).traits, options)
    return [2, 0.5, 4].map((factor) => ({ name: `C ${C * factor}`, options: { C: C * factor } }))
  },
  systems(false),
]

/** Tries the groups of changes in order while there is time. Returns the best trial; the header of its model lists all trials. */
export function tune(request: Tuning): Pick<Trial, 'model' | 'statistics'> {
  const tuning = {
    ...request,
    ...completeTrees(request.corpus, new Symbols(request.labels), request.options),
  }
  const { hasTime, onTrial } = tuning
  let state: State = { options: tuning.options, without: [] }
  const trialTexts: string[] = []
  const attempt = (change: string, next: State, lasToExceed: number): Trial => {
    const { model, statistics, las } = trainOnce(tuning, next)
    const trial = { change, las, kept: las > lasToExceed, model, statistics }
    trialTexts.push(`${change} ${las.toFixed(2)}${trial.kept ? ', kept' : ''}`)
    onTrial?.(trial)
    return trial
  }
  let best = attempt('given options', state, -1)
  state = { ...state, options: { ...state.options, direction: best.model.header.direction } }
  for (const group of groups) {
    let [kept, keptState] = [best, state]
    for (const { name, options, without } of group(state, best)) {
      if (!hasTime()) break
      const next = {
        options: { ...state.options, ...options },
        without: without ? [...state.without, without] : state.without,
      }
      const trial = attempt(name, next, kept.las)
      if (trial.kept) [kept, keptState] = [trial, next]
    }
    ;[best, state] = [kept, keptState]
  }
  const { model, statistics } = best
  const training = { ...model.header.training, tuning: trialTexts.join('; ') }
  return { model: { ...model, header: { ...model.header, training } }, statistics }
}

function trainOnce({ corpus, development, labels }: Tuning, { options, without }: State) {
  const [part, test] = [corpus, development].map((corpusPart) =>
    without.reduce((reduced, name) => withoutColumn(name, reduced), corpusPart),
  )
  const selected = options.learner === 'perceptron' ? test : undefined
  const trained = train(part, new Symbols(labels), { ...options, development: selected })
  return { ...trained, las: 100 * labelledScore(trained.model, test) }
}

/** The options for another system: features for this system, and the direction and last step that it selects. */
function systemOf(system: string, options: TrainOptions): Partial<TrainOptions> {
  const steps = options.steps?.replace(/(,|^) *right-branching *$/, '') || undefined
  const templates = templatesLike(options.templates, options, { ...options, system })
  return { system, steps, direction: 'auto', templates }
}
