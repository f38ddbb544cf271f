/**
 * The packed tarball, installed in an empty folder, works: the bin, the entries, the example of every command.
 *
 * @module-tag slow
 */
import { checkPackage, createPackageFromTarballData } from '@arethetypeswrong/core'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { publint } from 'publint'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import packageJson from '../package.json' with { type: 'json' }
import { embeddedDev } from '../src/embedded/treebank.ts'
import { install, type Installed } from './installed.ts'

const house = join(import.meta.dirname, '..')
const read = (file: string): string => readFileSync(join(house, file), 'utf8')

let installed: Installed
beforeAll(() => {
  installed = install()
})
afterAll(() => installed.remove())

/** Runs a line that has to succeed; what it printed. */
function output(line: string, input?: string): string {
  const { status, stdout, stderr } = installed.shell(line, input)
  expect({ line, status, stderr, said: status === 0 ? '' : stdout }).toEqual({
    line,
    status: 0,
    stderr,
    said: '',
  })
  return stdout
}

test('holds what it needs, and nothing else', () => {
  expect(installed.packed).toEqual(
    expect.arrayContaining(['LICENSE', 'CHANGELOG.md', 'README.md', 'dist/src/main.js']),
  )
  const expected =
    /^(?:(?:dist|experiments\/examples)\/.*|docs\/[\w-]+\.md|experiments\/findings\/[\w-]+\/(?:page\.md|study\.json)|(?:(?:experiments|parser|src|transform)\/(?:.*\/)?)?README\.md|LICENSE|CHANGELOG\.md|CITATION\.cff|package\.json)$/
  expect(installed.packed.filter((file) => !expected.test(file))).toEqual([])
  const dead = installed.packed
    .filter((file) => file.endsWith('.md') && !file.startsWith('dist/'))
    .flatMap((file) =>
      [...read(file).matchAll(/\]\((?!https?:)([^)#]+)/g)].map(([, link]) => join(dirname(file), link)),
    )
    .filter((target) => !installed.packed.includes(target))
  expect(dead).toEqual([])
})

describe('before a release', () => {
  // Bytes of the tarball. The two models are 10 MB of the first.
  const packages = [
    { name: 'right-branching', mostBytes: 12e6, problems: [] },
    // A package of ES modules alone, which Node's require reads from 20.19 on.
    { name: 'liblinear-wasm', mostBytes: 40e3, problems: ['CJSResolvesToESM'] },
  ]

  test.each(packages)(
    '$name is as publint and "are the types wrong?" want it, and small',
    async (package_) => {
      if (package_.name === 'liblinear-wasm')
        output(`npm pack --ignore-scripts ${join(house, 'parser', 'liblinear-wasm')}`)
      const file = `${package_.name}-${packageJson.version}.tgz`
      const isMain = installed.tarball.endsWith(file)
      const bytes = new Uint8Array(readFileSync(isMain ? installed.tarball : join(installed.folder, file)))
      expect(bytes.length).toBeLessThan(package_.mostBytes)
      const { messages } = await publint({ pack: { tarball: bytes.buffer } })
      expect(messages).toEqual([])
      // The script of workers is loaded by its address; the entry for edge runtimes imports a module of WebAssembly.
      const excludeEntrypoints = ['./worker/script.js', './edge']
      const types = await checkPackage(createPackageFromTarballData(bytes), { excludeEntrypoints })
      expect(types.types && types.problems.map(({ kind }) => kind)).toEqual(package_.problems)
    },
  )

  test('liblinear-wasm works from a tarball of its own, beside the main package, which carries it', () => {
    expect(existsSync(join(installed.folder, 'node_modules', 'liblinear-wasm'))).toBe(false)
    output(`npm install --offline --no-audit --no-fund ./liblinear-wasm-${packageJson.version}.tgz`)
    const example = /```js\n([^]*?)```/.exec(read('parser/liblinear-wasm/README.md'))![1]
    const script = `${example}; console.log(predict(model, rows).join())`
    expect(output('node --input-type=module -', script)).toBe('0,1,1\n')
  })

  test('the version stands where a reader looks for it, and the licence with each package', () => {
    const { version } = packageJson
    expect(JSON.parse(read('parser/liblinear-wasm/package.json'))).toMatchObject({ version })
    expect(read('README.md')).toContain(`right-branching-${version}.tgz`)
    expect(/^## (\d\S+) - \d{4}-\d\d-\d\d$/m.exec(read('CHANGELOG.md'))![1]).toBe(version)
    // The licence of the main package goes on with those of its models.
    expect(read('LICENSE').split('\n---\n')[0].trim()).toBe(read('parser/liblinear-wasm/LICENSE').trim())
  })
})

test('transforms, reverses, trains, parses, evaluates', () => {
  const dev = embeddedDev()
  writeFileSync(join(installed.folder, 'dev.conllu'), dev)
  expect(output('rbparse transform | rbparse reverse', dev)).toBe(dev)
  output('rbparse sample --sentences 300 -o few.conllu && rbparse train --model m.rb few.conllu')
  const json = output('rbparse parse --model m.rb few.conllu | rbparse evaluate --json few.conllu -')
  expect(JSON.parse(json).las).toBeGreaterThan(85)
})

test('finds models in packages of their own', () => {
  output('rbparse models pack en-small --name xx --authors "A. B." -o packed')
  output('npm pack --pack-destination . ./packed')
  output('npm install --offline --no-audit --no-fund ./right-branching-model-xx-*.tgz')
  output('rm -r packed')
  expect(output('rbparse parse --model xx --text "The dog slept."')).toContain('slept')
  const script = `import { load } from 'right-branching'; console.log((await load('xx')).training.authors)`
  expect(output('node --input-type=module -', script)).toBe('A. B.\n')
  expect(output('rbparse models')).toMatch(/\nxx\n/)
})

describe('entries', () => {
  test('are there for JavaScript', () => {
    writeFileSync(
      join(installed.folder, 'entries.js'),
      `import { evaluate, readCoNLLU, embeddedDev } from 'right-branching'
       import { transform, treeOf } from 'right-branching/transform'
       import { registry } from 'right-branching/parser'
       import { load, Sentence } from 'right-branching'
       import * as browser from 'right-branching/browser'
       const { message } = await load('none').catch((error) => error)
       if (!message.startsWith("no model 'none' is installed")) throw new Error(message)
       if (browser.load !== load || browser.Sentence !== Sentence) throw new Error('entries are not what they should be')
       const read = () => readCoNLLU(embeddedDev())
       console.log(evaluate(read(), read()).las, [...transform(treeOf([3, 3, 4, 0])).head].join(), registry[0].name)`,
    )
    expect(output('node entries.js')).toBe('100 -1,0,1,1,1 rb\n')
  })

  test('are there for require, and its classes are those of import', () => {
    writeFileSync(
      join(installed.folder, 'required.cjs'),
      `const { Sentence, load } = require('right-branching')
       const { registry } = require('right-branching/parser')
       import('right-branching').then((imported) => console.log(imported.Sentence === Sentence, typeof load, registry[0].name))`,
    )
    expect(output('node required.cjs')).toBe('true function rb\n')
  })

  test('are there for tools that only know require, such as Jest', () => {
    const { exports } = JSON.parse(
      readFileSync(join(installed.folder, 'node_modules', 'right-branching', 'package.json'), 'utf8'),
    ) as { exports: Record<string, { require?: { types: string; default: string } }> }
    const required = Object.entries(exports).flatMap(([name, { require }]) =>
      require ? [[name, require]] : [],
    )
    expect(required.map(([name]) => name)).toEqual(['.', './browser', './transform', './parser', './worker'])
    for (const [, { types, default: code }] of required as [string, { types: string; default: string }][]) {
      expect(installed.packed).toContain(types.slice(2))
      output(`node -e "require('./node_modules/right-branching/${code}')"`)
    }
  })

  test('need nothing of Node: all that they load is relative', () => {
    const dist = join(installed.folder, 'node_modules', 'right-branching', 'dist')
    const seen = new Set(
      ['src/index.js', 'src/browser.js', 'page/page.js', 'transform/index.js', 'parser/index.js'].map(
        (file) => join(dist, file),
      ),
    )
    const foreign: string[] = []
    for (const file of seen) {
      const text = readFileSync(file, 'utf8')
      const imports = text.matchAll(/^(?:im|ex)port\b[^'"\n]*["']([^"'\n]+)["'];?$|\bimport\("([^"]+)"\)/gm)
      for (const [, direct, lazy] of imports) {
        const specifier = direct ?? lazy
        if (specifier.startsWith('.')) seen.add(join(dirname(file), specifier))
        else foreign.push(specifier)
      }
    }
    expect(foreign).toEqual([])
  })

  test('are typed', () => {
    writeFileSync(
      join(installed.folder, 'types.ts'),
      `import { trainModel, readCoNLLU, SentenceParser, type Evaluation, type Model } from 'right-branching'
       import type { Tree } from 'right-branching/transform'
       import type { TransitionSystem } from 'right-branching/parser'
       import { load, type Document } from 'right-branching/browser'
       export const document: Promise<Document> = load('en').then((parser) => parser.parse('a', { constraints: { spans: [{ start: 0, end: 1 }] } }))
       const model: Model = trainModel(readCoNLLU(''), { system: 'rb', solver: 4 }).model
       export const tree = (sentence: Parameters<SentenceParser['parse']>[0]): Tree => new SentenceParser(model).parse(sentence).tree
       export const las = (evaluation: Evaluation): number => evaluation.las
       export const name = (system: TransitionSystem): string => system.name
       // @ts-expect-error what is no solver is an error
       trainModel([], { solver: 3 })`,
    )
    // TypeScript before 5.7 has no typed arrays with type arguments.
    const folder = join(installed.folder, 'node_modules', 'right-branching')
    for (const file of installed.packed.filter((name) => /\.d\.c?ts$/.test(name)))
      expect(readFileSync(join(folder, file), 'utf8').replaceAll(/\/\*.*?\*\//gs, '')).not.toMatch(/\dArray</)
    const compiler = join(house, 'node_modules', 'typescript', 'bin', 'tsc')
    const call = `node ${compiler} --noEmit --strict --skipLibCheck false --target es2022`
    output(`${call} --module nodenext types.ts`)
    output(`${call} --ignoreDeprecations 6.0 --module commonjs --moduleResolution node10 types.ts`)
    // Programs for Node alone have no types of pages.
    const types = join(house, 'node_modules', '@types')
    output(`${call} --module nodenext --lib es2023 --types node --typeRoots ${types} types.ts`)
  })
})

test('the example at the end of every help runs as it stands', () => {
  const commands = [...output('rbparse --help').matchAll(/^ {2}([a-z]+) (?:\[|<| )/gm)].map(
    ([, name]) => name,
  )
  expect(commands.length).toBeGreaterThan(10)
  for (const command of commands.filter((name) => name !== 'help')) {
    const help = output(`rbparse ${command} --help`)
    const example = help.slice(help.indexOf('\nExample:\n') + 10)
    expect(example).toContain(`rbparse ${command}`)
    output(example)
  }
})

test('one line and a status, from the shell', () => {
  const cases: [string, number, string][] = [
    [
      'rbparse parse --model none.rb',
      2,
      'none.rb: cannot be read (there is no such file or directory), expected a file or -\n',
    ],
    ["printf '1\\ta\\n' | rbparse transform", 1, '-:1: 2 columns, expected 10 separated by tabs\n'],
    ['rbparse transform --bogus', 2, "error: unknown option '--bogus'\n"],
  ]
  for (const [line, status, stderr] of cases)
    expect(installed.shell(line)).toEqual({ status, stdout: '', stderr })
  const cut = installed.shell('set +o pipefail; rbparse sample | head -n 1; exit ${PIPESTATUS[0]}')
  expect(cut).toEqual({ status: 0, stdout: expect.stringMatching(/^# source = [^\n]+\n$/), stderr: '' })
})

test('an interrupted run leaves nothing behind', async () => {
  const leftovers = () => readdirSync(installed.folder).filter((name) => name.startsWith('cut.conllu'))
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    const bin = join(installed.folder, 'node_modules', '.bin', 'rbparse')
    const child = spawn(bin, ['transform', '-o', 'cut.conllu'], {
      cwd: installed.folder,
      stdio: ['pipe', 'ignore', 'ignore'],
    })
    const ended = once(child, 'exit')
    child.stdin.write(embeddedDev(5))
    while (leftovers().length === 0 && child.pid !== undefined)
      await new Promise((resolve) => setTimeout(resolve, 20))
    child.kill(signal)
    expect([(await ended)[1], leftovers()]).toEqual([signal, []])
  }
})
