/** Timing of several tasks in turns, so that whatever else the machine does falls on all of them alike. */

export interface Task {
  readonly name: string
  /** Tasks of one group are compared with each other. */
  readonly group: string
  /** How many words one run is about. */
  readonly words: number
  /** How many times it is timed. */
  readonly runs: number
  run(): void | Promise<void>
  /** After the last run. */
  end?(): Promise<void>
}

export interface Timing {
  readonly name: string
  readonly group: string
  readonly words: number
  readonly runs: number
  /** Words a second of the slowest run, of the one in the middle, and of the fastest. */
  readonly minimum: number
  readonly median: number
  readonly maximum: number
  /** The median over the smallest median of the group. */
  readonly ratio: number
}

/** What takes less, in milliseconds, is repeated until it does not: short times tell little. */
const LEAST = 100

/** Runs every task in turns, and calls `onRun` before each run, outside of its time. */
export async function interleave(
  tasks: readonly Task[],
  onRun?: (task: Task, share: number) => void,
): Promise<Timing[]> {
  const speeds = tasks.map((): number[] => [])
  const all = tasks.reduce((sum, { runs }) => sum + runs, 0)
  const rounds = Math.max(...tasks.map(({ runs }) => runs))
  let done = 0
  for (let round = 0; round < rounds; round++) {
    for (const [i, task] of tasks.entries()) {
      if (round >= task.runs) continue
      onRun?.(task, done++ / all)
      const began = performance.now()
      let times = 0
      do {
        await task.run()
        times++
      } while (performance.now() - began < LEAST)
      speeds[i].push((times * task.words) / ((performance.now() - began) / 1000))
    }
  }
  const medians = speeds.map(medianOf)
  return tasks.map(({ name, group, words, runs }, i) => {
    const slowest = Math.min(...medians.filter((_, k) => tasks[k].group === group))
    const [minimum, maximum] = [Math.min(...speeds[i]), Math.max(...speeds[i])]
    return { name, group, words, runs, minimum, median: medians[i], maximum, ratio: medians[i] / slowest }
  })
}

function medianOf(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b)
  const middle = sorted.length >> 1
  return sorted.length % 2 === 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2
}
