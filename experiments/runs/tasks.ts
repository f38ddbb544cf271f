/** The tasks of a study: its conditions on every treebank with every seed. */
import type { Condition, Study, StudyOptions } from '../study.ts'
import type { Settings, Task, Treebank } from './cell.ts'

export function tasksOf(
  study: Study,
  treebanks: readonly Treebank[],
  seeds: readonly number[],
  options: StudyOptions,
): Task[] {
  const conditions = study.conditions(options)
  return treebanks.flatMap((treebank) =>
    conditions.flatMap((condition) => seeds.map((seed) => taskOf(condition, treebank, seed, options.quick))),
  )
}

function taskOf(
  { title, measurement = 'attachment', settings, size = 100, alone = false }: Condition,
  treebank: Treebank,
  seed: number,
  quick: boolean,
): Task {
  const cost = costOf(treebank, size, quick, settings)
  return { measurement, title, treebank, size, seed, quick, settings, cost, alone }
}

/** The estimated seconds: reading and testing, and training in proportion to the training part. */
function costOf(treebank: Treebank, size: number, quick: boolean, settings: Settings): number {
  const megabytes = quick ? 0.5 : treebank.train.bytes / 1e6
  return 2 + megabytes * (0.3 + (size / 100) * secondsPerMegabyte(settings))
}

function secondsPerMegabyte({ solver, features, beam, epochs }: Settings): number {
  if (typeof beam === 'number') return Number(epochs) * (1 + 0.5 * beam)
  if (solver === undefined) return 1
  return solver === 4 ? (features === 'paper' ? 2 : 5) : 14
}
