/**
 * Plots as Vega-Lite specifications, narrow enough for a telephone. Text and lines have the colour of the page's text,
 * and series have colours that the page can set, so that one drawing is good for light and dark pages. A plot without
 * values is undefined.
 */
import { metricsOf, selected } from '../studies/expand.ts'
import type { Dimension, Place, PlotLayout } from '../study.ts'
import type { Plot } from './blocks.ts'
import { unique, type StudyResults } from './study-results.ts'

const WIDTH = 250
const BAND = 15

/** The colours of series if the page sets none: readable on white and on black. */
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
    legend: { ...text, title: null, orient: 'bottom', columns: 2, labelLimit: 0, symbolSize: 70 },
    range: { category: range },
  },
}

/** A value of a series: in one of the groups along an axis, or over a number. */
export interface Value {
  readonly series: string
  readonly group?: string
  readonly x?: number
  readonly value: number
  /** Distinguishes lines of one series by their dashes. */
  readonly variant?: string
}

/** The plots of a layout: one for each treebank unless treebanks are groups or series. */
export function plotsOf(results: StudyResults, layout: PlotLayout): Plot[] {
  const { title, mark, groups, series, x, parsers } = layout
  const metrics = layout.metrics ?? metricsOf(results.study).slice(0, 1)
  const isSplit = groups !== 'treebank' && series !== 'treebank'
  const sets = isSplit ? results.treebanks.map((treebank) => [treebank]) : [results.treebanks]
  const axis = metrics.length === 1 ? metrics[0] : 'percent'
  return sets.flatMap((treebanks) => {
    const sizes = mark === 'line' ? results.sizes : [results.largest]
    const places = treebanks.flatMap((treebank) =>
      metrics.flatMap((metric) =>
        selected(results.parsers, parsers).flatMap((parser) =>
          sizes.map((size): Place => ({ treebank, size, parser, metric })),
        ),
      ),
    )
    const values = places.flatMap((place) => {
      const value = results.figure(place)?.value
      if (value === undefined) return []
      if (mark === 'line') return pointOf(results, place, x ?? '', value)
      return [
        {
          series: String(place[series as Dimension] ?? ''),
          group: String(place[groups as Dimension]),
          value,
        },
      ]
    })
    const name = `${results.study.name}-${title}${isSplit ? `-${treebanks[0]}` : ''}`
    const heading = {
      id: name.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-'),
      title: treebanks.length === 1 ? `${title}: ${treebanks[0]}` : title,
    }
    if (mark === 'line') return linePlot(heading, { x: x ?? '', y: axis }, values) ?? []
    return groupPlot(heading, mark, axis, values) ?? []
  })
}

/** A point of a line; none if it is not known where it is. */
function pointOf(results: StudyResults, place: Place, x: string, value: number): Value[] {
  const { settings, view } = results.parserOf(place.parser)
  const at = settings[x] ?? results.figure({ ...place, metric: x })?.value
  const series = place.parser.split(',')[0]
  return typeof at === 'number' ? [{ series, x: at, value, variant: view }] : []
}

/** Bars that start at zero, or points, for values of which only the differences matter. */
export function groupPlot(
  heading: Heading,
  mark: 'bar' | 'point',
  axis: string,
  values: readonly Value[],
): Plot | undefined {
  const series = nominal('series', values)
  const { length } = series.sort
  const isBar = mark === 'bar'
  return plotOf(
    heading,
    described('group', values, (one) => `${one.series} ${round(one.value)}`),
    {
      width: WIDTH,
      height: isBar ? { step: Math.max(BAND * 1.4, 11 * length + 8), for: 'position' } : { step: BAND * 1.6 },
      data: { values },
      mark: isBar ? { type: mark } : { type: mark, filled: true, size: 70, opacity: 1 },
      encoding: {
        y: { ...nominal('group', values), title: null },
        color: { ...series, legend: length > 1 ? {} : null },
        x: quantity('value', axis, isBar ? { zero: true } : { zero: false, padding: 6 }, 5),
        ...(isBar ? length > 1 && { yOffset: series } : { shape: series }),
      },
    },
  )
}

/** Lines over a logarithmic axis. */
export function linePlot(
  heading: Heading,
  axes: { readonly x: string; readonly y: string },
  values: readonly Value[],
): Plot | undefined {
  if (unique(values.map(({ x }) => x)).length < 2) return undefined
  const variants = nominal('variant', values)
  const few = unique(values.map(({ x }) => x))
  return plotOf(
    heading,
    described(
      'series',
      values,
      ({ x, value, variant }) =>
        `${round(value)} at ${round(Number(x))}${variants.sort.length > 1 ? ` (${variant})` : ''}`,
    ),
    {
      width: WIDTH,
      height: 220,
      data: { values },
      mark: { type: 'line', point: { size: 45 }, strokeWidth: 2 },
      encoding: {
        x: {
          ...quantity('x', axes.x, { type: 'log', nice: false, padding: 12 }),
          axis: { ...(few.length <= 8 && { values: few }), format: ',d', grid: false },
        },
        y: quantity('value', axes.y, { zero: false }, 6),
        color: nominal('series', values),
        ...(variants.sort.length > 1 && { strokeDash: dashes(variants) }),
      },
    },
  )
}

const solidAndDashed = [
  [1, 0],
  [4, 3],
]

function dashes(variants: ReturnType<typeof nominal>): object {
  const colour = { symbolFillColor: 'transparent', symbolStrokeColor: 'currentColor' }
  const scale = { domain: variants.sort, range: solidAndDashed }
  return { ...variants, scale, legend: { orient: 'top', symbolType: 'stroke', symbolSize: 300, ...colour } }
}

type Heading = Pick<Plot, 'id' | 'title'>

/** @param descriptions what the plot shows, in parts; none: the plot is empty */
function plotOf({ id, title }: Heading, descriptions: readonly string[], spec: object): Plot | undefined {
  if (descriptions.length === 0) return undefined
  return { kind: 'plot', id, title, description: descriptions.join('; '), spec: { ...shared, ...spec } }
}

function quantity(field: string, title: string, scale: object, tickCount?: number): object {
  return { field, type: 'quantitative', title, scale, axis: { tickCount } }
}

/** A field of names, in the order in which they come. */
function nominal(field: 'series' | 'group' | 'variant', values: readonly Value[]) {
  return { field, type: 'nominal', sort: unique(values.flatMap((value) => value[field] ?? [])) }
}

/** The values in words, by the name in a field. */
function described(
  field: 'series' | 'group',
  values: readonly Value[],
  textOf: (value: Value) => string,
): string[] {
  return nominal(field, values).sort.map(
    (name) =>
      `${name}: ${values
        .filter((value) => value[field] === name)
        .map(textOf)
        .join(', ')}`,
  )
}

function round(value: number): string {
  return String(Math.round(100 * value) / 100)
}
