/**
 * Reads the constraints that a CoNLL-U sentence contains for its parse.
 *
 *     HEAD a number      the word has this head
 *     DEPREL not _       the word has this label; without a HEAD, rb takes it only if it labels late
 *     # span = 3-7       the words 3 to 7 are the yield of a subtree
 *     # span = 3-7 root  the same, and only the root of the subtree may have dependents outside
 *     # span = 3-7 none  the same, and no word of the subtree may have dependents outside
 *     # root = 1         the word 1 is the root of the sentence
 *     # forbidden = 3>5  the word 5 does not have the head 3; 0 is the artificial root
 *     # leaves = 3 5-7   the words 3, 5, 6 and 7 have no dependents
 *     # leaves = PUNCT   words with this universal tag have no dependents; see `withTaggedLeaves`
 */
import { type Constraints, type Span, withTaggedLeaves } from '../../parser/core/constraints.ts'
import type { Symbols } from '../../transform/symbols.ts'
import { DEPREL } from '../sentence/annotated-sentence.ts'
import type { CoNLLUSentence } from './conllu-sentence.ts'
import { CoNLLUError } from './error.ts'

const spanConditions = { root: 'root', none: 'none', '': 'plain' } as const

/**
 * The constraints of a sentence that was read with `heads: 'partial'`. Throws CoNLLUError for invalid comments, and for
 * labels that are not in `labels`.
 *
 * @param tagged the sentence with the tags that the parser reads
 */
export function constraintsOf(
  sentence: CoNLLUSentence,
  labels: Symbols,
  tagged: CoNLLUSentence = sentence,
): Constraints {
  const { size, head } = sentence
  const arcs = [...head.entries()]
    .filter(([, head]) => head >= 0)
    .map(([dependent, head]) => ({ head, dependent, label: labelOf(sentence, dependent, labels) }))
  const labelled = [...head.keys()].filter(
    (word) => word > 0 && head[word] < 0 && !sentence.isEmpty(word, DEPREL),
  )
  const labelConstraints = labelled.map((dependent) => ({
    dependent,
    label: labelOf(sentence, dependent, labels),
  }))
  const comments = sentence.body > sentence.start
  const spans = comments ? sentence.commentValues('span').map((text) => spanOf(text, sentence)) : []
  const roots = comments ? sentence.commentValues('root').map((text) => wordOf(text, sentence)) : []
  if (roots.length > 1) throw bad(sentence, `${roots.length} comments '# root', expected one at most`)
  const arcTexts = comments ? sentence.commentValues('forbidden').flatMap((text) => text.split(/\s+/)) : []
  const forbidden = arcTexts.map((text) => forbiddenOf(text, sentence))
  const constraints = {
    arcs,
    spans,
    root: roots[0],
    ...(labelConstraints.length > 0 && { labels: labelConstraints }),
    ...(forbidden.length > 0 && { forbidden }),
  }
  const leafTexts = comments ? sentence.commentValues('leaves').flatMap((text) => text.split(/\s+/)) : []
  if (leafTexts.length === 0) return constraints
  const leaves: number[] = []
  const tags = new Set<string>()
  for (const text of leafTexts) {
    const [words, from, to = from] = /^(\d+)(?:-(\d+))?$/.exec(text) ?? []
    if (words === undefined) {
      tags.add(tagOf(text, sentence))
      continue
    }
    const [first, last] = rangeOf(from, to, 'leaves', sentence)
    for (let word = first; word <= last; word++) leaves.push(word)
  }
  return withTaggedLeaves({ ...constraints, leaves }, tags, size, (word) => tagged.upos(word))
}

function forbiddenOf(text: string, sentence: CoNLLUSentence): { head: number; dependent: number } {
  const [arc, head, dependent] = /^(\d+)>(\d+)$/.exec(text) ?? []
  if (arc === undefined)
    throw bad(sentence, `the forbidden arc '${text}', expected a head and a dependent, such as 3>5`)
  return { head: /^0+$/.test(head) ? 0 : wordOf(head, sentence), dependent: wordOf(dependent, sentence) }
}

function tagOf(text: string, sentence: CoNLLUSentence): string {
  if (/^[A-Z]+$/.test(text)) return text
  throw bad(sentence, `the leaf '${text}', expected a word, words such as 3-7, or a tag such as PUNCT`)
}

/** The id of the label that a word must have; −1 for any label. */
function labelOf(sentence: CoNLLUSentence, word: number, labels: Symbols): number {
  if (sentence.isEmpty(word, DEPREL)) return -1
  const text = sentence.deprel(word)
  const label = labels.id(text)
  if (label >= 0) return label
  const problem = `the label '${text}' that word ${word} demands is unknown to the model, expected one of its labels or _`
  throw new CoNLLUError(sentence.file, sentence.lineOf(word), problem)
}

function spanOf(text: string, sentence: CoNLLUSentence): Span {
  const parts = /^(\d+)-(\d+)(?:\s+(root|none))?$/.exec(text)
  if (!parts)
    throw bad(
      sentence,
      `the span '${text}', expected two words and perhaps a condition, such as 3-7, 3-7 root or 3-7 none`,
    )
  const [first, last] = rangeOf(parts[1], parts[2], 'span', sentence)
  return { first, last, condition: spanConditions[(parts[3] ?? '') as keyof typeof spanConditions] }
}

/** @param kind the name of the comment in error messages */
function rangeOf(from: string, to: string, kind: string, sentence: CoNLLUSentence): [number, number] {
  const [first, last] = [wordOf(from, sentence), wordOf(to, sentence)]
  if (first <= last) return [first, last]
  throw bad(sentence, `the ${kind} '${from}-${to}' ends before it begins, expected its first word first`)
}

function wordOf(text: string, sentence: CoNLLUSentence): number {
  const word = /^\d{1,9}$/.test(text) ? Number(text) : 0
  if (word >= 1 && word <= sentence.size) return word
  throw bad(
    sentence,
    `constraints name the word '${text}', expected a word of the sentence, 1 to ${sentence.size}`,
  )
}

function bad(sentence: CoNLLUSentence, problem: string): CoNLLUError {
  return new CoNLLUError(sentence.file, sentence.line, problem)
}
