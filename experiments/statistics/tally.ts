/** Figures that are counted sentence by sentence, so that they can be tested. */

/**
 * The sum of `parts`, per cent of the sum of `wholes`; without `wholes`, the sum itself, a count. Sentences in which there is
 * nothing to count are left out.
 */
export interface Tally {
  /** The number of sentences, with those that are left out. */
  readonly sentences: number
  /** The indices of the sentences, in ascending order; `parts` and `wholes` are parallel to it. */
  readonly at: readonly number[]
  readonly parts: readonly number[]
  readonly wholes?: readonly number[]
  /** What the quotient is multiplied by, default 100; or the sum, default 1. */
  readonly scale?: number
}

export function isTally(value: unknown): value is Tally {
  if (typeof value !== 'object' || value === null) return false
  const { sentences, at, parts } = value as Partial<Tally>
  return typeof sentences === 'number' && Array.isArray(at) && Array.isArray(parts)
}

/** Undefined if there is nothing of which `parts` are parts. */
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

  /** Adds what is right or found in a sentence, and of how much. The sentences come in ascending order. */
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

/** Counters of shares by group and by name: `recall` and `left`, `LAS` and `det`. */
export class ShareCounters {
  readonly #groups = new Map<string, Map<string, TallyCounter>>()

  /** Adds what is right in a sentence, and of how much. */
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

  /** The same without the wholes. */
  counts(group: string, sentences: number): Readonly<Record<string, Tally>> {
    return this.#tallies(group, (counter) => counter.count(sentences))
  }

  #tallies(group: string, of: (counter: TallyCounter) => Tally): Readonly<Record<string, Tally>> {
    const all = [...(this.#groups.get(group) ?? [])]
    return Object.fromEntries(all.map(([name, counter]) => [name, of(counter)]))
  }
}

/**
 * Several runs as one, with one observation for each sentence: of runs with the same `key` the counts of a sentence are added,
 * others have other sentences. A count becomes the mean of the runs' counts. Undefined without a run, or if runs with the same
 * key differ in the number of their sentences.
 */
export function pool(runs: readonly { readonly key: string; readonly tally: Tally }[]): Tally | undefined {
  if (runs.length <= 1) return runs[0]?.tally
  const { scale = 1, wholes: isShare } = runs[0].tally
  const offsets = new Map<string, { readonly from: number; readonly sentences: number }>()
  const counts = new Map<number, [part: number, whole: number]>()
  let sentences = 0
  for (const { key, tally } of runs) {
    const known = offsets.get(key) ?? { from: sentences, sentences: tally.sentences }
    if (known.sentences !== tally.sentences) return undefined
    if (!offsets.has(key)) sentences += tally.sentences
    offsets.set(key, known)
    for (const [i, sentence] of tally.at.entries()) {
      const [part, whole] = counts.get(known.from + sentence) ?? [0, 0]
      counts.set(known.from + sentence, [part + tally.parts[i], whole + (tally.wholes?.[i] ?? 0)])
    }
  }
  const all = [...counts].sort(([one], [other]) => one - other)
  const pooled = { sentences, at: all.map(([at]) => at), parts: all.map(([, [part]]) => part) }
  if (!isShare) return { ...pooled, scale: scale / runs.length }
  return { ...pooled, wholes: all.map(([, [, whole]]) => whole), scale: runs[0].tally.scale }
}

export function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0)
}
