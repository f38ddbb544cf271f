/** Instances as svm-light and LIBLINEAR write them: a line each, `label index:value index:value …`. */
import { NumberList } from './number-list.ts'
import type { Problem } from './problem.ts'

/** Instances that were read, and what their classes are called. */
export interface LabelledProblem extends Problem {
  /** The label of each class, in order of first mention; 1 goes before -1 when they are the two. */
  readonly names: readonly number[]
}

/** The number that the text writes; NaN when it is empty. */
function numberOf(text: string): number {
  return text === '' ? NaN : Number(text)
}

/** The words of a line. A plain separator splits several times as fast as a pattern. */
function wordsIn(line: string): string[] {
  return line.trim().replaceAll('\t', ' ').replaceAll(/ {2,}/g, ' ').split(' ')
}

/**
 * Reads instances from lines, or from a whole text. Indices count from 1 and ascend within a line; they come out 0-based.
 * Values are left out when all are 1.
 * @throws SyntaxError that names the line.
 */
export function readProblem(source: string | Iterable<string>): LabelledProblem {
  const starts = new NumberList(Int32Array)
  const columns = new NumberList(Int32Array)
  const values = new NumberList(Float64Array)
  const labels = new NumberList(Int32Array)
  const classOf = new Map<number, number>()
  let features = 0
  let valued = false

  function readRow(line: string): void {
    const words = wordsIn(line)
    const first = words[0]
    const label = numberOf(first)
    if (!Number.isInteger(label) || Math.abs(label) > 0x7fffffff) {
      throw new SyntaxError(`the label must be an integer, got "${first}"`)
    }
    const known = classOf.get(label) ?? classOf.size
    classOf.set(label, known)
    labels.push(known)
    let last = 0
    for (let at = 1; at < words.length; at++) {
      const entry = words[at]
      const colon = entry.indexOf(':')
      const index = numberOf(entry.slice(0, Math.max(0, colon)))
      const value = numberOf(entry.slice(colon + 1))
      if (!Number.isInteger(index) || index < 1 || index > 0x7fffffff || !Number.isFinite(value)) {
        throw new SyntaxError(`expected index:value, got "${entry}"`)
      }
      if (index <= last) throw new SyntaxError(`index ${index} comes after ${last}; indices must ascend`)
      last = index
      valued ||= value !== 1
      columns.push(index - 1)
      values.push(value)
    }
    features = Math.max(features, last)
    starts.push(columns.length)
  }

  starts.push(0)
  for (const line of typeof source === 'string' ? linesIn(source) : source) {
    try {
      readRow(line)
    } catch (error) {
      throw error instanceof SyntaxError ? new SyntaxError(`line ${starts.length}: ${error.message}`) : error
    }
  }
  const names = [...classOf.keys()]
  const classes = labels.toArray()
  if (names.length === 2 && names[0] === -1 && names[1] === 1) {
    names.reverse()
    classes.forEach((label, i) => (classes[i] = 1 - label))
  }
  const rows = {
    starts: starts.toArray(),
    columns: columns.toArray(),
    ...(valued ? { values: values.toArray() } : {}),
  }
  return { rows, labels: classes, classes: names.length, features, names }
}

/** The lines of a text; a last line end begins no further line. */
function linesIn(text: string): string[] {
  const lines = text.split('\n')
  if (lines.at(-1) === '') lines.pop()
  return lines
}

/** The lines of a problem, as readProblem reads them. `names` are the labels to write, by default the classes. */
export function* writeProblem(
  problem: Problem,
  names?: readonly number[],
): Generator<string, void, undefined> {
  const { starts, columns, values } = problem.rows
  for (let i = 0; i + 1 < starts.length; i++) {
    const row: [number, number][] = []
    for (let entry = starts[i]; entry < starts[i + 1]; entry++)
      row.push([columns[entry], values?.[entry] ?? 1])
    row.sort((a, b) => a[0] - b[0])
    const label = problem.labels[i]
    yield [names?.[label] ?? label, ...row.map(([column, value]) => `${column + 1}:${value}`)].join(' ')
  }
}
