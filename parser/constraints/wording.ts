/** How refusals name what clashes. Arcs are written head→dependent, the artificial root as 0. */
import type { ArcTables } from './arcs.ts'
import type { Span } from '../core/constraints.ts'

/** The demand that gave `dependent` its head. */
export function arcText(arcs: ArcTables, dependent: number): string {
  if (dependent === arcs.rootDemand) return `root ${dependent}`
  const head = arcs.head[dependent]
  return `arc ${head === arcs.root ? 0 : head}→${dependent}`
}

/** The demands of some dependents, in a row; of very many only the first. */
export function arcsText(arcs: ArcTables, dependents: readonly number[]): string {
  const shown = dependents.slice(0, 8).map((dependent) => arcText(arcs, dependent))
  const more = dependents.length - shown.length
  if (more > 0) return `${shown.join(', ')} and ${more} more`
  return shown.join(', ')
}

/** `span 3-7 none`; the condition of a plain one goes without saying. */
export function spanText(span: Span): string {
  const words = `span ${span.first}-${span.last}`
  return span.condition === 'plain' ? words : `${words} ${span.condition}`
}
