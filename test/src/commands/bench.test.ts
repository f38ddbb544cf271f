import { writeFileSync } from 'node:fs'
import { expect, onTestFinished, test, vi } from 'vitest'
import { interleave } from '../../../src/bench/interleave.ts'
import { embeddedTrain } from '../../../src/embedded/treebank.ts'
import { standIn } from '../jobs/threads.ts'
import { newFolder, rbparse } from './rbparse.ts'

test('tasks take turns, and medians are compared within their group', async () => {
  vi.useFakeTimers({ toFake: ['performance'] })
  onTestFinished(() => void vi.useRealTimers())
  const order: string[] = []
  const task = (name: string, group: string, runs: number, milliseconds: number) => ({
    name,
    group,
    runs,
    words: 1000,
    run: () => {
      if (order.at(-1) !== name) order.push(name)
      vi.advanceTimersByTime(milliseconds)
    },
  })
  const timings = await interleave([task('a', 'x', 2, 120), task('b', 'x', 1, 240), task('c', 'y', 2, 1)])
  expect(order).toEqual(['a', 'b', 'c', 'a', 'c'])
  const [a, b, c] = timings
  expect(b.ratio).toBe(1)
  expect(a.ratio).toBe(2)
  expect(c.ratio).toBe(1)
  for (const { minimum, median, maximum } of timings) {
    expect(minimum).toBeLessThanOrEqual(median)
    expect(median).toBeLessThanOrEqual(maximum)
  }
})

test('every part is timed, on a file or a folder', async () => {
  const file = newFolder()
  writeFileSync(file('train.conllu'), embeddedTrain(12))
  const folder = file('train.conllu').replace(/\/train\.conllu$/, '')
  const args = ['--systems', 'rb,arc-eager', '--runs', '1']
  const json = await rbparse(['bench', folder, '--json', ...args], '', standIn)
  const names = JSON.parse(json.stdout).map((timing: { name: string }) => timing.name)
  const parts = ['read', 'write', 'transform', 'reverse', 'encode', 'decode']
  const parses = ['parse rb', 'parse rb, constrained', 'parse arc-eager', 'parse arc-eager, constrained']
  const jobs = ['1 job', '2 jobs'].map((jobs) => `parse rb, ${jobs}`)
  const lengths = [10, 100, 1000, 10000].map((size) => `parse rb, ${size} words a sentence`)
  expect(names).toEqual([
    ...parts,
    'train rb',
    'train arc-eager',
    ...parses,
    'parse rb, with loading',
    ...lengths,
    ...jobs,
  ])
  const table = await rbparse(['bench', file('train.conllu'), '--systems', 'rb', '--runs', '1'], '', standIn)
  expect(table.stdout).toMatch(/^parse rb +[\d,]+ +[\d,]+ +[\d.]+ +1$/m)
})

test('bad calls and empty treebanks', async () => {
  const file = newFolder()
  writeFileSync(file('empty'), '')
  expect(await rbparse(['bench', file('empty')])).toMatchObject({
    status: 1,
    stderr: `${file('empty')}: there is no sentence in it, expected a treebank\n`,
  })
  expect((await rbparse(['bench', file('none')])).status).toBe(2)
  expect((await rbparse(['bench', '--systems', 'rb-oracle'])).stderr).toMatch(/'rb-oracle' is none of rb, /)
})
