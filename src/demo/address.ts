/** The part of the page's address after `#`: the text, the model and the width of the beam. Anybody may have written it. */

/** The most characters of a text. */
export const LONGEST_TEXT = 10_000

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
  return { text: field('text').slice(0, LONGEST_TEXT), model: field('model'), beam: field('beam') }
}

export function addressOf(address: Address): string {
  const fields = Object.entries(address).filter(([, value]) => value !== '')
  return `#${new URLSearchParams(fields).toString()}`
}
