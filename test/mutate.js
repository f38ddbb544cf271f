/**
 * `npm run mutate -- FOLDER [--sample N] [--seed S] [--tests PATHS]`: changes one operator, bound, condition, call or result
 * at a time in the TypeScript and AssemblyScript of a folder, and runs the tests of that folder. Prints the share of the
 * changes that the tests find, and the others with their places. The changes are made in a copy of the repository.
 *
 * --sample: how many changes are tried, chosen at random; default 40. --seed: default 1. --tests: paths of tests with commas
 * between; default: the folder below `test`, or the nearest one above it, and tests of the room in other folders.
 */
import { spawn, spawnSync } from 'node:child_process'
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import ts from 'typescript'

const house = fileURLToPath(new URL('..', import.meta.url))
const usage = 'usage: npm run mutate -- FOLDER [--sample N] [--seed S] [--tests PATHS]'

/** Ends the program because its call is wrong. */
function refuse(problem) {
  console.error(`${problem} (${usage})`)
  process.exit(2)
}

function readCall() {
  try {
    return parseArgs({
      allowPositionals: true,
      options: {
        sample: { type: 'string', default: '40' },
        seed: { type: 'string', default: '1' },
        tests: { type: 'string' },
        help: { type: 'boolean', short: 'h' },
      },
    })
  } catch (error) {
    return refuse(error.message.split('. ', 1)[0])
  }
}
const { values, positionals } = readCall()
if (values.help) {
  console.log(usage)
  process.exit()
}
const folder = positionals[0]?.replace(/\/$/, '')
if (positionals.length !== 1 || !existsSync(join(house, folder)))
  refuse('expected a folder or a file, such as parser/scoring')
for (const name of ['sample', 'seed'])
  if (!/^\d+$/.test(values[name])) refuse(`--${name} is '${values[name]}', expected a whole number`)

const K = ts.SyntaxKind
/** Binary operators and what replaces them. */
const operators = new Map([
  [K.LessThanToken, '<='],
  [K.LessThanEqualsToken, '<'],
  [K.GreaterThanToken, '>='],
  [K.GreaterThanEqualsToken, '>'],
  [K.EqualsEqualsEqualsToken, '!=='],
  [K.ExclamationEqualsEqualsToken, '==='],
  [K.EqualsEqualsToken, '!='],
  [K.ExclamationEqualsToken, '=='],
  [K.PlusToken, '-'],
  [K.MinusToken, '+'],
  [K.AsteriskToken, '+'],
  [K.SlashToken, '*'],
  [K.PercentToken, '*'],
  [K.LessThanLessThanToken, '>>'],
  [K.GreaterThanGreaterThanToken, '<<'],
  [K.AmpersandToken, '|'],
  [K.BarToken, '&'],
  [K.AmpersandAmpersandToken, '||'],
  [K.BarBarToken, '&&'],
  [K.PlusEqualsToken, '-='],
  [K.MinusEqualsToken, '+='],
])

/** Whether a number says how large an array is, or how much larger than needed: more memory changes no result. */
function isRoom({ parent }) {
  const isSum =
    ts.isBinaryExpression(parent) && [K.AsteriskToken, K.PlusToken].includes(parent.operatorToken.kind)
  const call = isSum ? parent.parent : parent
  if (ts.isNewExpression(call)) return /^(?:Int|Uint|Float)\d+Array$/.test(call.expression.getText())
  return isSum && ts.isCallExpression(call) && /^(?:roomFor|enlarged)$/.test(call.expression.getText())
}

/** The changes that a file allows: `[start, end)` becomes `text`. */
function changesOf(file) {
  const source = readFileSync(join(house, file), 'utf8')
  const tree = ts.createSourceFile(file, source, ts.ScriptTarget.Latest, true)
  const isAssembly = file.includes('/assembly/')
  const changes = []
  const add = (node, text) => {
    const start = node.getStart(tree)
    const { line, character } = tree.getLineAndCharacterOfPosition(start)
    changes.push({ file, start, end: node.end, text, before: source.slice(start, node.end), line, character })
  }
  const visit = (node) => {
    // Types have no behaviour, and errors are worded freely.
    if (ts.isTypeNode(node) || ts.isImportDeclaration(node) || ts.isThrowStatement(node)) return
    if (ts.isBinaryExpression(node)) {
      const other = operators.get(node.operatorToken.kind)
      const isText = [node.left, node.right].some(
        (side) => ts.isStringLiteralLike(side) || ts.isTemplateExpression(side),
      )
      if (other !== undefined && !(isText && node.operatorToken.kind === K.PlusToken))
        add(node.operatorToken, other)
    }
    if (ts.isNumericLiteral(node) && /^\d+$/.test(node.text) && !isRoom(node))
      add(node, String(Number(node.text) + 1))
    if (node.kind === K.TrueKeyword) add(node, 'false')
    if (node.kind === K.FalseKeyword) add(node, 'true')
    if (ts.isIfStatement(node) || ts.isWhileStatement(node))
      add(node.expression, `!(${node.expression.getText(tree)})`)
    if (ts.isConditionalExpression(node)) add(node.condition, `!(${node.condition.getText(tree)})`)
    if (ts.isExpressionStatement(node) && ts.isCallExpression(node.expression)) add(node, ';')
    if (ts.isReturnStatement(node) && node.expression && !isAssembly && !ts.isNumericLiteral(node.expression))
      add(node.expression, 'undefined')
    ts.forEachChild(node, visit)
  }
  visit(tree)
  return changes
}

const files = spawnSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
  cwd: house,
  encoding: 'utf8',
  maxBuffer: 1 << 28,
}).stdout.split('\n')
const targets = files.filter(
  (file) =>
    (file === folder || file.startsWith(`${folder}/`)) && file.endsWith('.ts') && !file.endsWith('.d.ts'),
)
const all = targets.flatMap(changesOf)

/** A copy of the repository with the packages of this one. */
const copy = mkdtempSync(join(tmpdir(), 'mutate-'))
let found = 0
let tried = 0
// Of a run that is interrupted, too.
process.on('exit', () => {
  rmSync(copy, { recursive: true, force: true })
  if (tried === 0) return
  const share = ((100 * found) / tried).toFixed(1)
  console.log(
    `${folder}: ${all.length} possible changes, ${tried} tried with ${tests.join(', ')}, ${found} found (${share} %)`,
  )
})
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => process.exit(1))
for (const file of files) {
  if (file === '' || !existsSync(join(house, file))) continue
  mkdirSync(dirname(join(copy, file)), { recursive: true })
  cpSync(join(house, file), join(copy, file))
}
const wasm = spawnSync('git', ['ls-files', '--others', '--ignored', '--exclude-standard', 'parser'], {
  cwd: house,
  encoding: 'utf8',
}).stdout.split('\n')
for (const file of wasm) {
  if (file === '' || file.includes('node_modules')) continue
  mkdirSync(dirname(join(copy, file)), { recursive: true })
  cpSync(join(house, file), join(copy, file))
}
mkdirSync(join(copy, 'node_modules'))
for (const name of readdirSync(join(house, 'node_modules'))) {
  const target =
    name === 'liblinear-wasm' ? join(copy, 'parser', 'liblinear-wasm') : join(house, 'node_modules', name)
  symlinkSync(target, join(copy, 'node_modules', name))
}

/** Rooms that are tested in other folders, too. */
const elsewhere = {
  transform: ['test/wrong-types.test.ts'],
  'src/pipeline/pipeline-file.ts': ['test/wrong-types.test.ts'],
  'parser/systems': ['test/parser/laws/'],
  'parser/oracles': ['test/parser/laws/'],
  'parser/core': ['test/parser/laws/', 'test/parser/systems/'],
  'parser/model': ['test/src/pipeline/pipeline-file.test.ts', 'test/parser/scoring/factored-models.test.ts'],
  'src/formats': ['test/src/commands/formats.test.ts', 'test/src/server/text-processor.test.ts'],
  'src/conllu': [
    'test/src/sentence/',
    'test/src/commands/transform.test.ts',
    'test/src/commands/conll-x.test.ts',
  ],
}

/** The tests of a folder: those below the same path in `test`, or in the nearest folder above it. */
function testsOf(path) {
  for (let at = path; at !== '.' && at !== ''; at = dirname(at)) {
    const test = `test/${at.replace(/\.ts$/, '')}`
    if (existsSync(join(house, `${test}.test.ts`))) return [`${test}.test.ts`]
    if (existsSync(join(house, test))) return [`${test}/`]
  }
  return ['test/']
}
const tests = values.tests?.split(',') ?? [...testsOf(folder), ...(elsewhere[folder] ?? [])]

/**
 * Runs the tests on the copy; `passed` is false if one fails, or if a process takes more than so many seconds of CPU time.
 * `took`: the CPU time of all processes.
 */
function run(most, tests) {
  return new Promise((resolve) => {
    const args = ['node_modules/vitest/vitest.mjs', 'run', '--config', 'test/vitest.config.ts', '--bail', '1']
    // Slow tests and those of whole treebanks take most of the time, and find little that others do not.
    const quick = ['--tags-filter', '!slow', '--exclude', '**/treebanks.test.ts']
    const cached = ['--experimental.fsModuleCache']
    const limited = [
      '-c',
      `ulimit -t ${most}; node "$@"; status=$?; times; exit $status`,
      'node',
      ...args,
      ...quick,
      ...cached,
      ...tests,
    ]
    const child = spawn('sh', limited, { cwd: copy, stdio: ['ignore', 'pipe', 'pipe'], detached: true })
    let text = ''
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (text += chunk))
    // For tests that wait for what does not come.
    const timer = setTimeout(() => process.kill(-child.pid, 'SIGKILL'), 10_000 * most)
    child.on('close', (status) => {
      clearTimeout(timer)
      // The last line of `times`: minutes and seconds of the children, of their own and of the system.
      const times = [...text.matchAll(/(\d+)m([\d.]+)s/g)].slice(-2)
      const took = times.reduce((sum, [, minutes, seconds]) => sum + 60 * minutes + Number(seconds), 0)
      resolve({ passed: status === 0, took, text })
    })
  })
}

/** Builds the WebAssembly that a change in AssemblyScript is in; false if it does not compile. */
function builds(file) {
  if (!file.includes('/assembly/')) return true
  const script = join(copy, file.split('/assembly/')[0], 'scripts', 'build.js')
  return spawnSync('node', [script], { cwd: dirname(dirname(script)), stdio: 'ignore' }).status === 0
}

const unchanged = await run(600, tests)
if (!unchanged.passed) {
  console.error(unchanged.text)
  console.error('the tests fail without a change')
  process.exit(1)
}
const most = Math.ceil(10 + 1.5 * unchanged.took)

let state = Number(values.seed) >>> 0 || 1
/** A whole number below `limit` (xorshift). */
function random(limit) {
  state ^= state << 13
  state ^= state >>> 17
  state ^= state << 5
  return (state >>> 0) % limit
}
const pool = [...all]
const sample = []
while (sample.length < Number(values.sample) && pool.length > 0)
  sample.push(...pool.splice(random(pool.length), 1))

for (const { file, start, end, text, before, line, character } of sample) {
  const path = join(copy, file)
  const source = readFileSync(path, 'utf8')
  writeFileSync(path, source.slice(0, start) + text + source.slice(end))
  if (builds(file)) {
    // The tests of the file take less time than those of the room, and find most.
    const own = values.tests ? tests : testsOf(file)
    const isFound =
      (`${own}` !== `${tests}` && !(await run(most, own)).passed) || !(await run(most, tests)).passed
    tried++
    if (isFound) found++
    else
      console.log(
        `survives: ${file}:${line + 1}:${character + 1}: ${before.split('\n', 1)[0]} → ${text.split('\n', 1)[0]}`,
      )
  }
  writeFileSync(path, source)
}
builds(sample.find(({ file }) => file.includes('/assembly/'))?.file ?? '')
