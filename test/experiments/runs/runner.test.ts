import { describe, expect, it } from 'vitest'
import { RunError } from '../../../src/files/failures.ts'
import type { Cell } from '../../../experiments/cells/cell.ts'
import { runChild, runCells, type Watcher } from '../../../experiments/runs/runner.ts'
import { cellOf } from '../made.ts'

const cell = (name: string, cost: number, alone = false): Cell => cellOf({ name, cost, alone })

/** Writes down what it is told. */
function witness(): Watcher & { readonly log: string[] } {
  const log: string[] = []
  return {
    log,
    started: ({ name }) => log.push(`+${name}`),
    done: ({ name }) => log.push(`-${name}`),
    failed: ({ name }, problem) => log.push(`!${name} ${problem}`),
  }
}

const pause = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 5))

describe('runCells', () => {
  it('runs the longest first, and what has to be alone last and alone', async () => {
    const cells = [cell('a', 1), cell('b', 5), cell('c', 9, true), cell('d', 3), cell('e', 2, true)]
    const watcher = witness()
    let running = 0
    const together: Record<string, number> = {}
    await runCells(
      cells,
      2,
      async ({ name }) => {
        together[name] = ++running
        await pause()
        running--
      },
      watcher,
    )
    expect(watcher.log.filter((line) => line.startsWith('+'))).toEqual(['+b', '+d', '+a', '+c', '+e'])
    expect(together).toMatchObject({ c: 1, e: 1 })
    expect(Math.max(...Object.values(together))).toBe(2)
    expect(watcher.log.at(-1)).toBe('-e')
  })

  it('goes on when cells fail, and says which', async () => {
    const watcher = witness()
    const failed = await runCells(
      [cell('a', 3), cell('b', 2), cell('c', 1, true)],
      1,
      async ({ name }) => {
        if (name !== 'b') throw new RunError(`no ${name}`)
      },
      watcher,
    )
    expect(failed.map(({ name }) => name)).toEqual(['a', 'c'])
    expect(watcher.log).toEqual(['+a', '!a no a', '+b', '-b', '+c', '!c no c'])
  })

  it('ends, and ends what runs, when the program is at fault', async () => {
    let aborted = false
    const run = runCells(
      [cell('a', 2), cell('b', 1)],
      2,
      async ({ name }, signal) => {
        if (name === 'a') throw new TypeError('a bug')
        await new Promise<void>((resolve) =>
          signal.addEventListener('abort', () => {
            aborted = true
            resolve()
          }),
        )
      },
      witness(),
    )
    await expect(run).rejects.toThrow('a bug')
    expect(aborted).toBe(true)
  })

  it('leaves no listener behind', async () => {
    const before = process.listenerCount('SIGTERM')
    await runCells([cell('a', 1)], 4, async () => {}, witness())
    expect(process.listenerCount('SIGTERM')).toBe(before)
  })
})

describe('runChild', () => {
  const { signal } = new AbortController()
  const node = (script: string): string[] => [process.execPath, '-e', script]

  it('resolves when the process has ended well', async () => {
    await expect(runChild(node(''), signal)).resolves.toBeUndefined()
  })

  it.each([
    ["console.error('first\\nthe last line'); process.exit(1)", 'the last line'],
    ['process.exit(3)', 'its process ended with status 3'],
    ["process.kill(process.pid, 'SIGKILL')", 'its process was killed (SIGKILL)'],
  ])('tells how it failed: %s', async (script, message) => {
    await expect(runChild(node(script), signal)).rejects.toThrow(new RunError(message))
  })

  it('tells that there is no such program', async () => {
    await expect(runChild(['no-such-program'], signal)).rejects.toThrow(/^cannot be started \(.*ENOENT\)$/)
  })

  it('ends the process when it is told to', async () => {
    const abort = new AbortController()
    const run = runChild(node('setTimeout(() => {}, 60000)'), abort.signal)
    setTimeout(() => abort.abort(), 50)
    await expect(run).rejects.toThrow('its process was killed (SIGTERM)')
  })
})
