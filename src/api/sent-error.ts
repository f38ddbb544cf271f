/** Errors that travel between threads, and that name their text. */
import { ConstraintError } from '../../parser/core/constraints.ts'
import { ModelError } from '../../parser/model/model-file.ts'

/** The name of its class, and its message. */
export interface SentError {
  readonly name: string
  readonly message: string
}

const kinds: Readonly<Record<string, new (message: string) => Error>> = {
  TypeError,
  RangeError,
  SentenceLengthError: RangeError,
  ConstraintError,
  ModelError,
}

/** The error that was sent. A SentenceLengthError becomes a RangeError, errors of unknown classes become an Error. */
export function errorOf({ name, message }: SentError): Error {
  return new (kinds[name] ?? Error)(message)
}

/** The error of a text, with its number in the message, from 1. `index` counts from 0. */
export function ofText(error: unknown, index: number): unknown {
  if (error instanceof Error) error.message = `text ${index + 1}: ${error.message}`
  return error
}
