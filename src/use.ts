/** Registers systems, steps, features, metrics and searches from outside the package. */
import { hasFields } from '../transform/arguments.ts'
import { registerSystem, type OwnSystem } from '../parser/registry.ts'
import type { TemplateSet } from '../parser/features/templates.ts'
import type { StepKind } from '../transform/steps/step.ts'
import { registerSearch, type SearchKind } from '../parser/search/searches.ts'
import { registerStep } from '../transform/steps/plan.ts'
import { Comparison } from './evaluation/comparison.ts'
import { registerMetric, type Metric } from './evaluation/metrics.ts'
import { registerFeatures } from '../parser/options/feature-sets.ts'

/** The exports of an extension module. */
export interface Extension {
  readonly systems?: readonly OwnSystem[]
  readonly steps?: readonly StepKind[]
  /** Feature sets, which `--features` selects by name. */
  readonly features?: readonly TemplateSet[]
  readonly metrics?: readonly Metric[]
  readonly searches?: readonly SearchKind[]
}

/** The figures of evaluation in lower case, which are reserved names. */
const reservedNames: readonly string[] = Object.keys(new Comparison({}).evaluation()).map((name) =>
  name.toLowerCase(),
)

/**
 * Registers the exports of a module. Afterwards, each part can be used by name like built-in parts. Throws RangeError for an
 * invalid part, or if a name is already registered.
 *
 * ```js
 * use({ features: [{ name: 'words', templates: ['s0.form', 'b0.form'] }] })
 * trainModel(readCoNLLU(bytes), { features: 'words' })
 * ```
 */
export function use(extension: Extension): void {
  hasFields({})(extension, 'extension')
  const { systems = [], steps = [], features = [], metrics = [], searches = [] } = extension
  const lists = [systems, steps, features, metrics, searches]
  if (!lists.every(Array.isArray))
    throw new RangeError('expected lists of systems, steps, features, metrics and searches')
  if (lists.flat().length === 0)
    throw new RangeError('it exports no systems, steps, features, metrics or searches')
  systems.forEach(registerSystem)
  steps.forEach(registerStep)
  features.forEach(registerFeatures)
  searches.forEach(registerSearch)
  for (const metric of metrics) {
    if (reservedNames.includes(String(metric.name).toLowerCase()))
      throw new RangeError(`metric '${metric.name}': expected another name, there is a figure of this one`)
    registerMetric(metric)
  }
}
