/** Seeded choices. */
import { Random } from '../../parser/learning/random.ts'

export class Choice {
  readonly #random: Random

  constructor(seed: number) {
    this.#random = new Random(seed)
  }

  /** True with this probability. */
  chance(probability: number): boolean {
    return this.#random.next() < probability
  }

  of<T>(items: readonly T[]): T {
    return items[Math.floor(this.#random.next() * items.length)]
  }

  /** One of the alternatives, each as often as its weight says. */
  weighted<T>(alternatives: readonly (readonly [weight: number, value: T])[]): T {
    let left = this.#random.next() * alternatives.reduce((sum, [weight]) => sum + weight, 0)
    for (const [weight, value] of alternatives) if ((left -= weight) < 0) return value
    return alternatives[alternatives.length - 1][1]
  }
}
