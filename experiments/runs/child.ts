/** Runs a cell in a process of its own: the program runs itself. */
import { spawn } from 'node:child_process'
import { RunError } from '../../src/files/command-line.ts'

/** The number of characters of standard error that are kept: enough for its last line. */
const TAIL = 4096

/**
 * Runs a command to its end.
 *
 * @param command the program and its arguments
 * @param signal ends the process when it is aborted
 * @throws RunError with the last line of standard error, or with the signal that ended the process
 */
export function runChild(command: readonly string[], signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const [program, ...args] = command
    const child = spawn(program, args, { stdio: ['ignore', 'ignore', 'pipe'] })
    const stop = (): void => void child.kill('SIGTERM')
    signal.addEventListener('abort', stop, { once: true })
    let said = ''
    child.stderr.setEncoding('utf8')
    child.stderr.on('data', (text: string) => (said = (said + text).slice(-TAIL)))
    child.on('error', (error) => reject(new RunError(`cannot be started (${error.message})`)))
    child.on('close', (code, killedBy) => {
      signal.removeEventListener('abort', stop)
      if (code === 0) resolve()
      else if (killedBy) reject(new RunError(`its process was killed (${killedBy})`))
      else reject(new RunError(said.trim().split('\n').at(-1) || `its process ended with status ${code}`))
    })
  })
}
