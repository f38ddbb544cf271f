/** Noun phrases, clauses and triples of sentences with known trees. */
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { Document } from '../../../src/api/document.ts'
import type { Sentence } from '../../../src/api/sentence.ts'
import { embeddedDev } from '../../../src/embedded/treebank.ts'
import { headsOf, anyTree } from '../../trees.ts'

/** A sentence from `form/upos/head/deprel`, with features behind that. */
function sentenceOf(text: string): Sentence {
  const rows = text.split(' ').map((word, i) => {
    const [form, upos, head, deprel, feats = '_'] = word.split('/')
    return [i + 1, form, '_', upos, '_', feats, head, deprel, '_', '_'].join('\t')
  })
  return Document.fromCoNLLU(`${rows.join('\n')}\n\n`).sentences[0]
}

const phrases = (text: string): string[] =>
  sentenceOf(text)
    .nounPhrases()
    .map(({ head, words }) => `${head}: ${words.join(' ')}`)
const clauses = (text: string): string[] =>
  sentenceOf(text)
    .clauses()
    .map(({ head, words }) => `${head}: ${words.join(' ')}`)
const triples = (text: string): string[] =>
  sentenceOf(text)
    .triples()
    .map(({ subject, verb, object, preposition }) =>
      [subject, verb, preposition, object].filter(Boolean).join(' '),
    )

describe('noun phrases', () => {
  test('conjuncts are two', () => {
    expect(
      phrases('Mary/PROPN/2/nsubj bought/VERB/0/root bread/NOUN/2/obj and/CCONJ/5/cc butter/NOUN/3/conj'),
    ).toEqual(['Mary: Mary', 'bread: bread', 'butter: butter'])
  })

  test('a possessor with a phrase of its own lies in the phrase', () => {
    expect(
      phrases(
        "the/DET/2/det king/NOUN/6/nmod:poss of/ADP/4/case Spain/PROPN/2/nmod 's/PART/2/case car/NOUN/0/root",
      ),
    ).toEqual(["car: the king of Spain 's car"])
  })

  test('adjectives have adverbs, prepositions are outside', () => {
    expect(phrases('in/ADP/5/case a/DET/5/det very/ADV/4/advmod small/ADJ/5/amod house/NOUN/0/root')).toEqual(
      ['house: a very small house'],
    )
  })

  test('the parts of a name are one', () => {
    expect(phrases('Ada/PROPN/3/nsubj Lovelace/PROPN/1/flat wrote/VERB/0/root it/PRON/3/obj')).toEqual([
      'Ada: Ada Lovelace',
      'it: it',
    ])
  })
})

describe('clauses', () => {
  test('of a sentence with a relative clause and a complement', () => {
    expect(
      clauses(
        'Men/NOUN/4/nsubj who/PRON/3/nsubj slept/VERB/1/acl:relcl said/VERB/0/root they/PRON/6/nsubj ate/VERB/4/ccomp and/CCONJ/8/cc drank/VERB/6/conj ./PUNCT/4/punct',
      ),
    ).toEqual(['slept: who slept', 'said: Men said .', 'ate: they ate', 'drank: and drank'])
  })

  test('a conjunct of nouns is none', () => {
    expect(clauses('Cats/NOUN/0/root and/CCONJ/3/cc dogs/NOUN/1/conj')).toEqual(['Cats: Cats and dogs'])
  })
})

describe('triples', () => {
  test.each([
    ['a copula', 'Clara/PROPN/4/nsubj is/AUX/4/cop a/DET/4/det doctor/NOUN/0/root', ['Clara is doctor']],
    [
      'a preposition',
      'Clara/PROPN/2/nsubj lives/VERB/0/root in/ADP/4/case Paris/PROPN/2/obl',
      ['Clara lives in Paris'],
    ],
    [
      'a relative pronoun',
      'dogs/NOUN/0/root that/PRON/3/nsubj/PronType=Rel bit/VERB/1/acl:relcl Bruno/PROPN/3/obj',
      ['dogs bit Bruno'],
    ],
    ['a question word', 'who/PRON/2/nsubj/PronType=Int bit/VERB/0/root Bruno/PROPN/2/obj', ['who bit Bruno']],
    [
      'control by the subject',
      'Clara/PROPN/2/nsubj wants/VERB/0/root to/PART/4/mark see/VERB/2/xcomp Bruno/PROPN/4/obj',
      ['Clara see Bruno'],
    ],
    [
      'control by the object',
      'Clara/PROPN/2/nsubj asked/VERB/0/root him/PRON/2/obj to/PART/5/mark see/VERB/2/xcomp Bruno/PROPN/5/obj',
      ['Clara asked him', 'him see Bruno'],
    ],
  ])('%s', (_, text, expected) => {
    expect(triples(text)).toEqual(expected)
  })
})

test('of any tree: phrases do not overlap, and every word is in one clause', () => {
  const tag = fc.constantFrom('NOUN', 'VERB', 'ADJ', 'PRON')
  const label = fc.constantFrom('amod', 'conj', 'nmod:poss', 'advcl', 'nsubj', 'flat', 'case', 'obl')
  fc.assert(
    fc.property(anyTree(9), fc.array(fc.tuple(tag, label), { minLength: 9, maxLength: 9 }), (tree, words) => {
      if (tree.size === 0) return
      const sentence = sentenceOf(
        headsOf(tree)
          .map((head, i) => `w/${words[i][0]}/${head}/${words[i][1]}`)
          .join(' '),
      )
      const ends = sentence.nounPhrases().map(({ head, words }) => {
        expect(words).toContain(head)
        return [words[0].id, words.at(-1)!.id]
      })
      for (const [i, [first, last]] of ends.entries())
        expect(ends.slice(i + 1).every(([from, to]) => from >= first && to > last)).toBe(true)
      expect(
        sentence
          .clauses()
          .flatMap((clause) => clause.words)
          .sort((a, b) => a.id - b.id),
      ).toEqual(sentence.words)
    }),
  )
})

test('a treebank: every noun and pronoun is in a phrase', () => {
  for (const sentence of Document.fromCoNLLU(embeddedDev())) {
    const inside = new Set(sentence.nounPhrases().flatMap(({ words }) => words))
    for (const word of sentence) if (/^(?:NOUN|PROPN|PRON)$/.test(word.upos)) expect(inside).toContain(word)
  }
})
