/** The modules and the study of experiments/examples, as a user of the package runs them. */
import { cpSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { build, type Installed } from '../installed.ts'

const examples = join(import.meta.dirname, '../../experiments/examples')
const all = readdirSync(examples)
  .filter((file) => file.endsWith('.js'))
  .map((file) => `--use ${file}`)
  .join(' ')
let package_: Installed

beforeAll(() => {
  package_ = build()
  cpSync(examples, package_.folder, { recursive: true })
  run('rbparse sample --sentences 60 > one.conllu')
  run('rbparse sample --sentences 40 > two.conllu')
  run('rbparse sample --dev --sentences 20 > test.conllu')
})
afterAll(() => package_.remove())

function run(line: string): string {
  const { status, stdout, stderr } = package_.shell(line)
  expect({ line, status, stderr }).toEqual({ line, status: 0, stderr })
  return stdout
}

test('a study has a LaTeX table with means and deviations of parsers that the package does not know', () => {
  run(`rbparse experiment study my-study.json ${all} --seed 1,2 --jobs 2 --out study`)
  const tables = readdirSync(join(package_.folder, 'study/tables')).filter((file) => file.endsWith('.tex'))
  const text = tables
    .map((file) => readFileSync(join(package_.folder, 'study/tables', file), 'utf8'))
    .join('')
  for (const name of [
    'my-system',
    'my-system, sides',
    'my-system, function heads',
    'my features',
    'rb, best-first',
  ])
    expect(text).toContain(name)
  expect(text).toContain('core arguments')
  expect(text).toMatch(/\\pm/)
})

test('hypothesized tokens: all derivations of 1 to 4 words end, in the trees of rb and no others', () => {
  const script = `import { Configuration, labelOf, transitionOf, typeOf } from 'right-branching/parser'
    import { createTree, isImage } from 'right-branching/transform'
    import { systems } from './hypothesized-tokens.js'
    const trees = (system, size) => {
      const found = new Set()
      const explore = (steps) => {
        const c = new Configuration()
        system.start(c, size)
        for (const type of steps) system.apply(c, type, 0)
        if (!system.done(c)) {
          const allowed = system.allowed(c)
          if (allowed === 0 || steps.length >= system.bound(size)) throw new Error('no end after ' + steps)
          for (let type = 0; type < 8; type++) if (allowed & (1 << type)) explore([...steps, type])
          return
        }
        const tree = createTree(size)
        system.finish(c, tree)
        if (!isImage(tree)) throw new Error('not in the image: ' + tree.head)
        const gold = system.oracle(tree)
        const again = new Configuration()
        system.start(again, size)
        while (!system.done(again)) {
          const transition = gold.next(again)
          if (!(system.allowed(again) & (1 << typeOf(transition)))) throw new Error('oracle: ' + tree.head)
          system.apply(again, typeOf(transition), labelOf(transition))
        }
        const derived = createTree(size)
        system.finish(again, derived)
        if (String(derived.head) + derived.mark !== String(tree.head) + tree.mark) throw new Error('other tree')
        found.add(String(tree.head) + tree.mark)
      }
      explore([])
      return found.size
    }
    const [{ make }] = systems
    for (const singleRoot of [true, false])
      console.log([1, 2, 3, 4].map((size) => trees(make({ singleRoot }), size)).join())`
  writeFileSync(join(package_.folder, 'walk.mjs'), script)
  expect(run('node walk.mjs')).toBe('1,2,7,30\n1,3,12,55\n')
})

test('a model needs the module of its system in parse, and threads load it', () => {
  run(`rbparse train ${all} --system my-system --steps my-step --model own.rb one.conllu`)
  const parsed = run(`rbparse parse ${all} --model own.rb --jobs 2 test.conllu`)
  expect(parsed).not.toContain('@after')
  expect(run(`rbparse parse ${all} --model own.rb test.conllu`)).toBe(parsed)
  const { status, stderr } = package_.shell('rbparse parse --model own.rb test.conllu')
  expect({ status, stderr }).toEqual({
    status: 1,
    stderr: "own.rb: the model needs the system 'my-system', expected --use with its module\n",
  })
})

test('evaluate prints the metric, as a study does', () => {
  run('rbparse sample --dev --sentences 20 > gold.conllu')
  expect(run('rbparse evaluate --use my-metric.js gold.conllu test.conllu')).toMatch(
    /^core arguments +100\.00$/m,
  )
  const json = run('rbparse evaluate --use my-metric.js --json gold.conllu test.conllu')
  expect(JSON.parse(json).metrics).toEqual({ 'core arguments': 100 })
})

test('the API registers the same, once', () => {
  const script = `import { use } from 'right-branching'
    import { registry } from 'right-branching/parser'
    const module = await import('./my-system.js')
    use(module)
    console.log(registry.at(-1).name, registry.at(-1).traits.family)
    try { use(module) } catch (error) { console.log(error.message) }`
  expect(run(`node --input-type=module -e "${script.replaceAll('"', '\\"')}"`)).toBe(
    "my-system my-system\nsystem 'my-system': expected another name, there is a system of this one\n",
  )
})

test('what is not a module, or exports nothing, is one line', () => {
  for (const file of ['absent.js', 'my-study.json', 'one.conllu']) {
    const { status, stderr } = package_.shell(`rbparse systems --use ${file}`)
    expect({ status, lines: stderr.split('\n').length }).toEqual({ status: 2, lines: 2 })
  }
})
