import {
  chmodSync,
  linkSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import files from 'node:fs/promises'
import { syncBuiltinESMExports } from 'node:module'
import { dirname } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { checkDistinct, checkOutput, openOutput, withOutput } from '../../../src/files/output.ts'
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

const write = (path: string, text: string): Promise<void> =>
  withOutput(path, nowhere, (output) => output.write(text), { fsync: true })
const modeOf = (path: string): number => statSync(path).mode & 0o777

test('an old part does not block the path; those of killed processes are removed after a while', async () => {
  const file = newFolder()
  const stale = [`out.${process.pid}-0123456789ab.part`, 'out.4194305-0123456789ab.part']
  const kept = [
    `out.${process.ppid}-0123456789ab.part`,
    `out.${process.pid}.part`,
    `out.1-2.part`,
    'out.part',
  ]
  const fresh = `out.${process.pid}-ba9876543210.part`
  for (const name of [...stale, ...kept, fresh]) {
    writeFileSync(file(name), '')
    if (name !== fresh) utimesSync(file(name), 1, 1)
  }
  await write(file('out'), 'whole')
  expect(readdirSync(dirname(file('out'))).sort()).toEqual(['out', fresh, ...kept].sort())
  expect(readFileSync(file('out'), 'utf8')).toBe('whole')
})

test('a file keeps its permissions when it is overwritten', async () => {
  const path = newFolder()('out')
  await write(path, 'old')
  expect(modeOf(path)).toBe(0o666 & ~process.umask())
  for (const mode of [0o600, 0o640, 0o755]) {
    chmodSync(path, mode)
    await write(path, 'new')
    expect(modeOf(path)).toBe(mode)
  }
  expect(readFileSync(path, 'utf8')).toBe('new')
})

test('symbolic links are followed, to files that are not there, too; hard links stay together', async () => {
  const file = newFolder()
  symlinkSync('second', file('first'))
  symlinkSync('target', file('second'))
  for (const text of ['created', 'replaced']) {
    await write(file('first'), text)
    expect(readFileSync(file('target'), 'utf8')).toBe(text)
    expect([readlinkSync(file('first')), readlinkSync(file('second'))]).toEqual(['second', 'target'])
  }
  linkSync(file('target'), file('hard'))
  await write(file('hard'), 'both')
  expect(readFileSync(file('target'), 'utf8')).toBe('both')
  expect(statSync(file('target')).nlink).toBe(2)
  symlinkSync('loop', file('loop'))
  await expect(write(file('loop'), '')).rejects.toThrow('loop: cannot be written')
  expect(readdirSync(dirname(file('hard'))).sort()).toEqual(['first', 'hard', 'loop', 'second', 'target'])
})

/** The system refuses a call with this code, until the test ends. */
function refusing(call: 'copyFile' | 'readdir' | 'rename', code: string): void {
  const original = files[call]
  const set = (value: unknown): void => {
    Object.assign(files, { [call]: value })
    syncBuiltinESMExports()
  }
  set(() => Promise.reject(Object.assign(new Error(code), { code })))
  onTestFinished(() => set(original))
}

test('where a file with several hard links cannot be written, the whole output is kept and named', async () => {
  const file = newFolder()
  await write(file('out'), 'old')
  linkSync(file('out'), file('hard'))
  const before = listeners()
  refusing('copyFile', 'ENOSPC')
  const error = await write(file('out'), 'new').catch(({ message }: Error) => message)
  const [, kept] =
    /: cannot be written \(no space is left on the device\), the whole output is in (.*)$/.exec(
      String(error),
    )!
  expect(readFileSync(kept, 'utf8')).toBe('new')
  expect(readFileSync(file('hard'), 'utf8')).toBe('old')
  expect(listeners()).toBe(before)
})

test('an output that cannot get its name leaves the old one, and no part', async () => {
  const file = newFolder()
  await write(file('out'), 'old')
  const before = listeners()
  refusing('rename', 'EACCES')
  await expect(write(file('out'), 'new')).rejects.toThrow('out: cannot be written')
  expect(readdirSync(dirname(file('out')))).toEqual(['out'])
  expect(readFileSync(file('out'), 'utf8')).toBe('old')
  expect(listeners()).toBe(before)
})

test('a folder that cannot be listed takes an output', async () => {
  const file = newFolder()
  refusing('readdir', 'EACCES')
  await write(file('out'), 'new')
  expect(readFileSync(file('out'), 'utf8')).toBe('new')
})

test('a model is on the disk before it gets its name', async () => {
  const file = newFolder()
  await write(file('out'), 'old')
  const handle = await files.open(file('out'))
  const methods = Object.getPrototypeOf(handle) as { sync(): Promise<void> }
  await handle.close()
  const { sync } = methods
  const seen: string[] = []
  methods.sync = function () {
    seen.push(readFileSync(file('out'), 'utf8'))
    return sync.call(this)
  }
  onTestFinished(() => void (methods.sync = sync))
  await write(file('out'), 'new')
  // The part, then the file and its folder.
  expect(seen).toEqual(['old', 'new', 'new'])
  await withOutput(file('out'), nowhere, (output) => output.write('newer'))
  expect(seen).toHaveLength(3)
})

test('outputs over inputs are refused, by any name of the file', async () => {
  const file = newFolder()
  writeFileSync(file('read'), '')
  symlinkSync('read', file('link'))
  linkSync(file('read'), file('hard'))
  for (const name of ['read', 'link', 'hard'])
    await expect(checkDistinct({ '-o': file(name) }, [undefined, '-', file('read')])).rejects.toThrow(
      `-o ${file(name)}: the command reads this file, expected another file`,
    )
  await expect(checkDistinct({ '-o': file('new'), '--stats': `${file('.')}/new` }, [])).rejects.toThrow(
    `--stats ${file('.')}/new: the other output goes there, expected another file`,
  )
  await checkDistinct({ '-o': file('new'), '--stats': '/dev/null', '--json': '/dev/null' }, [file('read')])
})
