/** Commands that are killed at random moments: the target is whole, old or absent, and the next run works. */
import { spawn, spawnSync } from 'node:child_process'
import {
  existsSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, expect } from 'vitest'
import { embeddedTrain } from '../../src/embedded/treebank.ts'
import { build } from '../installed.ts'
import { target } from './campaign.ts'

const built = build()
afterAll(() => built.remove())
const bin = join(built.folder, 'node_modules', 'right-branching', 'dist', 'src', 'main.js')
const folder = mkdtempSync(join(tmpdir(), 'kills-'))
afterAll(() => rmSync(folder, { recursive: true }))
const at = (name: string): string => join(folder, name)
writeFileSync(at('train.conllu'), embeddedTrain(300))

/** As in a container, where the number of the process is always the same. */
const isolated = spawnSync('unshare', ['--pid', '--fork', '--mount-proc', 'true']).status === 0
const isolation = isolated ? ['unshare', '--pid', '--fork', '--mount-proc', '--kill-child'] : []

const calls: Record<string, readonly string[]> = {
  train: ['train', '--model', at('out'), at('train.conllu')],
  transform: ['transform', at('train.conllu'), '-o', at('out')],
  parse: ['parse', '--raw', at('train.conllu'), '-o', at('out')],
  experiment: ['experiment', 'shape', '--quick', '--out', at('out-shape')],
}

function start(args: readonly string[]) {
  const [program, ...rest] = [...isolation, process.execPath, bin, ...args]
  return spawn(program, rest, { stdio: 'ignore' })
}

const done = (child: ReturnType<typeof start>): Promise<number | null> =>
  new Promise((resolve) => child.once('exit', resolve))

/** What each call writes when it is left alone. */
const whole = new Map<string, Buffer | undefined>()

const inputs = fc.record({
  name: fc.constantFrom(...Object.keys(calls)),
  old: fc.boolean(),
  milliseconds: fc.integer({ min: 20, max: 1500 }),
})

target(
  'kills',
  inputs,
  async ({ name, old, milliseconds }) => {
    const written = (): Buffer | undefined => (existsSync(at('out')) ? readFileSync(at('out')) : undefined)
    const clear = (): void => {
      for (const file of readdirSync(folder))
        if (file !== 'train.conllu') rmSync(at(file), { recursive: true })
    }
    if (!whole.has(name)) {
      clear()
      expect(await done(start(calls[name]))).toBe(0)
      whole.set(name, written())
    }
    clear()
    if (old) writeFileSync(at('out'), 'old')
    const child = start(calls[name])
    const timer = setTimeout(() => child.kill('SIGKILL'), milliseconds)
    await done(child)
    clearTimeout(timer)
    const states = [old ? 'old' : undefined, whole.get(name)?.toString('latin1')]
    expect(states).toContain(written()?.toString('latin1'))
    const parts = (): string[] => readdirSync(folder).filter((file) => file.endsWith('.part'))
    // A later run removes the parts to which nothing was written for a minute.
    for (const part of parts()) utimesSync(at(part), 0, 0)
    expect(await done(start(calls[name]))).toBe(0)
    expect(written()?.toString('latin1')).toBe(name === 'experiment' ? states[0] : states[1])
    expect(parts()).toEqual([])
  },
  { seconds: 60 },
) // each kill takes two runs of a command
