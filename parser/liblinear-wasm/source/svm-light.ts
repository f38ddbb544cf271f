/** Instances as svm-light and LIBLINEAR write them: a line each, `label index:value index:value …`. */
import type { Problem } from './problem.ts'

/** Instances that were read, and what their classes are called. */
export interface LabelledProblem extends Problem {
  /** The label of each class, in order of first mention; 1 goes before -1 when they are the two. */
  readonly names: readonly number[]
}

/** A typed array that grows. */
interface Growing<T extends Int32Array | Float64Array> {
  data: T
  length: number
}

function push<T extends Int32Array | Float64Array>(list: Growing<T>, value: number): void {
  if (list.length === list.data.length) {
    const grown = new (list.data.constructor as new (length: number) => T)(2 * list.length)
    grown.set(list.data)
    list.data = grown
  }
  list.data[list.length++] = value
}

const SPACE = 32
const COLON = 58

/** The number written from `start` to `end`; plain integers, nearly all there are, without a detour. */
function numberIn(line: string, start: number, end: number): number {
  if (end - start < 1) return NaN
  if (end - start <= 9) {
    let number = 0
    let at = start
    for (; at < end; at++) {
      const digit = line.charCodeAt(at) - 48
      if (digit < 0 || digit > 9) break
      number = 10 * number + digit
    }
    if (at === end) return number
  }
  const text = line.slice(start, end)
  return text.trim() === '' ? NaN : Number(text)
}

/**
 * Reads instances from lines, or from a whole text. Indices count from 1 and ascend within a line; they come out
 * 0-based. Values are left out when all are 1.
 * @throws SyntaxError that names the line.
 */
export function readProblem(source: string | Iterable<string>): LabelledProblem {
  const starts: Growing<Int32Array> = { data: new Int32Array(1024), length: 0 }
  const columns: Growing<Int32Array> = { data: new Int32Array(4096), length: 0 }
  const values: Growing<Float64Array> = { data: new Float64Array(4096), length: 0 }
  const labels: Growing<Int32Array> = { data: new Int32Array(1024), length: 0 }
  const classOf = new Map<number, number>()
  let features = 0
  let valued = false
  let row = 0
  push(starts, 0)

  for (const text of typeof source === 'string' ? textLines(source) : source) {
    row++
    const line = text.endsWith('\r') ? text.slice(0, -1) : text
    const wrong = (what: string): SyntaxError => new SyntaxError(`line ${row}: ${what}`)
    let at = skipSpace(line, 0)
    let end = wordEnd(line, at)
    const label = numberIn(line, at, end)
    if (!Number.isInteger(label) || Math.abs(label) > 0x7fffffff) {
      throw wrong(`the label must be an integer, got "${line.slice(at, end)}"`)
    }
    if (!classOf.has(label)) classOf.set(label, classOf.size)
    push(labels, classOf.get(label)!)
    let last = 0
    for (at = skipSpace(line, end); at < line.length; at = skipSpace(line, end)) {
      end = wordEnd(line, at)
      let colon = at
      while (colon < end && line.charCodeAt(colon) !== COLON) colon++
      const index = numberIn(line, at, colon)
      const value = numberIn(line, colon + 1, end)
      if (!Number.isInteger(index) || index < 1 || index > 0x7fffffff || !Number.isFinite(value)) {
        throw wrong(`expected index:value, got "${line.slice(at, end)}"`)
      }
      if (index <= last) throw wrong(`index ${index} comes after ${last}; indices must ascend`)
      last = index
      if (index > features) features = index
      if (value !== 1) valued = true
      push(columns, index - 1)
      push(values, value)
    }
    push(starts, columns.length)
  }
  const names = [...classOf.keys()]
  const swapped = names.length === 2 && names[0] === -1 && names[1] === 1
  if (swapped) {
    names.reverse()
    for (let i = 0; i < labels.length; i++) labels.data[i] = 1 - labels.data[i]!
  }
  const rows = {
    starts: starts.data.slice(0, starts.length),
    columns: columns.data.slice(0, columns.length),
    ...(valued ? { values: values.data.slice(0, values.length) } : {}),
  }
  return { rows, labels: labels.data.slice(0, labels.length), classes: names.length, features, names }
}

function* textLines(text: string): Generator<string, void, undefined> {
  let start = 0
  while (start < text.length) {
    const found = text.indexOf('\n', start)
    const end = found < 0 ? text.length : found
    yield text.slice(start, end)
    start = end + 1
  }
}

function isSpace(code: number): boolean {
  return code === SPACE || code === 9
}

function skipSpace(line: string, at: number): number {
  while (at < line.length && isSpace(line.charCodeAt(at))) at++
  return at
}

function wordEnd(line: string, at: number): number {
  while (at < line.length && !isSpace(line.charCodeAt(at))) at++
  return at
}

/** The lines of a problem, as readProblem reads them. `names` are the labels to write, by default the classes. */
export function* writeProblem(
  problem: Problem,
  names?: readonly number[],
): Generator<string, void, undefined> {
  const { starts, columns, values } = problem.rows
  for (let i = 0; i + 1 < starts.length; i++) {
    const row: [number, number][] = []
    for (let entry = starts[i]; entry < starts[i + 1]; entry++) {
      row.push([columns[entry], values === undefined ? 1 : values[entry]])
    }
    row.sort((a, b) => a[0] - b[0])
    const label = names === undefined ? problem.labels[i] : names[problem.labels[i]]!
    yield [label, ...row.map(([column, value]) => `${column + 1}:${value}`)].join(' ')
  }
}
