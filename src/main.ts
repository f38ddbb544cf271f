#!/usr/bin/env node
import { fileURLToPath } from 'node:url'
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads'

// A reader that goes away shows as a failed write; the stream's own event would end the process.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {})

// The experiments are the floor above; cells run in processes of their own.
const experiment = {
  name: 'experiment',
  summary: 'the tables of the papers, measured',
  load: async () => {
    const { experimentCommand } = await import('../experiments/command.ts')
    return experimentCommand(process, [process.execPath, ...process.execArgv, fileURLToPath(import.meta.url)])
  },
}

const SERVER = 'server'
const server = {
  name: 'serve',
  summary: 'parse over HTTP',
  load: async () => {
    const { serveCommand } = await import('./commands/serve.ts')
    return serveCommand(process, () => new Worker(new URL(import.meta.url), { workerData: SERVER }))
  },
}

// Threads run this program too.
if (isMainThread) {
  const { run } = await import('./commands/run.ts')
  const start = (): Worker => new Worker(new URL(import.meta.url))
  process.exitCode = await run(process.argv.slice(2), process, [server, experiment], start)
} else {
  const { serve } = await (workerData === SERVER
    ? import('./server/request-handler.ts')
    : import('./jobs/worker.ts'))
  serve(parentPort!)
}
