import { execFileSync, spawnSync } from 'node:child_process'
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmdirSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { newFolder, Gathered } from '../../src/commands/rbparse.ts'
import { VERSION } from '../../../experiments/cells/cell.ts'
import { checkFolder, pathOf, readResult, writeResult } from '../../../experiments/cells/store.ts'
import { RunError } from '../../../src/files/failures.ts'
import { cellOf } from '../made.ts'

const cell = cellOf()
const terminal = { stdin: (async function* () {})(), stdout: new Gathered(), stderr: new Gathered() }

afterAll(() => rmdirSync(disk))

describe('results', () => {
  it('come back as they were written, and nothing else is left', async () => {
    const folder = newFolder()('run')
    expect(await readResult(folder, cell)).toBeUndefined()
    const measured = { figures: { a: [1, 2] }, times: { seconds: 3 }, trees: {} }
    await writeResult(folder, cell, measured, terminal)
    expect(await readResult(folder, cell)).toMatchObject({ ...measured, version: VERSION, cell })
    expect(readdirSync(`${folder}/cells`)).toEqual([`${cell.name}.json`])
  })

  it('are refused where they are of another version, of another cell, or no results', async () => {
    const folder = newFolder()('run')
    await writeResult(folder, cell, { figures: {}, times: {} }, terminal)
    const path = pathOf(folder, cell)
    const good = readFileSync(path, 'utf8')
    const cases: [string, string][] = [
      [
        good.replace(`"version":"${VERSION}"`, '"version":"9.9.9"'),
        `measured by version 9.9.9, expected ${VERSION}: `,
      ],
      [good.replace('"seed":1', '"seed":2'), 'the result of another cell: '],
      [good.slice(0, 40), "not a result, expected what 'rbparse experiment run' writes: "],
      ['{}', "not a result, expected what 'rbparse experiment run' writes: "],
    ]
    for (const [text, problem] of cases) {
      writeFileSync(path, text)
      await expect(readResult(folder, cell)).rejects.toThrow(
        new RunError(`${path}: ${problem}move it away to measure again`),
      )
    }
  })

  it('are not written where a file stands in place of the folder', async () => {
    const file = newFolder()
    writeFileSync(file('run'), '')
    const write = writeResult(file('run'), cell, { figures: {}, times: {} }, terminal)
    await expect(write).rejects.toThrow(/cells: cannot be made \(a part of its path is not a directory\)/)
  })
})

describe('a folder with the results of another version is refused', () => {
  it.each([
    ['{\n "format": "x",\n "version": "0.0.9"\n}', 'of version 0.0.9'],
    ['{}', 'of something else'],
  ])('%s', async (text, problem) => {
    const folder = newFolder()('run')
    mkdirSync(folder)
    writeFileSync(`${folder}/results.json`, text)
    await expect(checkFolder(folder)).rejects.toThrow(
      `${folder}/results.json: ${problem}, expected a folder without results, or with those of version ${VERSION}`,
    )
  })

  it('and none is not', async () => {
    await expect(checkFolder(newFolder()('none'))).resolves.toBeUndefined()
  })
})

/** A disk of 64 kB, where this machine lets us have one. */
const disk = mkdtempSync(join(tmpdir(), 'disk-'))
const canMount = ((): boolean => {
  if (process.getuid?.() !== 0 || process.platform !== 'linux') return false
  return spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=64k', 'tmpfs', disk]).status === 0
})()

describe.skipIf(!canMount)('a full disk', () => {
  beforeAll(() => writeFileSync(`${disk}/ballast`, new Uint8Array(40_000)))
  afterAll(() => void execFileSync('umount', [disk]))

  it('leaves nothing half-written under the name of a result', async () => {
    const figures = { text: 'x'.repeat(60_000) }
    await expect(writeResult(disk, cell, { figures, times: {} }, terminal)).rejects.toThrow(
      new RunError(`${pathOf(disk, cell)}: cannot be written (no space is left on the device)`),
    )
    expect(existsSync(pathOf(disk, cell))).toBe(false)
    expect(readdirSync(`${disk}/cells`)).toEqual([])
    await writeResult(disk, cell, { figures: {}, times: {} }, terminal)
    expect(await readResult(disk, cell)).toBeDefined()
  })
})
