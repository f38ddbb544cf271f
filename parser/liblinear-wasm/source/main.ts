/** The command `liblinear-wasm`: train and predict with LIBLINEAR's options and files. */
import { basename } from 'node:path'
import { linesOf, writeLines } from './files.ts'
import { predict, predictProbabilities } from './model.ts'
import { readModel, writeModel } from './model-text.ts'
import { solverNumber, solvers } from './options.ts'
import { readProblem } from './svm-light.ts'
import { train } from './training.ts'

const usage = `usage: liblinear-wasm train [options] training_file [model_file]
       liblinear-wasm predict [options] test_file model_file output_file

options of train
  -s solver   ${solvers.map(({ solver, name }) => `${solver} ${name}`).join(', ')} (default 1)
  -c cost     cost of errors (default 1)
  -e eps      tolerance (default ${solvers.map(({ solver, eps }) => `${solver}: ${eps}`).join(', ')})
  -B bias     when not negative, every instance has one more feature of this value (default -1)
  -r seed     of the order in which instances are visited (default 1)
  -q          quiet
options of predict
  -b 0|1      write probabilities (solvers 0 and 7; default 0)
  -q          quiet`

/** Options and files of a command line. Those in `valued` take the next word as their number. */
function parseWords(
  words: readonly string[],
  valued: string,
): { numbers: Map<string, number>; files: string[] } {
  const numbers = new Map<string, number>()
  let at = 0
  for (; at < words.length && /^-[a-zA-Z]/.test(words[at]!); at++) {
    const option = words[at]!.slice(1)
    if (option === 'q') {
      numbers.set('q', 1)
    } else if (option.length === 1 && valued.includes(option)) {
      const number = Number(words[++at])
      if (words[at] === undefined || words[at] === '' || !Number.isFinite(number)) {
        throw new Error(`option -${option} needs a number, got ${words[at] ?? 'nothing'}`)
      }
      numbers.set(option, number)
    } else {
      throw new Error(`unknown option -${option}\n${usage}`)
    }
  }
  return { numbers, files: words.slice(at) }
}

function trainCommand(words: readonly string[]): void {
  const { numbers, files } = parseWords(words, 'sceBr')
  const [trainingFile, modelFile = `${basename(files[0] ?? '')}.model`] = files
  if (trainingFile === undefined || files.length > 2) throw new Error(usage)
  const solver = solverNumber(numbers.get('s') ?? 1)
  const problem = inFile(trainingFile, () => readProblem(linesOf(trainingFile)))
  const model = train(problem, {
    solver,
    ...(numbers.has('c') ? { C: numbers.get('c')! } : {}),
    ...(numbers.has('e') ? { eps: numbers.get('e')! } : {}),
    ...(numbers.has('B') ? { bias: numbers.get('B')! } : {}),
    ...(numbers.has('r') ? { seed: numbers.get('r')! } : {}),
  })
  writeLines(modelFile, writeModel({ ...model, labels: problem.names }))
  if (!numbers.has('q')) {
    console.log(`optimization finished, #iter = ${model.iterations}`)
    console.log(`Objective value = ${model.objective}`)
  }
}

function predictCommand(words: readonly string[]): void {
  const { numbers, files } = parseWords(words, 'b')
  const [testFile, modelFile, outputFile] = files
  if (outputFile === undefined || files.length > 3) throw new Error(usage)
  const model = inFile(modelFile!, () => readModel(linesOf(modelFile!)))
  const problem = inFile(testFile!, () => readProblem(linesOf(testFile!)))
  const predicted = predict(model, problem.rows)
  const { classes, labels } = model
  const lines = function* (): Generator<string, void, undefined> {
    if (numbers.get('b') !== 1) {
      for (const label of predicted) yield String(labels[label])
      return
    }
    const probabilities = predictProbabilities(model, problem.rows)
    yield `labels ${labels.join(' ')}`
    for (let i = 0; i < predicted.length; i++) {
      yield [labels[predicted[i]!], ...probabilities.subarray(i * classes, (i + 1) * classes)].join(' ')
    }
  }
  writeLines(outputFile, lines())
  if (!numbers.has('q')) {
    let right = 0
    for (let i = 0; i < predicted.length; i++) {
      if (problem.names[problem.labels[i]!] === labels[predicted[i]!]) right++
    }
    const total = predicted.length
    console.log(`Accuracy = ${total === 0 ? 0 : (100 * right) / total}% (${right}/${total})`)
  }
}

/** Errors in a file's contents say which file. */
function inFile<T>(path: string, read: () => T): T {
  try {
    return read()
  } catch (error) {
    throw error instanceof SyntaxError ? new Error(`${path}: ${error.message}`) : error
  }
}

try {
  const [command, ...words] = process.argv.slice(2)
  if (command === 'train') trainCommand(words)
  else if (command === 'predict') predictCommand(words)
  else if (command === undefined || command === '--help' || command === '-h') console.log(usage)
  else throw new Error(`unknown command ${command}\n${usage}`)
} catch (error) {
  console.error(`liblinear-wasm: ${error instanceof Error ? error.message : error}`)
  process.exitCode = 1
}
