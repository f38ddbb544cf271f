/**
 * What the README shows is what happens. Its examples run in one folder, from top to bottom: `conllu` blocks become files
 * of the name beside them, lines after `$` are typed into a shell, `js` blocks are run; what follows is what they
 * print on standard output. With UPDATE_README set, the README is made to say what they print.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { registry } from '../parser/registry.ts'
import packageJson from '../package.json' with { type: 'json' }
import { build, type Installed } from './installed.ts'

const path = join(import.meta.dirname, '..', 'README.md')
const readme = readFileSync(path, 'utf8')

interface Block {
  readonly language: string
  readonly name: string | undefined
  readonly text: string
}

const fences = /^```(\w+)(?: (\S+))?\n([\s\S]*?)^```$/gm
const blocks: Block[] = [...readme.matchAll(fences)].map(([, language, name, text]) => ({
  language,
  name,
  text,
}))

describe('examples', () => {
  let package_: Installed
  beforeAll(() => {
    package_ = build()
  })
  afterAll(() => package_.remove())

  test('print what they are said to print', () => {
    const shown: string[] = []
    const printed: string[] = []
    blocks.forEach(({ language, name, text }, i) => {
      if (language === 'conllu') writeFileSync(join(package_.folder, name!), text)
      if (language === 'console') {
        shown.push(text)
        printed.push(
          text.replaceAll(/^\$ (.*)\n(?:(?!\$ ).*\n)*/gm, (_, line: string) => `$ ${line}\n${run(line)}`),
        )
      }
      if (language === 'js') {
        writeFileSync(join(package_.folder, 'example.js'), text)
        shown.push(blocks[i + 1].text)
        printed.push(run('node example.js'))
      }
    })
    if (process.env.UPDATE_README) update(shown, printed)
    else expect(printed).toEqual(shown)
  })

  function run(line: string): string {
    const { status, stdout, stderr } = package_.shell(line)
    expect({ line, status, stderr }).toEqual({ line, status: 0, stderr })
    return stdout
  }
})

function update(shown: readonly string[], printed: readonly string[]): void {
  let at = 0
  const isOutput = (language: string): boolean => language === 'console' || language === 'text'
  const updated = readme.replaceAll(fences, (fence, language: string, _, text: string) => {
    if (!isOutput(language)) return fence
    expect(text).toBe(shown[at])
    return '```' + language + '\n' + printed[at++] + '```'
  })
  writeFileSync(path, updated)
}

test('its first two commands do all the set-up', () => {
  const [first] = blocks
  expect(first.language).toBe('sh')
  const commands = first.text
    .split('\n')
    .map((line) => line.replace(/ *#.*/, ''))
    .filter(Boolean)
  expect(commands).toEqual(['npm ci && npm start', 'npm test'])
  expect(Object.keys(packageJson.scripts)).toEqual(
    expect.arrayContaining(['prepare', 'start', 'test', 'lint', 'typecheck', 'bench']),
  )
})

test('it names every system', () => {
  for (const { name } of registry) expect(readme).toContain(name)
})
