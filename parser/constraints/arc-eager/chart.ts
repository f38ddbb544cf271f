/**
 * Arc-eager parsing under constraints that need a chart (../tree-chart.ts). Arc-eager is arc-decomposable (Goldberg & Nivre
 * 2013): a tree can be derived if each of its arcs can. A stack word with a head depends on the next stack word below; a stack
 * word without a head can depend on a word of the buffer; a buffer word can depend on any word. Derivations then require no
 * unshift: the gold derivation of a tree has none.
 */
import type { Configuration } from '../../core/configuration.ts'
import { BELOW, FIRST_OWN_FIELD, HEAD, NO_NODE, WORD } from '../../core/node-fields.ts'
import { LEFT_ARC, REDUCE, RIGHT_ARC } from '../../systems/arc-eager-family.ts'
import type { NodeField } from '../../core/transition-system.ts'
import { ATTACHED, FREE, possibleTypes, type TreeChart } from '../tree-chart.ts'

/** The field of a node: the first word that its word dominates; 0 if it is the word itself. */
const FIRST = FIRST_OWN_FIELD + 2

export const chartFields: readonly NodeField[] = [{ field: FIRST }]

const stack: number[] = []

/** The types of `allowed` after which a tree is still possible. The buffer must not be empty. */
export function allowedByChart(chart: TreeChart, c: Configuration, allowed: number): number {
  return possibleTypes(allowed, (type) => leadsOn(chart, c, type))
}

/** Updates FIRST. Call it before a transition is applied. */
export function followChart({ nodes, top, next }: Configuration, type: number): void {
  if (type === LEFT_ARC) nodes[next + FIRST] = firstOf(nodes, top)
}

const firstOf = (nodes: Int32Array, node: number): number => nodes[node + FIRST] || nodes[node + WORD]

function leadsOn(chart: TreeChart, { nodes, top, next, front }: Configuration, type: number): boolean {
  const word = top === NO_NODE ? 0 : nodes[top + WORD]
  const [first, frontFirst] = [firstOf(nodes, top), firstOf(nodes, next)]
  if (
    type === LEFT_ARC &&
    !(chart.mayAttach(front, word, frontFirst - 1) && chart.mayReach(front, word, first))
  )
    return false
  if (type === RIGHT_ARC && !chart.mayAttach(word, front, frontFirst - 1)) return false
  if (type === REDUCE && !chart.mayReach(nodes[top + HEAD], word, frontFirst - 1)) return false
  const pops = type === LEFT_ARC || type === REDUCE
  chart.clear()
  stack.length = 0
  for (let node = pops ? nodes[top + BELOW] : top; node !== NO_NODE; node = nodes[node + BELOW])
    stack.push(node)
  for (let i = stack.length - 1; i >= 0; i--) {
    const node = stack[i]
    chart.push(nodes[node + WORD], firstOf(nodes, node), nodes[node + HEAD] === -1 ? FREE : ATTACHED)
  }
  if (!pops) chart.push(front, frontFirst, type === RIGHT_ARC ? ATTACHED : FREE)
  if (pops) chart.beginBuffer(front, type === LEFT_ARC ? first : frontFirst)
  else chart.beginBuffer(front + 1)
  return chart.hasTree()
}
