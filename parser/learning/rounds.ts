/** Training as a generator: it yields rounds of independent tasks (plain data) and receives their results in order. */
export type Rounds<Task, Result, Outcome> = Generator<readonly Task[], Outcome, readonly Result[]>

/** Runs all rounds in this thread, one task after the other. */
export function runRounds<Task, Result, Outcome>(
  rounds: Rounds<Task, Result, Outcome>,
  learn: (task: Task, index: number, round: readonly Task[]) => Result,
): Outcome {
  let step = rounds.next()
  while (!step.done) step = rounds.next(step.value.map(learn))
  return step.value
}
