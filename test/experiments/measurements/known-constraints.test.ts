import { describe, expect, it } from 'vitest'
import {
  bunsetsu,
  firstWordIsRoot,
  isPhrase,
  namesAndCompounds,
} from '../../../experiments/measurements/known-constraints.ts'
import { readCoNLLU } from '../../../src/conllu/reader.ts'
import type { CoNLLUSentence } from '../../../src/conllu/conllu-sentence.ts'
import { TreeReader } from '../../../src/conllu/trees.ts'
import { treeOf, type Tree } from '../../../transform/tree.ts'

/** A sentence from lines of `form upos head deprel misc`. */
function sentence(...lines: readonly string[]): [CoNLLUSentence, Tree] {
  const text = lines
    .map((line, i) => {
      const [form, upos, head, deprel, misc = '_'] = line.split(' ')
      return [i + 1, form, '_', upos, '_', '_', head, deprel, '_', misc].join('\t')
    })
    .join('\n')
  const [one] = readCoNLLU(`${text}\n\n`)
  return [one, new TreeReader().original(one)]
}

describe('known constraints', () => {
  it('a first word that is a verb and the root', () => {
    expect(firstWordIsRoot(...sentence('Go VERB 0 root', 'home ADV 1 advmod'))).toEqual({ root: 1 })
    expect(firstWordIsRoot(...sentence('Do AUX 2 aux', 'go VERB 0 root'))).toBeUndefined()
    expect(firstWordIsRoot(...sentence('Going VERB 2 csubj', 'pays VERB 0 root'))).toBeUndefined()
    expect(firstWordIsRoot(...sentence('Home NOUN 0 root'))).toBeUndefined()
  })

  it('bunsetsu of two words or more', () => {
    const label = (tag: string): string => `x NOUN 0 root LUW=B|BunsetuBILabel=${tag}|More=I`
    const tags = ['B', 'B', 'I', 'I', 'B', 'B', 'I']
    const lines = tags.map((tag, i) => (i === 0 ? label(tag) : label(tag).replace('0 root', '1 dep')))
    expect(bunsetsu(sentence(...lines)[0])).toEqual({
      spans: [
        { first: 2, last: 4, condition: 'root' },
        { first: 6, last: 7, condition: 'root' },
      ],
    })
    expect(bunsetsu(sentence('x NOUN 0 root')[0])).toBeUndefined()
  })

  it('names and compounds that are phrases', () => {
    const lines = ['Ada PROPN 4 nsubj', 'M. PROPN 1 flat', 'King PROPN 1 flat:name', 'saw VERB 0 root']
    const more = ['the DET 7 det', 'station NOUN 7 compound', 'clock NOUN 4 obj']
    expect(namesAndCompounds(...sentence(...lines, ...more))).toEqual({
      spans: [
        { first: 1, last: 3, condition: 'root' },
        { first: 6, last: 7, condition: 'root' },
      ],
    })
  })

  it('but none that another word parts', () => {
    const parted = ['give VERB 0 root', 'it PRON 1 obj', 'up ADP 1 compound:prt']
    // "it" is inside and hangs inside: a phrase. Without it, "up" would not be.
    expect(namesAndCompounds(...sentence(...parted))).toEqual({
      spans: [{ first: 1, last: 3, condition: 'root' }],
    })
    const outside = ['Ada PROPN 4 nsubj', 'often ADV 4 advmod', 'King PROPN 1 flat', 'saw VERB 0 root']
    expect(namesAndCompounds(...sentence(...outside))).toBeUndefined()
    expect(namesAndCompounds(...sentence('saw VERB 0 root'))).toBeUndefined()
  })
})

describe('what is met', () => {
  const tree = treeOf([2, 0, 4, 2, 4])

  it('a span is a phrase when one word has its head outside, and that alone dependents there', () => {
    const is = (first: number, last: number): boolean => isPhrase({ first, last, condition: 'root' }, tree)
    expect([is(3, 5), is(1, 5), is(4, 5), is(1, 2)]).toEqual([true, true, true, true])
    expect(is(2, 3)).toBe(false)
    expect(isPhrase({ first: 1, last: 2, condition: 'root' }, treeOf([2, 0, 1]))).toBe(false)
  })
})
