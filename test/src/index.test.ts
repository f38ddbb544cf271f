/** The names that the package exports are few. */
import { fileURLToPath } from 'node:url'
import ts from 'typescript'
import { expect, test } from 'vitest'

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
