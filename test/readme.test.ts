/**
 * The examples of the READMEs and guides run. The examples of a page run in one folder, from top to bottom: a block with a
 * name becomes a file of that name, lines after `$` go to a shell, other `js` blocks go to Node; what follows is what they
 * print on standard output. With the environment variable UPDATE_README, the pages are rewritten to show what the examples print.
 */
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import packageJson from '../package.json' with { type: 'json' }
import { build, type Installed } from './installed.ts'

const house = join(import.meta.dirname, '..')
const pages = [
  'README.md',
  'transform/README.md',
  'parser/README.md',
  'src/README.md',
  'src/server/README.md',
  'experiments/README.md',
  ...readdirSync(join(house, 'docs'))
    .filter((name) => name.endsWith('.md'))
    .map((name) => `docs/${name}`),
]

interface Block {
  readonly language: string
  readonly name: string | undefined
  readonly text: string
}

const fences = /^```(\w+)(?: (\S+))?\n([\s\S]*?)^```$/gm
const read = (page: string): string => readFileSync(join(house, page), 'utf8')

function blocksOf(page: string): Block[] {
  return [...read(page).matchAll(fences)].map(([, language, name, text]) => ({ language, name, text }))
}

describe('examples', () => {
  let package_: Installed
  beforeAll(() => {
    package_ = build()
  })
  afterAll(() => package_.remove())

  // The page of training trains with all defaults.
  const isSlow = (page: string): boolean => page === 'docs/training.md'

  test.each(pages.filter((page) => !isSlow(page)))('of %s print what the page shows', compare)
  test.each(pages.filter(isSlow))('of %s print what the page shows', { tags: ['slow'] }, compare)

  function compare(page: string): void {
    const blocks = blocksOf(page)
    const shown: string[] = []
    const printed: string[] = []
    blocks.forEach(({ language, name, text }, i) => {
      if (name !== undefined) writeFileSync(join(package_.folder, name), text)
      else if (language === 'console') {
        shown.push(text)
        printed.push(
          text.replaceAll(/^\$ (.*)\n(?:(?!\$ ).*\n)*/gm, (_, line: string) => `$ ${line}\n${run(line)}`),
        )
      } else if (language === 'js') {
        writeFileSync(join(package_.folder, 'example.js'), text)
        shown.push(blocks[i + 1].text)
        printed.push(run('node example.js'))
      }
    })
    if (process.env.UPDATE_README) update(page, shown, printed)
    else expect(printed).toEqual(shown)
  }

  function run(line: string): string {
    const { status, stdout, stderr } = package_.shell(line)
    expect({ line, status, stderr }).toEqual({ line, status: 0, stderr })
    return stdout
  }
})

function update(page: string, shown: readonly string[], printed: readonly string[]): void {
  let at = 0
  const updated = read(page).replaceAll(
    fences,
    (fence, language: string, name: string | undefined, text: string) => {
      if (name !== undefined || !['console', 'text'].includes(language)) return fence
      expect(text).toBe(shown[at])
      return '```' + language + '\n' + printed[at++] + '```'
    },
  )
  writeFileSync(join(house, page), updated)
}

test('the main page is one page, and its commands for a clone do all the set-up', () => {
  expect(read('README.md').split('\n').length).toBeLessThanOrEqual(131)
  const commands = blocksOf('README.md')
    .filter(({ language }) => language === 'sh')
    .at(-1)!
    .text.split('\n')
    .map((line) => line.replace(/ *#.*/, ''))
    .filter(Boolean)
  expect(commands).toEqual(['npm ci && npm start', 'npm test'])
  expect(Object.keys(packageJson.scripts)).toEqual(
    expect.arrayContaining(['postprepare', 'start', 'test', 'lint', 'typecheck', 'bench']),
  )
})

test('links between the pages lead somewhere', () => {
  const broken = pages.flatMap((page) =>
    [...read(page).matchAll(/\]\((?!https?:)([^)#]+)/g)]
      .map(([, link]) => join(house, dirname(page), link))
      .filter((file) => !existsSync(file)),
  )
  expect(broken).toEqual([])
})
