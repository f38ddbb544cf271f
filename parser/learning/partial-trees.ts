/**
 * Learning from partial trees, in which some heads are unknown. The trees are completed first, so that every system and
 * learner can be trained on complete trees. A greedy perceptron learns to complete trees. The constrained system allows the
 * transitions that lead to a tree with all known arcs; the target in a configuration is the allowed transition with the
 * highest score: a perceptron with latent variables (Sun, Matsuzaki, Okanohara & Tsujii 2009). Unknown heads cause no
 * updates. The completed tree is the best tree with the known arcs (Nivre, Goldberg & McDonald 2014).
 *
 * The system is arc-eager with Unshift, whose transitions build arcs of the original tree. Transitions of `rb` depend more on
 * unknown heads, so fewer of them are useful for learning.
 */
import { Symbols } from '../../transform/symbols.ts'
import { copyTree, type Tree } from '../../transform/tree.ts'
import { templatesOfSystem } from '../features/template-sets.ts'
import type { Model } from '../model/model.ts'
import { Parser } from '../parse.ts'
import { compileFor, completingSystem, registered } from '../registry.ts'
import { Kernel } from '../scoring/kernel/kernel.ts'
import { ConstraintError, type Constraints } from '../core/constraints.ts'
import { ParserSentence } from '../core/sentence.ts'
import {
  dependentOf,
  transitionOf,
  type ConstrainedSystem,
  type Transition,
  type TransitionSystem,
} from '../core/transition-system.ts'
import type { Corpus } from './corpus.ts'
import { mostFrequentRootLabel } from './default-labels.ts'
import { trainGreedyPerceptron, type TrainingOracle } from './greedy-perceptron.ts'
import type { LearnerOptions } from './learner-options.ts'
import { TrainingSet } from './training-set.ts'
import { fitToTreebank } from './treebank-fit.ts'

const EPOCHS = 8

/** The training options that completion uses. */
interface CompletionOptions extends Pick<LearnerOptions, 'seed' | 'signal' | 'onProgress'> {
  readonly singleRoot: boolean
  readonly facts?: Readonly<Record<string, string | number | boolean>>
}

/**
 * Completes the partial trees of a corpus. Returns the new corpus, and the options with a fact about the completion; returns
 * the arguments if all trees are complete. A completed tree is projective and has the known heads and labels of the
 * partial tree. If no projective tree has all known arcs, they are added from left to right, and an arc that does not fit
 * becomes unknown. Sentences without a known head are left out. Throws RangeError if no sentence remains. If the signal
 * aborts, throws its reason.
 */
export function completeTrees<Options extends CompletionOptions>(
  corpus: Corpus,
  labels: Symbols,
  options: Options,
): { readonly corpus: Corpus; readonly options: Options } {
  const indices = Array.from({ length: corpus.size }, (_, index) => index)
  const kept = indices.filter((index) => openWords(corpus.tree(index)) < corpus.tree(index).size)
  const part = kept.length === corpus.size ? corpus : corpus.part(kept)
  if (corpus.size > 0 && kept.length === 0)
    throw new RangeError('no head is known, expected some that are not _')
  if (!kept.some((index) => openWords(corpus.tree(index)) > 0)) return { corpus: part, options }
  if (labels.size === 0) throw new RangeError('no label is known, expected some that are not _')
  const constrained = registered(completingSystem).constrained!({ singleRoot: options.singleRoot })
  const known = kept.map((index) => satisfiable(constrained, corpus.tree(index)))
  const model = trainCompletion(part, known, labels, constrained, options)
  const parser = new Parser(model)
  const sentence = parser.sentence()
  let [trees, words] = [0, 0]
  const completed = known.map((tree, i) => {
    const whole = part.tree(i)
    if (openWords(whole) === 0) return whole
    trees++
    words += openWords(tree)
    return parser.parse(part.sentence(i, sentence), demandsOf(tree)).tree
  })
  const completion = `${words} heads of ${part.words}, in ${trees} trees of ${part.size}`
  return {
    corpus: part.withTrees(completed),
    options: { ...options, facts: { completion, ...options.facts } },
  }
}

/** The number of words without a known head. */
function openWords({ size, head }: Tree): number {
  let open = 0
  for (let word = 1; word <= size; word++) if (head[word] < 0) open++
  return open
}

/** The known arcs and labels as constraints. */
function demandsOf({ size, head, label }: Tree): Constraints {
  const words = Array.from({ length: size }, (_, i) => i + 1)
  const [known, open] = [words.filter((word) => head[word] >= 0), words.filter((word) => head[word] < 0)]
  return {
    arcs: known.map((word) => ({ head: head[word], dependent: word, label: label[word] })),
    labels: open.map((word) => ({ dependent: word, label: label[word] })),
  }
}

/** The tree without the arcs that conflict with arcs to their left: no projective tree has both. */
function satisfiable(system: ConstrainedSystem, tree: Tree): Tree {
  if (takes(system, tree)) return tree
  const kept = copyTree(tree)
  kept.head.fill(-1)
  for (let word = 1; word <= tree.size; word++) {
    kept.head[word] = tree.head[word]
    if (!takes(system, kept)) kept.head[word] = -1
  }
  return kept
}

function takes(system: ConstrainedSystem, tree: Tree): boolean {
  try {
    system.impose(tree.size, demandsOf(tree))
    return true
  } catch (error) {
    if (error instanceof ConstraintError) return false
    throw error
  }
}

/** Trains the model of completion on the known arcs. @param known the satisfiable trees, by sentence of the corpus */
function trainCompletion(
  treebank: Corpus,
  known: readonly Tree[],
  texts: Symbols,
  constrained: ConstrainedSystem,
  { singleRoot, seed, signal, onProgress }: CompletionOptions,
): Model {
  const { labelled } = templatesOfSystem(registered(completingSystem).templates).rich
  const { corpus, templates } = fitToTreebank(treebank.withTrees(known), labelled)
  const compiled = compileFor(completingSystem, templates)
  const labels = new Symbols(texts.texts()).freeze()
  // Derivations follow the constrained system. Transitions that it does not allow are negative examples.
  const { unconstrained } = constrained
  const system: TransitionSystem = { ...constrained, allowed: unconstrained.allowed, admits: undefined }
  const seen = new Map(allTransitions(system, labels.size).map((transition) => [transition, 1] as const))
  const data = {
    system,
    set: new TrainingSet(corpus, (tree) => tree),
    sentence: new ParserSentence({ tags: corpus.tags, used: compiled.used }),
    counts: [seen],
    extractor: Kernel.extractor(compiled),
  }
  const learner = { learner: 'perceptron', solver: 4, epochs: EPOCHS, seed, signal } as const
  const classifiers = trainGreedyPerceptron(data, knownArcsOracle(constrained), learner, (epoch) =>
    onProgress?.({ step: 'epoch', detail: `of completion, ${epoch + 1} of ${EPOCHS}` }),
  )
  const header = {
    system: completingSystem,
    singleRoot,
    direction: 'right',
    form: 'labelled',
    nonProjective: 'projectivize:head',
    tags: corpus.knownTags,
    templates,
    beam: 1,
    training: {},
  } as const
  const { clusters } = corpus
  const rootLabel = Math.max(0, mostFrequentRootLabel(corpus))
  const defaults = new Int32Array(system.transitionTypes.length).fill(rootLabel)
  return { header, labels, defaults, rootLabel, classifiers, ...(clusters && { clusters }) }
}

function allTransitions({ transitionTypes }: TransitionSystem, labels: number): Transition[] {
  return transitionTypes.flatMap(({ labelled }, type) =>
    Array.from({ length: labelled ? labels : 1 }, (_, label) => transitionOf(type, label)),
  )
}

/** The oracle of known arcs: a transition is free if the constrained system allows it and its label is the known label. */
function knownArcsOracle(system: ConstrainedSystem): TrainingOracle {
  const labels = new Int32Array(system.transitionTypes.length)
  let known: Tree
  return {
    labels,
    begin(tree) {
      known = tree
      system.impose(tree.size, demandsOf(tree))
    },
    weigh(c) {
      const free = system.allowed(c)
      system.transitionTypes.forEach(({ labelled }, type) => {
        if ((free & (1 << type)) !== 0)
          labels[type] = labelled ? known.label[dependentOf(system, c, type)] : -1
      })
      return free
    },
  }
}
