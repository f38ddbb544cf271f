import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import packageJson from '../package.json' with { type: 'json' }

test('the licence is an SPDX expression of all parts, each of which LICENSE names', () => {
  expect(packageJson.license).toMatch(/^[\w.-]+(?: AND [\w.-]+)*$/)
  const parts = packageJson.license.split(' AND ')
  expect(parts).toEqual(['MIT', 'CC-BY-SA-4.0', 'LicenseRef-WordNet'])
  const text = readFileSync(new URL('../LICENSE', import.meta.url), 'utf8')
  for (const part of parts) expect(text).toContain(`SPDX: ${part}`)
})
