/**
 * White space in MISC in the format of UDPipe 1 (Straka & Straková 2017; manual, "Preserving spaces"): SpacesBefore,
 * SpacesInToken, SpaceAfter=No and SpacesAfter. Default: no white space before a token and one space after it.
 */

/** White space of any kind, including U+0085, which `\s` does not match. */
export const SPACES = /[\s\u0085]+/g

export interface TokenSpaces {
  /** The white space before the first token of a text. */
  readonly before: string
  /** The text of the token if it differs from the form; otherwise ''. */
  readonly inToken: string
  readonly after: string
}

/** The MISC attributes for the white space of a token, in the order of UDPipe. */
export function spaceFacts({ before, inToken, after }: TokenSpaces): string[] {
  const facts: string[] = []
  if (before !== '') facts.push(`SpacesBefore=${escapeSpaces(before)}`)
  if (inToken !== '') facts.push(`SpacesInToken=${escapeSpaces(inToken)}`)
  if (after === '') facts.push('SpaceAfter=No')
  else if (after !== ' ') facts.push(`SpacesAfter=${escapeSpaces(after)}`)
  return facts
}

/** Reads the white space of a token from MISC. */
export function spacesIn(misc: string): TokenSpaces {
  const facts = misc.split('|')
  const value = (name: string): string | undefined => {
    const fact = facts.find((candidate) => candidate.startsWith(`${name}=`))
    return fact === undefined ? undefined : unescapeSpaces(fact.slice(name.length + 1))
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

function escapeSpaces(text: string): string {
  return text.replace(/[ \t\n\r|\\]/g, (character) => escapes[character])
}

function unescapeSpaces(text: string): string {
  return text.replace(/\\[stnrp\\]/g, (escape) => characters[escape])
}
