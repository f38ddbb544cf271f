/** Patterns over dependency trees. */
import { Matcher } from './matcher.ts'
import { compileSemgrex } from './semgrex.ts'
import { compileSpacy, type SpacyNode } from './spacy.ts'

export { SeenValues } from './known-values.ts'
export { Matcher, type PatternMatch } from './matcher.ts'
export type { SpacyAttribute, SpacyNode } from './spacy.ts'

/**
 * Makes a matcher from a pattern: a Semgrex text, or a list of nodes of spaCy's `DependencyMatcher`.
 *
 * ```js
 * const passives = matcherOf('{upos:VERB}=verb >nsubj:pass {}=patient >obl:agent {}=agent')
 * for (const { words } of passives.matches(parser.parse(text))) console.log(`${words.agent} ${words.verb} ${words.patient}`)
 * ```
 *
 * @throws TypeError for values of wrong types; RangeError for an invalid pattern, with the place of the error
 */
export function matcherOf(pattern: string | readonly SpacyNode[]): Matcher {
  const { nodes, expected } = typeof pattern === 'string' ? compileSemgrex(pattern) : compileSpacy(pattern)
  return new Matcher(nodes, expected)
}
