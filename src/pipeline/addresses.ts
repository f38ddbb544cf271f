/** Internet addresses in text, found in linear time. */
import type { Characters } from './characters.ts'

// The lookbehinds keep the time linear: a search begins only where a run of characters begins.
const withScheme = /(?<![a-z\d+.-])([a-z\d+.-]*:\/\/)([\w\-.~:/?#[\]@!$&'()*+,;=%]*)/gi
const withoutScheme = /\b(www\.)([\w\-.~:/?#[\]@!$&'()*+,;=%]*)/i
const mailbox = /(?<![\w.+-])[\w.+-]+(?=@([\w.+-]*))/g
const domain = /^[\w-]+(?:\.[\w-]+)+$/

/** The ranges of URLs (with a scheme, or with `www.`) and e-mail addresses, without punctuation at their ends. */
export function* addressesIn(text: string): Generator<Characters> {
  // Most text has no address, and this test is fast.
  if (!/:\/\/|www\.|@/i.test(text)) return
  let end = 0
  const first = withoutScheme.exec(text)
  for (const { 1: prefix, 2: rest, index } of [...text.matchAll(withScheme), ...(first ? [first] : [])]) {
    const length = withoutPunctuation(rest).length
    if (prefix === '://' || length === 0 || index < end) continue
    end = index + prefix.length + length
    yield { start: index, end }
  }
  for (const { 0: name, 1: after, index } of text.matchAll(mailbox)) {
    const host = withoutPunctuation(after)
    if (domain.test(host)) yield { start: index, end: index + name.length + 1 + host.length }
  }
}

function withoutPunctuation(text: string): string {
  let end = text.length
  while (end > 0 && /[.,;:!?'")\]>]/.test(text[end - 1])) end--
  return text.slice(0, end)
}
