/**
 * The possible cuts of runs. A run is a maximal sequence of cased letters (and apostrophes between them), or of digits. A
 * run is cut only if training data cut the same form in most cases (`can|not`, `ca|n't`), or cut its ending off many forms
 * (Turkish `evde|ki`). Letters are separated from a following digit only if training data separate the same letters (`m|16`,
 * not `mp3`).
 */
import type { Characters } from '../sentence/text-sentence.ts'
import { characterClass, DIGIT, LOWERCASE, UPPERCASE } from './characters.ts'
import { countPairs } from './features.ts'

/** The minimum number of cuts of a form in training. More than half of its occurrences must also be cut. */
const MIN_FORM_CUTS = 3
/** The minimum number of forms, and the minimum share of the forms with this ending, from which training cuts off an ending. */
const MIN_PATTERN_FORMS = 3
const MIN_PATTERN_SHARE = 0.1
/** The maximum length of an ending in UTF-16 code units. */
const MAX_ENDING_LENGTH = 8

export interface RunSplits {
  /** The offsets of cuts (UTF-16 code units) of lower-case runs and of the forms of {@link lettersBeforeDigits}. */
  readonly forms: ReadonlyMap<string, readonly number[]>
  /** The lower-case endings that can be cut off any run. */
  readonly endings: ReadonlySet<string>
  /** Abbreviations in lower case without their final period. */
  readonly abbreviations: ReadonlySet<string>
}

/** The ranges of runs with at least two characters. */
export function* runsOf(text: string): Generator<Characters> {
  let start = 0
  let last = 0
  for (let at = 0; at <= text.length;) {
    const point = text.codePointAt(at) ?? 0
    const next = at + (point > 0xffff ? 2 : 1)
    const isInner = last === LETTERS && isApostrophe(point) && runType(text.codePointAt(next)) === LETTERS
    const type = isInner ? LETTERS : runType(point)
    if (type !== last) {
      if (last !== 0 && at > start + 1) yield { start, end: at }
      start = at
      last = type
    }
    at = next
  }
}

/** The offsets between cased letters and a digit, with the lower-case letters followed by `|`. */
export function* lettersBeforeDigits(
  text: string,
): Generator<{ readonly at: number; readonly form: string }> {
  for (const { 0: letters, index } of text.matchAll(/(?<!\p{LC})\p{LC}+(?=\p{Nd})/gu))
    yield { at: index + letters.length, form: `${foldCase(letters)}|` }
}

const LETTERS = 1
const DIGITS = 2

function runType(point = 0): number {
  const character = characterClass(point)
  if (character === LOWERCASE || character === UPPERCASE) return LETTERS
  return character === DIGIT ? DIGITS : 0
}

function isApostrophe(point: number): boolean {
  return point === 0x27 || point === 0x2019
}

/** Whether an apostrophe is next to an offset: the boundary classifier decides about these boundaries. */
export function isAtApostrophe(text: string, offset: number): boolean {
  return isApostrophe(text.charCodeAt(offset - 1)) || isApostrophe(text.charCodeAt(offset))
}

/** A run in lower case with straight apostrophes; unchanged if lower case has another length. */
function foldCase(run: string): string {
  const lower = run.toLowerCase().replaceAll('\u2019', "'")
  return lower.length === run.length ? lower : run
}

export function splitsOf(
  { forms, endings }: Omit<RunSplits, 'abbreviations'>,
  run: string,
): readonly number[] {
  const form = foldCase(run)
  const knownOffsets = forms.get(form) ?? []
  if (endings.size === 0) return knownOffsets
  return [...knownOffsets, ...[...endingsOf(form)].filter((offset) => endings.has(form.slice(offset)))]
}

/** The offsets at which the endings of a form begin. */
function* endingsOf(form: string): Generator<number> {
  for (let offset = Math.max(1, form.length - MAX_ENDING_LENGTH); offset < form.length; offset++) yield offset
}

/** Collects the runs of a training text. */
export class RunSplitCounter {
  /** For each case-folded run: its frequency, and the number of cuts at each offset. */
  readonly #runs = new Map<string, { count: number; readonly cuts: Map<number, number> }>()

  /** @param isCut whether the text is cut at an offset */
  add(text: string, isCut: (offset: number) => boolean): void {
    for (const { start, end } of runsOf(text)) {
      const form = foldCase(text.slice(start, end))
      const cuts = Array.from({ length: form.length - 1 }, (_, i) => i + 1)
      this.#count(
        form,
        cuts.filter((offset) => !isAtApostrophe(form, offset) && isCut(start + offset)),
      )
    }
    for (const { at, form } of lettersBeforeDigits(text))
      this.#count(form, isCut(at) ? [form.length - 1] : [])
  }

  #count(form: string, cuts: readonly number[]): void {
    let run = this.#runs.get(form)
    if (!run) this.#runs.set(form, (run = { count: 0, cuts: new Map() }))
    run.count++
    for (const offset of cuts) run.cuts.set(offset, (run.cuts.get(offset) ?? 0) + 1)
  }

  splits(): Omit<RunSplits, 'abbreviations'> {
    const forms = new Map<string, readonly number[]>()
    for (const [form, { count, cuts }] of this.#runs) {
      const frequentCuts = [...cuts].filter(([, times]) => times >= MIN_FORM_CUTS && 2 * times > count)
      const offsets = frequentCuts.map(([offset]) => offset).sort((a, b) => a - b)
      if (offsets.length > 0) forms.set(form, offsets)
    }
    const endings = countPairs(this.#endings())
    const isPattern = ([ending, cut]: readonly [string, number]): boolean =>
      cut >= MIN_PATTERN_FORMS && cut >= MIN_PATTERN_SHARE * (cut + (endings.get(false)?.get(ending) ?? 0))
    const patterns = [...(endings.get(true) ?? [])].filter(isPattern)
    return { forms, endings: new Set(patterns.map(([ending]) => ending)) }
  }

  /** The endings of all forms, with whether they are cut off. */
  *#endings(): Generator<readonly [boolean, string]> {
    for (const [form, { cuts }] of this.#runs)
      if (!form.endsWith('|'))
        for (const offset of endingsOf(form)) yield [cuts.has(offset), form.slice(offset)]
  }
}
