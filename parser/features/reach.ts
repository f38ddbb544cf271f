/**
 * A set of templates in three parts, by what they read: words of the buffer only; the true token of s0 too; more. Sums
 * over the first part are shared by configurations with this b0, over the second by those with this s0 too.
 */
import { TOKEN, WORD } from '../core/configuration.ts'
import { programOf } from './program.ts'
import { parts, type CompiledTemplates } from './templates.ts'
import { CONTENT_WORD, FRONT, WORD_OF_BUFFER, WORD_OF_NODE, type Atom } from './atoms.ts'

export const BUFFER = 0
const STACK_TOP = 1
export const REST = 2

/** By part, indices into the templates. */
export function membersByReach({ atoms, templates, members }: CompiledTemplates): readonly number[][] {
  const reach = (template: number): number =>
    Math.max(...templates[template].atoms.map((index) => reachOf(atoms[index])))
  return [BUFFER, STACK_TOP, REST].map((part) => members[parts.all].filter((index) => reach(index) === part))
}

/** The program of each part. @param placeOf see `programOf` */
export function programsByReach(
  templates: CompiledTemplates,
  placeOf: (atom: number) => number,
): Int32Array[] {
  return membersByReach(templates).map((members) =>
    programOf({ ...templates, members: [members] }, parts.all, placeOf),
  )
}

/** The part that an atom is for. */
export function reachOf({ source, place, field, column }: Atom): number {
  if (source === WORD_OF_BUFFER || source === CONTENT_WORD) return BUFFER
  if (source !== WORD_OF_NODE || column < 0) return REST
  if (place === FRONT) return field === TOKEN || field === WORD ? BUFFER : REST
  return place === 0 && field === TOKEN ? STACK_TOP : REST
}
