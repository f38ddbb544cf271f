#!/usr/bin/env node
import { run } from './commands/run.ts'

// A reader that goes away shows as a failed write; the stream's own event would end the process.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {})
process.exitCode = await run(process.argv.slice(2), process)
