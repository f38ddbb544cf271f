/** Conditional entropies in bits: how well a context predicts an outcome. */

export class JointCounts {
  readonly #contexts = new Map<string, Map<string, number>>()
  #total = 0

  add(context: string, outcome: string): void {
    let outcomes = this.#contexts.get(context)
    if (!outcomes) this.#contexts.set(context, (outcomes = new Map()))
    outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1)
    this.#total++
  }

  /** H(outcome | context), corrected by (k − 1) / 2n nats for k outcomes seen n times (Miller 1955). */
  conditionalEntropy(): number {
    if (this.#total === 0) return 0
    let nats = 0
    for (const outcomes of this.#contexts.values()) {
      let seen = 0
      for (const count of outcomes.values()) seen += count
      for (const count of outcomes.values()) nats -= count * Math.log(count / seen)
      nats += (outcomes.size - 1) / 2
    }
    return nats / this.#total / Math.LN2
  }
}
