/**
 * The confidences of a committee: how often an arc of the elected tree is right, by the number of members that have it. The
 * share of the votes says more than that: of the arcs that all members have, 3 to 22 % are wrong.
 */
import { LONGEST_VOTED } from '../committee/ballot.ts'
import type { Model } from '../model/model.ts'
import { Parser } from '../parse.ts'
import type { Corpus } from './corpus.ts'

/** Each number of members begins with so many arcs, of which the share of the votes is right. */
const PRIOR_COUNT = 5

/**
 * By number of members that have an arc with its label, from 0: the share of such arcs that are right in held-out sentences.
 * More votes never have less confidence.
 */
export function measureConfidences(model: Model, heldOut: Corpus): number[] {
  const parser = new Parser(model)
  const sentence = parser.sentence()
  const members = 1 + (model.helpers ?? []).length
  const counts = Array.from({ length: members + 1 }, (_, votes) => ({
    right: (PRIOR_COUNT * votes) / members,
    arcs: PRIOR_COUNT,
  }))
  for (let index = 0; index < heldOut.size; index++) {
    const gold = heldOut.tree(index)
    if (gold.size > LONGEST_VOTED) continue
    const [{ tree, arcs }] = parser.rank(heldOut.sentence(index, sentence))
    for (let word = 1; word <= tree.size; word++) {
      const count = counts[Math.round(arcs[word] * members)]
      count.arcs++
      if (tree.head[word] === gold.head[word] && tree.label[word] === gold.label[word]) count.right++
    }
  }
  let least = 0
  return counts.map(({ right, arcs }) => (least = Math.max(least, Math.round((1000 * right) / arcs) / 1000)))
}
