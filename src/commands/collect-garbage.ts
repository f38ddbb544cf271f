/** Collecting garbage when it suits, for timing. */
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

/** Returns what collects all garbage of this thread at once. */
export function garbageCollector(): () => void {
  setFlagsFromString('--expose-gc')
  return runInNewContext('gc') as () => void
}
