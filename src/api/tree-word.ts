/** Words as nodes of a tree, and walks through the tree. All walks are iterative, so that trees can be deep. */

export interface TreeWord<Word> {
  readonly id: number
  /** Undefined for a root. */
  readonly head: Word | undefined
  readonly children: readonly Word[]
}

/** A word with the columns that rules about Universal Dependencies read. */
export interface TaggedNode<Word> extends TreeWord<Word> {
  readonly upos: string
  readonly deprel: string
}

/** Whether a label is a relation or a subtype of it. */
export function isA(deprel: string, relation: string): boolean {
  return deprel === relation || deprel.startsWith(`${relation}:`)
}

/** The words of some subtrees, given by their tops, heads before their dependents. */
export function topDown<Word extends TreeWord<Word>>(tops: readonly Word[]): Word[] {
  const order = [...tops]
  for (const word of order) for (const child of word.children) order.push(child)
  return order
}

/** The word and all its direct and indirect dependents, in the order of the sentence. */
export function subtreeOf<Word extends TreeWord<Word>>(word: Word): Word[] {
  return topDown([word]).sort((one, other) => one.id - other.id)
}

export function ancestorsOf<Word extends TreeWord<Word>>(word: Word): Word[] {
  const found: Word[] = []
  for (let { head } = word; head; { head } = head) found.push(head)
  return found
}

/** The shortest path from one word to another, both included; undefined if they have different roots. */
export function pathBetween<Word extends TreeWord<Word>>(from: Word, to: Word): Word[] | undefined {
  const down = [to, ...ancestorsOf(to)]
  const indices = new Map(down.map((word, index) => [word, index]))
  const up: Word[] = []
  for (const word of [from, ...ancestorsOf(from)]) {
    const index = indices.get(word)
    if (index !== undefined) return [...up, ...down.slice(0, index + 1).reverse()]
    up.push(word)
  }
  return undefined
}
