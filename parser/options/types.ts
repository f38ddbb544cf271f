/** The types of options, with the same checks and error messages for the command line, the API and studies. */

/** The values of an option. */
export interface OptionType {
  /** Whether a value is valid. */
  is(value: unknown): boolean
  /** The description of valid values in error messages, such as `a whole number from 1 to 1024`. */
  readonly expected: string
  /** The notation of valid values in the help of commands: `1..1024`, `> 0`, `left, right`; empty for any text. */
  readonly notation: string
  /** All values, if there are few. A function, because modules can register more values. */
  readonly choices?: () => readonly (string | number)[]
}

/** An option in a table of options. */
export interface Option<Value = unknown> {
  readonly type: OptionType
  /** The default. Absent if it depends on other options, the model or the treebank; then `help` describes it. */
  readonly fallback?: Value
  readonly help: string
  /** The name of the value in the help, such as `n`. Absent for an option that is true or false. */
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

/** Whole numbers from `minimum` to `maximum`. Default of `maximum`: no limit. */
export function wholeNumbers(minimum: number, maximum = Number.MAX_SAFE_INTEGER): OptionType {
  const isLimited = maximum < Number.MAX_SAFE_INTEGER
  return {
    is: (value) => Number.isSafeInteger(value) && Number(value) >= minimum && Number(value) <= maximum,
    expected: isLimited
      ? `a whole number from ${minimum} to ${maximum}`
      : `a whole number of at least ${minimum}`,
    notation: `${minimum}..${isLimited ? maximum : ''}`,
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
