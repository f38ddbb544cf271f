/** A thread that prints the input in progress and kills the process if that input takes too long or too much memory. */
import { writeSync } from 'node:fs'
import { inspect } from 'node:util'
import { parentPort } from 'node:worker_threads'

/** The target, its input, their limits, and when the input began; undefined between two inputs. */
let current

parentPort.on('message', (message) => {
  current = message && { ...message, began: performance.now() }
})

setInterval(() => {
  if (!current) return
  const { name, input, mostSeconds, mostBytes, began } = current
  const seconds = (performance.now() - began) / 1000
  const bytes = process.memoryUsage.rss()
  if (seconds < mostSeconds && bytes < mostBytes) return
  const shown = inspect(input, { depth: 9, maxArrayLength: 50, maxStringLength: 5000, breakLength: 120 })
  writeSync(
    2,
    `${name}: ${seconds.toFixed(1)} s and ${(bytes / 1e9).toFixed(1)} GB for one input:\n${shown}\n`,
  )
  process.kill(process.pid, 'SIGKILL')
}, 500)
