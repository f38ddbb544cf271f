/** Internet addresses in text, found in linear time. */
import type { Characters } from './word-positions.ts'

const urlCharacter = /[\w\-.~:/?#[\]@!$&'()*+,;=%]/
const trailing = /[.,;:!?'")\]>]/
const nameCharacter = /[\w.+-]/
const schemeCharacter = /[a-z\d+.-]/i

/** The ranges of URLs (with a scheme, or with `www.`) and e-mail addresses, without punctuation at their ends. */
export function* addressesIn(text: string): Generator<Characters> {
  let end = 0
  for (const { start, stop } of urlsIn(text)) {
    if (start < end) continue
    end = stop
    yield { start, end }
  }
  for (let at = text.indexOf('@'); at >= 0; at = text.indexOf('@', at + 1)) {
    const start = before(text, at, nameCharacter)
    const stop = withoutTrailing(text, at, after(text, at + 1, nameCharacter))
    if (start < at && /^[\w-]+(?:\.[\w-]+)+$/.test(text.slice(at + 1, stop))) yield { start, end: stop }
  }
}

function* urlsIn(text: string): Generator<{ readonly start: number; readonly stop: number }> {
  for (let at = text.indexOf('://'); at >= 0;) {
    const start = before(text, at, schemeCharacter)
    const end = after(text, at + 3, urlCharacter)
    const stop = withoutTrailing(text, at + 3, end)
    if (start < at && stop > at + 3) yield { start, stop }
    // To continue after the end keeps the time linear.
    at = text.indexOf('://', end)
  }
  for (let at = text.search(/\bwww\./i); at >= 0; at = -1) {
    const stop = withoutTrailing(text, at + 4, after(text, at + 4, urlCharacter))
    if (stop > at + 4) yield { start: at, stop }
  }
}

/** Where the characters of a class begin that stand before an offset. */
function before(text: string, at: number, characters: RegExp): number {
  while (at > 0 && characters.test(text[at - 1])) at--
  return at
}

/** Where the characters of a class end that stand after an offset. */
function after(text: string, at: number, characters: RegExp): number {
  while (at < text.length && characters.test(text[at])) at++
  return at
}

function withoutTrailing(text: string, start: number, end: number): number {
  while (end > start && trailing.test(text[end - 1])) end--
  return end
}
