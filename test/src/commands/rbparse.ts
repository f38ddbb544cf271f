/** The command line for tests: in this process, with streams of its own. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { withoutProgress } from '../../messages.ts'
import { run } from '../../../src/commands/run.ts'
import type { TerminalStream } from '../../../src/files/terminal.ts'
import type { StartThread } from '../../../src/threads/thread-pool.ts'

export interface Outcome {
  readonly status: number
  readonly stdout: string
  /** Without progress, which depends on the speed of the machine. */
  readonly stderr: string
}

/** Runs `rbparse` with these arguments and this standard input; `start` starts threads, if there are to be any. */
export async function rbparse(
  args: readonly string[],
  stdin: string | Uint8Array = '',
  start?: StartThread,
): Promise<Outcome> {
  const bytes = Buffer.from(stdin)
  const [stdout, stderr] = [new Gathered(), new Gathered()]
  async function* chunks(): AsyncGenerator<Uint8Array> {
    for (let at = 0; at < bytes.length; at += 1000) yield bytes.subarray(at, at + 1000)
  }
  const status = await run(args, { stdin: chunks(), stdout, stderr }, [], start)
  return { status, stdout: stdout.text(), stderr: withoutProgress(stderr.text()) }
}

/** A stream that keeps what is written. */
export class Gathered implements TerminalStream {
  readonly #chunks: Buffer[] = []

  write(chunk: Uint8Array | string, done?: (error?: Error | null) => void): boolean {
    this.#chunks.push(Buffer.from(chunk as string))
    done?.()
    return true
  }

  text(): string {
    return Buffer.concat(this.#chunks).toString()
  }
}

/** An empty folder that goes away with the test; the path of a file in it. */
export function newFolder(): (name: string) => string {
  const folder = mkdtempSync(join(tmpdir(), 'rbparse-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  return (name) => join(folder, name)
}
