/**
 * White space in MISC, as UDPipe 1 writes it (Straka & Straková 2017; manual, "Preserving spaces"): SpacesBefore,
 * SpacesInToken, SpaceAfter=No and SpacesAfter. By default nothing is before a token and one space after it.
 */

/** White space of any kind; U+0085 is none in regular expressions. */
export const SPACES = /[\s\u0085]+/g

export interface TokenSpaces {
  /** Text before the token that belongs to no other one. */
  readonly before: string
  /** The token as it is in the text, if this is not its form; '' if it is. */
  readonly inToken: string
  readonly after: string
}

/** The facts of MISC about a token, in the order of UDPipe. */
export function spaceFacts({ before, inToken, after }: TokenSpaces): string[] {
  const facts: string[] = []
  if (before !== '') facts.push(`SpacesBefore=${escaped(before)}`)
  if (inToken !== '') facts.push(`SpacesInToken=${escaped(inToken)}`)
  if (after === '') facts.push('SpaceAfter=No')
  else if (after !== ' ') facts.push(`SpacesAfter=${escaped(after)}`)
  return facts
}

/** What MISC says of a token. */
export function spacesIn(misc: string): TokenSpaces {
  const facts = misc.split('|')
  const value = (name: string): string | undefined => {
    const fact = facts.find((one) => one.startsWith(`${name}=`))
    return fact === undefined ? undefined : unescaped(fact.slice(name.length + 1))
  }
  return {
    before: value('SpacesBefore') ?? '',
    inToken: value('SpacesInToken') ?? '',
    after: value('SpacesAfter') ?? (isSpaceAfter(misc) ? ' ' : ''),
  }
}

/** Whether white space follows a token with this MISC. */
export function isSpaceAfter(misc: string): boolean {
  return !misc.split('|').includes('SpaceAfter=No')
}

const escapes: Readonly<Record<string, string>> = {
  ' ': '\\s',
  '\t': '\\t',
  '\n': '\\n',
  '\r': '\\r',
  '|': '\\p',
  '\\': '\\\\',
}

const characters = Object.fromEntries(
  Object.entries(escapes).map(([character, escape]) => [escape, character]),
)

function escaped(text: string): string {
  return text.replace(/[ \t\n\r|\\]/g, (character) => escapes[character])
}

function unescaped(text: string): string {
  return text.replace(/\\[stnrp\\]/g, (escape) => characters[escape])
}
