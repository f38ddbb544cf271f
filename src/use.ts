/** Systems, steps, features and metrics from outside the package. */
import { registerSystem, type OwnSystem } from '../parser/registry.ts'
import type { TemplateSet } from '../parser/features/templates.ts'
import type { StepKind } from '../transform/step.ts'
import { registerStep } from '../transform/steps.ts'
import type { Symbols } from '../transform/symbols.ts'
import type { Tree } from '../transform/tree.ts'
import { registerFeatures } from './training/train-model.ts'

/** A figure of studies: the percentage of right ones among all. */
export interface Metric {
  readonly name: string
  /** What a parser's tree of a sentence adds to the two counts. */
  count(gold: Tree, tree: Tree, labels: Symbols): { readonly right: number; readonly all: number }
}

/** What a module can export. */
export interface Extension {
  readonly systems?: readonly OwnSystem[]
  readonly steps?: readonly StepKind[]
  /** Sets of features, for `--features` by their names. */
  readonly features?: readonly TemplateSet[]
  readonly metrics?: readonly Metric[]
}

const ownMetrics: Metric[] = []

/** The names of built-in figures of studies, in lower case, without spaces and hyphens. */
const builtIn: ReadonlySet<string> = new Set(
  (
    'las uas la exact vestigialarcs nonprojective severalroots rootless trainsentences testsentences wordsasecond ' +
    'tags direction training leftarcs leftlength unseenlabels wordsofunseenlabels final transformed recall precision ' +
    'secondstraining secondsparsing'
  ).split(' '),
)

/** The metrics that were registered. */
export const metrics: readonly Metric[] = ownMetrics

/**
 * Registers what a module exports. From then on each part is known by its name, as what is
 * built in is. Throws RangeError with what is wrong, or if a name is taken.
 */
export function use({ systems = [], steps = [], features = [], metrics = [] }: Extension): void {
  const all = [systems, steps, features, metrics]
  if (!all.every(Array.isArray))
    throw new RangeError('expected lists of systems, steps, features and metrics')
  if (all.flat().length === 0) throw new RangeError('it exports no systems, steps, features or metrics')
  systems.forEach(registerSystem)
  steps.forEach(registerStep)
  features.forEach(registerFeatures)
  for (const metric of metrics) {
    if (!/^[a-z][\w -]{0,59}$/i.test(metric.name) || typeof metric.count !== 'function')
      throw new RangeError('a metric is wrong, expected { name, count(gold, tree, labels) }')
    const isBuiltIn = builtIn.has(metric.name.replace(/[ -]/g, '').toLowerCase())
    if (isBuiltIn || ownMetrics.some(({ name }) => name === metric.name))
      throw new RangeError(`metric '${metric.name}': expected another name, there is a metric of this one`)
    ownMetrics.push(metric)
  }
}
