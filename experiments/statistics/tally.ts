/** Figures that are counted for each sentence, so that their differences can be tested. */

/**
 * A share, the sum of `parts` in percent of the sum of `wholes`, or without `wholes` a count, the sum of `parts`. Sentences
 * with nothing to count are left out.
 */
export interface Tally {
  /** The number of all sentences, including those left out. */
  readonly sentences: number
  /** The indices of the counted sentences, in ascending order. `parts` and `wholes` have the same length and order. */
  readonly at: readonly number[]
  readonly parts: readonly number[]
  readonly wholes?: readonly number[]
  /** The factor for the quotient (default: 100) or for the sum (default: 1). */
  readonly scale?: number
}

export function isTally(value: unknown): value is Tally {
  if (typeof value !== 'object' || value === null) return false
  const { sentences, at, parts } = value as Partial<Tally>
  return typeof sentences === 'number' && Array.isArray(at) && Array.isArray(parts)
}

/** The value of a share or count; undefined if the sum of `wholes` is 0. */
export function valueOf({ parts, wholes, scale }: Tally): number | undefined {
  if (!wholes) return (scale ?? 1) * sum(parts)
  const whole = sum(wholes)
  return whole === 0 ? undefined : ((scale ?? 100) * sum(parts)) / whole
}

/** Collects the counts of sentences. */
export class TallyCounter {
  readonly #at: number[] = []
  readonly #parts: number[] = []
  readonly #wholes: number[] = []

  /** Adds the counts of a sentence. Call in ascending order of sentences. */
  add(sentence: number, part: number, whole: number): void {
    if (part === 0 && whole === 0) return
    this.#at.push(sentence)
    this.#parts.push(part)
    this.#wholes.push(whole)
  }

  /** @param sentences the number of all sentences */
  share(sentences: number, scale?: number): Tally {
    return { ...this.count(sentences), wholes: this.#wholes, ...(scale !== undefined && { scale }) }
  }

  count(sentences: number): Tally {
    return { sentences, at: this.#at, parts: this.#parts }
  }
}

/** Counters by group and name, for example group `recall` and name `left`, or `LAS` and `det`. */
export class ShareCounters {
  readonly #groups = new Map<string, Map<string, TallyCounter>>()

  /** Adds the counts of a sentence. */
  add(group: string, name: string, sentence: number, part: number, whole: number): void {
    const names = this.#groups.get(group) ?? new Map<string, TallyCounter>()
    this.#groups.set(group, names)
    const counter = names.get(name) ?? new TallyCounter()
    names.set(name, counter)
    counter.add(sentence, part, whole)
  }

  /** The shares of a group, by name. */
  shares(group: string, sentences: number): Readonly<Record<string, Tally>> {
    return this.#tallies(group, (counter) => counter.share(sentences))
  }

  /** The counts of a group, by name. */
  counts(group: string, sentences: number): Readonly<Record<string, Tally>> {
    return this.#tallies(group, (counter) => counter.count(sentences))
  }

  #tallies(group: string, toTally: (counter: TallyCounter) => Tally): Readonly<Record<string, Tally>> {
    const namedCounters = [...(this.#groups.get(group) ?? [])]
    return Object.fromEntries(namedCounters.map(([name, counter]) => [name, toTally(counter)]))
  }
}

/**
 * Combines runs into one tally with one observation per sentence. Runs with the same `key` have the same sentences, and
 * their counts are added. A figure without wholes becomes the mean over the runs. Undefined without runs, or if runs with
 * the same key differ in the number of sentences.
 */
export function pool(runs: readonly { readonly key: string; readonly tally: Tally }[]): Tally | undefined {
  if (runs.length <= 1) return runs[0]?.tally
  const { scale = 1, wholes: isShare } = runs[0].tally
  const offsets = new Map<string, { readonly from: number; readonly sentences: number }>()
  const counts = new Map<number, [part: number, whole: number]>()
  let sentences = 0
  for (const { key, tally } of runs) {
    const offset = offsets.get(key) ?? { from: sentences, sentences: tally.sentences }
    if (offset.sentences !== tally.sentences) return undefined
    if (!offsets.has(key)) sentences += tally.sentences
    offsets.set(key, offset)
    for (const [i, sentence] of tally.at.entries()) {
      const [part, whole] = counts.get(offset.from + sentence) ?? [0, 0]
      counts.set(offset.from + sentence, [part + tally.parts[i], whole + (tally.wholes?.[i] ?? 0)])
    }
  }
  const observations = [...counts].sort(([one], [other]) => one - other)
  const pooled = {
    sentences,
    at: observations.map(([at]) => at),
    parts: observations.map(([, [part]]) => part),
  }
  if (!isShare) return { ...pooled, scale: scale / runs.length }
  return { ...pooled, wholes: observations.map(([, [, whole]]) => whole), scale: runs[0].tally.scale }
}

export function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0)
}
