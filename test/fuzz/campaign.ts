/** Runs a property on as many random inputs as the time allows. */
import { Worker } from 'node:worker_threads'
import fc from 'fast-check'
import { expect, test } from 'vitest'

/** How many targets share the time, and how many run at a time (see vitest.config.ts). */
const TARGETS = 16
const AT_A_TIME = 2
const MINUTES = Number(process.env.FUZZ_MINUTES ?? 1)
const SEED = Number(process.env.FUZZ_SEED ?? 1)
/** Seconds for one input. */
const MOST_SECONDS = 5
/** Bytes that the process may take. */
const MOST_MEMORY = 1.5e9

/** Ends inputs that take six times as long as they may: a loop without end cannot be interrupted from within. */
const watchdog = new Worker(new URL('watchdog.js', import.meta.url))
watchdog.unref()

/**
 * A target of the campaign: `check` throws or rejects if an input shows a fault. The time of the campaign is shared evenly.
 *
 * @param options.weight how many inputs one call of `check` stands for. Default: 1
 * @param options.seconds the most time for one call of `check`. Default: 5
 */
export function target<Input>(
  name: string,
  inputs: fc.Arbitrary<Input>,
  check: (input: Input) => void | Promise<void>,
  { weight = 1, seconds: most = MOST_SECONDS }: { readonly weight?: number; readonly seconds?: number } = {},
): void {
  test(`${name}, ${MINUTES} minutes, seed ${SEED}`, async ({ annotate }) => {
    const end = performance.now() + (MINUTES * 60_000 * AT_A_TIME) / TARGETS
    let count = 0
    let running: Promise<void> | undefined
    const timed = async (input: Input): Promise<void> => {
      const before = process.cpuUsage()
      watchdog.postMessage({ name, input, mostSeconds: 6 * most, mostBytes: MOST_MEMORY })
      running = (async () => check(input))()
      await running
      watchdog.postMessage(undefined)
      count += weight
      // Of this process: other work on the machine does not count.
      const { user, system } = process.cpuUsage(before)
      const seconds = (user + system) / 1e6
      if (seconds > most) throw new Error(`${seconds.toFixed(1)} s for one input`)
    }
    for (let round = 0; performance.now() < end; round++) {
      const details = await fc.check(fc.asyncProperty(inputs, timed), {
        seed: SEED + round,
        numRuns: 200,
        interruptAfterTimeLimit: end - performance.now() + 1,
        markInterruptAsFailure: false,
      })
      // What the end of the time interrupts goes on, and would take the time of the next target.
      await running?.catch(() => {})
      if (details.failed && !details.interrupted) {
        const again = `npm run fuzz -- --minutes ${MINUTES} --seed ${SEED + round} --only ${name}`
        const { message } = details.errorInstance as Error
        throw new Error(`${again}\n${fc.defaultReportMessage(details)}\n${message}`)
      }
    }
    console.log(`${name}: ${count.toLocaleString('en-US')} inputs`)
    await annotate(`${count} inputs`)
    expect(count).toBeGreaterThan(0)
    expect(process.memoryUsage().rss).toBeLessThan(MOST_MEMORY)
  })
}

/** An edit of some bytes. */
interface Edit {
  readonly how: 'set' | 'insert' | 'remove' | 'repeat' | 'cut'
  /** Where, as a share of the length. */
  readonly at: number
  readonly bytes: Uint8Array
}

/** A few edits; what they insert is often one of `pieces`. */
export function edits(...pieces: readonly string[]): fc.Arbitrary<readonly Edit[]> {
  const encoder = new TextEncoder()
  const bytes = fc.oneof(
    fc.constantFrom(...pieces).map((piece) => encoder.encode(piece)),
    fc.uint8Array({ minLength: 1, maxLength: 4 }),
  )
  const how = fc.constantFrom<Edit['how']>('set', 'set', 'insert', 'insert', 'remove', 'repeat', 'cut')
  const at = fc.double({ min: 0, max: 1, noNaN: true })
  return fc.array(fc.record({ how, at, bytes }), { minLength: 1, maxLength: 5 })
}

/** The bytes after the edits. */
export function edited(original: Uint8Array, changes: readonly Edit[]): Uint8Array<ArrayBuffer> {
  let bytes = Buffer.from(original)
  for (const { how, at, bytes: piece } of changes) {
    const from = Math.floor(at * bytes.length)
    const to = Math.min(bytes.length, from + piece.length)
    const [before, there, after] = [bytes.subarray(0, from), bytes.subarray(from, to), bytes.subarray(to)]
    if (how === 'set') bytes = Buffer.concat([before, piece, after])
    if (how === 'insert') bytes = Buffer.concat([before, piece, there, after])
    if (how === 'remove') bytes = Buffer.concat([before, after])
    if (how === 'repeat') bytes = Buffer.concat([before, bytes.subarray(from, from + 40), there, after])
    if (how === 'cut') bytes = Buffer.from(before)
  }
  return new Uint8Array(bytes)
}
