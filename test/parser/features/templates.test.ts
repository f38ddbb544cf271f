import { describe, expect, it } from 'vitest'
import {
  paperArcEager,
  paperRightBranching,
  richBeam,
  richArcEager,
  richRightBranching,
} from '../../../parser/features/template-sets.ts'
import { compileFor } from '../../../parser/registry.ts'

const compile = (...templates: string[]) => compileFor('rb', { name: 'test', templates })

describe('feature templates', () => {
  it.each([paperArcEager, paperRightBranching, richArcEager, richRightBranching, richBeam])(
    '$name compiles',
    (set) => {
      const compiled = compileFor('rb', set)
      expect(compiled.templates).toHaveLength(set.templates.length)
      expect(new Set(set.templates).size).toBe(set.templates.length)
    },
  )

  it('share atoms, and say which attributes they read', () => {
    const compiled = compile('s0.form b0.tag', 'b0.tag', 'b1-3.upos')
    expect(compiled.atoms.map((atom) => atom.text)).toEqual([
      's0.form',
      'b0.tag',
      'b1.upos',
      'b2.upos',
      'b3.upos',
    ])
    expect(compiled.used).toEqual(['form', 'upos', 'tag'])
    expect(compiled.most).toBe(5)
  })

  it.each([
    ['', 'expected address.attribute'],
    ['s0', 'expected address.attribute'],
    ['s0.shoe', "unknown attribute 'shoe'"],
    ['s0.constructor', "unknown attribute 'constructor'"],
    ['s4.form', 'the stack is read down to s3'],
    ['b1l.form', 'only b0 has dependents'],
    ['b1.deprel', 'b1 has only word attributes'],
    ['s0q.form', "unknown relation 'q'"],
    ['s0l.left', 'a dependent has word attributes and deprel'],
    ['s0h.deprel', "'h' has only word attributes"],
    ['b0g.deprel', "'g' has only word attributes"],
    ['b3-1.tag', 'the range is empty'],
    ['b1-3.tag s0.tag', 'a range is the only atom of its template'],
    ['s0.tag s0.tag s0.tag s0.tag s0.tag s0.tag', 'more than 5 atoms'],
  ])('refuse %j: %s', (template, why) => {
    expect(() => compile(template)).toThrow(why)
  })

  it('count once in every part, however often they are given: what keys have room for', () => {
    const repeated = Array.from({ length: 50 }, () => ['s0.form', 'b0-9.form']).flat()
    const seen = { templates: repeated, labels: repeated, margin: 1 }
    const set = { name: 'test', templates: repeated, labels: repeated, firstStage: seen }
    const { most, members } = compileFor('rb', set)
    expect(most).toBe(11)
    for (const part of members) expect(part).toEqual([0, 1])
  })

  it('refuse an empty set and a huge one', () => {
    expect(() => compile()).toThrow('is empty')
    expect(() => compile(...Array.from({ length: 300 }, () => 's0.tag'))).toThrow('at most 200')
  })
})
