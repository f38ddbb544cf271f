/**
 * Regular expressions of patterns, in the syntax of JavaScript with the flag `u`. A text is compared with all states of the
 * expression at once (Thompson 1968), in time that is linear in the text: a search that tries one way after the other can
 * take exponential time, as for `(a|a)*$`. Lookaheads, lookbehinds and references to groups need such a search, and are
 * refused.
 */

/** A part of an expression. */
type Node =
  | { readonly character: (character: string) => boolean }
  | { readonly assertion: Assertion }
  | { readonly sequence: readonly Node[] }
  | { readonly choice: readonly Node[] }
  | { readonly repeated: Node; readonly least: number; readonly most: number }

/** Whether a place between two characters, '' at the ends of the text, is what the expression demands. */
type Assertion = (before: string, after: string) => boolean

/** A state of the automaton. The next states are numbers of states; an expression matches in the state {@link MATCHED}. */
type State =
  | { readonly character: (character: string) => boolean; readonly next: number }
  | { readonly assertion: Assertion; readonly next: number }
  | { readonly ways: readonly number[] }

const MATCHED = -1
/** The most parts of an expression, with those that are repeated counted each time. */
const MOST_PARTS = 2_000
const DEEPEST = 200
/** The most states that a text is compared with, over all its characters. */
const MOST_STEPS = 10_000_000

const isWordCharacter = (character: string): boolean => /^\w$/.test(character)
const assertions: Readonly<Record<string, Assertion>> = {
  '^': (before) => before === '',
  $: (_, after) => after === '',
  '\\b': (before, after) => isWordCharacter(before) !== isWordCharacter(after),
  '\\B': (before, after) => isWordCharacter(before) === isWordCharacter(after),
}

/**
 * Compiles an expression to a test of texts: whether it matches somewhere in a text.
 *
 * @throws RangeError for an expression that is not valid, too large or not supported; the test throws RangeError for a text
 * that takes too many steps
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
    const [found, least, comma, most] = this.#take(/(?:[*+?]|\{(\d+)(,?)(\d*)\})\??/y) ?? []
    if (found === undefined) return node
    if (least !== undefined)
      return {
        repeated: node,
        least: Number(least),
        most: comma === '' ? Number(least) : most === '' ? Infinity : Number(most),
      }
    return {
      repeated: node,
      least: found.startsWith('+') ? 1 : 0,
      most: found.startsWith('?') ? 1 : Infinity,
    }
  }

  #part(): Node {
    const assertion = this.#take(/\^|\$|\\[bB]/y)
    if (assertion) return { assertion: assertions[assertion[0]] }
    if (this.#take(/\((?:\?:|\?<(?![=!])[^>]*>|(?!\?))/y)) {
      if (++this.#depth > DEEPEST) throw this.#refused(`no more than ${DEEPEST} groups within one another`)
      const node = this.read()
      this.#take(/\)/y)
      this.#depth--
      return node
    }
    if (this.#take(/\(\?/y)) throw this.#refused('no lookahead, no lookbehind and no flags')
    if (this.#take(/\\(?:[1-9]|k<)/y)) throw this.#refused('no reference to a group')
    const [found] = this.#take(
      /\[(?:[^\]\\]|\\.)*\]|\\(?:[pPu]\{[^}]*\}|u[dD][89abAB]..\\u[dD][c-fC-F]..|u.{4}|x..|c.|.)|./suy,
    )!
    if (/^[^\\[.]/.test(found)) return { character: (character) => character === found }
    const one = new RegExp(`^${found}$`, 'u')
    return { character: (character) => one.test(character) }
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

/** The states of an expression, and the first one. */
function statesOf(expression: Node, source: string): readonly [states: readonly State[], start: number] {
  const states: State[] = []
  let parts = 0
  const add = (state: State): number => states.push(state) - 1
  /** Adds the states of a part before the state `next`. Returns the first of them. */
  const compile = (node: Node, next: number): number => {
    if (++parts > MOST_PARTS)
      throw new RangeError(`/${source}/ is too large, expected no more than ${MOST_PARTS} parts`)
    if ('character' in node || 'assertion' in node) return add({ ...node, next })
    if ('sequence' in node) return node.sequence.reduceRight((after, part) => compile(part, after), next)
    if ('choice' in node) return add({ ways: node.choice.map((one) => compile(one, next)) })
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
  /** Where each state was reached last: the number of characters before it. */
  const reached = new Int32Array(states.length).fill(-1)
  let place = 0
  let steps = 0
  let waiting: number[] = []
  let before = ''
  /** Follows all ways from a state up to states that wait for a character. Returns whether one leads to the end. */
  const follow = (from: number, after: string, found: number[]): boolean => {
    const pending = [from]
    while (pending.length > 0) {
      const number = pending.pop()!
      if (number === MATCHED) return true
      if (reached[number] === place) continue
      reached[number] = place
      if (++steps > MOST_STEPS)
        throw new RangeError(
          `/${source}/ takes more than ${MOST_STEPS} steps for a text of ${text.length} characters, expected a simpler one`,
        )
      const state = states[number]
      if ('ways' in state) pending.push(...state.ways)
      else if ('character' in state) found.push(number)
      else if (state.assertion(before, after)) pending.push(state.next)
    }
    return false
  }
  for (const character of text) {
    const here: number[] = []
    for (const number of waiting) if (follow(number, character, here)) return true
    if (follow(start, character, here)) return true
    waiting = []
    for (const number of here) {
      const state = states[number] as State & { readonly next: number }
      if ('character' in state && state.character(character)) waiting.push(state.next)
    }
    before = character
    place++
  }
  for (const number of [...waiting, start]) if (follow(number, '', [])) return true
  return false
}
