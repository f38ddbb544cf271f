/** Loads what needs hono, an optional dependency. */
import { codeOf, RunError } from './failures.ts'

/** Runs `load`. Throws RunError if hono is not installed. */
export async function needingHono<T>(load: () => Promise<T>): Promise<T> {
  try {
    return await load()
  } catch (error) {
    if (codeOf(error) !== 'ERR_MODULE_NOT_FOUND') throw error
    throw new RunError('the server is built on hono, expected after: npm install hono @hono/node-server')
  }
}
