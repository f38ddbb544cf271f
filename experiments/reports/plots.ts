/** Builds plots as narrow Vega-Lite specifications in the colours of the page. The result is undefined without values. */
import { metricsOf, selected } from '../studies/expand.ts'
import type { Place, PlotLayout } from '../study.ts'
import { slug, type Plot } from './blocks.ts'
import { unique, type StudyResults } from './study-results.ts'
import type { TopLevelSpec } from 'vega-lite'
import type { Terminal } from '../../src/lab-node.ts'

const PLOT_WIDTH = 250

/** The default colours of series, readable on white and on black. The page can override them. */
const seriesColours = ['#3b7dd8', '#c9711a', '#2a9d6f', '#c8504b', '#8a63c9', '#7a828c']

const range = seriesColours.map((colour, i) => `var(--series-${i + 1}, ${colour})`)
const text = { labelColor: 'currentColor', titleColor: 'currentColor', labelFontSize: 11, titleFontSize: 11 }

const shared = {
  $schema: 'https://vega.github.io/schema/vega-lite/v6.json',
  background: null,
  config: {
    font: 'system-ui, sans-serif',
    view: { stroke: null },
    axis: {
      ...text,
      titleFontWeight: 'normal',
      domainColor: 'currentColor',
      domainOpacity: 0.5,
      tickColor: 'currentColor',
      tickOpacity: 0.5,
      gridColor: 'currentColor',
      gridOpacity: 0.14,
      labelLimit: 150,
    },
    range: { category: range },
  },
}

/** The legend of a plot. Long names are in one column, so that letters have 7 points if the plot is as wide as a column of a paper. */
function legendOf(values: readonly PlottedValue[]): object {
  const longest = Math.max(...values.map(({ series }) => series.length))
  const columns = longest > 16 ? 1 : 2
  return { ...text, title: null, orient: 'bottom', columns, labelLimit: 0, symbolSize: 70 }
}

/** A value of a series, at a group (group plots) or at a number `x` (line plots). */
export interface PlottedValue {
  readonly series: string
  readonly group?: string
  readonly x?: number
  readonly value: number
  /** The ends of the error bar. */
  readonly low?: number
  readonly high?: number
  /** A second line of the same series has another variant and is dashed. */
  readonly variant?: string
}

/** The plots of a layout. Unless treebanks are groups or series, each treebank has a plot. */
export function plotsOf(results: StudyResults, layout: PlotLayout): Plot[] {
  const { title, mark, groups = 'treebank', series, x = '', parsers } = layout
  const metrics = layout.metrics ?? metricsOf(results.study).slice(0, 1)
  const isSplit = mark === 'line' || (groups !== 'treebank' && series !== 'treebank')
  const sets = isSplit ? results.treebanks.map((treebank) => [treebank]) : [results.treebanks]
  const axis = metrics.length === 1 ? metrics[0] : 'percent'
  return sets.flatMap((treebanks) => {
    const sizes = mark === 'line' ? results.sizes : [results.largest]
    const rows = treebanks.flatMap((treebank) => metrics.map((metric) => ({ treebank, metric })))
    const places = rows.flatMap((row) =>
      selected(results.parsers, parsers).flatMap((parser) =>
        sizes.map((size): Place => ({ ...row, parser, size })),
      ),
    )
    const values = places.flatMap((place): PlottedValue[] => {
      const value = results.figure(place)?.value
      if (value === undefined) return []
      if (mark === 'line') return pointOf(results, place, x, value)
      const name = series ? String(place[series]) : ''
      return [{ series: name, group: String(place[groups]), value, ...results.spread(place) }]
    })
    const heading = {
      id: slug(`${results.study.name}-${title}${isSplit ? `-${treebanks[0]}` : ''}`),
      title: treebanks.length === 1 ? `${title}: ${treebanks[0]}` : title,
    }
    return (
      (mark === 'line'
        ? linePlot(heading, { x, y: axis }, values)
        : groupPlot(heading, mark, axis, values)) ?? []
    )
  })
}

/** A point of a line; none if its x value is unknown. */
function pointOf(results: StudyResults, place: Place, x: string, value: number): PlottedValue[] {
  const { settings, view } = results.parserOf(place.parser)
  const at = settings[x] ?? results.figure({ ...place, metric: x })?.value
  const series = place.parser.split(',')[0]
  return typeof at === 'number' ? [{ series, x: at, value, variant: view, ...results.spread(place) }] : []
}

/** A plot of groups: bars that start at zero, or points if only differences matter. */
export function groupPlot(
  heading: Heading,
  mark: 'bar' | 'point',
  axis: string,
  values: readonly PlottedValue[],
): Plot | undefined {
  const [series, groups] = [nominal('series', values), nominal('group', values)]
  const { length } = series.sort
  const isBar = mark === 'bar'
  const x = quantity('value', axis, isBar ? { zero: true } : { zero: false, padding: 6 }, { tickCount: 5 })
  return plotOf(heading, values, 'group', {
    height: { step: Math.max(isBar ? 21 : 24, 11 * length + 8), for: 'position' },
    encoding: {
      y: { ...groups, title: null },
      ...(length > 1 && { yOffset: series }),
    },
    layer: [
      {
        mark: isBar ? { type: mark } : { type: mark, filled: true, size: 70, opacity: 1 },
        encoding: {
          x,
          color: { ...series, legend: length > 1 ? {} : null },
          ...(!isBar && { shape: series }),
        },
      },
      errorBars('x'),
    ],
  })
}

/** A plot of lines over a logarithmic x axis. Lines of the second variant are dashed. */
export function linePlot(
  heading: Heading,
  axes: { readonly x: string; readonly y: string },
  values: readonly PlottedValue[],
): Plot | undefined {
  const ticks = unique(values.map(({ x }) => x))
  if (ticks.length < 2) return undefined
  const axis = { ...(ticks.length <= 8 && { values: ticks }), format: ',d', grid: false }
  const variants = nominal('variant', values)
  const solidAndDashed = [
    [1, 0],
    [4, 3],
  ]
  const colour = { symbolFillColor: 'transparent', symbolStrokeColor: 'currentColor' }
  const dashes = {
    ...variants,
    scale: { domain: variants.sort, range: solidAndDashed },
    legend: { orient: 'top', symbolType: 'stroke', symbolSize: 300, ...colour },
  }
  return plotOf(heading, values, 'series', {
    height: 220,
    encoding: { x: quantity('x', axes.x, { type: 'log', nice: false, padding: 12 }, axis) },
    layer: [
      {
        mark: { type: 'line', point: { size: 45 }, strokeWidth: 2 },
        encoding: {
          y: quantity('value', axes.y, { zero: false }, { tickCount: 6 }),
          color: nominal('series', values),
          ...(variants.sort.length > 1 && { strokeDash: dashes }),
        },
      },
      errorBars('y'),
    ],
  })
}

/** A thin line from `low` to `high` for each value that has them. */
function errorBars(axis: 'x' | 'y'): object {
  return {
    transform: [{ filter: 'isValid(datum.low)' }],
    mark: { type: 'rule', color: 'currentColor', opacity: 0.5 },
    encoding: { [axis]: { field: 'low', type: 'quantitative' }, [`${axis}2`]: { field: 'high' } },
  }
}

type Heading = Pick<Plot, 'id' | 'title'>

/** A plot with a text description grouped by a field; undefined without values. */
function plotOf(
  { id, title }: Heading,
  values: readonly PlottedValue[],
  field: 'series' | 'group',
  spec: object,
): Plot | undefined {
  if (values.length === 0) return undefined
  const textOf = ({ series, group, x, value, variant }: PlottedValue): string =>
    group === undefined ? `${round(value)} at ${round(x)} (${variant})` : `${series} ${round(value)}`
  const parts = nominal(field, values).sort.map(
    (name) =>
      `${name}: ${values
        .filter((value) => value[field] === name)
        .map(textOf)
        .join(', ')}`,
  )
  const description = parts.join('; ')
  return {
    kind: 'plot',
    id,
    title,
    description,
    spec: {
      ...shared,
      config: { ...shared.config, legend: legendOf(values) },
      width: PLOT_WIDTH,
      data: { values },
      ...spec,
    },
  }
}

function quantity(field: string, title: string, scale: object, axis: object): object {
  return { field, type: 'quantitative', title, scale, axis }
}

/** A field of names, in order of first occurrence. */
function nominal(field: 'series' | 'group' | 'variant', values: readonly PlottedValue[]) {
  return { field, type: 'nominal', sort: unique(values.flatMap((value) => value[field] ?? [])) }
}

function round(value = NaN): string {
  return String(Math.round(100 * value) / 100)
}

/** Renders each plot as SVG, by id. If Vega is not installed, the result is empty and standard error shows a hint. */
export async function renderPlots(plots: readonly Plot[], terminal: Terminal): Promise<Map<string, string>> {
  const svgById = new Map<string, string>()
  if (plots.length === 0) return svgById
  const engine = await loadVega()
  if (!engine) {
    terminal.stderr.write(
      'no plots: they are drawn by vega-lite, expected after: npm install vega vega-lite\n',
    )
    return svgById
  }
  const { vega, vegaLite } = engine
  for (const { id, spec } of plots) {
    const { spec: compiled } = vegaLite.compile(spec as TopLevelSpec)
    const view = new vega.View(vega.parse(compiled), { renderer: 'none' })
    svgById.set(id, await view.toSVG())
    view.finalize()
  }
  return svgById
}

async function loadVega(): Promise<
  { readonly vega: typeof import('vega'); readonly vegaLite: typeof import('vega-lite') } | undefined
> {
  try {
    const [vega, vegaLite] = await Promise.all([import('vega'), import('vega-lite')])
    return { vega, vegaLite }
  } catch {
    return undefined
  }
}
