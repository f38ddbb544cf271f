/** Parses sentences with a model. The members of a committee vote on each tree (committee/ballot.ts). */
import { copyTree, type Tree } from '../transform/tree.ts'
import { elect, isDecided, LONGEST_VOTED, rankByVotes, type VotingLaw } from './committee/ballot.ts'
import { Member, type ParserOptions, type RankOptions } from './committee/member.ts'
import { areOnlyArcs, ConstraintError, type Constraints, isSatisfied } from './core/constraints.ts'
import type { ParserSentence } from './core/sentence.ts'
import { featsAttributes, type Attribute, type TagColumn } from './core/word-attributes.ts'
import type { TransitionSystem } from './core/transition-system.ts'
import type { Parse } from './labelling/postprocessor.ts'
import type { Model, ModelFacts } from './model/model.ts'
import { prepareModel, type PreparedModel } from './scoring/scoring.ts'
import type { SearchCounts } from './search/beam-options.ts'
import type { RankedParse } from './search/n-best.ts'

export type { Parse, ParserOptions, RankOptions }

/**
 * Parses one sentence at a time with a model. For a committee, the system and the beam are those of the first member, to
 * which the options apply; the other members use the options of their training.
 */
export class Parser {
  readonly model: ModelFacts
  readonly system: TransitionSystem
  /** The width of the beam. */
  readonly beam: number
  /** The maximum number of words of a sentence that the beam can search. */
  readonly longest: number
  /** False if a beam decodes a model that was trained greedily; the beam then ranks by probabilities (search/beam.ts). */
  readonly trainedForSearch: boolean
  readonly #first: Member
  /** The other members of a committee. */
  readonly #helpers: readonly Member[]
  /** The order in which helpers vote. Helpers with the other direction differ most from the first member and vote last. */
  readonly #votingOrder: readonly number[]
  readonly #usedAttributes: readonly Attribute[]
  readonly #keepsMarks: boolean

  /** Throws RangeError for an invalid system, beam or margin, and ModelError (see `prepareModel`). */
  constructor(model: Model | PreparedModel, options: ParserOptions = {}) {
    const prepared = prepareModel(model)
    const { singleRoot, keepMarks = false } = options
    this.#keepsMarks = keepMarks
    this.#first = new Member(prepared, options)
    this.#helpers = (prepared.helpers ?? []).map((helper) => new Member(helper, { singleRoot }))
    const differs = (index: number): boolean =>
      this.#helpers[index].model.header.direction !== prepared.header.direction
    this.#votingOrder = [...this.#helpers.keys()].sort((a, b) => Number(differs(a)) - Number(differs(b)))
    this.#usedAttributes = [...new Set([this.#first, ...this.#helpers].flatMap(({ used }) => used))]
    const { system, beam, longest, trainedForSearch } = this.#first
    this.model = prepared
    this.system = system
    this.beam = beam
    this.longest = longest
    this.trainedForSearch = trainedForSearch
  }

  /** The columns that the model reads in addition to FORM and UPOS. Without them it is less accurate. */
  get readsColumns(): readonly TagColumn[] {
    const readsAny = (names: readonly Attribute[]): boolean =>
      names.some((name) => this.#usedAttributes.includes(name))
    const readsXpos = this.model.header.tags !== 'upos' && readsAny(['tag', 'xpos'])
    return [
      ...(readsXpos ? (['XPOS'] as const) : []),
      ...(readsAny(featsAttributes) ? (['FEATS'] as const) : []),
    ]
  }

  /** The number of steps of all beam searches until now, and the total number of their hypotheses. */
  get searchCounts(): SearchCounts {
    return this.#first.searchCounts
  }

  /** An empty sentence for `parse`. It stores the attributes that the model reads. */
  sentence(): ParserSentence {
    return this.#first.sentence(this.#usedAttributes)
  }

  /**
   * Parses a sentence that `sentence()` created. With constraints, the tree is projective and satisfies them; if the
   * unconstrained projective tree already satisfies them, it is the result. Throws ConstraintError, which names the
   * conflicting constraints, if no tree satisfies them, RangeError if the system does not support constraints, and
   * SentenceLengthError if the sentence has more words than `longest`.
   */
  parse(sentence: ParserSentence, constraints?: Constraints): Parse {
    if (!this.#votesOn(sentence)) return this.#first.parse(sentence, constraints)
    const { elected, votes, restore } = this.#vote(sentence, constraints)
    return { ...votes[0], ...this.#marked(elected), tree: restore(elected) }
  }

  /**
   * The best parses of a sentence, all different, the best first. The search is as wide as the beam, and up to 16 times
   * wider if this finds too few parses; there can be fewer than `count`. A single parse is the result of `parse`. Throws as
   * `parse`, and RangeError if `count` is below 1.
   *
   * The parses of a committee are the elected tree, then the trees of the members and the best trees of the first member,
   * ordered by votes. The score of a tree is the number of its arcs that the tree of a member has on average. The
   * probability of an arc is how often arcs that as many members have, with the same label, were right when the model was
   * trained; the share of the voters if the model does not know it, or if constraints keep members from voting.
   */
  rank(sentence: ParserSentence, options: RankOptions = {}): RankedParse[] {
    const { count = 1, constraints } = options
    if (!this.#votesOn(sentence)) return this.#first.rank(sentence, options)
    const { elected, votes, law, restore } = this.#vote(sentence, constraints, true)
    const [best, ...members] = [elected, ...votes.map(({ tree }) => tree)].map((tree) => ({
      ...this.#marked(tree),
      tree: restore(tree),
    }))
    const candidates = [best, ...members, ...(count === 1 ? [] : this.#first.rank(sentence, options))]
    const [bestTree, ...otherTrees] = candidates.map(({ tree }) => tree)
    const memberTrees = members.map(({ tree }) => tree)
    return rankByVotes(bestTree, otherTrees, memberTrees, law)
      .map((voted) => ({
        ...votes[0],
        derived: candidates.find(({ tree }) => tree === voted.tree)!.derived,
        ...voted,
        arcs: voted.arcs.map((share) => this.#confidence(share, votes.length)),
      }))
      .slice(0, count)
  }

  /** The derived tree of a projective tree that is voted for; nothing if parses have no derived tree. */
  #marked(tree: Tree): Pick<Parse, 'derived'> {
    return this.#keepsMarks ? { derived: this.#first.derivedTree(tree) } : {}
  }

  /** By word: other tags with which a parsed tree of the last sentence keeps the norms, see `otherTags` of the sentence. */
  tagsOf(tree: Tree, sentence: ParserSentence): ReadonlyMap<number, string> {
    return this.#first.tagsOf(tree, sentence)
  }

  /** The final tree of the derivation in reading order, with the labels of the transitions and with marks. */
  derive(sentence: ParserSentence): Tree {
    return this.#first.derive(sentence)
  }

  /**
   * The probability that an arc is right.
   *
   * @param share the share of the voters that have it with the same label
   * @param voters the number of members that vote: under constraints some do not, and then the share is what is known
   */
  #confidence(share: number, voters: number): number {
    const { confidences } = this.model.header
    return confidences?.length === voters + 1 ? confidences[Math.round(share * voters)] : share
  }

  #votesOn({ size }: ParserSentence): boolean {
    return this.#helpers.length > 0 && size <= Math.min(LONGEST_VOTED, this.longest)
  }

  /**
   * The vote of the members. If the best tree does not satisfy the constraints, members that do not support them abstain.
   *
   * @param asksAll whether members vote even if they cannot change the result. Default: false
   */
  #vote(sentence: ParserSentence, constraints: Constraints | undefined, asksAll = false): Vote {
    const first = this.#first
    const { singleRoot } = this.system.settings
    const freeVotes = this.#freeVotes(sentence, constraints !== undefined, asksAll)
    const restoreFree = (tree: Tree): Tree => first.restore(copyTree(tree), sentence)
    const best = electFrom(freeVotes, { singleRoot, allows: () => true }, restoreFree)
    if (!constraints) return best
    const law = { singleRoot, allows: (tree: Tree) => isSatisfied(constraints, tree) }
    if (law.allows(restoreFree(best.elected))) {
      if (!areOnlyArcs(constraints) || !first.takesConstraints) first.checkConstraints(sentence, constraints)
      return { ...best, law }
    }
    const constrainedVotes = [first.vote(sentence, true, constraints)]
    for (const helper of this.#helpers) constrainedVotes.push(...votesUnder(constraints, helper, sentence))
    return electFrom(constrainedVotes, law, (tree) => first.restore(copyTree(tree), sentence, constraints))
  }

  /** The votes of the members without constraints, in the order of the members. */
  #freeVotes(sentence: ParserSentence, isPlain: boolean, asksAll: boolean): Parse[] {
    const votes: Parse[] = [this.#first.vote(sentence, isPlain)]
    const trees = [votes[0].tree]
    for (const index of this.#votingOrder) {
      if (!asksAll && isDecided(trees, 1 + this.#helpers.length)) break
      votes[1 + index] = this.#helpers[index].vote(sentence, isPlain)
      trees.push(votes[1 + index].tree)
    }
    return votes.filter(Boolean)
  }
}

/** The decision of a committee on a sentence. */
interface Vote {
  /** The elected tree, projective. */
  readonly elected: Tree
  /** The parses of the members that voted, in the order of the members. */
  readonly votes: readonly Parse[]
  readonly law: VotingLaw
  /** The tree of a vote without its lifts and earlier steps; it keeps the norms. */
  readonly restore: (tree: Tree) => Tree
}

function electFrom(votes: readonly Parse[], law: VotingLaw, restore: Vote['restore']): Vote {
  const trees = votes.map(({ tree }) => tree)
  return { elected: elect(trees, law), votes, law, restore }
}

/** The vote of a member under constraints; empty if its system does not support these constraints. */
function votesUnder(constraints: Constraints, member: Member, sentence: ParserSentence): Parse[] {
  if (!member.takesConstraints) return []
  try {
    return [member.vote(sentence, true, constraints)]
  } catch (error) {
    if (error instanceof ConstraintError) return []
    throw error
  }
}
