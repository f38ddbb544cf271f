/** Parsing with a model: sentence in, tree out. If the model is a committee, its members vote (committee/ballot.ts). */
import { copyTree, type Tree } from '../transform/tree.ts'
import { elect, isDecided, LONGEST_VOTED, rankByVotes, type VotingLaw } from './committee/ballot.ts'
import { Member, type ParserOptions, type RankOptions } from './committee/member.ts'
import { areOnlyArcs, ConstraintError, type Constraints, isSatisfied } from './core/constraints.ts'
import type { ParserSentence } from './core/sentence.ts'
import { ofFeats, type Attribute, type TagColumn } from './core/word-attributes.ts'
import type { TransitionSystem } from './core/transition-system.ts'
import type { Parse } from './labelling/postprocessor.ts'
import type { Model, ModelFacts } from './model/model.ts'
import { prepareModel, type PreparedModel } from './scoring/scoring.ts'
import type { SearchCounts } from './search/beam-options.ts'
import type { RankedParse } from './search/n-best.ts'

export type { Parse, ParserOptions, RankOptions }

/**
 * Parses one sentence at a time with a model. What is said of the model of a committee, of its system and of its beam is true
 * of the first member, which has the options; the other members have those of their training.
 */
export class Parser {
  readonly model: ModelFacts
  readonly system: TransitionSystem
  /** The width of the beam. */
  readonly beam: number
  /** The length of the longest sentence that the beam can search, in words. */
  readonly longest: number
  /** False if a beam decodes a model that was trained greedily, and ranks by probabilities, see search/beam.ts. */
  readonly trainedForSearch: boolean
  readonly #first: Member
  /** The other members of a committee. */
  readonly #helpers: readonly Member[]
  /** The indices of the helpers; those that read in the other direction differ most from the first member, and are asked last. */
  readonly #asked: readonly number[]
  readonly #used: readonly Attribute[]
  readonly #keepsMarks: boolean

  /** Throws RangeError for a wrong system, beam or margin, ModelError as `prepareModel`. */
  constructor(model: Model | PreparedModel, options: ParserOptions = {}) {
    const prepared = prepareModel(model)
    const { singleRoot, keepMarks = false } = options
    this.#keepsMarks = keepMarks
    this.#first = new Member(prepared, options)
    this.#helpers = (prepared.helpers ?? []).map((helper) => new Member(helper, { singleRoot }))
    const differs = (index: number): boolean =>
      this.#helpers[index].model.header.direction !== prepared.header.direction
    this.#asked = [...this.#helpers.keys()].sort((a, b) => Number(differs(a)) - Number(differs(b)))
    this.#used = [...new Set([this.#first, ...this.#helpers].flatMap(({ used }) => used))]
    const { system, beam, longest, trainedForSearch } = this.#first
    this.model = prepared
    this.system = system
    this.beam = beam
    this.longest = longest
    this.trainedForSearch = trainedForSearch
  }

  /** The columns without which the model is less accurate, besides FORM and UPOS. */
  get readsColumns(): readonly TagColumn[] {
    const readsAny = (names: readonly Attribute[]): boolean => names.some((name) => this.#used.includes(name))
    const readsXpos = this.model.header.tags !== 'upos' && readsAny(['tag', 'xpos'])
    return [...(readsXpos ? (['XPOS'] as const) : []), ...(readsAny(ofFeats) ? (['FEATS'] as const) : [])]
  }

  /** How many steps all searches with a beam had so far, and how many hypotheses these had in all. */
  get searchCounts(): SearchCounts {
    return this.#first.searchCounts
  }

  /** An empty sentence for `parse`, which keeps the attributes that the model reads. */
  sentence(): ParserSentence {
    return this.#first.sentence(this.#used)
  }

  /**
   * Parses a sentence that `sentence()` made. With constraints, the tree is projective and satisfies them; the best
   * projective tree stays the same if it satisfies them anyway. Throws ConstraintError, which names the constraints
   * that clash, if no tree satisfies them, RangeError if the system takes no constraints, and SentenceLengthError if
   * the sentence has more words than `longest`.
   */
  parse(sentence: ParserSentence, constraints?: Constraints): Parse {
    if (!this.#votesOn(sentence)) return this.#first.parse(sentence, constraints)
    const { elected, votes } = this.#vote(sentence, constraints)
    return { ...votes[0], tree: this.#first.restore(elected) }
  }

  /**
   * The best parses of a sentence, all different, the best first. The search is as wide as the beam, and wider if that
   * finds too few; a single parse is what `parse` finds. Throws as `parse`, and RangeError for a count below 1.
   *
   * The parses of a committee are the elected tree, then those of the members and the best ones of the first member by their
   * votes. The score of a tree is the number of its arcs that a member has on average, and the probability of an arc
   * the share of the members that have it with its label.
   */
  rank(sentence: ParserSentence, options: RankOptions = {}): RankedParse[] {
    const { count = 1, constraints } = options
    if (this.#keepsMarks || !this.#votesOn(sentence)) return this.#first.rank(sentence, options)
    const { elected, votes, law } = this.#vote(sentence, constraints, true)
    const others = count === 1 ? [] : this.#first.rank(sentence, options).map(({ tree }) => tree)
    const members = votes.map(({ tree }) => this.#first.restore(copyTree(tree)))
    return rankByVotes(this.#first.restore(elected), [...members, ...others], members, law)
      .map((voted) => ({ ...votes[0], ...voted }))
      .slice(0, count)
  }

  /** The tree that the derivation ends in, in reading order, with first-stage labels and marks. */
  derive(sentence: ParserSentence): Tree {
    return this.#first.derive(sentence)
  }

  #votesOn({ size }: ParserSentence): boolean {
    return this.#helpers.length > 0 && size <= Math.min(LONGEST_VOTED, this.longest)
  }

  /**
   * What the members elect. Those that do not take the constraints abstain where the best tree does not satisfy them.
   *
   * @param asksAll whether members are asked whose votes cannot change what is elected. Default: false
   */
  #vote(sentence: ParserSentence, constraints: Constraints | undefined, asksAll = false): Vote {
    const first = this.#first
    const { singleRoot } = this.system.settings
    const free = this.#freeVotes(sentence, constraints !== undefined, asksAll)
    const best = electFrom(free, { singleRoot, allows: () => true })
    if (!constraints) return best
    const law = { singleRoot, allows: (tree: Tree) => isSatisfied(constraints, tree) }
    if (law.allows(best.elected)) {
      if (!areOnlyArcs(constraints) || !first.takesConstraints) first.checkConstraints(sentence, constraints)
      return { ...best, law }
    }
    const imposed = [first.vote(sentence, true, constraints)]
    for (const helper of this.#helpers) imposed.push(...votesUnder(constraints, helper, sentence))
    return electFrom(imposed, law)
  }

  /** The votes without constraints, in the order of the members. */
  #freeVotes(sentence: ParserSentence, isPlain: boolean, asksAll: boolean): Parse[] {
    const votes: Parse[] = [this.#first.vote(sentence, isPlain)]
    const trees = [votes[0].tree]
    for (const index of this.#asked) {
      if (!asksAll && isDecided(trees, 1 + this.#helpers.length)) break
      votes[1 + index] = this.#helpers[index].vote(sentence, isPlain)
      trees.push(votes[1 + index].tree)
    }
    return votes.filter(Boolean)
  }
}

/** What the members of a committee decide on a sentence. */
interface Vote {
  /** The elected tree, which a member restores. */
  readonly elected: Tree
  /** The parses of the members that voted, the first one first. */
  readonly votes: readonly Parse[]
  readonly law: VotingLaw
}

function electFrom(votes: readonly Parse[], law: VotingLaw): Vote {
  const trees = votes.map(({ tree }) => tree)
  return { elected: elect(trees, law), votes, law }
}

/** The vote of a member under constraints; none if it does not take them: systems differ in the spans and labels that they take. */
function votesUnder(constraints: Constraints, member: Member, sentence: ParserSentence): Parse[] {
  if (!member.takesConstraints) return []
  try {
    return [member.vote(sentence, true, constraints)]
  } catch (error) {
    if (error instanceof ConstraintError) return []
    throw error
  }
}
