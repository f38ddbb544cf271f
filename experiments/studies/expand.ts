/** Expands the lists and patterns of a study. */
import type { CellSettings } from '../cells/cell.ts'
import type { StudyParser, Pair, ParserDeclaration, Place, Study, StudyOptions } from '../study.ts'

type Values = Readonly<Record<string, string | number | boolean>>

/** The parsers of a study, one for each combination of the values in their lists. */
export function studyParsersOf(study: Study, options: StudyOptions): StudyParser[] {
  return study.parsers.flatMap((parser) => {
    const {
      name,
      measurement = 'attachment',
      view = 'final',
      alone = false,
      each = {},
      steps,
      ...declaredSettings
    } = parser
    const settings: Record<string, unknown> = { ...study.defaults, ...declaredSettings, ...each }
    const quick = Object.entries(options.quick ? (study.quick ?? {}) : {})
    for (const [key, value] of quick)
      if (key in settings && Array.isArray(settings[key]) === Array.isArray(value)) settings[key] = value
    const lists = Object.entries(settings).map(
      ([key, value]) => [key, selectedValues(study, key, value, options)] as const,
    )
    return productOf<Values>(lists).map((values) => {
      const fill = (text: string): string =>
        text.replaceAll(/\{(\w+)\}/g, (all, key: string) =>
          Object.hasOwn(values, key) ? String(values[key]) : all,
        )
      const keptSettings = Object.fromEntries(Object.entries(values).filter(([key]) => !(key in each)))
      const parserSettings = { ...keptSettings, ...(steps && { steps: fill(steps.join(',')) }) }
      return {
        name: fill(name),
        measurement,
        view: fill(view),
        alone,
        settings: overridden(parserSettings, options),
      }
    })
  })
}

/** The values of a setting that a user selects. */
function selectedValues(
  { anySystem = false }: Study,
  key: string,
  value: unknown,
  { systems, beams }: StudyOptions,
): readonly Values[string][] {
  const isList = Array.isArray(value)
  const values = (isList ? value : [value]) as Values[string][]
  if (key === 'systems' && systems) return [systems.join(',')]
  if (isList && (key === 'beam' || key === 'width') && beams) return [...new Set(beams)]
  if (key !== 'system' || !systems) return values
  return isList && anySystem ? systems : values.filter((one) => systems.includes(String(one)))
}

/** A record for each combination of the values of its keys. */
export function productOf<Row extends object>(
  lists: readonly (readonly [key: keyof Row, values: readonly Row[keyof Row][]])[],
): Row[] {
  return lists.reduce<Row[]>(
    (all, [key, values]) => all.flatMap((one) => values.map((value) => ({ ...one, [key]: value }))),
    [{} as Row],
  )
}

/** Replaces settings of features and learner by the options of the user. */
function overridden(settings: CellSettings, { features, tags, solver, C }: StudyOptions): CellSettings {
  if (settings.features === undefined) return settings
  const form = features === 'paper' ? 'labelled' : undefined
  const selectedOptions = Object.entries({ tags, solver, C }).filter(([, value]) => value !== undefined)
  return {
    ...settings,
    ...(features !== undefined && { features, form }),
    ...Object.fromEntries(selectedOptions),
  }
}

/** Whether a name is equal to the pattern, or matches it if it is a regular expression (`/…`). */
export function matches(name: string, pattern: string): boolean {
  return pattern.startsWith('/') ? expressionOf(pattern).test(name) : name === pattern
}

function expressionOf(pattern: string): RegExp {
  return new RegExp(`^(?:${pattern.slice(1)})$`, 'u')
}

/** The pairs of parsers that match declared pairs. Pairs with a missing parser are left out. */
export function pairsOf(pairs: readonly Pair[], parsers: readonly string[]): Pair[] {
  return pairs.flatMap(([one, other]) =>
    parsers
      .filter((name) => matches(name, one))
      .map((name): Pair => [name, one.startsWith('/') ? name.replace(expressionOf(one), other) : other])
      .filter(([name, against]) => name !== against && parsers.includes(against)),
  )
}

/** The figure that a paper prints for a place. In a row of averages, the treebank is `average`. */
export function printedAt({ printed = [] }: Study, place: Place): number | undefined {
  const matchesPlace = ({ treebank, size, parser }: (typeof printed)[0]): boolean =>
    (treebank === undefined || place.treebank.startsWith(String(treebank))) &&
    (size === undefined || place.size === size) &&
    (parser === undefined || matches(place.parser, String(parser)))
  const value = printed.find((entry) => matchesPlace(entry) && entry[place.metric] !== undefined)?.[
    place.metric
  ]
  return typeof value === 'number' ? value : undefined
}

export function metricsOf({ metrics = ['LAS', 'UAS'] }: Study): readonly string[] {
  return metrics
}

export function selected(
  parsers: readonly string[],
  pattern: ParserDeclaration['name'] | undefined,
): string[] {
  return parsers.filter((name) => pattern === undefined || matches(name, pattern))
}
