/**
 * Plots as Vega-Lite specifications, narrow enough for a telephone. Text and lines take the colour of the page's text,
 * series take theirs from the page where it sets them, so that one drawing does for light and dark.
 */
import type { Plot } from './blocks.ts'

const WIDTH = 250
const BAND = 15

/** What series are coloured by when the page does not say: readable on white and on black. */
export const seriesColours: readonly string[] = Object.freeze([
  '#3b7dd8',
  '#c9711a',
  '#2a9d6f',
  '#c8504b',
  '#8a63c9',
  '#7a828c',
])

const range = seriesColours.map((colour, i) => `var(--series-${i + 1}, ${colour})`)
const text = { labelColor: 'currentColor', titleColor: 'currentColor', labelFontSize: 11, titleFontSize: 11 }
const font = 'system-ui, sans-serif'

const shared = {
  $schema: 'https://vega.github.io/schema/vega-lite/v6.json',
  background: null,
  config: {
    font,
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

/** One value of one series, in one of the groups that are told apart along the axis. */
export interface Value {
  readonly group: string
  readonly series: string
  readonly value: number
}

/** The values in the order in which they come, each once. */
function inOrder(values: readonly string[]): string[] {
  return [...new Set(values)]
}

/** Values from zero on. */
export function barPlot(id: string, title: string, valueTitle: string, values: readonly Value[]): Plot {
  return grouped(id, title, valueTitle, values, { type: 'bar' }, true)
}

/** Values of which only the differences matter. */
export function dotPlot(id: string, title: string, valueTitle: string, values: readonly Value[]): Plot {
  return grouped(id, title, valueTitle, values, { type: 'point', filled: true, size: 70, opacity: 1 }, false)
}

function grouped(
  id: string,
  title: string,
  valueTitle: string,
  values: readonly Value[],
  mark: object,
  fromZero: boolean,
): Plot {
  const groups = inOrder(values.map(({ group }) => group))
  const series = inOrder(values.map((value) => value.series))
  const step = fromZero
    ? { step: Math.max(BAND * 1.4, 11 * series.length + 8), for: 'position' }
    : { step: BAND * 1.6 }
  return {
    kind: 'plot',
    id,
    title,
    description: groups
      .map((group) => {
        const inGroup = values.filter((value) => value.group === group)
        return `${group}: ${inGroup.map((value) => `${value.series} ${round(value.value)}`).join(', ')}`
      })
      .join('; '),
    spec: {
      ...shared,
      width: WIDTH,
      height: step,
      data: { values },
      mark,
      encoding: {
        y: { field: 'group', type: 'nominal', sort: groups, title: null },
        ...(fromZero && series.length > 1
          ? { yOffset: { field: 'series', type: 'nominal', sort: series } }
          : {}),
        x: {
          field: 'value',
          type: 'quantitative',
          title: valueTitle,
          scale: fromZero ? { zero: true } : { zero: false, padding: 6 },
          axis: { tickCount: 5 },
        },
        color: {
          field: 'series',
          type: 'nominal',
          sort: series,
          legend: series.length > 1 ? {} : null,
        },
        ...(fromZero ? {} : { shape: { field: 'series', type: 'nominal', sort: series } }),
      },
    },
  }
}

/** A point of a line. */
export interface LinePoint {
  readonly series: string
  readonly x: number
  readonly y: number
  /** Lines of one series that are told apart by how they are drawn. */
  readonly variant?: string
}

/** Lines over a logarithmic axis of sizes. */
export function linePlot(
  id: string,
  title: string,
  axes: { readonly x: string; readonly y: string },
  points: readonly LinePoint[],
): Plot {
  const series = inOrder(points.map((point) => point.series))
  const variants = inOrder(points.flatMap(({ variant }) => variant ?? []))
  const dashes = [
    [1, 0],
    [4, 3],
  ]
  return {
    kind: 'plot',
    id,
    title,
    description: series
      .map((name) => {
        const own = points.filter((point) => point.series === name)
        return `${name}: ${own.map(({ x, y, variant }) => `${round(y)} at ${x}${variant ? ` (${variant})` : ''}`).join(', ')}`
      })
      .join('; '),
    spec: {
      ...shared,
      width: WIDTH,
      height: 220,
      data: { values: points },
      mark: { type: 'line', point: { size: 45 }, strokeWidth: 2 },
      encoding: {
        x: {
          field: 'x',
          type: 'quantitative',
          title: axes.x,
          scale: { type: 'log', nice: false, padding: 12 },
          axis: { values: inOrder(points.map(({ x }) => String(x))).map(Number), format: ',d', grid: false },
        },
        y: {
          field: 'y',
          type: 'quantitative',
          title: axes.y,
          scale: { zero: false },
          axis: { tickCount: 6 },
        },
        color: { field: 'series', type: 'nominal', sort: series },
        ...(variants.length > 1
          ? {
              strokeDash: {
                field: 'variant',
                type: 'nominal',
                sort: variants,
                scale: { domain: variants, range: dashes },
                legend: {
                  orient: 'top',
                  symbolType: 'stroke',
                  symbolSize: 300,
                  symbolFillColor: 'transparent',
                  symbolStrokeColor: 'currentColor',
                },
              },
            }
          : {}),
      },
    },
  }
}

/** A named point in the plane. */
export interface NamedPoint {
  readonly name: string
  readonly x: number
  readonly y: number
}

/** Points with their names; lines across where x and y change sides. */
export function scatterPlot(
  id: string,
  title: string,
  axes: { readonly x: string; readonly y: string },
  points: readonly NamedPoint[],
  sides: { readonly x: number; readonly y: number },
): Plot {
  const line = { type: 'rule', strokeDash: [4, 3], color: 'currentColor', opacity: 0.6 }
  const axis = (field: 'x' | 'y', padding: number, tickCount: number): object => ({
    field,
    type: 'quantitative',
    title: axes[field],
    scale: { zero: false, padding },
    axis: { tickCount },
  })
  const x = axis('x', 20, 5)
  const y = axis('y', 16, 6)
  // Names stand above and below by turns, so that neighbours are in each other's way less often.
  const values = points.toSorted((a, b) => a.x - b.x).map((point, i) => ({ ...point, isBelow: i % 2 === 1 }))
  return {
    kind: 'plot',
    id,
    title,
    description: points
      .map(({ name, x: across, y: up }) => `${name}: ${round(across)}, ${round(up)}`)
      .join('; '),
    spec: {
      ...shared,
      width: WIDTH + 30,
      height: 240,
      data: { values },
      layer: [
        { data: { values: [{ x: sides.x }] }, mark: line, encoding: { x } },
        { data: { values: [{ y: sides.y }] }, mark: line, encoding: { y } },
        { mark: { type: 'point', filled: true, size: 60, opacity: 1, color: range[0] }, encoding: { x, y } },
        {
          mark: {
            type: 'text',
            dy: { expr: 'datum.isBelow ? 11 : -9' },
            fontSize: 10,
            color: 'currentColor',
          },
          encoding: { x, y, text: { field: 'name', type: 'nominal' } },
        },
      ],
    },
  }
}

function round(value: number): string {
  return String(Math.round(100 * value) / 100)
}
