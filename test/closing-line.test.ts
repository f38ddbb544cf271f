/** A run of tests that hangs ends by itself, and says where. */
import { spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { newFolder } from './src/commands/rbparse.ts'

const at = (path: string): string => fileURLToPath(new URL(path, import.meta.url))

test(
  'a file that hangs is named, ended and counted; the other files count as always',
  { tags: 'slow' },
  () => {
    const file = newFolder()
    writeFileSync(file('good.test.js'), "test('one', () => {}); test.skip('two', () => {})")
    writeFileSync(file('hung.test.js'), "test('three', () => {}); test('four', () => { for (;;); })")
    const reporters = JSON.stringify([[at('closing-line.ts'), { most: 0.1 }]])
    writeFileSync(
      file('config.mjs'),
      `export default { test: { globals: true, maxWorkers: 2, reporters: ${reporters} } }`,
    )
    const args = ['run', '--root', file(''), '--config', file('config.mjs')]
    const { status, stdout, stderr } = spawnSync(at('../node_modules/.bin/vitest'), args, {
      encoding: 'utf8',
      timeout: 120_000,
      killSignal: 'SIGKILL',
    })
    expect(stderr).toContain('no test has ended for 0.1 minutes; in progress: hung.test.js\n')
    expect(stdout).toBe('1 passed, 1 failed, 1 skipped\n')
    expect(status).toBe(1)
  },
)
