/** Reading ahead and writing behind. */
import { existsSync, readFileSync, readdirSync, writeFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { openInput } from '../../../src/files/text-file.ts'
import { openOutput, withOutput } from '../../../src/files/output.ts'
import { Gathered, newFolder } from '../commands/rbparse.ts'

async function* nothing(): AsyncGenerator<Uint8Array> {}
const terminal = { stdin: nothing(), stdout: new Gathered(), stderr: new Gathered() }
const bytes = Uint8Array.from({ length: 1_500_000 }, (_, i) => (i * i) >>> 7)

test('chunks stay as they are while the next one comes', async () => {
  const file = newFolder()
  writeFileSync(file('in'), bytes)
  const { chunks, size } = await openInput(file('in'), terminal)
  const copies: Uint8Array[] = []
  for await (const chunk of chunks) {
    await new Promise((resolve) => setTimeout(resolve, 5))
    copies.push(chunk.slice())
  }
  expect([size, copies.length > 3, Buffer.concat(copies).equals(bytes)]).toEqual([bytes.length, true, true])
})

test.skipIf(!existsSync('/proc/self/fd'))('who has read enough closes the file', async () => {
  const file = newFolder()
  writeFileSync(file('in'), bytes)
  const descriptors = (): number => readdirSync('/proc/self/fd').length
  const before = descriptors()
  for await (const chunk of (await openInput(file('in'), terminal)).chunks) if (chunk.length > 0) break
  expect(descriptors()).toBe(before)
})

test('what is written comes in order, and all of it', async () => {
  const file = newFolder()
  await withOutput(file('out'), terminal, async (output) => {
    for (let at = 0; at < bytes.length; at += 70_000) await output.write(bytes.subarray(at, at + 70_000))
  })
  expect(readFileSync(file('out')).equals(bytes)).toBe(true)
})

test('a file that is abandoned is gone, what is under way included', async () => {
  const file = newFolder()
  const output = await openOutput(file('out'), terminal)
  await output.write(bytes)
  await output.abandon()
  expect(readdirSync(file('.'))).toEqual([])
})

test.skipIf(!existsSync('/dev/full'))('what cannot be written fails, at the end at the latest', async () => {
  const write = (times: number): Promise<void> =>
    withOutput('/dev/full', terminal, async (output) => {
      for (let i = 0; i < times; i++) await output.write(bytes)
    })
  for (const times of [1, 2, 3])
    await expect(write(times)).rejects.toThrow(
      '/dev/full: cannot be written (no space is left on the device)',
    )
})
