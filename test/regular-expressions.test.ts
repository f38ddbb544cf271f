/** Regular expressions take linear time on any input: each is tried on 100,000 characters of many kinds. */
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import ts from 'typescript'
import { expect, test } from 'vitest'
import { processorSeconds } from './processor-time.ts'

const house = join(import.meta.dirname, '..')
const LENGTH = 100_000
/** Seconds of processor time for one input; a quadratic expression takes many times as long. */
const MOST = 1

/** Files whose expressions see the digits of one number, and nothing longer. */
const numbersOnly = ['src/files/counted.ts']

const files = execFileSync('git', ['ls-files', 'transform', 'parser', 'src', 'experiments'], {
  cwd: house,
  encoding: 'utf8',
})
  .split('\n')
  .filter((file) => existsSync(join(house, file)))
  .filter((file) => file.endsWith('.ts') && !file.includes('/assembly/') && !numbersOnly.includes(file))

/** The regular expressions of a file. */
function expressionsOf(file: string): RegExp[] {
  const found: RegExp[] = []
  const visit = (node: ts.Node): void => {
    if (ts.isRegularExpressionLiteral(node)) {
      const end = node.text.lastIndexOf('/')
      found.push(new RegExp(node.text.slice(1, end), node.text.slice(end + 1)))
    }
    ts.forEachChild(node, visit)
  }
  visit(ts.createSourceFile(file, readFileSync(join(house, file), 'utf8'), ts.ScriptTarget.Latest))
  return found
}

const usual = [
  ' ',
  '\t',
  '\n',
  'a',
  'é',
  '1',
  '0',
  '.',
  ',',
  '-',
  '_',
  '/',
  ':',
  ';',
  '"',
  '(',
  '%',
  '@',
  '=',
  '日',
]

/** Characters over and over, alone and in pairs with those that the expression itself names, and what breaks them off. */
function* inputsFor(expression: RegExp): Generator<string> {
  const own = [...new Set(expression.source.replaceAll(/\\./g, '').replaceAll(/[[\]{}()?*+|^$]/g, ''))].slice(
    0,
    8,
  )
  for (const one of new Set([...usual, ...own])) {
    for (const other of ['', ...own]) {
      const unit = one + other
      const text = unit.repeat(LENGTH / unit.length)
      yield text
      yield `${expression.source.replaceAll(/\\.|[[\]{}()?*+|^$]/g, '')}${text}\0`
    }
  }
}

test.each(files.map((file) => [file, expressionsOf(file)] as const).filter(([, found]) => found.length > 0))(
  '%s',
  (_, expressions) => {
    const slow: string[] = []
    for (const expression of expressions) {
      for (const input of inputsFor(expression)) {
        expression.lastIndex = 0
        const seconds = processorSeconds(() => void input.replace(expression, ''))
        if (seconds < MOST) continue
        slow.push(`${expression}: ${seconds.toFixed(1)} s on ${JSON.stringify(input.slice(-8))}`)
        break
      }
    }
    expect(slow).toEqual([])
  },
)
