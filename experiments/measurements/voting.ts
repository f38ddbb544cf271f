/**
 * Parsing both ways: a model of the transform to the right and one to the left parse each sentence, and one tree is
 * made of the two: that of the higher score, or the maximum spanning tree of their arcs, each weighing what its model
 * is sure of (as Sagae & Lavie 2006 let parsers of opposite directions vote).
 */
import {
  countAgreement,
  agreement,
  createTree,
  fillSentence,
  Parser,
  rootCount,
  Symbols,
  TokenReader,
  TreeReader,
  type ConlluSentence,
  type Model,
  type RankedParse,
  type Tree,
} from '../../src/index.ts'
import { maximumSpanningTree } from '../statistics/spanning-tree.ts'
import { scoreSentence, sentenceScores, type SentenceScores } from './scores.ts'
import type { Setting } from './setting.ts'
import { trainedModel, type Learning } from './training.ts'

export interface VotingFigures {
  readonly right: SentenceScores
  readonly left: SentenceScores
  readonly byScore: SentenceScores
  readonly byVote: SentenceScores
  /** Sentences of which both models have the same tree, and trees of the vote without one root. */
  readonly same: number
  readonly badRoots: number
}

export interface VotingTimes {
  /** Of parsing one way, the other way, and of choosing and voting. */
  readonly secondsRight: number
  readonly secondsLeft: number
  readonly secondsVoting: number
}

/** Settings: those of {@link Learning}; the direction is of no account. */
export async function measureVoting(
  setting: Setting,
): Promise<{ readonly figures: VotingFigures; readonly times: VotingTimes }> {
  const learning = setting.wanted.settings as unknown as Learning
  const labels = new Symbols()
  const reader = new TreeReader(labels)
  const sides = []
  for (const direction of ['right', 'left'] as const)
    sides.push(new Side((await trainedModel({ ...learning, direction }, setting)).model, labels))
  const scores = [sentenceScores(), sentenceScores()]
  const [byScore, byVote] = [sentenceScores(), sentenceScores()]
  let [same, badRoots, secondsVoting] = [0, 0, 0]
  for (const sentence of setting.parts.test) {
    const gold = reader.original(sentence)
    const parses = sides.map((side) => side.parse(sentence))
    parses.forEach(({ tree }, i) => scoreSentence(gold, tree, scores[i]))
    const began = performance.now()
    const voted = vote(parses)
    secondsVoting += (performance.now() - began) / 1000
    scoreSentence(gold, parses[parses[1].score > parses[0].score ? 1 : 0].tree, byScore)
    scoreSentence(gold, voted, byVote)
    if (areSame(parses[0].tree, parses[1].tree)) same++
    if (rootCount(voted) !== 1) badRoots++
  }
  const [right, left] = scores
  const [secondsRight, secondsLeft] = sides.map(({ seconds }) => seconds)
  return {
    figures: { right, left, byScore, byVote, same, badRoots },
    times: { secondsRight, secondsLeft, secondsVoting },
  }
}

/** A model of one direction, whose trees have the label ids of a table that others share. */
class Side {
  seconds = 0
  readonly #parser: Parser
  readonly #tokens = new TokenReader()
  readonly #labels: Int32Array

  constructor(model: Model, labels: Symbols) {
    this.#parser = new Parser(model)
    this.#labels = Int32Array.from(model.labels.texts(), (text) => labels.add(text))
  }

  parse(sentence: ConlluSentence): RankedParse {
    const tokens = this.#tokens.tokens(sentence)
    const began = performance.now()
    const [best] = this.#parser.rank(fillSentence(this.#parser.sentence(), tokens))
    this.seconds += (performance.now() - began) / 1000
    const { tree } = best
    for (let word = 1; word <= tree.size; word++) tree.label[word] = this.#labels[tree.label[word]]
    return best
  }
}

/** The tree that most can be said for, by how sure the arcs are. */
export function vote(parses: readonly Pick<RankedParse, 'tree' | 'arcs'>[]): Tree {
  const { size } = parses[0].tree
  const arcs = Array.from({ length: size }, (_, i) => candidatesOf(i + 1, parses)).flat()
  const voted = createTree(size)
  for (const { word, head, label } of maximumSpanningTree(size, arcs)) {
    voted.head[word] = head
    voted.label[word] = label
  }
  return voted
}

interface Candidate {
  readonly word: number
  readonly head: number
  readonly label: number
  readonly weight: number
}

/** The heads that the parses give a word, each with all that they say for it, and its surest label. */
function candidatesOf(word: number, parses: readonly Pick<RankedParse, 'tree' | 'arcs'>[]): Candidate[] {
  const heads = [...new Set(parses.map(({ tree }) => tree.head[word]))]
  return heads.map((head) => {
    const all = parses.filter(({ tree }) => tree.head[word] === head)
    const surest = all.reduce((best, one) => (one.arcs[word] > best.arcs[word] ? one : best))
    const weight = all.reduce((sum, { arcs }) => sum + arcs[word], 0)
    return { word, head, label: surest.tree.label[word], weight }
  })
}

function areSame(one: Tree, other: Tree): boolean {
  const counts = agreement()
  countAgreement(one, other, counts)
  return counts.arcs === one.size
}
