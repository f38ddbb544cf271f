/**
 * Regular expressions of patterns, in JavaScript syntax with the flag `u`. The matcher simulates all states of the automaton
 * in parallel (Thompson 1968), in time linear in the text. Backtracking can take exponential time, for example for
 * `(a|a)*$`. Lookaheads, lookbehinds and group references require backtracking and are rejected.
 */

/** A node of the syntax tree of an expression. */
type Node =
  | { readonly character: (character: string) => boolean }
  | { readonly assertion: Assertion }
  | { readonly sequence: readonly Node[] }
  | { readonly choice: readonly Node[] }
  | { readonly repeated: Node; readonly least: number; readonly most: number }

/** Tests a position between two characters ('' at the ends of the text). */
type Assertion = (before: string, after: string) => boolean

/** A state of the automaton. Next states are indices of states. The state {@link MATCHED} accepts. */
type State =
  | { readonly character: (character: string) => boolean; readonly next: number }
  | { readonly assertion: Assertion; readonly next: number }
  | { readonly ways: readonly number[] }

const MATCHED = -1
/** The maximum number of parts of an expression, where repeated parts count each time. */
const MAX_PARTS = 2_000
const MAX_DEPTH = 200
/** The maximum number of visited states for a text. */
const MAX_STEPS = 10_000_000

const isWordCharacter = (character: string): boolean => /^\w$/.test(character)
const assertions: Readonly<Record<string, Assertion>> = {
  '^': (before) => before === '',
  $: (_, after) => after === '',
  '\\b': (before, after) => isWordCharacter(before) !== isWordCharacter(after),
  '\\B': (before, after) => isWordCharacter(before) === isWordCharacter(after),
}

/**
 * Compiles an expression to a function that tests whether it matches anywhere in a text.
 *
 * @throws RangeError for an invalid, too large or unsupported expression; the function throws RangeError for a text that
 * takes too many steps
 */
export function regularExpression(source: string): (text: string) => boolean {
  try {
    new RegExp(source, 'u')
  } catch (error) {
    throw new RangeError(`/${source}/ is not a regular expression: ${(error as Error).message}`, {
      cause: error,
    })
  }
  const [states, start] = statesOf(new ExpressionReader(source).read(), source)
  return (text) => matches(states, start, text, source)
}

class ExpressionReader {
  readonly #source: string
  #at = 0
  #depth = 0

  /** @param source a valid expression */
  constructor(source: string) {
    this.#source = source
  }

  read(): Node {
    const choice: Node[] = [this.#sequence()]
    while (this.#take(/\|/y)) choice.push(this.#sequence())
    return { choice }
  }

  #sequence(): Node {
    const sequence: Node[] = []
    while (this.#at < this.#source.length && !/[|)]/.test(this.#source[this.#at]))
      sequence.push(this.#repeated(this.#part()))
    return { sequence }
  }

  #repeated(node: Node): Node {
    const [quantifier, least, comma, most] = this.#take(/(?:[*+?]|\{(\d+)(,?)(\d*)\})\??/y) ?? []
    if (quantifier === undefined) return node
    if (least !== undefined)
      return {
        repeated: node,
        least: Number(least),
        most: comma === '' ? Number(least) : most === '' ? Infinity : Number(most),
      }
    return {
      repeated: node,
      least: quantifier.startsWith('+') ? 1 : 0,
      most: quantifier.startsWith('?') ? 1 : Infinity,
    }
  }

  #part(): Node {
    const assertion = this.#take(/\^|\$|\\[bB]/y)
    if (assertion) return { assertion: assertions[assertion[0]] }
    if (this.#take(/\((?:\?:|\?<(?![=!])[^>]*>|(?!\?))/y)) {
      if (++this.#depth > MAX_DEPTH)
        throw this.#refused(`no more than ${MAX_DEPTH} groups within one another`)
      const node = this.read()
      this.#take(/\)/y)
      this.#depth--
      return node
    }
    if (this.#take(/\(\?/y)) throw this.#refused('no lookahead, no lookbehind and no flags')
    if (this.#take(/\\(?:[1-9]|k<)/y)) throw this.#refused('no reference to a group')
    const [set] = this.#take(
      /\[(?:[^\]\\]|\\.)*\]|\\(?:[pPu]\{[^}]*\}|u[dD][89abAB]..\\u[dD][c-fC-F]..|u.{4}|x..|c.|.)|./suy,
    )!
    if (/^[^\\[.]/.test(set)) return { character: (character) => character === set }
    const characterTest = new RegExp(`^${set}$`, 'u')
    return { character: (character) => characterTest.test(character) }
  }

  #take(expression: RegExp): RegExpExecArray | null {
    expression.lastIndex = this.#at
    const found = expression.exec(this.#source)
    if (found) this.#at = expression.lastIndex
    return found
  }

  #refused(expected: string): RangeError {
    return new RangeError(`/${this.#source}/ is not supported, expected ${expected}`)
  }
}

/** The states of an expression and the index of the start state. */
function statesOf(expression: Node, source: string): readonly [states: readonly State[], start: number] {
  const states: State[] = []
  let parts = 0
  const add = (state: State): number => states.push(state) - 1
  /** Adds the states of a node that lead to the state `next`. Returns the first added state. */
  const compile = (node: Node, next: number): number => {
    if (++parts > MAX_PARTS)
      throw new RangeError(`/${source}/ is too large, expected no more than ${MAX_PARTS} parts`)
    if ('character' in node || 'assertion' in node) return add({ ...node, next })
    if ('sequence' in node) return node.sequence.reduceRight((after, part) => compile(part, after), next)
    if ('choice' in node) return add({ ways: node.choice.map((part) => compile(part, next)) })
    const { repeated, least, most } = node
    let start = next
    if (most === Infinity) {
      const ways = [next]
      start = add({ ways })
      ways.push(compile(repeated, start))
    } else for (let i = least; i < most; i++) start = add({ ways: [next, compile(repeated, start)] })
    for (let i = 0; i < least; i++) start = compile(repeated, start)
    return start
  }
  return [states, compile(expression, MATCHED)]
}

function matches(states: readonly State[], start: number, text: string, source: string): boolean {
  /** For each state, the last position (number of characters before it) at which it was reached. */
  const lastReached = new Int32Array(states.length).fill(-1)
  let position = 0
  let steps = 0
  let nextStates: number[] = []
  let before = ''
  /**
   * Follows all transitions without characters from a state. Adds reached character states to `characterStates`. Returns
   * whether MATCHED is reached.
   */
  const follow = (from: number, after: string, characterStates: number[]): boolean => {
    const pending = [from]
    while (pending.length > 0) {
      const number = pending.pop()!
      if (number === MATCHED) return true
      if (lastReached[number] === position) continue
      lastReached[number] = position
      if (++steps > MAX_STEPS)
        throw new RangeError(
          `/${source}/ takes more than ${MAX_STEPS} steps for a text of ${text.length} characters, expected a simpler one`,
        )
      const state = states[number]
      if ('ways' in state) pending.push(...state.ways)
      else if ('character' in state) characterStates.push(number)
      else if (state.assertion(before, after)) pending.push(state.next)
    }
    return false
  }
  for (const character of text) {
    const currentStates: number[] = []
    for (const number of nextStates) if (follow(number, character, currentStates)) return true
    if (follow(start, character, currentStates)) return true
    nextStates = []
    for (const number of currentStates) {
      const state = states[number] as State & { readonly next: number }
      if ('character' in state && state.character(character)) nextStates.push(state.next)
    }
    before = character
    position++
  }
  for (const number of [...nextStates, start]) if (follow(number, '', [])) return true
  return false
}
