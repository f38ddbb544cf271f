/** Checks of the values that users pass to the API. A check throws a TypeError that names the value and the expected type. */

/** Throws TypeError if `value` is not valid. `name` is the name of the value in the error message. */
export type Check = (value: unknown, name: string) => void

/** @param expected the description of the valid values in the error message */
export function check(expected: string, isValid: (value: unknown) => boolean): Check {
  return (value, name) => {
    if (!isValid(value)) throw new TypeError(`${name} is ${described(value)}, expected ${expected}`)
  }
}

export const string = check('a string', (value) => typeof value === 'string')
export const number = check('a number', (value) => typeof value === 'number')
export const boolean = check('true or false', (value) => typeof value === 'boolean')
/** Accepts objects of other realms, too (a frame, a test runner). */
export const abortSignal = check('an AbortSignal', (value) => tagOf(value) === 'AbortSignal')

export const iterable = check(
  'an iterable',
  (value) => typeof value === 'object' && value !== null && Symbol.iterator in value,
)
export const asyncIterable = check(
  'an async iterable',
  (value) => typeof value === 'object' && value !== null && Symbol.asyncIterator in value,
)
export const bytes = check('a Uint8Array', (value) => tagOf(value) === 'Uint8Array')

export function oneOf(...values: readonly string[]): Check {
  return check(
    values.map((value) => `'${value}'`).join(' or '),
    (value) => typeof value === 'string' && values.includes(value),
  )
}

/** Whether a value is an array whose items all hold; a place without a value is undefined. */
export function isListOf(value: unknown, holds: (item: unknown) => boolean): value is readonly unknown[] {
  return Array.isArray(value) && !value.includes(undefined) && value.every(holds)
}

export function optional(whenDefined: Check): Check {
  return (value, name) => {
    if (value !== undefined) whenDefined(value, name)
  }
}

export function listOf(item: Check): Check {
  const array = check('an array', Array.isArray)
  return (value, name) => {
    array(value, name)
    // A place without a value is undefined here, where `forEach` leaves it out.
    for (const [i, each] of (value as unknown[]).entries()) item(each, `${name}[${i}]`)
  }
}

/** An object with at least these properties. */
export function hasFields(fields: Readonly<Record<string, Check>>): Check {
  const object = check('an object', isObject)
  return (value, name) => {
    object(value, name)
    for (const [field, holds] of Object.entries(fields))
      holds((value as Record<string, unknown>)[field], `${name}.${field}`)
  }
}

/** An object with exactly these properties. */
export function record(fields: Readonly<Record<string, Check>>): Check {
  const allowedFields = Object.keys(fields)
  const checkFields = hasFields(fields)
  return (value, name) => {
    if (isObject(value))
      for (const field of Object.keys(value))
        if (!allowedFields.includes(field))
          throw new TypeError(`${name} has no property '${field}', expected ${allowedFields.join(', ')}`)
    checkFields(value, name)
  }
}

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** The name of a built-in class, also for objects of other realms: `Uint8Array`, `URL`. */
export function tagOf(value: unknown): string {
  return Object.prototype.toString.call(value).slice('[object '.length, -1)
}

/** Whether `value` is a Uint8Array or an ArrayBuffer, also of another realm. */
export function isBytes(value: unknown): value is Uint8Array | ArrayBuffer {
  return ['Uint8Array', 'ArrayBuffer'].includes(tagOf(value))
}

function described(value: unknown): string {
  if (typeof value === 'string') return value.length > 40 ? `'${value.slice(0, 39)}…'` : `'${value}'`
  if (typeof value === 'function') return 'a function'
  if (typeof value !== 'object' || value === null) return String(value)
  const tag = tagOf(value)
  return /^[AEIOU]/.test(tag) ? `an ${tag}` : `a ${tag}`
}
