/** The maximum spanning tree of a graph whose arcs have weights (Chu & Liu 1965; Edmonds 1967; McDonald et al. 2005). */

/** An arc of the graph, between 0, the root, and the words from 1 on. */
export interface WeightedArc {
  readonly head: number
  readonly word: number
  readonly weight: number
}

/**
 * For each word 1..size its arc in the tree of the greatest weight, the root having as few dependents as possible.
 * Of equal arcs the earlier ones are taken. Throws RangeError where the arcs hold no tree.
 */
export function maximumSpanningTree<Arc extends WeightedArc>(size: number, arcs: readonly Arc[]): Arc[] {
  // A dependent of the root costs more than all else can bring.
  const penalty = 1 + 2 * arcs.reduce((sum, { weight }) => sum + Math.abs(weight), 0)
  const edges = arcs.map((arc): Edge<Arc> => ({
    from: arc.head,
    to: arc.word,
    weight: arc.weight - (arc.head === 0 ? penalty : 0),
    of: arc,
  }))
  const nodes = Array.from({ length: size }, (_, i) => i + 1)
  const chosen = [...branching(nodes, edges, size + 1).values()].map(({ of }) => of)
  const byWord = new Map(chosen.map((arc) => [arc.word, arc]))
  return nodes.map((word) => byWord.get(word)!)
}

interface Edge<Arc> {
  readonly from: number
  readonly to: number
  readonly weight: number
  readonly of: Arc
  /** Where a cycle has become one node: the edge as it was before. */
  readonly inner?: Edge<Arc>
}

/** The best edge into each node, so that there is no cycle; `fresh` is a number that no node has. */
function branching<Arc>(
  nodes: readonly number[],
  edges: readonly Edge<Arc>[],
  fresh: number,
): Map<number, Edge<Arc>> {
  const best = new Map<number, Edge<Arc>>()
  for (const edge of edges) {
    const known = best.get(edge.to)
    if (edge.from !== edge.to && (!known || edge.weight > known.weight)) best.set(edge.to, edge)
  }
  if (nodes.some((node) => !best.has(node))) throw new RangeError('no tree has all words')
  const cycle = cycleOf(nodes, best)
  if (!cycle) return best
  const contracted = edges.flatMap((edge): Edge<Arc>[] => {
    const [leaves, enters] = [cycle.has(edge.from), cycle.has(edge.to)]
    if (leaves && enters) return []
    const weight = enters ? edge.weight - best.get(edge.to)!.weight : edge.weight
    return [{ ...edge, from: leaves ? fresh : edge.from, to: enters ? fresh : edge.to, weight, inner: edge }]
  })
  const outer = branching([...nodes.filter((node) => !cycle.has(node)), fresh], contracted, fresh + 1)
  const chosen = new Map<number, Edge<Arc>>()
  for (const node of cycle) chosen.set(node, best.get(node)!)
  for (const { inner } of outer.values()) chosen.set(inner!.to, inner!)
  return chosen
}

/** The nodes of a cycle of the best edges, if there is one. */
function cycleOf<Arc>(
  nodes: readonly number[],
  best: ReadonlyMap<number, Edge<Arc>>,
): ReadonlySet<number> | undefined {
  const seen = new Set<number>([0])
  for (const start of nodes) {
    const path = new Set<number>()
    let at = start
    for (; !seen.has(at); at = best.get(at)!.from) {
      seen.add(at)
      path.add(at)
    }
    if (!path.has(at)) continue
    const cycle = new Set<number>()
    for (let node = at; !cycle.has(node); node = best.get(node)!.from) cycle.add(node)
    return cycle
  }
  return undefined
}
