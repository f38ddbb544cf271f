/** The best few ways on that were offered, best first; of equals the earlier ones. */
export class Candidates {
  size = 0
  /** The score that an offer has to exceed, -∞ while there is room. */
  least = -Infinity
  readonly scores: Float64Array
  /** The item that it comes from, the configuration on that item's spine, how many reductions lead there, the move. */
  readonly items: Int32Array
  readonly configurations: Int32Array
  readonly reductions: Int32Array
  readonly transitions: Int32Array
  readonly #width: number

  constructor(width: number) {
    this.#width = width
    this.scores = new Float64Array(width + 1)
    this.items = new Int32Array(width + 1)
    this.configurations = new Int32Array(width + 1)
    this.reductions = new Int32Array(width + 1)
    this.transitions = new Int32Array(width + 1)
  }

  clear(): void {
    this.size = 0
    this.least = -Infinity
  }

  /** Takes a candidate in whose score exceeds `least`; the worst one drops out where there are too many. */
  offer(score: number, item: number, configuration: number, reductions: number, transition: number): void {
    const { scores, items, configurations, transitions } = this
    let at = this.size
    for (; at > 0 && scores[at - 1] < score; at--) {
      scores[at] = scores[at - 1]
      items[at] = items[at - 1]
      configurations[at] = configurations[at - 1]
      this.reductions[at] = this.reductions[at - 1]
      transitions[at] = transitions[at - 1]
    }
    scores[at] = score
    items[at] = item
    configurations[at] = configuration
    this.reductions[at] = reductions
    transitions[at] = transition
    if (this.size < this.#width) this.size++
    if (this.size === this.#width) this.least = scores[this.#width - 1]
  }
}
