/**
 * Patterns of Semgrex (Chambers et al. 2007), as CoreNLP documents them:
 * https://nlp.stanford.edu/nlp/javadoc/javanlp/edu/stanford/nlp/semgraph/semgrex/SemgrexPattern.html
 *
 *   PATTERN    NODES { : NODES }                 all have to match, with the same words for the same names
 *   NODES      NODE [ CONDITIONS ]
 *   NODE       [!] { TESTS } [ = NAME ]   or   = NAME   or   ( NODES )
 *   TESTS      ATTRIBUTE : VALUE { ; … }         `!:` is not this value, `?:` is this value or none, $ is a root
 *   CONDITIONS ALL { "|" ALL },   ALL  ONE { [&] ONE }
 *   ONE        [! or ?] RELATION NODE   or   [! or ?] "[" CONDITIONS "]"
 *   RELATION   an operator, with a label or a /regular expression/ behind it, with FROM,TO before << and >>
 *
 * Values are texts or /regular expressions/ of the whole value. Names of relations and of edges, variable groups, alignments
 * and `::` are not supported.
 */
import type { Word } from '../api/sentence.ts'
import { regularExpression, type Condition, type PatternNode } from './matcher.ts'
import { semgrexRelations, type Relation } from './relations.ts'

type Test = (word: Word) => boolean

/** The attributes of words; `pos` and `tag` are the part of speech of the treebank, as in CoreNLP. */
const attributes: Readonly<Record<string, (word: Word) => string>> = {
  word: ({ form }) => form,
  text: ({ form }) => form,
  form: ({ form }) => form,
  lemma: ({ lemma }) => lemma,
  tag: ({ xpos }) => xpos,
  pos: ({ xpos }) => xpos,
  xpos: ({ xpos }) => xpos,
  cpos: ({ upos }) => upos,
  upos: ({ upos }) => upos,
  deprel: ({ deprel }) => deprel,
  idx: ({ id }) => String(id),
}

/** Compiles a pattern: the parts that `:` separates. Throws RangeError, which shows the place of the error. */
export function compileSemgrex(pattern: string): PatternNode[] {
  return new SemgrexReader(pattern).read()
}

/** The most parentheses, brackets and conditions within one another. */
const DEEPEST = 200

class SemgrexReader {
  readonly #text: string
  #at = 0
  #depth = 0
  #negations = 0

  constructor(text: string) {
    this.#text = text
  }

  read(): PatternNode[] {
    const patterns = [this.#nodes()]
    while (this.#take(/:(?!:)/y)) patterns.push(this.#nodes())
    this.#skip()
    if (this.#at < this.#text.length) throw this.#expected('a relation, a bracket or the end')
    return patterns
  }

  #nodes(): PatternNode {
    const node = this.#node()
    this.#skip()
    if (!/[[!?&<>=$.\d-]/y.test(this.#text.charAt(this.#at))) return node
    const own = this.#conditions()
    return { ...node, condition: node.condition ? { all: [node.condition, own] } : own }
  }

  #node(): PatternNode {
    if (this.#take(/\(/y)) {
      if (++this.#depth > DEEPEST)
        throw this.#expected(`no more than ${DEEPEST} parentheses within one another`)
      const nodes = this.#nodes()
      if (!this.#take(/\)/y)) throw this.#expected(')')
      this.#depth--
      return nodes
    }
    const negated = this.#take(/!/y) !== undefined
    if (!this.#take(/\{/y)) {
      const [, name] = this.#take(/=([\w.-]+)/y) ?? []
      if (name === undefined || negated) throw this.#expected('a node such as {tag:NN}')
      return { test: () => true, name }
    }
    const tests = this.#tests()
    const [, name] = this.#take(/=([\w.-]+)/y) ?? []
    if (name !== undefined && this.#negations > 0)
      throw this.#expected('no name of a node that is not to be found')
    const test: Test = (word) => tests.every((holds) => holds(word)) !== negated
    return { test, name }
  }

  #tests(): Test[] {
    const tests: Test[] = []
    while (!this.#take(/\}/y)) {
      if (this.#take(/\$/y)) tests.push(({ isRoot }) => isRoot)
      else {
        const start = this.#at
        const [, name = ''] = this.#take(/(\w+)(?=\s*[!?]?:)/y) ?? []
        if (name === 'morphofeatures') tests.push(...this.#features())
        else {
          const read = Object.hasOwn(attributes, name) ? attributes[name] : undefined
          if (!read) {
            this.#at = start
            throw this.#expected(
              `one of the attributes ${Object.keys(attributes).join(', ')}, morphofeatures`,
            )
          }
          const isForm = /^(?:word|text|form)$/.test(name)
          const known = (word: Word): string | undefined =>
            !isForm && read(word) === '_' ? undefined : read(word)
          tests.push(this.#comparison(known))
        }
      }
      if (!this.#take(/;/y) && !/\}/.test(this.#peek())) throw this.#expected('; or }')
    }
    return tests
  }

  /** `:{Tense:Past;Person!:3}`, tests of features. */
  #features(): Test[] {
    if (!this.#take(/:\s*\{/y)) throw this.#expected(':{')
    const tests: Test[] = []
    while (!this.#take(/\}/y)) {
      const [, name] = this.#take(/([^\s!?:;{}]+)(?=\s*[!?]?:)/y) ?? []
      if (name === undefined) throw this.#expected('a feature such as Tense:Past')
      tests.push(this.#comparison((word) => word.feature(name)))
      if (!this.#take(/;/y) && !/\}/.test(this.#peek())) throw this.#expected('; or }')
    }
    return tests
  }

  #comparison(read: (word: Word) => string | undefined): Test {
    const [, kind] = this.#take(/([!?]?):/y)!
    const equals = this.#value(/[^;}]*/y)
    return (word) => {
      const value = read(word)
      const isEqual = value !== undefined && equals(value)
      return kind === '!' ? !isEqual : isEqual || (kind === '?' && value === undefined)
    }
  }

  /** A text, a /regular expression/ of the whole value, or __ for any value. */
  #value(text: RegExp): (value: string) => boolean {
    const [, source] = this.#take(/\/((?:[^/\\]|\\.)*)\//y) ?? []
    if (source !== undefined) {
      const expression = regularExpression(`^(?:${source})$`)
      return (value) => expression.test(value)
    }
    const expected = (this.#take(text)?.[0] ?? '').trim().replace(/^"(.*)"$/, '$1')
    return expected === '__' ? () => true : (value) => value === expected
  }

  #conditions(): Condition {
    const any = [this.#all()]
    while (this.#take(/\|/y)) any.push(this.#all())
    return any.length === 1 ? any[0] : { any }
  }

  #all(): Condition {
    const all = [this.#one()]
    for (;;) {
      if (all.length > DEEPEST) throw this.#expected(`no more than ${DEEPEST} conditions beside one another`)
      const isLinked = this.#take(/&/y) !== undefined
      if (!isLinked && !/[[!?<>=$.\d-]/.test(this.#peek())) return all.length === 1 ? all[0] : { all }
      all.push(this.#one())
    }
  }

  #one(): Condition {
    const [sign] = this.#take(/[!?]/y) ?? []
    if (sign === '!') this.#negations++
    const condition = this.#group() ?? this.#related()
    if (sign === '!') this.#negations--
    return sign === '!' ? { not: condition } : sign === '?' ? { optional: condition } : condition
  }

  #group(): Condition | undefined {
    if (!this.#take(/\[/y)) return undefined
    if (++this.#depth > DEEPEST) throw this.#expected(`no more than ${DEEPEST} brackets within one another`)
    const condition = this.#conditions()
    if (!this.#take(/\]/y)) throw this.#expected(']')
    this.#depth--
    return condition
  }

  #related(): Condition {
    const [, from, to] = this.#take(/(\d+),(\d+)(?=<<|>>)/y) ?? []
    const [operator] =
      this.#take(/<\+\+|<--|>\+\+|>--|<<|>>|<>|==|\$\+\+|\$--|\$\+|\$-|\.\.|--|[<>.-]/y) ?? []
    if (operator === undefined) throw this.#expected('a relation such as >nsubj')
    if (Number(to) > DEEPEST) throw this.#expected(`distances of at most ${DEEPEST} before the relation`)
    const relation =
      from === undefined ? semgrexRelations[operator] : withinDistance(operator, Number(from), Number(to))
    const hasLabel = /^[<>]/.test(operator) && /[^\s{(=!]/.test(this.#text.charAt(this.#at))
    if (!hasLabel || this.#take(/%/y)) return { relation, node: this.#node() }
    const isLabelled = labelled(operator, this.#value(/[^\s{(=!]+/y))
    return { relation, isLabelled, node: this.#node() }
  }

  #peek(): string {
    this.#skip()
    return this.#text.charAt(this.#at)
  }

  #skip(): void {
    while (/\s/.test(this.#text.charAt(this.#at))) this.#at++
  }

  /** Reads what the sticky expression matches behind white space. */
  #take(expression: RegExp): RegExpExecArray | undefined {
    this.#skip()
    expression.lastIndex = this.#at
    const found = expression.exec(this.#text)
    if (found) this.#at = expression.lastIndex
    return found ?? undefined
  }

  #expected(what: string): RangeError {
    const seen = this.#text.slice(this.#at, this.#at + 20)
    const place = seen === '' ? 'at the end' : `before '${seen}'`
    return new RangeError(`the pattern is wrong ${place} (character ${this.#at + 1}), expected ${what}`)
  }
}

/** Ancestors (for `<<`) or descendants that are `from` to `to` arcs away. */
function withinDistance(operator: string, from: number, to: number): Relation {
  const next = semgrexRelations[operator.charAt(0)]
  return (word) => {
    let found: Word[] = []
    let level: readonly Word[] = [word]
    for (let arcs = 1; arcs <= to && level.length > 0; arcs++) {
      level = level.flatMap(next)
      if (arcs >= from) found = found.concat(level)
    }
    return found.sort((one, other) => one.id - other.id)
  }
}

/** Whether an arc has a label: that of the lower word, in paths of `<<` and `>>` that of the lowest arc. */
function labelled(operator: string, isLabel: (label: string) => boolean): (a: Word, b: Word) => boolean {
  return (word, other) => {
    const isBelow = operator === '<>' ? other === word.head : operator.startsWith('<')
    return isLabel((isBelow ? word : other).deprel)
  }
}
