/** `rbparse train --jobs`, with `--shards` and without. */
import { readFileSync, writeFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { embeddedDev, embeddedTrain } from '../../../src/embedded/treebank.ts'
import { newFolder, rbparse } from '../commands/rbparse.ts'
import { standIn } from './threads.ts'

const treebank = embeddedTrain(25)

/** The bytes of the model that these options give, and how many threads were started. */
async function trained(args: readonly string[]): Promise<{ bytes: Buffer; threads: number }> {
  const file = newFolder()
  writeFileSync(file('dev'), embeddedDev(10))
  let threads = 0
  const start = (): ReturnType<typeof standIn> => {
    threads++
    return standIn()
  }
  // Without a trial of both directions, which would take half of the time.
  const fixed = ['--epochs', '2', '--direction', 'right', '--dev', file('dev')]
  const call = ['train', '--model', file('m'), ...fixed, ...args, '-']
  const { status, stderr } = await rbparse(call, treebank, start)
  expect([status, stderr]).toEqual([0, expect.stringContaining('LAS')])
  return { bytes: readFileSync(file('m')), threads }
}

test.each([
  ['rb', '--shards'],
  ['arc-eager', '--shards'],
  ['rb', '--ensemble'],
])('%s %s: the model is the same from any number of jobs', async (system, parts) => {
  const args = ['--system', system, '--beam', '3', parts, '3']
  const one = await trained(args)
  expect(one.threads).toBe(0)
  for (const [jobs, threads] of [
    ['2', 2],
    ['5', 3],
  ] as const) {
    const more = await trained([...args, '--jobs', jobs])
    expect(more.threads).toBe(threads)
    expect(more.bytes.equals(one.bytes)).toBe(true)
  }
  expect((await trained(['--system', system, '--beam', '3'])).bytes.equals(one.bytes)).toBe(false)
})

test('what is not learned in shards needs no threads', async () => {
  const one = await trained(['--beam', '2'])
  const two = await trained(['--beam', '2', '--jobs', '2'])
  expect(two.threads).toBe(0)
  expect(two.bytes.equals(one.bytes)).toBe(true)
})

test.each([
  ['rb', 6],
  ['arc-eager', 1],
])('%s: the classifiers of LIBLINEAR are the same from any number of jobs', async (system, classifiers) => {
  const one = await trained(['--fast', '--system', system])
  expect(one.threads).toBe(0)
  for (const jobs of [2, 64]) {
    const more = await trained(['--fast', '--system', system, '--jobs', String(jobs)])
    expect(more.threads).toBe(Math.min(jobs, classifiers))
    expect(more.bytes.equals(one.bytes)).toBe(true)
  }
})

test('a thread that fails ends the training', async () => {
  const file = newFolder()
  const failing = (): ReturnType<typeof standIn> => ({
    ...standIn(),
    on: (event: string, listener: (error: never) => void) =>
      event === 'error' && setTimeout(() => listener(new Error('no memory\nat all') as never)),
  })
  const args = ['train', '--model', file('m'), '--beam', '2', '--shards', '2', '--jobs', '2', '-']
  const outcome = await rbparse(args, treebank, failing)
  expect(outcome).toMatchObject({ status: 1, stderr: 'a thread failed: no memory\n' })
})

test('the model says how many shards there were', async () => {
  const file = newFolder()
  const { bytes } = await trained(['--beam', '2', '--shards', '2'])
  writeFileSync(file('m'), bytes)
  const { stdout } = await rbparse(['info', file('m'), '--json'])
  expect(JSON.parse(stdout).training).toMatchObject({ beam: 2, shards: 2 })
})

test.each([
  [['--fast', '--shards', '2'], '--shards is for the perceptron with a beam, expected --beam N with it'],
  [['--shards', '2', '--beam', '2', '--pipeline'], '--shards is for a parser alone, expected no --pipeline'],
  [['--fast', '--ensemble', '2'], '--ensemble is for the perceptron with a beam, expected --beam N with it'],
  [
    ['--shards', '0'],
    "error: option '--shards <n>' argument '0' is invalid. Expected a whole number from 1 to 1024.",
  ],
  [
    ['--jobs', '-1'],
    "error: option '--jobs <n>' argument '-1' is invalid. Expected a whole number from 1 to 256.",
  ],
])('a bad call: %j', async (args, message) => {
  expect(await rbparse(['train', '--model', 'none', ...args, '-'])).toEqual({
    status: 2,
    stdout: '',
    stderr: message + '\n',
  })
})
