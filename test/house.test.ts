/** The rules of the house: what may import what, what lies where, what no file says. */
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join, relative, resolve, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { registry } from '../parser/registry.ts'

const house = fileURLToPath(new URL('..', import.meta.url))

/** All files of the project, committed or about to be. */
const files = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
  cwd: house,
  encoding: 'utf8',
})
  .split('\n')
  .filter((file) => file !== '' && existsSync(join(house, file)))

const read = (file: string): string => readFileSync(join(house, file), 'utf8')
const sources = files.filter((file) => /\.(ts|js)$/.test(file))

/** From the ground up. Imports go down. */
const floors = ['transform', 'parser', 'src', 'experiments']
const floorOf = (file: string): number => floors.indexOf(file.split(sep)[0])

/** What a file imports: the texts between the quotes, types and lazy imports too. */
function importsOf(file: string): string[] {
  const found = read(file).matchAll(/(?:\bfrom|\bimport|\bimport\()\s*'([^']+)'/g)
  return [...found].map(([, specifier]) => specifier)
}

describe('floors', () => {
  const upstairs = sources
    .filter((file) => floorOf(file) >= 0)
    .flatMap((file) =>
      importsOf(file)
        .filter((specifier) => specifier.startsWith('.'))
        .map((specifier) => ({ file, target: relative(house, resolve(house, dirname(file), specifier)) })),
    )

  test('no import goes up, but that of the bin, and none leaves the floors', () => {
    const wrong = upstairs.filter(({ file, target }) => {
      if (target === 'package.json') return false
      if (file === join('src', 'main.ts') && target.startsWith('experiments')) return false
      return floorOf(target) < 0 || floorOf(target) > floorOf(file)
    })
    expect(wrong).toEqual([])
  })

  test('experiments import what the floor below exports: the laboratory, and the command line where they need Node', () => {
    const doors = ['src/lab.ts', 'src/lab-node.ts', 'package.json']
    const wrong = upstairs.filter(
      ({ file, target }) =>
        file.startsWith('experiments') && !target.startsWith('experiments') && !doors.includes(target),
    )
    expect(wrong).toEqual([])
  })

  /** A folder is a room; a file at the top of a floor is a room of its own. */
  const roomOf = (file: string): string => (file.split(sep).length > 2 ? dirname(file) : file)

  test.each([
    ['files', (file: string) => file],
    ['rooms', roomOf],
  ])('no %s import each other in a circle, not even types', (_, placeOf) => {
    const left = new Map<string, string[]>()
    for (const [file, target] of upstairs.map(({ file, target }) => [placeOf(file), placeOf(target)])) {
      if (file !== target) left.set(file, [...(left.get(file) ?? []), target])
    }
    // In no circle is a place that imports nothing of what is left, and a place that nothing of what is left imports.
    for (let size = 0; size !== left.size;) {
      size = left.size
      for (const [file, targets] of left) if (!targets.some((target) => left.has(target))) left.delete(file)
      const imported = new Set([...left.values()].flat())
      for (const file of left.keys()) if (!imported.has(file)) left.delete(file)
    }
    const circles = [...left].map(
      ([file, targets]) => `${file} → ${targets.filter((target) => left.has(target)).join(', ')}`,
    )
    expect(circles).toEqual([])
  })

  test('every import names a file that is there', () => {
    const exists = (target: string): boolean =>
      existsSync(join(house, target)) || existsSync(join(house, `${target}.ts`))
    const built = (target: string): boolean =>
      /^parser\/(?:liblinear-wasm|scoring\/kernel)\/build/.test(target)
    expect(upstairs.filter(({ target }) => !built(target) && !exists(target))).toEqual([])
  })

  test('the lower floors use nothing of Node, nor does src but for files, commands, the server and the bin', () => {
    const node = sources.filter((file) => {
      const room = file.split(sep).slice(0, 2).join('/')
      if (floorOf(file) < 0 || floorOf(file) === 3) return false
      if (room === 'parser/liblinear-wasm' || file.includes('/scripts/')) return false
      if (['src/files', 'src/commands', 'src/server', 'src/main.ts'].includes(room)) return false
      const text = read(file).replaceAll(/\/\*[\s\S]*?\*\/|\/\/.*/g, '')
      return /'node:|\b(?:process|Buffer|require|__dirname)\b[.(]/.test(text)
    })
    expect(node).toEqual([])
  })
})

test('only the registry and a system itself know the name of a system', () => {
  const names = registry.map(({ name }) => name).join('|')
  const named = new RegExp(`(['"\`])(?:${names})\\1`)
  const wrong = sources
    .filter((file) => /^(?:parser|src)\//.test(file))
    .filter((file) => file !== 'parser/registry.ts' && !file.startsWith('parser/systems/'))
    .filter((file) => named.test(read(file).replaceAll(/\/\*[\s\S]*?\*\/|\/\/.*/g, '')))
  expect(wrong).toEqual([])
})

test('what lies loose in parser/ is its index, parsing, training and the registry', () => {
  const loose = sources.filter((file) => /^parser\/[^/]+$/.test(file))
  expect(loose.toSorted()).toEqual(['index', 'parse', 'registry', 'train'].map((name) => `parser/${name}.ts`))
})

test('the top level is the one that was drawn', () => {
  const top = new Set(files.map((file) => file.split('/')[0]).filter((name) => !name.startsWith('.')))
  const drawn = [
    'package.json',
    'tsconfig.json',
    'README.md',
    'src',
    'transform',
    'parser',
    'test',
    'experiments',
  ]
  const aside = ['package-lock.json', 'LICENSE', 'CHANGELOG.md', 'CITATION.cff', 'docs']
  expect([...top].filter((name) => ![...drawn, ...aside].includes(name))).toEqual([])
})

describe('files', () => {
  test('tests mirror the floors, but for the fuzz campaign', () => {
    const homeless = files.filter((file) => {
      const [root, room] = file.split('/')
      return root === 'test' && file.split('/').length > 2 && ![...floors, 'fuzz'].includes(room)
    })
    expect(homeless).toEqual([])
  })

  test('each says what it is', () => {
    const silent = sources.filter((file) => floorOf(file) >= 0 && !/^#!|\/\*\*|^\/\/ /m.test(read(file)))
    expect(silent).toEqual([])
  })

  test('comments name files that are there', () => {
    const isThere = (name: string, from: string): boolean =>
      files.includes(join(dirname(from), name)) || files.some((file) => `/${file}`.endsWith(`/${name}`))
    const wrong = sources.flatMap((file) => {
      const comments = [...read(file).matchAll(/\/\*\*[\s\S]*?\*\/|^\s*\/\/.*|\s\/\/ .*/gm)].join('\n')
      const named = [...comments.matchAll(/[\w./-]+\.ts\b/g)].map(([name]) =>
        name.replace(/^(?:\.\.?\/)+/, ''),
      )
      return named.filter((name) => !isThere(name, file)).map((name) => `${file}: ${name}`)
    })
    expect(wrong).toEqual([])
  })

  test('none is called after nothing in particular', () => {
    expect(files.filter((file) => /\b(?:utils?|helpers?|misc|common)\b/.test(file))).toEqual([])
  })
})

test('nothing is left to do, said of a machine, or taken from elsewhere', () => {
  const marks = [
    ['to', 'do'].join(''),
    ['fix', 'me'].join(''),
    // Paths that only one machine has, and places that packages come from.
    String.raw`(?:^|[\s'"=(])/(?:home|root|tmp|Users|work|mnt)/\w`,
    String.raw`registry\.\w+\.\w+`,
  ]
  const pattern = new RegExp(`\\b(?:${marks[0]}|${marks[1]})\\b|${marks[2]}|${marks[3]}`, 'im')
  const texts = files.filter(
    (file) => /\.(ts|js|json|md|ya?ml)$|^\.ci\//.test(file) && file !== 'test/house.test.ts',
  )
  expect(texts.filter((file) => pattern.test(read(file)))).toEqual([])
})
