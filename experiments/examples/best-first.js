/**
 * A custom search: best-first backtracking (the right-branching paper, section 5). The greedy derivation is followed to its end.
 * Then the parser goes back to the decision of which it was least sure, takes another transition there and goes on greedily,
 * until it has asked about FURTHER more configurations a word. Of all derivations that ended, the best one counts. The score of
 * a derivation is the sum of the logarithms of the probabilities of its transitions, so it only falls, and a derivation that is
 * worse than the best one is given up.
 */
import { labelOf, typeOf } from 'right-branching/parser'

const FURTHER = 8
/** What scores are divided by before they are compared as logarithms. Margins of training are 1. */
const TEMPERATURE = 0.2
/** The other transitions of a decision that count: so many, and at most so much less probable. */
const OTHERS = 3
const WORST = 7

function make({ system, guide }) {
  /** A path is a transition and the path before it. */
  const replay = (path, sentence, c) => {
    const transitions = []
    for (let step = path; step; step = step.before) transitions.push(step.transition)
    system.start(c, sentence.size, sentence.gold)
    for (const transition of transitions.reverse()) system.apply(c, typeOf(transition), labelOf(transition))
  }

  /** The logarithms of the probabilities of the transition that the guide has chosen and of the best others. */
  const weigh = (c, allowed, chosen) => {
    const { typeStarts, transitions, scores, unit } = guide.compare(system.state(c))
    const logarithms = new Map()
    let sum = 0
    const first = scores[transitions.indexOf(chosen)] ?? 0
    for (let type = 0; type < system.transitionTypes.length; type++) {
      if (!((allowed >> type) & 1)) continue
      for (let i = typeStarts[type]; i < typeStarts[type + 1]; i++) {
        const logarithm = ((scores[i] - first) * unit) / TEMPERATURE
        sum += Math.exp(logarithm)
        if (!system.admits || system.admits(c, type, labelOf(transitions[i])))
          logarithms.set(transitions[i], logarithm)
      }
    }
    const chosenLogarithm = -Math.log(sum || 1)
    logarithms.delete(chosen)
    const others = [...logarithms].filter(([, logarithm]) => logarithm >= -WORST)
    others.sort((one, other) => other[1] - one[1])
    return { chosenLogarithm, others: others.slice(0, OTHERS) }
  }

  return (sentence, c) => {
    let best = { score: -Infinity, path: undefined }
    let left = Infinity
    const open = []
    const follow = (start) => {
      let { path, score } = start
      const met = []
      replay(path, sentence, c)
      while (!system.done(c) && score > best.score) {
        const allowed = system.allowed(c)
        const transition = guide.next(c)
        const isForced =
          allowed === 1 << typeOf(transition) && !system.transitionTypes[typeOf(transition)].labelled
        if (!isForced) {
          if (left-- <= 0) return
          const { chosenLogarithm, others } = weigh(c, allowed, transition)
          for (const [other, logarithm] of others)
            met.push({
              path: { transition: other, before: path },
              score: score + chosenLogarithm + logarithm,
              less: logarithm,
            })
          score += chosenLogarithm
        }
        path = { transition, before: path }
        system.apply(c, typeOf(transition), labelOf(transition))
      }
      for (const one of met) open.push({ ...one, hope: score + one.less })
      if (score > best.score) best = { score, path }
    }
    follow({ path: undefined, score: 0 })
    left = FURTHER * sentence.size
    while (left > 0 && open.length > 0) {
      const next = open.reduce((most, one, i) => (one.hope > open[most].hope ? i : most), 0)
      const [start] = open.splice(next, 1)
      if (start.score > best.score) follow(start)
    }
    replay(best.path, sentence, c)
  }
}

export const searches = [{ name: 'best-first', make }]
