/** Noun phrases, clauses and triples of sentences with known trees. */
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { Document } from '../../../src/document/document.ts'
import type { Sentence } from '../../../src/document/sentence.ts'
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
    const nouns = [...sentence].filter(({ upos }) => /^(?:NOUN|PROPN|PRON)$/.test(upos))
    expect(nouns.filter((word) => !inside.has(word))).toEqual([])
  }
})

describe('what a triple claims', () => {
  /** Its words, and those of its other properties that are not false. */
  const moods = (text: string): Record<string, unknown>[] =>
    sentenceOf(text)
      .triples()
      .map(({ subject, verb, object, negated, question, condition, modal, within }) => {
        const mood = { negated, question, condition, modal: modal?.form, within: within?.form }
        return {
          claim: `${subject} ${verb} ${object}`,
          ...Object.fromEntries(Object.entries(mood).filter(([, value]) => value)),
        }
      })

  test('a negation, also of a verb above an infinitive', () => {
    expect(moods("Ida/PROPN/4/nsubj did/AUX/4/aux n't/PART/4/advmod buy/VERB/0/root it/PRON/4/obj")).toEqual([
      { claim: 'Ida buy it', negated: true },
    ])
    const wants =
      'Ida/PROPN/3/nsubj never/ADV/3/advmod wants/VERB/0/root to/PART/5/mark buy/VERB/3/xcomp it/PRON/5/obj'
    expect(moods(wants)).toEqual([{ claim: 'Ida buy it', negated: true, within: 'wants' }])
    const says =
      'Ida/PROPN/3/nsubj never/ADV/3/advmod says/VERB/0/root he/PRON/5/nsubj buys/VERB/3/ccomp it/PRON/5/obj'
    expect(moods(says)).toEqual([{ claim: 'he buys it', within: 'says' }])
  })

  test('a question', () => {
    const asked =
      'Did/AUX/3/aux Ida/PROPN/3/nsubj buy/VERB/0/root it/PRON/3/obj ?/PUNCT/3/punct "/PUNCT/3/punct'
    expect(moods(asked)).toEqual([{ claim: 'Ida buy it', question: true }])
    expect(moods(asked.replace('?', '.'))).toEqual([{ claim: 'Ida buy it' }])
  })

  test('a condition, and what depends on it', () => {
    const condition =
      'If/SCONJ/3/mark Ida/PROPN/3/nsubj buys/VERB/6/advcl it/PRON/3/obj Bruno/PROPN/6/nsubj reads/VERB/0/root it/PRON/6/obj'
    expect(moods(condition)).toEqual([
      { claim: 'Ida buys it', condition: true },
      { claim: 'Bruno reads it', condition: true },
    ])
    expect(moods(condition.replace('If', 'As'))).toEqual([
      { claim: 'Ida buys it' },
      { claim: 'Bruno reads it' },
    ])
  })

  test('a modal verb, which conjuncts share', () => {
    const rows = [
      'Ida _ PROPN NNP 3 nsubj',
      'might might AUX MD 3 aux',
      'buy _ VERB VB 0 root',
      'it _ PRON PRP 3 obj',
    ]
    const more = ['read _ VERB VB 3 conj', 'it _ PRON PRP 5 obj']
    const conllu = [...rows, ...more].map((row, i) => {
      const [form, lemma, upos, xpos, head, deprel] = row.split(' ')
      return [i + 1, form, lemma, upos, xpos, '_', head, deprel, '_', '_'].join('\t')
    })
    const found = Document.fromCoNLLU(`${conllu.join('\n')}\n\n`).triples()
    expect(found.map(({ verb, modal }) => `${modal} ${verb}`)).toEqual(['might buy', 'might read'])
  })

  test('the whole phrases', () => {
    const [{ subjectPhrase, objectPhrase }] = sentenceOf(
      'Steve/PROPN/3/nsubj Jobs/PROPN/1/flat founded/VERB/0/root a/DET/6/det small/ADJ/6/amod company/NOUN/3/obj',
    ).triples()
    expect([`${subjectPhrase}`, `${objectPhrase}`]).toEqual(['Steve Jobs', 'a small company'])
  })

  test('many verbs that share many subjects take linear time', () => {
    const size = 2000
    const subjects = Array.from({ length: size }, (_, i) =>
      i === 0 ? `s/NOUN/${size + 1}/nsubj` : 's/NOUN/1/conj',
    )
    const verbs = Array.from({ length: size }, (_, i) =>
      i === 0 ? 'v/VERB/0/root' : `v/VERB/${size + 1}/conj`,
    )
    const sentence = sentenceOf([...subjects, ...verbs].join(' '))
    const began = process.cpuUsage()
    expect(sentence.triples()).toEqual([])
    expect(process.cpuUsage(began).user / 1e6).toBeLessThan(2)
  })
})

describe('phrases', () => {
  test('noun phrases, clauses and subtrees have text, offsets, head and words', () => {
    const sentence = sentenceOf(
      'Ida/PROPN/2/nsubj saw/VERB/0/root the/DET/4/det dog/NOUN/2/obj that/PRON/6/obj barked/VERB/4/acl:relcl ./PUNCT/2/punct',
    )
    const shown = [...sentence.nounPhrases(), ...sentence.clauses(), sentence.words[3].subtree]
    expect(shown.map((phrase) => `${phrase.head}: ${phrase}`)).toEqual([
      'Ida: Ida',
      'dog: the dog',
      'that: that',
      'saw: Ida saw the dog … .',
      'barked: that barked',
      'dog: the dog that barked',
    ])
    for (const phrase of shown) {
      expect(phrase.text).toBe(String(phrase))
      expect([phrase.start, phrase.end]).toEqual([phrase.words[0].start, phrase.words.at(-1)!.end])
      expect([...phrase]).toEqual(phrase.words)
    }
    expect(sentence.words[1].left.map(String)).toEqual(['Ida'])
    expect(sentence.words[1].right.map(String)).toEqual(['dog', '.'])
  })

  test('the words of a range of a document', () => {
    const document = Document.fromCoNLLU(embeddedDev(3))
    const { words } = document
    expect(words).toEqual(document.sentences.flatMap((sentence) => sentence.words))
    const phrase = document.span(words[0].start, words[2].start + 1)!
    expect(phrase.words).toEqual(words.slice(0, 3))
    expect(phrase.text).toBe(document.text.slice(phrase.start, phrase.end))
    const [, second] = document.sentences
    expect(document.span(second.start, second.end)?.head).toBe(second.root)
    expect(document.span(0, 0)).toBeUndefined()
    expect(document.span(1e9, 2e9)).toBeUndefined()
    expect(() => document.span('0' as unknown as number, 1)).toThrow('start')
  })
})
