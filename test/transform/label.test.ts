import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parseLabel, printLabel, reservedCharacter, splitMark } from '../../transform/label.ts'
import { LIFTED_FROM_UNKNOWN, Lifts, NOT_LIFTED } from '../../transform/lifting/lifts.ts'
import { Symbols } from '../../transform/symbols.ts'
import { PLAIN, RELOCATED, REVERSED } from '../../transform/tree.ts'

const plainText = fc
  .string({ unit: 'grapheme', minLength: 1, maxLength: 8 })
  .filter((text) => !/[↑↓*^]/u.test(text))

describe('labels as text', () => {
  it.each([
    ['det', { base: 'det', lift: undefined, passed: false, mark: PLAIN }],
    ['nsubj:pass*', { base: 'nsubj:pass', lift: undefined, passed: false, mark: REVERSED }],
    ['det^', { base: 'det', lift: undefined, passed: false, mark: RELOCATED }],
    ['obl↑acl:relcl', { base: 'obl', lift: 'acl:relcl', passed: false, mark: PLAIN }],
    ['obl↑', { base: 'obl', lift: '', passed: false, mark: PLAIN }],
    ['obl↓', { base: 'obl', lift: undefined, passed: true, mark: PLAIN }],
    ['obl↑acl↓^', { base: 'obl', lift: 'acl', passed: true, mark: RELOCATED }],
    ['obl↑↓*', { base: 'obl', lift: '', passed: true, mark: REVERSED }],
    ['_', { base: '_', lift: undefined, passed: false, mark: PLAIN }],
  ])('%s is read', (text, label) => {
    expect(parseLabel(text)).toEqual(label)
    expect(printLabel(label)).toBe(text)
  })

  it.each(['', '*', '^', '↑nsubj', 'det**', 'det*^', 'det*↑nsubj', 'det↓↑nsubj', 'det↑a↑b', 'det↓↓', 'd*et'])(
    "'%s' is not a label",
    (text) => {
      expect(() => parseLabel(text)).toThrow(SyntaxError)
    },
  )

  it('come back from text', () => {
    const label = fc.record({
      base: plainText,
      lift: fc.option(fc.oneof(plainText, fc.constant('')), { nil: undefined }),
      passed: fc.boolean(),
      mark: fc.constantFrom(PLAIN, RELOCATED, REVERSED),
    })
    fc.assert(
      fc.property(label, (parts) => {
        const text = printLabel(parts)
        expect(parseLabel(text)).toEqual(parts)
        const { label: symbol, mark } = splitMark(text)
        expect(mark).toBe(parts.mark)
        expect(symbol).toBe(printLabel({ ...parts, mark: PLAIN }))
      }),
    )
  })

  it('have four reserved characters', () => {
    expect(['a↑', '↓', 'x*y', '^', 'nsubj:pass', '', 'a-b_c:d'].map(reservedCharacter)).toEqual([
      '↑',
      '↓',
      '*',
      '^',
      undefined,
      undefined,
      undefined,
    ])
  })
})

describe('lifts by id', () => {
  it('are read from the symbols, late ones too', () => {
    const symbols = new Symbols(['obl', 'obl↑acl', 'det↑', 'det↑↓'])
    const lifts = new Lifts(symbols)
    const [acl, det] = [symbols.add('acl'), symbols.add('det')]
    expect([0, 1, 2, 3].map((id) => lifts.parts(id).base)).toEqual([0, 0, det, det])
    expect([0, 1, 2, 3].map((id) => lifts.parts(id).lift)).toEqual([
      NOT_LIFTED,
      acl,
      LIFTED_FROM_UNKNOWN,
      LIFTED_FROM_UNKNOWN,
    ])
    expect([0, 1, 2, 3].map((id) => lifts.parts(id).passed)).toEqual([false, false, false, true])
    const late = symbols.add('late↑new↓')
    expect(symbols.text(lifts.parts(late).base)).toBe('late')
    expect(symbols.text(lifts.parts(late).lift)).toBe('new')
    expect(lifts.parts(late).passed).toBe(true)
  })

  it('are composed to what they are read as', () => {
    const symbols = new Symbols(['obl', 'acl'])
    const lifts = new Lifts(symbols)
    for (const lift of [NOT_LIFTED, LIFTED_FROM_UNKNOWN, 1]) {
      for (const passed of [false, true]) {
        const id = lifts.compose(0, lift, passed)
        expect(lifts.compose(0, lift, passed)).toBe(id)
        expect([lifts.parts(id).base, lifts.parts(id).lift, lifts.parts(id).passed]).toEqual([
          0,
          lift,
          passed,
        ])
      }
    }
    expect(symbols.texts()).toEqual(['obl', 'acl', 'obl↓', 'obl↑', 'obl↑↓', 'obl↑acl', 'obl↑acl↓'])
  })

  it('give the base of every symbol', () => {
    const symbols = new Symbols(['a↑b', 'c', 'a'])
    const bases = new Lifts(symbols).bases()
    expect([...bases].map((id) => symbols.text(id))).toEqual(['a', 'c', 'a', 'b'])
    expect(new Lifts(new Symbols()).bases()).toHaveLength(0)
  })

  it('need a table that can grow, or has what is needed', () => {
    const lifts = new Lifts(new Symbols(['obl', 'obl↑acl']).freeze())
    expect(() => lifts.parts(1).base).toThrow(
      new RangeError("label 'acl' is not in the frozen table of labels"),
    )
    expect(() => lifts.compose(0, NOT_LIFTED, true)).toThrow(RangeError)
    expect(lifts.parts(0).base).toBe(0)
  })
})
