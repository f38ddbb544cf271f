/** Random derivations without a model, for properties of any configuration. */
import fc from 'fast-check'
import type { Configuration } from '../../parser/core/configuration.ts'
import { fillSentence, ParserSentence } from '../../parser/core/sentence.ts'
import type { ParserToken } from '../../parser/core/word-attributes.ts'
import type { TransitionSystem } from '../../parser/core/transition-system.ts'

/** The number of labels. */
export const LABEL_COUNT = 3

/** Choices of transitions, which a walk repeats in a cycle. */
export const choicesOf = fc.array(fc.nat(11), { minLength: 5, maxLength: 20 })

/** `see` is shown every configuration, with the mask of what is allowed. */
export function walk(
  system: TransitionSystem,
  c: Configuration,
  sentences: readonly (readonly ParserToken[])[],
  choices: readonly number[],
  see: (sentence: ParserSentence, allowed: number) => void,
): void {
  const sentence = new ParserSentence()
  let step = 0
  for (const tokens of sentences) {
    fillSentence(sentence, tokens)
    const gold = {
      size: tokens.length,
      head: Int32Array.from({ length: tokens.length + 1 }, (_, word) => word - 1),
      label: new Int32Array(tokens.length + 1),
      mark: new Uint8Array(tokens.length + 1),
    }
    system.start(c, tokens.length, gold)
    while (!system.done(c)) {
      const allowed = system.allowed(c)
      see(sentence, allowed)
      const types = system.transitionTypes.flatMap((_, type) => ((allowed >> type) & 1 ? [type] : []))
      const choice = choices[step++ % choices.length]
      const type = types[choice % types.length]
      system.apply(c, type, system.transitionTypes[type].labelled ? choice % LABEL_COUNT : 0)
    }
  }
}
