/**
 * Patterns of Semgrex (Chambers et al. 2007), as CoreNLP documents them:
 * https://nlp.stanford.edu/nlp/javadoc/javanlp/edu/stanford/nlp/semgraph/semgrex/SemgrexPattern.html
 *
 *   PATTERN    NODES { : NODES }                 all have to match, with the same words for the same names
 *   NODES      NODE [ CONDITIONS ]
 *   NODE       [!] { TESTS } [ = NAME ]   or   = NAME   or   ( NODES )
 *   TESTS      ATTRIBUTE : VALUE { ; … }         `!:` is not this value, `?:` is this value or none, $ is a root
 *   VALUE      TEXT or "TEXT" or /EXPRESSION/    a text without quotes has no white space and none of ; { }
 *   CONDITIONS ALL { "|" ALL },   ALL  ONE { [&] ONE }
 *   ONE        [! or ?] RELATION NODE   or   [! or ?] "[" CONDITIONS "]"
 *   RELATION   an operator, with a label or a /regular expression/ after it, with FROM,TO or DISTANCE before << and >>
 *
 * Regular expressions match the whole value, without lookaheads, lookbehinds and references to groups. The label after << and >> is that of the arc to the ancestor, or to the
 * descendant. Names of relations and of edges, variable groups, alignments and `::` are not supported.
 */
import type { Word } from '../document/sentence.ts'
import type { Column, ExpectedValue } from './known-values.ts'
import type { NodeCondition, PatternNode } from './matcher.ts'
import { regularExpression } from './regular-expression.ts'
import { semgrexRelations, type Relation } from './relations.ts'

type Test = (word: Word) => boolean

/** A compiled pattern: the parts that `:` separates, and the values of tags, labels and features that they expect. */
export interface CompiledPattern {
  readonly nodes: readonly PatternNode[]
  readonly expected: readonly ExpectedValue[]
}

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

/** The columns of the attributes that have a small number of values. */
const columns: Readonly<Record<string, Column>> = {
  tag: 'xpos',
  pos: 'xpos',
  xpos: 'xpos',
  cpos: 'upos',
  upos: 'upos',
  deprel: 'deprel',
}

/** Compiles a pattern. Throws RangeError, which shows the place of the error. */
export function compileSemgrex(pattern: string): CompiledPattern {
  return new SemgrexReader(pattern).read()
}

/** The most parentheses, brackets and conditions within one another. */
const DEEPEST = 200

class SemgrexReader {
  readonly #text: string
  #at = 0
  #depth = 0
  #negations = 0
  readonly #names = new Set<string>()
  readonly #expectedValues: ExpectedValue[] = []

  constructor(text: string) {
    this.#text = text
  }

  read(): CompiledPattern {
    const nodes = [this.#nodes()]
    while (this.#take(/:(?!:)/y)) nodes.push(this.#nodes())
    this.#skip()
    if (this.#at < this.#text.length) throw this.#expected('a relation, a bracket or the end')
    return { nodes, expected: this.#expectedValues }
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
      const start = this.#at
      const [, name] = this.#take(/=([\w.-]+)/y) ?? []
      if (name === undefined || negated) throw this.#expected('a node such as {tag:NN}')
      if (!this.#names.has(name)) throw this.#expectedAt(start, 'the name of a node before it')
      return { test: () => true, name }
    }
    const tests = this.#tests()
    const [, name] = this.#take(/=([\w.-]+)/y) ?? []
    if (name !== undefined && this.#negations > 0 && !this.#names.has(name))
      throw this.#expected('no new name of a node that is not to be found')
    if (name !== undefined) this.#names.add(name)
    const test: Test = (word) => tests.every((holds) => holds(word)) !== negated
    return { test, name }
  }

  #tests(): Test[] {
    const tests: Test[] = []
    const compared = new Set<string>()
    while (!this.#take(/\}/y)) {
      if (this.#take(/\$/y)) tests.push(({ isRoot }) => isRoot)
      else {
        const start = this.#at
        const [, name = ''] = this.#take(/(\w+)(?=\s*[!?]?:)/y) ?? []
        if (name === 'morphofeatures') tests.push(...this.#features())
        else {
          const read = Object.hasOwn(attributes, name) ? attributes[name] : undefined
          if (!read)
            throw this.#expectedAt(
              start,
              `one of the attributes ${Object.keys(attributes).join(', ')}, morphofeatures`,
            )
          if (this.#peek() === ':') {
            if (compared.has(name))
              throw this.#expectedAt(start, `one value of ${name}, such as ${name}:/one|other/`)
            compared.add(name)
          }
          const isForm = /^(?:word|text|form)$/.test(name)
          const known = (word: Word): string | undefined =>
            !isForm && read(word) === '_' ? undefined : read(word)
          tests.push(this.#comparison(known, columns[name]))
        }
      }
      if (!this.#take(/;/y) && this.#peek() !== '}') throw this.#expected('; or }')
    }
    return tests
  }

  /** `:{Tense:Past;Person!:3}`, tests of features. */
  #features(): Test[] {
    if (!this.#take(/:\s*\{/y)) throw this.#expected(':{')
    const tests: Test[] = []
    while (!this.#take(/\}/y)) {
      const expression = this.#expression()
      const [name] = expression ? [] : (this.#take(/[^\s!?:;{}/]+(?=\s*[!?]?:)/y) ?? [])
      if (expression) tests.push(this.#anyFeature(expression))
      else if (name === '__') tests.push(this.#anyFeature(() => true))
      else if (name === undefined) throw this.#expected('a feature such as Tense:Past')
      else tests.push(this.#comparison((word) => word.feature(name), 'feature', `${name}=`))
      if (!this.#take(/;/y) && this.#peek() !== '}') throw this.#expected('; or }')
    }
    return tests
  }

  /** Whether one of the features with such a name has the value that follows; with `!:`, whether none has it. */
  #anyFeature(isName: (name: string) => boolean): Test {
    const [, kind] = this.#take(/(!?):/y) ?? []
    if (kind === undefined) throw this.#expected(': or !:')
    const start = this.#at
    const isValue = this.#value()
    const matches = (feature: string): boolean => {
      const [name, value = ''] = feature.split('=', 2)
      return isName(name) && isValue(value)
    }
    this.#expect('feature', this.#text.slice(start, this.#at), matches, kind)
    return ({ feats }) => feats.split('|').some(matches) !== (kind === '!')
  }

  /** @param prefix what values of the column have before the value that is compared */
  #comparison(read: (word: Word) => string | undefined, column?: Column, prefix = ''): Test {
    const [, kind] = this.#take(/([!?]?):/y)!
    const start = this.#at
    const equals = this.#value()
    const text = prefix + this.#text.slice(start, this.#at).trim()
    const matches = (value: string): boolean => value.startsWith(prefix) && equals(value.slice(prefix.length))
    if (column) this.#expect(column, text, matches, kind)
    return (word) => {
      const value = read(word)
      const isEqual = value !== undefined && equals(value)
      return kind === '!' ? !isEqual : isEqual || (kind === '?' && value === undefined)
    }
  }

  #expect(column: Column, text: string, matches: ExpectedValue['matches'], kind = ''): void {
    if (kind === '') this.#expectedValues.push({ column, text, matches })
  }

  /** A text, a "text", a /regular expression/ of the whole value, or __ for any value. */
  #value(): (value: string) => boolean {
    const expression = this.#expression()
    if (expression) return expression
    const [quoted, inside] = this.#take(/"([^"]*)"(?=\s*[;}])/y) ?? []
    const expected = quoted === undefined ? this.#take(/[^\s;{}]+/y)?.[0] : inside
    if (!expected) throw this.#expected('a value')
    return expected === '__' ? () => true : (value) => value === expected
  }

  #expression(): ((value: string) => boolean) | undefined {
    const [, source] = this.#take(/\/((?:[^/\\]|\\.)*)\//y) ?? []
    if (source === undefined) return undefined
    return regularExpression(`^(?:${source})$`)
  }

  #conditions(): NodeCondition {
    const any = [this.#all()]
    while (this.#take(/\|/y)) any.push(this.#all())
    return any.length === 1 ? any[0] : { any }
  }

  #all(): NodeCondition {
    const all = [this.#one()]
    for (;;) {
      if (all.length > DEEPEST) throw this.#expected(`no more than ${DEEPEST} conditions next to one another`)
      const isLinked = this.#take(/&/y) !== undefined
      if (!isLinked && !/[[!?<>=$.\d-]/.test(this.#peek())) return all.length === 1 ? all[0] : { all }
      all.push(this.#one())
    }
  }

  #one(): NodeCondition {
    const [sign] = this.#take(/[!?]/y) ?? []
    if (sign === '!') this.#negations++
    const condition = this.#group() ?? this.#related()
    if (sign === '!') this.#negations--
    return sign === '!' ? { not: condition } : sign === '?' ? { optional: condition } : condition
  }

  #group(): NodeCondition | undefined {
    if (!this.#take(/\[/y)) return undefined
    if (++this.#depth > DEEPEST) throw this.#expected(`no more than ${DEEPEST} brackets within one another`)
    const condition = this.#conditions()
    if (!this.#take(/\]/y)) throw this.#expected(']')
    this.#depth--
    return condition
  }

  #related(): NodeCondition {
    const start = this.#at
    const [, from, to = from] = this.#take(/(\d+)(?:,(\d+))?(?=<<|>>)/y) ?? []
    const [operator] =
      this.#take(/<\+\+|<--|>\+\+|>--|<<|>>|<>|==|\$\+\+|\$--|\$\+|\$-|\.\.|--|[<>.-]/y) ?? []
    if (operator === undefined) throw this.#expected('a relation such as >nsubj')
    if (Number(to) > DEEPEST) throw this.#expected(`distances of at most ${DEEPEST} before the relation`)
    if (Number(from) > Number(to)) throw this.#expectedAt(start, 'the smaller distance first')
    const isLabel = this.#label(operator)
    let relation = semgrexRelations[operator]
    const isPath = operator === '<<' || operator === '>>'
    if (isPath && (isLabel || from !== undefined))
      relation = alongPath(operator, isLabel, from === undefined ? undefined : [Number(from), Number(to)])
    else if (isLabel) relation = withLabel(operator, isLabel)
    return { relation, node: this.#node() }
  }

  /** The label right after an operator; undefined for none and for `%`, which are any. */
  #label(operator: string): ((label: string) => boolean) | undefined {
    if (!/^[<>]/.test(operator) || /^[\s{(=!]?$/.test(this.#text.charAt(this.#at))) return undefined
    if (this.#take(/%/y)) return undefined
    const start = this.#at
    const isLabel = this.#expression()
    const text = isLabel ? undefined : this.#take(/"([^"\s]+)"|[^\s{}()[\]=!~<>|&/"?$%@#,;]+/y)
    if (!isLabel && !text) throw this.#expected('a label, a /regular expression/ or a node')
    const label = text?.[1] ?? text?.[0]
    const matches = isLabel ?? ((other: string) => other === label)
    if (this.#peek() === '~') throw this.#expected('a node: relations and arcs have no names')
    this.#expect('deprel', label ?? this.#text.slice(start, this.#at), matches)
    return matches
  }

  #peek(): string {
    this.#skip()
    return this.#text.charAt(this.#at)
  }

  #skip(): void {
    while (/\s/.test(this.#text.charAt(this.#at))) this.#at++
  }

  /** Reads what the sticky expression matches after white space. */
  #take(expression: RegExp): RegExpExecArray | undefined {
    this.#skip()
    expression.lastIndex = this.#at
    const found = expression.exec(this.#text)
    if (found) this.#at = expression.lastIndex
    return found ?? undefined
  }

  #expectedAt(place: number, what: string): RangeError {
    this.#at = place
    return this.#expected(what)
  }

  #expected(what: string): RangeError {
    const seen = this.#text.slice(this.#at, this.#at + 20)
    const place = seen === '' ? 'at the end' : `before '${seen}'`
    return new RangeError(`the pattern is wrong ${place} (character ${this.#at + 1}), expected ${what}`)
  }
}

/**
 * Ancestors (for `<<`) or descendants of a word. `isLabel` tests the arc to the ancestor, or to the descendant.
 *
 * @param distances how many arcs they are away, at least and at most. Default: any number
 */
function alongPath(
  operator: '<<' | '>>',
  isLabel: (label: string) => boolean = () => true,
  [from, to] = [1, Infinity],
): Relation {
  const isUp = operator === '<<'
  return (word) => {
    const found: Word[] = []
    let level: readonly Word[] = [word]
    for (let arcs = 1; arcs <= to && level.length > 0; arcs++) {
      const [below] = level
      level = isUp ? (below.head ? [below.head] : []) : level.flatMap(({ children }) => children)
      if (arcs < from) continue
      for (const other of level) if (isLabel((isUp ? below : other).deprel)) found.push(other)
    }
    return isUp ? found : found.sort((one, other) => one.id - other.id)
  }
}

/** The words of a relation of one arc whose arc, that of its lower word, has a label. */
function withLabel(operator: string, isLabel: (label: string) => boolean): Relation {
  const relation = semgrexRelations[operator]
  return (word) =>
    relation(word).filter((other) => {
      const isBelow = operator === '<>' ? other === word.head : operator.startsWith('<')
      return isLabel((isBelow ? word : other).deprel)
    })
}
