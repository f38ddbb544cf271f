#!/usr/bin/env node
import * as nodeModule from 'node:module'
import { fileURLToPath } from 'node:url'
import { isMainThread, parentPort, Worker } from 'node:worker_threads'

// Ignore stream errors: a closed reader already fails the write, and an unhandled error event would end the process.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {})

// Node 22 keeps compiled modules in a folder of temporary files: the first tree takes 0.9 times the processor time. Node 20
// lacks the function, and so do its types.
if ('enableCompileCache' in nodeModule) (nodeModule.enableCompileCache as () => void)()

// Experiments are the floor above src, therefore they are loaded lazily. Cells run in separate processes.
const experiment = {
  name: 'experiment',
  summary: 'the tables of the papers, measured',
  load: async () => {
    const { experimentCommand } = await import('../experiments/command.ts')
    return experimentCommand(process, [process.execPath, ...process.execArgv, fileURLToPath(import.meta.url)])
  },
}

// Threads also run this program.
if (isMainThread) {
  const { run } = await import('./commands/run.ts')
  // With a small young generation, two parsing threads take 300 MB instead of 380 MB in total, in the same time.
  const resourceLimits = { maxYoungGenerationSizeMb: 8 }
  const argv = process.argv.slice(2)
  const start = (): Worker => new Worker(new URL(import.meta.url), { resourceLimits, argv })
  process.exitCode = await run(argv, process, [experiment], start)
} else {
  const { useModules } = await import('./commands/run.ts')
  await useModules(process.argv)
  const { serve } = await import('./commands/thread.ts')
  serve(parentPort!)
}
