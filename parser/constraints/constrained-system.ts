/** A system under constraints: the transitions of the system, with additional preconditions. */
import type { Configuration } from '../core/configuration.ts'
import { areEmpty, type ConstraintLabels, type Constraints, ConstraintError } from '../core/constraints.ts'
import type { ConstrainedSystem, NodeField, TransitionSystem } from '../core/transition-system.ts'
import { arcTables, type ArcTables, type ConstrainedSentence, table } from './arc-tables.ts'
import { areSeparate, differentSpans, spanTables, spanTextOf, type SpanTables } from './span-tables.ts'
import { TreeChart } from './tree-chart.ts'

/** The additions of constraints to a system. `tables` are the tables of the current sentence. */
interface Rules<Tables> {
  /** The same system with a single root, for sentences whose constraints require a single root. */
  readonly single: TransitionSystem
  /** The fields that constraints add to nodes. */
  readonly nodeFields: readonly NodeField[]
  /** Throws ConstraintError if no tree satisfies the constraints. */
  tablesOf(size: number, constraints: Constraints, labels?: ConstraintLabels): Tables
  /** Initializes the node fields for constraints after each start. */
  start?(c: Configuration): void
  /** The transition types of `allowed` that the constraints allow. `allowed` is not 0. */
  allowed(tables: Tables, c: Configuration, allowed: number): number
  admits(tables: Tables, c: Configuration, type: number, label: number): boolean
  /** Updates the node fields for constraints before a transition is applied. */
  follow(tables: Tables, c: Configuration, type: number): void
}

export function constrainedSystem<Tables extends ConstraintTables>(
  system: TransitionSystem,
  rules: Rules<Tables>,
): ConstrainedSystem {
  let tables: Tables | undefined
  let current = system

  return Object.freeze({
    ...system,
    unconstrained: system,
    name: `constrained-${system.name}`,
    nodeFields: [...(system.nodeFields ?? []), ...rules.nodeFields],

    get needsChart() {
      return tables?.chart !== undefined
    },

    impose(size, constraints, labels) {
      tables = undefined
      current = system
      if (areEmpty(constraints)) return
      tables = rules.tablesOf(size, constraints, labels)
      if (tables.arcs.singleRoot) current = rules.single
    },

    start(c, size) {
      system.start(c, size)
      rules.start?.(c)
    },

    allowed(c) {
      const allowed = current.allowed(c)
      return tables && allowed !== 0 ? rules.allowed(tables, c, allowed) : allowed
    },

    admits: (c, type, label) => !tables || rules.admits(tables, c, type, label),

    apply(c, type, label) {
      if (tables) rules.follow(tables, c, type)
      system.apply(c, type, label)
    },
  } satisfies ConstrainedSystem)
}

/**
 * The constraints of one sentence as tables, and the check that some projective tree satisfies them
 * (Nivre, Goldberg & McDonald 2014, section 4, made exact). Forbidden arcs, and spans that share words or of which only some
 * have the condition `none`, need a chart (tree-chart.ts). Without them such a tree exists exactly if the arcs can be satisfied
 * alone and
 *
 * - no span has two words that must be its root: a word with a constrained head outside or, under the condition `root`,
 *   with a constrained dependent outside,
 * - under the condition `none`, no word of a span has a constrained dependent outside,
 * - the root of a span has no constrained head inside,
 * - with each span contracted to one node, the arcs between the nodes have no cycle, and none reaches over the head of
 *   its head (then they do not cross: arcs between different nodes cross as nodes only if they cross as words),
 * - no leaf has a constrained dependent,
 * - some word of each span can be its root: it is no leaf, and the arcs permit it,
 * - with a single root, some word can be this root: it is no leaf, outside the spans under `none`, or in one that is the
 *   whole sentence, and the arcs and spans permit it.
 */

interface WordTables {
  readonly arcs: ArcTables
  /** Empty if there is a chart. */
  readonly spans: SpanTables
}

/** The constraints of one sentence as tables, which the preconditions of all systems read in constant time. */
export interface ConstraintTables extends WordTables {
  /** The chart for forbidden arcs and spans that the tables do not cover; undefined if there are none. */
  readonly chart: TreeChart | undefined
}

/**
 * Computes the tables in O(n log n), with a chart in O(n³). Throws ConstraintError, whose message names the contradictory
 * constraints, exactly if no projective tree of the system satisfies the constraints.
 *
 * A sentence has a single root not only with the setting `singleRoot`, but also if `constraints.root` is given or if all words
 * are one span.
 */
export function constraintTables(
  sentence: ConstrainedSentence,
  constraints: Constraints,
  labels?: ConstraintLabels,
): ConstraintTables {
  const { size, root } = sentence
  const isOneSpan = root === 0 && constraints.spans?.some(({ first, last }) => first === 1 && last === size)
  const singleRoot = sentence.singleRoot || isOneSpan === true
  const arcs = arcTables({ size, root, singleRoot }, constraints, labels)
  const spans = differentSpans(constraints.spans ?? [], arcs)
  const { forbidden = [] } = constraints
  const needsChart = forbidden.length > 0 || !areSeparate(spans)
  const tables = { arcs, spans: spanTables(needsChart ? [] : spans, arcs) }
  refuseRootless(tables)
  return { ...tables, chart: needsChart ? new TreeChart({ forbidden, spans }, arcs) : undefined }
}

/**
 * Throws ConstraintError if no word of a span can be its root, or no word of the sentence the only root. Under the
 * condition `none` no word of a span can be the only root, unless the span is the whole sentence.
 */
function refuseRootless(tables: WordTables): void {
  const { arcs, spans } = tables
  const { of, last, condition } = spans
  const { size, rootWord } = arcs
  const isWhole = spans.none && last[of[1]] === size
  const canBeTop = (word: number): boolean => {
    const isFree = rootWord === 0 ? arcs.head[word] === -1 && arcs.cover[word] === 0 : word === rootWord
    return isFree && (of[word] === 0 || isWhole || condition[of[word]] !== 'none')
  }
  const hasRoot = table(spans.count + 1, 0)
  for (let word = 1; word <= size; word++) {
    if (!canBeRoot(tables, word)) continue
    if (of[word] !== 0) hasRoot[of[word]] = 1
    if (canBeTop(word)) hasRoot[0] = 1
  }
  for (let span = 1; span <= spans.count; span++) {
    if (hasRoot[span] === 0)
      throw new ConstraintError(
        `no word of ${spanTextOf(spans, span)} can be its root: all are leaves, have demanded heads in it or lie under demanded arcs in it`,
      )
  }
  if (!arcs.singleRoot || size === 0 || hasRoot[0] === 1) return
  if (rootWord !== 0) {
    const why = of[rootWord] === 0 ? 'a leaf' : `a word of ${spanTextOf(spans, of[rootWord])}`
    throw new ConstraintError(
      `${arcs.text(rootWord)} makes ${why} the only root, with no way to the other words`,
    )
  }
  const leaf = arcs.leaf.indexOf(1)
  const reasons = [
    leaf > 0 && `leaves (the first is word ${leaf})`,
    spans.none && `in spans with the condition none (the first is ${spanTextOf(spans, 1)})`,
  ]
  throw new ConstraintError(
    `no word is left to be the only root: all are ${reasons.filter(Boolean).join(' or ')}, have demanded heads or lie under demanded arcs`,
  )
}

/** Whether the word can be the root of its span (if it has one), and can have dependents (if there are other words). */
function canBeRoot({ arcs, spans }: WordTables, word: number): boolean {
  const { head, cover, left, right, leaf, size } = arcs
  if (leaf[word] === 1) return size === 1
  const span = spans.of[word]
  if (span === 0) return true
  const first = spans.first[span]
  const last = spans.last[span]
  const arc = cover[word]
  const isUnderInnerArc = left[arc] >= first && right[arc] <= last
  const hasInnerHead = head[word] >= first && head[word] <= last
  return !isUnderInnerArc && !hasInnerHead && (spans.root[span] === 0 || spans.root[span] === word)
}
