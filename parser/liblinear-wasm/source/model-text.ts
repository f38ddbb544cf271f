/** The model file format of LIBLINEAR: header lines, then a line of weights for each feature. */
import { type Model, vectorsOf } from './model.ts'
import { solverNumber, solvers } from './options.ts'

const FIELDS = ['solver_type', 'nr_class', 'label', 'nr_feature', 'bias']

/** The lines of a model file, without line ends. Reading them gives exactly the same numbers. */
export function* writeModel(model: Model): Generator<string, void, undefined> {
  const { solver, classes, labels, features, bias, vectors, weights } = model
  const name = solvers.find((entry) => entry.solver === solver)!.name
  const header = [name, classes, labels.join(' '), features, bias]
  yield* FIELDS.map((field, i) => `${field} ${header[i]}`)
  yield 'w'
  for (let row = 0; row < weights.length; row += vectors)
    yield `${weights.subarray(row, row + vectors).join(' ')} `
}

/** Reads a model from lines or a text. Throws SyntaxError if it is not valid, RangeError for an unknown solver. */
export function readModel(source: string | Iterable<string>): Model {
  const lines = (typeof source === 'string' ? source.split('\n') : source)[Symbol.iterator]()
  const fields = readHeader(lines)
  const field = (name: string): string => {
    const text = fields.get(name)
    if (text === undefined) throw new SyntaxError(`not a model file: there is no field "${name}"`)
    return text
  }
  const solver = solverNumber(field('solver_type'))
  const classes = count('nr_class', field('nr_class'), 1)
  const features = count('nr_feature', field('nr_feature'), 0)
  const bias = Number(field('bias'))
  if (!Number.isFinite(bias)) throw new SyntaxError(`bias must be a number, got "${field('bias')}"`)
  const labels = wordsOf(field('label')).map((label) => count('label', label, -0x80000000))
  if (labels.length !== classes)
    throw new SyntaxError(`there are ${classes} classes, but ${labels.length} labels`)
  const vectors = vectorsOf(solver, classes)
  const rows = features + (bias >= 0 ? 1 : 0)

  // The list grows with the rows, so that a header with a wrong size does not allocate memory.
  const weights: number[] = []
  for (let row = 1; row <= rows; row++) {
    const next = lines.next()
    if (next.done === true)
      throw new SyntaxError(`there are ${rows} rows of weights to come, but ${row - 1} came`)
    const words = wordsOf(next.value)
    if (words.length !== vectors)
      throw new SyntaxError(`row ${row} of the weights has ${words.length} numbers, expected ${vectors}`)
    for (const word of words) {
      if (word === '' || !Number.isFinite(Number(word)))
        throw new SyntaxError(`row ${row} of the weights has "${word}"`)
      weights.push(Number(word))
    }
  }
  return { solver, classes, features, vectors, bias, labels, weights: Float64Array.from(weights) }
}

/** The header fields up to the line "w". */
function readHeader(lines: Iterator<string>): Map<string, string> {
  const fields = new Map<string, string>()
  for (let next = lines.next(); next.done !== true; next = lines.next()) {
    const line = next.value.trim()
    if (line === 'w') return fields
    const [name] = wordsOf(line)
    if (!FIELDS.includes(name))
      throw new SyntaxError(`not a model file: unknown field "${name.slice(0, 40)}"`)
    fields.set(name, line.slice(name.length).trim())
  }
  throw new SyntaxError('not a model file: there is no line "w"')
}

const wordsOf = (line: string): string[] => line.trim().split(/\s+/)

function count(name: string, text: string, least: number): number {
  const number = Number(text)
  if (!Number.isInteger(number) || number < least || number > 0x7fffffff)
    throw new SyntaxError(`${name} must be an integer of at least ${least}, got "${text}"`)
  return number
}
