/** Simulated threads for tests: messages are copied as between threads, but this thread does all work. */
import { MessageChannel } from 'node:worker_threads'
import { serve } from '../../../src/commands/thread.ts'
import type { Thread } from '../../../src/threads/thread-pool.ts'

export function standIn(): Thread {
  const { port1, port2 } = new MessageChannel()
  serve(port2)
  return {
    on: (event: string, listener: (value: never) => void) => port1.on(event, listener as () => void),
    postMessage: (message, transfer) => port1.postMessage(message, transfer),
    terminate: () => port1.close(),
  }
}

/** What a command writes to standard error, without the line at the end, which has words a second. */
export function untimed(stderr: string): string {
  return stderr.replaceAll(/^.* words a second, .*\n/gm, '')
}
