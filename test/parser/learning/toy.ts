/**
 * A toy language to learn from: a verb with a subject before it and perhaps an object after it, nouns with articles
 * and adjectives before them and prepositional phrases behind them. Which word a phrase hangs on shows in its
 * preposition and its tag: `of` phrases hang on the noun before them, `at` phrases on the verb.
 */
import { Corpus } from '../../../parser/learning/corpus.ts'
import { Random } from '../../../parser/learning/random.ts'
import { Symbols } from '../../../transform/symbols.ts'
import { treeOf } from '../../../transform/tree.ts'

interface Word {
  readonly form: string
  readonly upos: string
  head: number
  deprel: string
}

export interface Toy {
  readonly corpus: Corpus
  readonly labels: Symbols
}

/** A corpus of `size` random sentences of the toy language; equal seeds give equal corpora. */
export function toyCorpus(size: number, seed: number, labels = new Symbols(['root'])): Toy {
  const random = new Random(seed)
  const corpus = new Corpus()
  for (let i = 0; i < size; i++) {
    const words = sentence(random)
    const tree = treeOf(
      words.map((word) => word.head),
      words.map((word) => labels.add(word.deprel)),
    )
    corpus.add(words, tree)
  }
  return { corpus, labels }
}

function sentence(random: Random): Word[] {
  const words: Word[] = []
  const add = (form: string, upos: string, head = 0, deprel = 'root'): number =>
    words.push({ form, upos, head, deprel })
  const choose = (...forms: string[]): string => forms[random.below(forms.length)]

  const noun = (): number => {
    const left: number[] = []
    if (random.next() < 0.6) left.push(add(choose('the', 'a'), 'DET', 0, 'det'))
    while (random.next() < 0.3) left.push(add(choose('red', 'old', 'tall'), 'ADJ', 0, 'amod'))
    const head = add(choose('cat', 'dog', 'house', 'tree'), 'NOUN')
    for (const word of left) words[word - 1].head = head
    if (random.next() < 0.3) phrase('of', 'nmod', head)
    return head
  }
  const phrase = (form: string, deprel: string, head: number): void => {
    const preposition = add(form, form === 'of' ? 'OF' : 'ADP', 0, 'case')
    const inner = noun()
    words[preposition - 1].head = inner
    words[inner - 1].head = head
    words[inner - 1].deprel = deprel
  }

  const subject = noun()
  const verb = add(choose('sees', 'likes', 'sleeps'), 'VERB')
  Object.assign(words[subject - 1], { head: verb, deprel: 'nsubj' })
  if (words[verb - 1].form !== 'sleeps') Object.assign(words[noun() - 1], { head: verb, deprel: 'obj' })
  while (random.next() < 0.4) phrase('at', 'obl', verb)
  return words
}
