/**
 * Patterns of Semgrex (Chambers et al. 2007), as CoreNLP documents them:
 * https://nlp.stanford.edu/nlp/javadoc/javanlp/edu/stanford/nlp/semgraph/semgrex/SemgrexPattern.html
 *
 *   PATTERN    NODES { : NODES }                 all nodes match, with the same words for the same names
 *   NODES      NODE [ CONDITIONS ]
 *   NODE       [!] { TESTS } [ = NAME ]   or   = NAME   or   ( NODES )
 *   TESTS      ATTRIBUTE : VALUE { ; … }         `!:` another value, `?:` this value or none, $ a root
 *   VALUE      TEXT or "TEXT" or /EXPRESSION/    a text without quotes has no white space and none of ; { }
 *   CONDITIONS ALL { "|" ALL },   ALL  ONE { [&] ONE }
 *   ONE        [! or ?] RELATION NODE   or   [! or ?] "[" CONDITIONS "]"
 *   RELATION   an operator followed by a label or a /regular expression/; << and >> can have FROM,TO or DISTANCE before them
 *
 * Regular expressions match the whole value; lookaheads, lookbehinds and group references are not supported. The label after
 * << and >> is the label of the arc to the ancestor or descendant. Names of relations and edges, variable groups, alignments
 * and `::` are not supported.
 */
import type { Word } from '../document/sentence.ts'
import type { Column, ExpectedValue } from './known-values.ts'
import type { NodeCondition, PatternNode } from './matcher.ts'
import { regularExpression } from './regular-expression.ts'
import { semgrexRelations, type Relation } from './relations.ts'

type Test = (word: Word) => boolean

/** A compiled pattern: its parts (separated by `:`), and the expected values of tags, labels and features. */
export interface CompiledPattern {
  readonly nodes: readonly PatternNode[]
  readonly expected: readonly ExpectedValue[]
}

/** The attributes of words. `pos` and `tag` are treebank-specific tags (XPOS), as in CoreNLP. */
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

/** The columns of attributes with a small set of values. */
const columns: Readonly<Record<string, Column>> = {
  tag: 'xpos',
  pos: 'xpos',
  xpos: 'xpos',
  cpos: 'upos',
  upos: 'upos',
  deprel: 'deprel',
}

/** Compiles a pattern. Throws RangeError with the place of the error. */
export function compileSemgrex(pattern: string): CompiledPattern {
  return new SemgrexReader(pattern).read()
}

/** The maximum nesting depth of parentheses and brackets, and the maximum number of conditions in a sequence. */
const MAX_DEPTH = 200

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
    const nodeConditions = this.#conditions()
    return { ...node, condition: node.condition ? { all: [node.condition, nodeConditions] } : nodeConditions }
  }

  #node(): PatternNode {
    if (this.#take(/\(/y)) {
      if (++this.#depth > MAX_DEPTH)
        throw this.#expected(`no more than ${MAX_DEPTH} parentheses within one another`)
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
    const comparedNames = new Set<string>()
    while (!this.#take(/\}/y)) {
      if (this.#take(/\$/y)) tests.push(({ isRoot }) => isRoot)
      else {
        const start = this.#at
        const [, name = ''] = this.#take(/(\w+)(?=\s*[!?]?:)/y) ?? []
        if (name === 'morphofeatures') tests.push(...this.#features())
        else {
          const readAttribute = Object.hasOwn(attributes, name) ? attributes[name] : undefined
          if (!readAttribute)
            throw this.#expectedAt(
              start,
              `one of the attributes ${Object.keys(attributes).join(', ')}, morphofeatures`,
            )
          if (this.#peek() === ':') {
            if (comparedNames.has(name))
              throw this.#expectedAt(start, `one value of ${name}, such as ${name}:/one|other/`)
            comparedNames.add(name)
          }
          const isForm = /^(?:word|text|form)$/.test(name)
          const readKnown = (word: Word): string | undefined =>
            !isForm && readAttribute(word) === '_' ? undefined : readAttribute(word)
          tests.push(this.#comparison(readKnown, columns[name]))
        }
      }
      if (!this.#take(/;/y) && this.#peek() !== '}') throw this.#expected('; or }')
    }
    return tests
  }

  /** Reads tests of features, such as `:{Tense:Past;Person!:3}`. */
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

  /**
   * Reads a value, and returns the test whether a feature with a matching name has this value; with `!:`, whether none has
   * it.
   */
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

  /** @param prefix the prefix of column values before the compared value */
  #comparison(readAttribute: (word: Word) => string | undefined, column?: Column, prefix = ''): Test {
    const [, kind] = this.#take(/([!?]?):/y)!
    const start = this.#at
    const equals = this.#value()
    const text = prefix + this.#text.slice(start, this.#at).trim()
    const matches = (value: string): boolean => value.startsWith(prefix) && equals(value.slice(prefix.length))
    if (column) this.#expect(column, text, matches, kind)
    return (word) => {
      const value = readAttribute(word)
      const isEqual = value !== undefined && equals(value)
      return kind === '!' ? !isEqual : isEqual || (kind === '?' && value === undefined)
    }
  }

  #expect(column: Column, text: string, matches: ExpectedValue['matches'], kind = ''): void {
    if (kind === '') this.#expectedValues.push({ column, text, matches })
  }

  /** Reads a value: a text, a "text", a /regular expression/ for the whole value, or __ for any value. */
  #value(): (value: string) => boolean {
    const expression = this.#expression()
    if (expression) return expression
    const [quoted, quotedText] = this.#take(/"([^"]*)"(?=\s*[;}])/y) ?? []
    const expected = quoted === undefined ? this.#take(/[^\s;{}]+/y)?.[0] : quotedText
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
      if (all.length > MAX_DEPTH)
        throw this.#expected(`no more than ${MAX_DEPTH} conditions next to one another`)
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
    if (++this.#depth > MAX_DEPTH)
      throw this.#expected(`no more than ${MAX_DEPTH} brackets within one another`)
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
    if (Number(to) > MAX_DEPTH) throw this.#expected(`distances of at most ${MAX_DEPTH} before the relation`)
    if (Number(from) > Number(to)) throw this.#expectedAt(start, 'the smaller distance first')
    const isLabel = this.#label(operator)
    let relation = semgrexRelations[operator]
    const isPath = operator === '<<' || operator === '>>'
    if (isPath && (isLabel || from !== undefined))
      relation = alongPath(operator, isLabel, from === undefined ? undefined : [Number(from), Number(to)])
    else if (isLabel) relation = withLabel(operator, isLabel)
    return { relation, node: this.#node() }
  }

  /** Reads the label immediately after an operator; undefined (any label) without a label and for `%`. */
  #label(operator: string): ((label: string) => boolean) | undefined {
    if (!/^[<>]/.test(operator) || /^[\s{(=!]?$/.test(this.#text.charAt(this.#at))) return undefined
    if (this.#take(/%/y)) return undefined
    const start = this.#at
    const matchesExpression = this.#expression()
    const text = matchesExpression ? undefined : this.#take(/"([^"\s]+)"|[^\s{}()[\]=!~<>|&/"?$%@#,;]+/y)
    if (!matchesExpression && !text) throw this.#expected('a label, a /regular expression/ or a node')
    const label = text?.[1] ?? text?.[0]
    const matches = matchesExpression ?? ((other: string) => other === label)
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

  /** Skips white space and reads the match of a sticky expression. */
  #take(expression: RegExp): RegExpExecArray | undefined {
    this.#skip()
    expression.lastIndex = this.#at
    const found = expression.exec(this.#text)
    if (found) this.#at = expression.lastIndex
    return found ?? undefined
  }

  #expectedAt(place: number, expectation: string): RangeError {
    this.#at = place
    return this.#expected(expectation)
  }

  #expected(expectation: string): RangeError {
    const nextText = this.#text.slice(this.#at, this.#at + 20)
    const place = nextText === '' ? 'at the end' : `before '${nextText}'`
    return new RangeError(
      `the pattern is wrong ${place} (character ${this.#at + 1}), expected ${expectation}`,
    )
  }
}

/**
 * The ancestors (`<<`) or descendants (`>>`) of a word. `isLabel` tests the arc to the ancestor or descendant.
 *
 * The third parameter is the minimum and maximum distance in arcs. Default: any distance.
 */
function alongPath(
  operator: '<<' | '>>',
  isLabel: (label: string) => boolean = () => true,
  [from, to] = [1, Infinity],
): Relation {
  const isUp = operator === '<<'
  return (word) => {
    const found: Word[] = []
    let currentLevel: readonly Word[] = [word]
    for (let arcs = 1; arcs <= to && currentLevel.length > 0; arcs++) {
      const [lower] = currentLevel
      currentLevel = isUp
        ? lower.head
          ? [lower.head]
          : []
        : currentLevel.flatMap(({ children }) => children)
      if (arcs < from) continue
      for (const other of currentLevel) if (isLabel((isUp ? lower : other).deprel)) found.push(other)
    }
    return isUp ? found : found.sort((one, other) => one.id - other.id)
  }
}

/** Restricts a relation of one arc to arcs with a matching label. */
function withLabel(operator: string, isLabel: (label: string) => boolean): Relation {
  const relation = semgrexRelations[operator]
  return (word) =>
    relation(word).filter((other) => {
      const isBelow = operator === '<>' ? other === word.head : operator.startsWith('<')
      return isLabel((isBelow ? word : other).deprel)
    })
}
