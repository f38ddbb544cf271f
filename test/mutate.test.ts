import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const usage = 'usage: npm run mutate -- FOLDER [--sample N] [--seed S] [--tests PATHS]'

test.each([
  [['--help'], 0, `${usage}\n`, ''],
  [['--simple', 'parser'], 2, '', `Unknown option '--simple' (${usage})\n`],
  [['nowhere'], 2, '', `expected a folder or a file, such as parser/scoring (${usage})\n`],
  [[], 2, '', `expected a folder or a file, such as parser/scoring (${usage})\n`],
  [['--sample', 'x', 'parser'], 2, '', `--sample is 'x', expected a whole number (${usage})\n`],
])('mutate %j is one line', (call, status, stdout, stderr) => {
  const program = fileURLToPath(new URL('mutate.js', import.meta.url))
  const answer = spawnSync('node', [program, ...call], { encoding: 'utf8', timeout: 60_000 })
  expect(answer).toMatchObject({ status, stdout, stderr })
})
