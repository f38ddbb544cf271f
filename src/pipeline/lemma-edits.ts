/**
 * Edits that make a lemma of a form (Chrupała 2006), as texts `kind cut added cut added`: how the form is taken, how many
 * UTF-16 code units are cut off its beginning, what is put there, and the same for its end: `ran` and `run` is `l 0  2 un`.
 * `=` and a text is the lemma itself. A form is taken in lower case (`l`), as it is (`k`), in lower case with a capital
 * (`u`), or without the marks between groups of digits: `,3` takes `12,500` as `12500`, a comma before three digits.
 */

export interface Edit {
  readonly script: string
  /** The texts that the edit cut off in training, see {@link Edited}. */
  readonly cuts: ReadonlySet<string>
}

/**
 * A lemma, and what a script does to the form for it, as text: whether one UTF-16 code unit stays (1) or
 * more (2), and what is cut off the beginning and the end, with spaces between them. Where text is added and nothing is cut
 * off, the unit next to it.
 */
export interface Edited {
  readonly lemma: string
  readonly cut: string
}

/** The maximum length in UTF-16 code units of a form or lemma whose script has cuts, because scripts take quadratic time. */
const MAX_EDIT_LENGTH = 2000

/** The script that does not change a form. */
export const IDENTITY = 'k 0  0 '

/** Whether a text is a script. */
export function isScript(text: unknown): text is string {
  return typeof text === 'string' && /^(?:=[^\t\r\n]+|(?:[lku]|[.,']\d+) \d+ \S* \d+ \S*)$/.test(text)
}

/** The shortest script that makes `lemma` from `form`. */
export function scriptOf(form: string, lemma: string): string {
  const kinds = ['l', 'k', 'u'].filter((kind) => kind === 'k' || taken(kind, lemma) === lemma)
  const scripts = [...kinds, ...groupings(form)].map((kind) => shortest(kind, taken(kind, form)!, lemma))
  return scripts.reduce((a, b) => (b.cost < a.cost ? b : a)).script
}

/** A parsed script. */
export interface Script {
  /** How the form is taken; `=` if it is not. */
  readonly kind: string
  readonly start: number
  readonly before: string
  readonly end: number
  readonly after: string
}

export function readScript(script: string): Script {
  if (script[0] === '=') return { kind: '=', start: 0, before: script.slice(1), end: 0, after: '' }
  const [kind, start, before, end, after] = script.split(' ')
  return { kind, start: Number(start), before, end: Number(end), after }
}

/** Applies a script to a form; undefined if the script cuts off more than the form contains, or does not apply to the form. */
export function applyScript({ kind, start, before, end, after }: Script, form: string): Edited | undefined {
  if (kind === '=') return { lemma: before, cut: form }
  const base = taken(kind, form)
  if (base === undefined) return undefined
  const to = base.length - end
  const lemma = before + base.slice(start, Math.max(start, to)) + after
  if (to < start || lemma === '') return undefined
  const begins = base.slice(0, start === 0 && before !== '' ? 1 : start)
  const ends = base.slice(end === 0 && after !== '' ? -1 : to)
  return { lemma, cut: `${to - start > 1 ? 2 : 1} ${begins} ${ends}` }
}

/** The form as scripts of a kind take it; undefined if they do not. */
function taken(kind: string, form: string): string | undefined {
  if (kind === 'k') return form
  if (kind.length > 1) return ungrouped(form, kind[0], Number(kind.slice(1)))
  const lower = form.toLowerCase()
  return kind === 'l' ? lower : lower.slice(0, 1).toUpperCase() + lower.slice(1)
}

/** The kinds that take a form without marks. */
function groupings(form: string): string[] {
  const found = Array.from(form.matchAll(/(?<=\d)[.,'](\d+)/g), ([text, { length }]) => `${text[0]}${length}`)
  return [...new Set(found)].filter((kind) => taken(kind, form) !== undefined)
}

/** The form without a mark that is always between digits, of which so many come after it; else undefined. */
function ungrouped(form: string, mark: string, digits: number): string | undefined {
  const groups = form.split(mark)
  const isGrouped = groups.every(
    (group, i) =>
      (i === 0 || /^\d*/.exec(group)![0].length === digits) && (i === groups.length - 1 || /\d$/.test(group)),
  )
  return isGrouped && groups.length > 1 ? groups.join('') : undefined
}

function shortest(
  kind: string,
  base: string,
  lemma: string,
): { readonly script: string; readonly cost: number } {
  const isLong = Math.max(base.length, lemma.length) > MAX_EDIT_LENGTH
  const { from, at, length } = longestCommon(isLong ? '' : base, lemma)
  const [end, before, after] = [base.length - from - length, lemma.slice(0, at), lemma.slice(at + length)]
  if (length === 0 || /[\s=]/.test(before + after)) return { script: `=${lemma}`, cost: Infinity }
  return {
    script: [kind, from, before, end, after].join(' '),
    cost: kind.length - 1 + from + end + before.length + after.length,
  }
}

/** The first longest common substring: its offsets in both texts, and its length. */
function longestCommon(a: string, b: string): { from: number; at: number; length: number } {
  let best = { from: 0, at: 0, length: 0 }
  /** By unit of b: the length of the common substring that ends there and at the last unit of a. */
  const lengths = new Int32Array(b.length)
  for (let i = 0; i < a.length; i++)
    for (let j = 0, before = 0; j < b.length; j++) {
      const length = a.charCodeAt(i) === b.charCodeAt(j) ? before + 1 : 0
      before = lengths[j]
      lengths[j] = length
      if (length > best.length) best = { from: i - length + 1, at: j - length + 1, length }
    }
  return best
}
