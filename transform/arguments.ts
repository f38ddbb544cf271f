/** Checks of the values that users pass to the API. A wrong one is a TypeError that names it and what was expected. */

/** Throws TypeError if `value`, which the message calls `name`, is not what was expected. */
export type Check = (value: unknown, name: string) => void

/** @param expected how the message describes the valid values */
export function check(expected: string, holds: (value: unknown) => boolean): Check {
  return (value, name) => {
    if (!holds(value)) throw new TypeError(`${name} is ${described(value)}, expected ${expected}`)
  }
}

export const string = check('a string', (value) => typeof value === 'string')
export const number = check('a number', (value) => typeof value === 'number')
export const boolean = check('true or false', (value) => typeof value === 'boolean')
/** Objects of other realms (a frame, a test runner) count, too. */
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

export function optional(whenDefined: Check): Check {
  return (value, name) => {
    if (value !== undefined) whenDefined(value, name)
  }
}

export function listOf(item: Check): Check {
  const array = check('an array', Array.isArray)
  return (value, name) => {
    array(value, name)
    ;(value as unknown[]).forEach((each, i) => item(each, `${name}[${i}]`))
  }
}

/** An object with these properties, and others. */
export function hasFields(fields: Readonly<Record<string, Check>>): Check {
  const object = check('an object', isObject)
  return (value, name) => {
    object(value, name)
    for (const [field, holds] of Object.entries(fields))
      holds((value as Record<string, unknown>)[field], `${name}.${field}`)
  }
}

/** An object with these properties and no others. */
export function record(fields: Readonly<Record<string, Check>>): Check {
  const known = Object.keys(fields)
  const checkFields = hasFields(fields)
  return (value, name) => {
    if (isObject(value))
      for (const field of Object.keys(value))
        if (!known.includes(field))
          throw new TypeError(`${name} has no property '${field}', expected ${known.join(', ')}`)
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

/** Whether a value is bytes, also of other realms. */
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
