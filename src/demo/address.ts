/** The fragment of the page address (after `#`): text, model and beam width. It is untrusted input. */

/** The maximum number of characters of a text. */
export const MAX_TEXT_LENGTH = 10_000

export interface Address {
  readonly text: string
  /** '' for the first model of the page. */
  readonly model: string
  /** '' for the beam of the model. */
  readonly beam: string
}

export function parseAddress(hash: string): Address {
  const fields = new URLSearchParams(hash.replace(/^#/, ''))
  const field = (name: string): string => fields.get(name) ?? ''
  return { text: field('text').slice(0, MAX_TEXT_LENGTH), model: field('model'), beam: field('beam') }
}

export function addressOf(address: Address): string {
  const fields = Object.entries(address).filter(([, value]) => value !== '')
  return `#${new URLSearchParams(fields).toString()}`
}
