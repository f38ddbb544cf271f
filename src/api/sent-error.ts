/** Errors that are sent between threads, and errors that name their text. */
import { ConstraintError } from '../../parser/core/constraints.ts'
import { ModelError } from '../../parser/model/model-file.ts'

/** An error as a message: the class name and the error message. */
export interface SentError {
  readonly name: string
  readonly message: string
}

const errorClasses: Readonly<Record<string, new (message: string) => Error>> = {
  TypeError,
  RangeError,
  SentenceLengthError: RangeError,
  ConstraintError,
  ModelError,
}

/** Restores an error that was sent. A SentenceLengthError becomes a RangeError; errors of unknown classes become an Error. */
export function errorOf({ name, message }: SentError): Error {
  return new (errorClasses[name] ?? Error)(message)
}

/** Adds the number of the text (from 1) to the message of an error. `index` counts from 0. */
export function withTextNumber(error: unknown, index: number): unknown {
  if (error instanceof Error) error.message = `text ${index + 1}: ${error.message}`
  return error
}
