/** Threads for tests that are none: what is sent is copied as between threads, but all is done by this one. */
import { MessageChannel } from 'node:worker_threads'
import { serve } from '../../../src/jobs/worker.ts'
import type { Thread } from '../../../src/jobs/thread-pool.ts'

export function standIn(): Thread {
  const { port1, port2 } = new MessageChannel()
  serve(port2)
  return {
    on: (event: string, listener: (value: never) => void) => port1.on(event, listener as () => void),
    postMessage: (message, transfer) => port1.postMessage(message, transfer),
    terminate: () => port1.close(),
  }
}

/** What was said but for what depends on the time it takes: progress, and the line at the end. */
export function untimed(stderr: string): string {
  return stderr.replaceAll(/^parsing: .*\n|^.* words a second, .*\n/gm, '')
}
