/**
 * What can be known of a sentence before it is parsed, as constraints: that its first word, a verb, is its root; that
 * its bunsetsu are phrases; that its names and compounds are. What treebanks annotate apart from trees (bunsetsu) is
 * taken as it is; what is read off the gold tree stands for a list of names that somebody has.
 */
import type { Constraints, ConlluSentence, Span, Tree } from '../../src/index.ts'

/** The demands of a sentence, undefined where there is nothing to demand. */
export type Demand = (sentence: ConlluSentence, gold: Tree) => Constraints | undefined

/** Nivre, Goldberg & McDonald 2014, section 3: sentences whose first word is a verb and the root. */
export function firstWordIsRoot(sentence: ConlluSentence, gold: Tree): Constraints | undefined {
  return sentence.upos(1) === 'VERB' && gold.head[1] === 0 ? { root: 1 } : undefined
}

/** The same, section 4: bunsetsu of two words or more, as MISC has them, whose root alone has dependents outside. */
export function bunsetsu(sentence: ConlluSentence): Constraints | undefined {
  const spans: Span[] = []
  for (let first = 1; first <= sentence.size;) {
    let last = first
    while (last < sentence.size && /(?:^|\|)BunsetuBILabel=I(?:\||$)/.test(sentence.misc(last + 1))) last++
    if (last > first) spans.push({ first, last, condition: 'root' })
    first = last + 1
  }
  return spans.length > 0 ? { spans } : undefined
}

/** Words joined by `flat` and `compound`, where they stand together and are a phrase of the gold tree. */
export function namesAndCompounds(sentence: ConlluSentence, gold: Tree): Constraints | undefined {
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

/** Whether one word of a span has its head outside, and it alone has dependents there. */
export function isPhrase({ first, last }: Span, { size, head }: Tree): boolean {
  const isInside = (word: number): boolean => word >= first && word <= last
  let top = 0
  for (let word = first; word <= last; word++) {
    if (isInside(head[word])) continue
    if (top !== 0) return false
    top = word
  }
  for (let word = 1; word <= size; word++)
    if (!isInside(word) && isInside(head[word]) && head[word] !== top) return false
  return true
}

/** Whether a tree has what is demanded: of the constraints those that this file makes. */
export function isMet({ root, spans = [] }: Constraints, tree: Tree): boolean {
  return (root === undefined || tree.head[root] === 0) && spans.every((span) => isPhrase(span, tree))
}
