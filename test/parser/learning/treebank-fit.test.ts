import { describe, expect, test } from 'vitest'
import { Corpus } from '../../../parser/learning/corpus.ts'
import { chooseDirection } from '../../../parser/learning/direction-choice.ts'
import {
  differingColumns,
  fitToTreebank,
  withoutColumn,
  withoutXpos,
} from '../../../parser/learning/treebank-fit.ts'
import type { ParserToken } from '../../../parser/core/word-attributes.ts'
import { createTree } from '../../../transform/tree.ts'

const cases = ['Nom', 'Acc', 'Dat', 'Gen']
const set = {
  name: 'one',
  adaptive: true,
  templates: ['s0.tag b0.tag', 's0.feats b0.upos', 's0.lemma b0.upos'],
}

/** 400 words, of which word i has the tags and FEATS that `token` says. */
function corpusOf(token: (i: number) => Omit<ParserToken, 'form'>): Corpus {
  const corpus = new Corpus()
  const tree = createTree(4)
  tree.head.set([2, 0, 2, 3], 1)
  for (let s = 0; s < 100; s++)
    corpus.add(
      [0, 1, 2, 3].map((w) => ({ form: `w${w}`, ...token(4 * s + w) })),
      tree,
    )
  return corpus
}
const caseOf = (i: number): string => `Case=${cases[(i * 7 + (i >> 2)) % 4]}`

describe('templates of word structure', () => {
  test('stay where FEATS say more than tags, and XPOS that repeats FEATS goes', () => {
    const bare = fitToTreebank(
      corpusOf((i) => ({ upos: 'NOUN', feats: caseOf(i) })),
      set,
    )
    expect(bare.templates).toEqual({ name: 'one', templates: set.templates })
    expect(bare.facts.morphology).toContain('read, FEATS say 2.00 bits')
    const twice = corpusOf((i) => ({ upos: 'NOUN', xpos: caseOf(i), feats: caseOf(i) }))
    const fit = fitToTreebank(twice, set)
    expect(fit.corpus.tags).toBe('upos')
    expect(fit.templates.templates).toEqual(set.templates)
  })

  test('go where FEATS repeat XPOS or are absent; sets of a user stay as they are', () => {
    const fine = corpusOf((i) => ({
      upos: 'NOUN',
      xpos: caseOf(i) + ((i * 5) % 3),
      feats: caseOf(i),
    }))
    for (const corpus of [fine, corpusOf(() => ({ upos: 'NOUN' })), withoutColumn('FEATS', fine)]) {
      const fit = fitToTreebank(corpus, set)
      expect(fit.corpus).toBe(corpus)
      expect(fit.templates.templates).toEqual(['s0.tag b0.tag'])
    }
    const own = { name: 'own', templates: set.templates }
    expect(fitToTreebank(fine, own).templates).toBe(own)
  })
})

test('tags of two parts differ if one of them has none, or others', () => {
  const gold = corpusOf((i) => ({ upos: 'NOUN', xpos: caseOf(i), feats: caseOf(i) }))
  const bare = corpusOf((i) => ({ upos: 'NOUN', feats: caseOf(i + 1) }))
  expect(differingColumns(gold, bare)).toEqual(['XPOS'])
  expect(differingColumns(withoutColumn('FEATS', gold), gold)).toEqual(['FEATS'])
  expect(differingColumns(withoutXpos(gold), gold)).toEqual([])
})

test('a direction that cannot be measured is that of the arcs', () => {
  const corpus = corpusOf(() => ({})).part([0])
  const fail = (): never => {
    throw new Error('one sentence cannot be split')
  }
  expect(chooseDirection(corpus, fail)).toEqual({
    direction: 'right',
    facts: { directionChoice: 'share of arc length that points left' },
  })
})
