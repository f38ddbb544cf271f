/** The types of options: the same check and the same words on the command line, in the API and in studies. */

/** The values of an option. */
export interface OptionType {
  /** Whether a value is one of them. */
  is(value: unknown): boolean
  /** What an error expects, such as `a whole number from 1 to 1024`. */
  readonly expected: string
  /** The same for the help of commands, see src/commands/options.ts: `1..1024`, `> 0`, `left, right`; empty for any text. */
  readonly notation: string
  /** All values, if they are few: those that there are when it is called, for modules can register more. */
  readonly choices?: () => readonly (string | number)[]
}

/** An option in a table of options. */
export interface Option<Value = unknown> {
  readonly type: OptionType
  /** The default. Absent if it depends on other options, the model or the treebank; then `help` says it. */
  readonly fallback?: Value
  readonly help: string
  /** What help calls the value, such as `n`. Absent for an option that is true or false. */
  readonly value?: string
}

/** Any text. */
export const anyText: OptionType = {
  is: (value) => typeof value === 'string',
  expected: 'a text',
  notation: '',
}

export const trueOrFalse: OptionType = {
  is: (value) => typeof value === 'boolean',
  expected: 'true or false',
  notation: '',
}

/** Whole numbers from `least` to `most`. Default of `most`: no limit. */
export function wholeNumbers(least: number, most = Number.MAX_SAFE_INTEGER): OptionType {
  const isLimited = most < Number.MAX_SAFE_INTEGER
  return {
    is: (value) => Number.isSafeInteger(value) && Number(value) >= least && Number(value) <= most,
    expected: isLimited ? `a whole number from ${least} to ${most}` : `a whole number of at least ${least}`,
    notation: `${least}..${isLimited ? most : ''}`,
  }
}

export const positiveNumbers: OptionType = {
  is: (value) => Number.isFinite(value) && Number(value) > 0,
  expected: 'a number above 0',
  notation: '> 0',
}

/** One of the values that `choices` returns. */
export function oneOf(choices: () => readonly (string | number)[]): OptionType {
  return {
    choices,
    is: (value) => choices().some((choice) => choice === value),
    get expected() {
      return `one of: ${choices().join(', ')}`
    },
    get notation() {
      return choices().join(', ')
    },
  }
}
