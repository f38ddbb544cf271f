/** `rbparse parse --jobs` as it is installed, with threads of Node. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { embeddedDev } from '../../../src/embedded/treebank.ts'
import { BLOCK_BYTES } from '../../../src/jobs/parse-blocks.ts'
import { build, type Installed } from '../../installed.ts'
import { withoutProgress } from '../../messages.ts'

let installed: Installed
beforeAll(() => {
  installed = build()
  writeFileSync(join(installed.folder, 'text.conllu'), embeddedDev().repeat(25))
  shell('rbparse sample --sentences 100 | rbparse train --model m.rb -')
})
afterAll(() => installed.remove())

function shell(line: string): { status: number | null; stdout: string; stderr: string } {
  return installed.shell(line)
}

const written = (name: string): string => readFileSync(join(installed.folder, name), 'utf8')

/** Runs a line that has to succeed. */
function run(line: string): void {
  const { status, stderr } = shell(line)
  expect({ line, status, said: status === 0 ? '' : stderr }).toEqual({ line, status: 0, said: '' })
}

test('any number of threads writes what one does', () => {
  run('rbparse parse --model m.rb -o one text.conllu')
  const text = written('text.conllu')
  expect(text.length).toBeGreaterThan(10 * BLOCK_BYTES)
  run('rbparse parse --model m.rb --jobs 2 -o two --stats two.json text.conllu')
  run('rbparse parse --model m.rb --jobs 3 < text.conllu > three')
  for (const name of ['two', 'three']) expect(written(name) === written('one')).toBe(true)
  const { sentences, wordsPerSecond } = JSON.parse(written('two.json'))
  expect(sentences).toBe(text.match(/\n\n/g)!.length)
  expect(wordsPerSecond).toBeGreaterThan(0)
})

test(
  'any number of threads parses, leaves out and refuses sentences of 1 to 200,000 words alike',
  { tags: ['slow'] },
  () => {
    const ofWords = (words: number): string =>
      `${Array.from({ length: words }, (_, i) => `${i + 1}\ta${'\t_'.repeat(8)}\n`).join('')}\n`
    writeFileSync(join(installed.folder, 'long.conllu'), [1, 10, 2049, 20, 200_000, 3].map(ofWords).join(''))
    const said = (line: string): object => {
      const { status, stderr } = shell(line)
      return { status, said: withoutProgress(stderr).replaceAll(/^.* words a second, .*\n/gm, '') }
    }
    for (const [how, status] of [
      ['--beam 1024', 1],
      ['--beam 1024 --skip-bad', 0],
      ['--beam 1024 --greedy-if-long', 0],
      ['--beam 2', 0],
    ] as const) {
      const runs = [1, 2, 3].map((jobs) =>
        said(
          `rm -f long${jobs}; rbparse parse --model m.rb ${how} --jobs ${jobs} -o long${jobs} long.conllu`,
        ),
      )
      expect(runs[0]).toMatchObject({ status })
      for (const jobs of [2, 3]) {
        expect(runs[jobs - 1]).toEqual(runs[0])
        expect(existsSync(join(installed.folder, `long${jobs}`))).toBe(status === 0)
        if (status === 0) expect(written(`long${jobs}`) === written('long1')).toBe(true)
      }
    }
  },
)

test('where a thread dies there is one line, and no file', () => {
  const dies = `import { isMainThread } from 'node:worker_threads'; if (!isMainThread) setTimeout(() => process.exit(7), 1)`
  writeFileSync(join(installed.folder, 'dies.mjs'), dies)
  const bin = 'node_modules/right-branching/dist/src/main.js'
  const died = shell(`node --import ./dies.mjs ${bin} parse --model m.rb --jobs 2 -o none text.conllu`)
  expect(died).toEqual({
    status: 1,
    stdout: '',
    stderr: 'a thread failed: it ended with status 7\n',
  })
  expect(existsSync(join(installed.folder, 'none'))).toBe(false)
})

test('whoever reads the output may have seen enough', () => {
  const cut = shell(
    'set +o pipefail; rbparse parse --model m.rb --jobs 2 text.conllu | head -n 1; exit ${PIPESTATUS[0]}',
  )
  expect(cut).toEqual({ status: 0, stdout: expect.stringMatching(/^#.*\n$/) as string, stderr: '' })
})
