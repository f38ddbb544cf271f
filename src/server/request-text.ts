import { RequestFailure } from './failure.ts'

/** Decodes UTF-8. Throws RequestFailure that names `subject` for invalid bytes. */
export function decodeText(bytes: Uint8Array, subject: string): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    throw new RequestFailure(400, `${subject} is not in UTF-8, expected text in UTF-8`)
  }
}
