import { readdirSync, readFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { expect, test } from 'vitest'
import { checkOutput, openOutput } from '../../../src/files/output.ts'
import type { Terminal } from '../../../src/files/terminal.ts'
import { newFolder } from '../commands/rbparse.ts'

const nowhere = {} as Terminal
const listeners = (): number => process.listenerCount('SIGINT')

test('signals are listened to only while a file is open', async () => {
  const path = newFolder()('out')
  const before = listeners()
  const output = await openOutput(path, nowhere)
  expect(listeners()).toBe(before + 1)
  const other = await openOutput(path + '2', nowhere)
  expect(listeners()).toBe(before + 1)
  await output.write('whole')
  await output.finish()
  expect(listeners()).toBe(before + 1)
  await other.abandon()
  expect(listeners()).toBe(before)
  expect(readFileSync(path, 'utf8')).toBe('whole')
  expect(readdirSync(dirname(path))).toEqual(['out'])
})

test('an output that is checked leaves nothing', async () => {
  const path = newFolder()('out')
  const before = listeners()
  await checkOutput(path, nowhere)
  expect(listeners()).toBe(before)
  expect(readdirSync(dirname(path))).toEqual([])
  await expect(checkOutput(path + '/deeper/out', nowhere)).rejects.toThrow('cannot be written')
})
