/** Times tasks in alternating runs, so that other load on the machine affects all tasks equally. */

export interface Task {
  readonly name: string
  /** Tasks of the same group are compared with each other. */
  readonly group: string
  readonly words: number
  readonly runs: number
  run(): void | Promise<void>
  /** Called after the last run of all tasks. */
  end?(): Promise<void>
}

export interface Timing extends Omit<Task, 'run' | 'end'> {
  /** Words per second of the slowest run, the median run and the fastest run. */
  readonly minimum: number
  readonly median: number
  readonly maximum: number
  /** The median divided by the smallest median of the group. */
  readonly ratio: number
}

/** The minimum duration of a run in milliseconds. A run repeats its task, because shorter times are not accurate. */
const MIN_RUN_MILLISECONDS = 100

/** Runs the tasks in turns. Calls `onRun` before each run, outside the timed part, with the share of finished runs (0..1). */
export async function interleave(
  tasks: readonly Task[],
  onRun?: (task: Task, share: number) => void,
): Promise<Timing[]> {
  const speeds = tasks.map((): number[] => [])
  const runCount = tasks.reduce((sum, { runs }) => sum + runs, 0)
  const rounds = Math.max(...tasks.map(({ runs }) => runs))
  let finishedRuns = 0
  for (let round = 0; round < rounds; round++) {
    for (const [i, task] of tasks.entries()) {
      if (round >= task.runs) continue
      onRun?.(task, finishedRuns++ / runCount)
      const startTime = performance.now()
      let repetitions = 0
      do {
        await task.run()
        repetitions++
      } while (performance.now() - startTime < MIN_RUN_MILLISECONDS)
      speeds[i].push((repetitions * task.words) / ((performance.now() - startTime) / 1000))
    }
  }
  const medians = speeds.map(median)
  return tasks.map(({ name, group, words, runs }, i) => {
    const slowest = Math.min(...medians.filter((_, k) => tasks[k].group === group))
    const [minimum, maximum] = [Math.min(...speeds[i]), Math.max(...speeds[i])]
    return { name, group, words, runs, minimum, median: medians[i], maximum, ratio: medians[i] / slowest }
  })
}

/** The middle value, or the mean of the two middle values; NaN without values. */
export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b)
  const middle = sorted.length >> 1
  return sorted.length % 2 === 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2
}
