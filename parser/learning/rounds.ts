/**
 * Training as a generator of rounds: it yields tasks that do not depend on each other, plain data for threads, is
 * resumed with their results in the same order, and returns the outcome.
 */
export type Rounds<Task, Result, Outcome> = Generator<readonly Task[], Outcome, readonly Result[]>

/** Runs all rounds in this thread, one task after the other. */
export function runRounds<Task, Result, Outcome>(
  rounds: Rounds<Task, Result, Outcome>,
  learn: (task: Task) => Result,
): Outcome {
  let step = rounds.next()
  while (!step.done) step = rounds.next(step.value.map((task) => learn(task)))
  return step.value
}
