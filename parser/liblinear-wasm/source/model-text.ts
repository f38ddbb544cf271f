/** LIBLINEAR's model file: a few header lines, then a line of weights for each feature. */
import { type Model, vectorsOf } from './model.ts'
import { NumberList } from './number-list.ts'
import { solverName, solverNumber } from './options.ts'

/** The lines of the model's file, without line ends. Numbers are written so that they read back the same. */
export function* writeModel(model: Model): Generator<string, void, undefined> {
  const { vectors, weights } = model
  yield `solver_type ${solverName(model.solver)}`
  yield `nr_class ${model.classes}`
  yield `label ${model.labels.join(' ')}`
  yield `nr_feature ${model.features}`
  yield `bias ${model.bias}`
  yield 'w'
  for (let row = 0; row < weights.length; row += vectors) {
    let line = ''
    for (let v = 0; v < vectors; v++) line += `${weights[row + v]} `
    yield line
  }
}

function count(name: string, text: string, least: number): number {
  const number = Number(text)
  if (!Number.isInteger(number) || number < least || number > 0x7fffffff) {
    throw new SyntaxError(`${name} must be an integer of at least ${least}, got "${text}"`)
  }
  return number
}

/** Header fields up to the line "w". */
function readHeader(lines: Iterator<string>): Map<string, string> {
  const fields = new Map<string, string>()
  for (let next = lines.next(); next.done !== true; next = lines.next()) {
    const line = next.value.trim()
    if (line === 'w') return fields
    const space = line.indexOf(' ')
    const name = space < 0 ? line : line.slice(0, space)
    if (!['solver_type', 'nr_class', 'label', 'nr_feature', 'bias'].includes(name)) {
      throw new SyntaxError(`not a model file: unknown field "${name.slice(0, 40)}"`)
    }
    fields.set(name, line.slice(name.length).trim())
  }
  throw new SyntaxError('not a model file: there is no line "w"')
}

/**
 * Reads a model from the lines of its file, or from its whole text.
 * @throws SyntaxError when it is not a model file, RangeError when its solver is not one of ours.
 */
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
  const labels = field('label')
    .split(/\s+/)
    .map((label) => count('label', label, -0x80000000))
  if (labels.length !== classes)
    throw new SyntaxError(`there are ${classes} classes, but ${labels.length} labels`)
  const vectors = vectorsOf(solver, classes)
  const rows = features + (bias >= 0 ? 1 : 0)

  // the list grows as rows arrive, so that a header that promises too much costs nothing
  const weights = new NumberList(Float64Array)
  for (let row = 1; row <= rows; row++) {
    const next = lines.next()
    if (next.done === true) {
      throw new SyntaxError(`there are ${rows} rows of weights to come, but ${row - 1} came`)
    }
    const words = next.value.trim().split(/\s+/)
    if (words.length !== vectors) {
      throw new SyntaxError(`row ${row} of the weights has ${words.length} numbers, expected ${vectors}`)
    }
    for (const word of words) {
      const weight = Number(word)
      if (word === '' || !Number.isFinite(weight))
        throw new SyntaxError(`row ${row} of the weights has "${word}"`)
      weights.push(weight)
    }
  }
  return { solver, classes, features, vectors, bias, labels, weights: weights.toArray() }
}
