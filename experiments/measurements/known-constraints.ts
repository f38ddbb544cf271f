/** What can be known before parsing: the root, bunsetsu of the annotation, names and compounds of the gold tree. */
import { isSatisfied, type Constraints, type CoNLLUSentence, type Span, type Tree } from '../../src/lab.ts'

/** The constraints of a sentence, undefined if there are none. */
export type KnownConstraints = (sentence: CoNLLUSentence, gold: Tree) => Constraints | undefined

/** Nivre, Goldberg & McDonald 2014, section 3: sentences whose first word is a verb and the root. */
export function firstWordIsRoot(sentence: CoNLLUSentence, gold: Tree): Constraints | undefined {
  return sentence.upos(1) === 'VERB' && gold.head[1] === 0 ? { root: 1 } : undefined
}

/** The same, section 4: bunsetsu of two words or more, from MISC; only their root has dependents outside. */
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

/** Adjacent words joined by `flat` and `compound` that are a phrase of the gold tree. */
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
