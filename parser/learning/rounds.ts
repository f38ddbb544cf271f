/**
 * Training as a sequence of rounds. A round is a list of tasks that do not depend on each other; a task is plain data, so
 * that a thread can learn from it. The generator yields the tasks of a round and is resumed with their results, in the
 * order of the tasks. It returns the outcome of the training.
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
