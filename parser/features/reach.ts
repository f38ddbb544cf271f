/**
 * A set of templates in three parts, by how much of a configuration they read: only words of the buffer; the true token
 * of s0 besides; more. Sums over the first are the same for all configurations with this front of the buffer, those over
 * the second for all with this word on top of the stack, too.
 */
import { TOKEN, WORD } from '../core/configuration.ts'
import { programOf, type Program } from './program.ts'
import { parts, type CompiledTemplates } from './templates.ts'
import { CONTENT_WORD, FRONT, WORD_OF_BUFFER, WORD_OF_NODE, type Atom } from './atoms.ts'

export const BUFFER = 0
export const STACK_TOP = 1
export const REST = 2

/** By part, indices into the templates. */
export function membersByReach({ atoms, templates, members }: CompiledTemplates): readonly number[][] {
  const reach = (template: number): number =>
    Math.max(...templates[template].atoms.map((index) => reachOf(atoms[index])))
  return [BUFFER, STACK_TOP, REST].map((part) => members[parts.all].filter((index) => reach(index) === part))
}

/** The program of each part. */
export function programsByReach(templates: CompiledTemplates): Program[] {
  return membersByReach(templates).map((members) =>
    programOf({ ...templates, members: [members] }, parts.all),
  )
}

/** The part that an atom is for. */
export function reachOf({ source, place, field, column }: Atom): number {
  if (source === WORD_OF_BUFFER || source === CONTENT_WORD) return BUFFER
  if (source !== WORD_OF_NODE || column < 0) return REST
  if (place === FRONT) return field === TOKEN || field === WORD ? BUFFER : REST
  return place === 0 && field === TOKEN ? STACK_TOP : REST
}
