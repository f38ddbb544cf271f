/**
 * Plots as Vega-Lite specifications, narrow enough for a telephone. Text and lines have the colour of the page's text,
 * and series have colours that the page can set, so that one drawing is good for light and dark pages. A plot without
 * values is undefined.
 */
import type { Plot } from './blocks.ts'

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

/** One value of a series, in one of the groups along the axis. Values that are undefined are left out. */
export interface Value {
  readonly group: string
  readonly series: string
  readonly value: number | undefined
}

/** Bars that start at zero. */
export function barPlot(id: string, title: string, axis: string, all: readonly Value[]): Plot | undefined {
  const series = nominal('series', all)
  const { length } = series.sort
  return groupedPlot({ id, title }, all, {
    height: { step: Math.max(BAND * 1.4, 11 * length + 8), for: 'position' },
    mark: { type: 'bar' },
    encoding: {
      x: quantity('value', axis, { zero: true }, 5),
      ...(length > 1 && { yOffset: series }),
    },
  })
}

/** Points, for values of which only the differences matter. */
export function dotPlot(id: string, title: string, axis: string, all: readonly Value[]): Plot | undefined {
  return groupedPlot({ id, title }, all, {
    height: { step: BAND * 1.6 },
    mark: { type: 'point', filled: true, size: 70, opacity: 1 },
    encoding: {
      x: quantity('value', axis, { zero: false, padding: 6 }, 5),
      shape: nominal('series', all),
    },
  })
}

function groupedPlot(
  heading: Heading,
  all: readonly Value[],
  { encoding, ...spec }: { readonly height: object; readonly mark: object; readonly encoding: object },
): Plot | undefined {
  const values = all.filter(({ value }) => value !== undefined)
  const series = nominal('series', values)
  const y = { ...nominal('group', values), title: null }
  const color = { ...series, legend: series.sort.length > 1 ? {} : null }
  return plotOf(
    heading,
    described('group', values, (one) => `${one.series} ${round(one.value)}`),
    { width: WIDTH, data: { values }, ...spec, encoding: { y, color, ...encoding } },
  )
}

/** A point of a line. A point whose y is undefined is left out. */
export interface LinePoint {
  readonly series: string
  readonly x: number
  readonly y: number | undefined
  /** Distinguishes lines of one series by their dashes. */
  readonly variant?: string
}

/** Lines over a logarithmic axis of sizes. */
export function linePlot(
  id: string,
  title: string,
  axes: { readonly x: string; readonly y: string },
  all: readonly LinePoint[],
): Plot | undefined {
  const values = all.filter(({ y }) => y !== undefined)
  const ticks = [...new Set(values.map(({ x }) => x))]
  const variants = nominal('variant', values)
  return plotOf(
    { id, title },
    described(
      'series',
      values,
      ({ x, y, variant }) => `${round(y)} at ${x}${variant ? ` (${variant})` : ''}`,
    ),
    {
      width: WIDTH,
      height: 220,
      data: { values },
      mark: { type: 'line', point: { size: 45 }, strokeWidth: 2 },
      encoding: {
        x: {
          ...quantity('x', axes.x, { type: 'log', nice: false, padding: 12 }),
          axis: { values: ticks, format: ',d', grid: false },
        },
        y: quantity('y', axes.y, { zero: false }, 6),
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

/** A named point in the plane. */
export interface NamedPoint {
  readonly name: string
  readonly x: number
  readonly y: number
}

/** Points with their names, and lines across at the values of x and y that divide the plane. */
export function scatterPlot(
  id: string,
  title: string,
  axes: { readonly x: string; readonly y: string },
  points: readonly NamedPoint[],
  borders: { readonly x: number; readonly y: number },
): Plot | undefined {
  const line = { type: 'rule', strokeDash: [4, 3], color: 'currentColor', opacity: 0.6 }
  const x = quantity('x', axes.x, { zero: false, padding: 20 }, 5)
  const y = quantity('y', axes.y, { zero: false, padding: 16 }, 6)
  // Names stand above and below in turn, so that the names of neighbours overlap less often.
  const values = points.toSorted((a, b) => a.x - b.x).map((point, i) => ({ ...point, isBelow: i % 2 === 1 }))
  const dy = { expr: 'datum.isBelow ? 11 : -9' }
  return plotOf(
    { id, title },
    points.map((point) => `${point.name}: ${round(point.x)}, ${round(point.y)}`),
    {
      width: WIDTH + 30,
      height: 240,
      data: { values },
      layer: [
        { data: { values: [{ x: borders.x }] }, mark: line, encoding: { x } },
        { data: { values: [{ y: borders.y }] }, mark: line, encoding: { y } },
        { mark: { type: 'point', filled: true, size: 60, opacity: 1, color: range[0] }, encoding: { x, y } },
        {
          mark: { type: 'text', dy, fontSize: 10, color: 'currentColor' },
          encoding: { x, y, text: { field: 'name', type: 'nominal' } },
        },
      ],
    },
  )
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
function nominal<Field extends string>(field: Field, values: Named<Field>) {
  return { field, type: 'nominal', sort: [...new Set(values.flatMap((value) => value[field] ?? []))] }
}

/** Values with a name in a field. */
type Named<Field extends string> = readonly { readonly [Name in Field]?: string }[]

/** The values in words, by the name in a field. */
function described<Field extends string, Values extends Named<Field>>(
  field: Field,
  values: Values,
  textOf: (value: Values[number]) => string,
): string[] {
  return nominal(field, values).sort.map((name) => {
    const own = values.filter((value) => value[field] === name)
    return `${name}: ${own.map(textOf).join(', ')}`
  })
}

function round(value: number | undefined): string {
  return value === undefined ? '' : String(Math.round(100 * value) / 100)
}
