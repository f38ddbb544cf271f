/** The names that the package exports are few, and each has an example. */
import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import ts from 'typescript'
import { expect, test } from 'vitest'
import * as main from '../../src/files/node.ts'

const house = fileURLToPath(new URL('../..', import.meta.url))

const program = ts.createProgram([`${house}src/files/node.ts`], {
  allowImportingTsExtensions: true,
  noEmit: true,
  module: ts.ModuleKind.ESNext,
  moduleResolution: ts.ModuleResolutionKind.Bundler,
  target: ts.ScriptTarget.ES2023,
})
const checker = program.getTypeChecker()
const entry = program.getSourceFile(`${house}src/files/node.ts`)!
const exported = checker
  .getExportsOfModule(checker.getSymbolAtLocation(entry)!)
  .map((symbol) => (symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol))

test('the main entry has at most 75 names', () => {
  expect(exported.length).toBeGreaterThan(40)
  expect(exported.length).toBeLessThanOrEqual(75)
})

/** The examples of the guides, which readme.test.ts runs. */
const pages = [
  'README.md',
  'src/README.md',
  ...readdirSync(`${house}docs`)
    .filter((name) => name.endsWith('.md'))
    .map((name) => `docs/${name}`),
]
const examplesIn = (text: string): string[] =>
  [...text.matchAll(/^```(?:js|ts)\n([\s\S]*?)^```$/gm)].map(([block]) => block)
const shown = pages.flatMap((page) => examplesIn(readFileSync(house + page, 'utf8'))).join('\n')

const values = exported.filter(({ name }) => name in main)

test('every function and class of the main entry is in an example of a guide, or has one in its docstring', () => {
  expect(values.length).toBeGreaterThan(20)
  const without = values.filter((symbol) => {
    const docstring = ts.displayPartsToString(symbol.getDocumentationComment(checker))
    return examplesIn(docstring).length === 0 && !new RegExp(`\\b${symbol.name}\\b`).test(shown)
  })
  expect(without.map(({ name }) => name)).toEqual([])
})
