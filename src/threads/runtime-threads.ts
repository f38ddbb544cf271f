/** A common interface to the threads of Node, Bun and Deno and to the workers of browsers. */
import type { Port, Thread } from './thread-pool.ts'

/** A worker of `node:worker_threads`. */
interface NodeWorker {
  postMessage(message: unknown, transfer: readonly ArrayBuffer[]): void
  on(event: string, listener: (value: never) => void): unknown
  terminate(): unknown
  ref(): void
  unref(): void
}

interface NodeThreads {
  readonly Worker: new (address: string | URL, options: object) => NodeWorker
  readonly parentPort: Port | null
}

/** A small young generation reduces the memory of a thread at the same speed. */
const resourceLimits = { maxYoungGenerationSizeMb: 8 }

/** The module of threads. It is loaded without an import, so that browsers and bundlers accept the code. */
function nodeThreads(): NodeThreads | undefined {
  const { process } = globalThis as {
    readonly process?: { getBuiltinModule?(name: 'worker_threads'): NodeThreads | undefined }
  }
  return process?.getBuiltinModule?.('worker_threads')
}

/** Starts a thread that runs the script at `address`. Throws if the runtime has no threads. */
export function startThread(address: string | URL): Thread {
  const threads = nodeThreads()
  if (threads) return aliveWhileBusy(new threads.Worker(address, { resourceLimits }))
  if (typeof Worker === 'function') return browserThread(address)
  throw new Error(
    'this runtime has no workers, expected Node, Bun, Deno or a browser; load and parse work without them',
  )
}

/** Wraps a thread so that it keeps the process alive only while it has a job. */
function aliveWhileBusy(worker: NodeWorker): Thread {
  // Start at -1, because the first message (the settings) has no answer.
  let jobs = -1
  worker.unref()
  worker.on('message', () => {
    if (--jobs === 0) worker.unref()
  })
  return {
    postMessage(message, transfer) {
      worker.postMessage(message, transfer)
      if (++jobs === 1) worker.ref()
    },
    on: (event: string, listener: (value: never) => void) => worker.on(event, listener),
    terminate: () => worker.terminate(),
  }
}

function browserThread(address: string | URL): Thread {
  // Browsers reject scripts of other origins, but accept modules that import them.
  const { origin, href } = new URL(address, location.href)
  const isForeign = origin !== location.origin
  const script = isForeign
    ? new Blob([`import${JSON.stringify(href)}`], { type: 'text/javascript' })
    : undefined
  const worker = new Worker(script ? URL.createObjectURL(script) : href, { type: 'module' })
  return {
    postMessage: (message, transfer) => worker.postMessage(message, [...transfer]),
    on(event: string, listener: (value: never) => void) {
      worker.addEventListener(event, (workerEvent) => {
        const { data, message } = workerEvent as MessageEvent & ErrorEvent
        const failure = new Error(message || 'its script cannot be loaded')
        listener((event === 'message' ? data : failure) as never)
      })
    },
    terminate: () => worker.terminate(),
  }
}

/** The connection of this thread to the thread that started it. */
export function portOfThread(): Port {
  const { parentPort } = nodeThreads() ?? {}
  if (parentPort) return parentPort
  return {
    postMessage: (message, transfer) => globalThis.postMessage(message, { transfer: [...transfer] }),
    on: (_, listener) => addEventListener('message', ({ data }) => listener(data)),
  }
}
