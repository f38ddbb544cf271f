/** Constraints that can be known before parsing: the root, annotated bunsetsu, names and compounds of the gold tree. */
import { isSatisfied, type Constraints, type CoNLLUSentence, type Span, type Tree } from '../../src/lab.ts'

/** The constraints of a sentence, undefined if there are none. */
export type KnownConstraints = (sentence: CoNLLUSentence, gold: Tree) => Constraints | undefined

/** The first word as the root, if it is a verb and the gold root (Nivre, Goldberg & McDonald 2014, section 3). */
export function firstWordIsRoot(sentence: CoNLLUSentence, gold: Tree): Constraints | undefined {
  return sentence.upos(1) === 'VERB' && gold.head[1] === 0 ? { root: 1 } : undefined
}

/**
 * Bunsetsu of at least two words, from MISC (Nivre, Goldberg & McDonald 2014, section 4). Only the root of a
 * bunsetsu has dependents outside.
 */
export function bunsetsu(sentence: CoNLLUSentence): Constraints | undefined {
  const spans: Span[] = []
  for (let first = 1; first <= sentence.size;) {
    let last = first
    while (last < sentence.size && /(?:^|\|)BunsetuBILabel=I(?:\||$)/.test(sentence.misc(last + 1))) last++
    if (last > first) spans.push({ first, last, condition: 'root' })
    first = last + 1
  }
  return spans.length > 0 ? { spans } : undefined
}

/** Spans of words joined by `flat` and `compound` that are phrases of the gold tree. */
export function namesAndCompounds(sentence: CoNLLUSentence, gold: Tree): Constraints | undefined {
  const { size, head } = gold
  const isJoined = (word: number): boolean =>
    head[word] > 0 && /^(?:flat|compound)(?::|$)/.test(sentence.deprel(word))
  const topOf = (word: number): number => {
    let top = word
    while (isJoined(top)) top = head[top]
    return top
  }
  const bounds = new Map<number, [first: number, last: number]>()
  for (let word = 1; word <= size; word++) {
    if (!isJoined(word)) continue
    const top = topOf(word)
    const [first, last] = bounds.get(top) ?? [top, top]
    bounds.set(top, [Math.min(first, word), Math.max(last, word)])
  }
  const spans = [...bounds.values()]
    .map(([first, last]): Span => ({ first, last, condition: 'root' }))
    .filter((span) => isPhrase(span, gold))
    .sort((a, b) => a.first - b.first)
    .filter((span, i, all) => i === 0 || span.first > all[i - 1].last)
  return spans.length > 0 ? { spans } : undefined
}

/** Whether exactly one word of a span has its head outside, and only that word has dependents outside. */
export function isPhrase({ first, last }: Span, tree: Tree): boolean {
  return isSatisfied({ spans: [{ first, last, condition: 'root' }] }, tree)
}
