/** What the page shows of a parsed sentence: its tree, its right-branching tree, and its derivation. */
import type { Direction } from '../../transform/direction.ts'
import { createEncoding, inSentenceOrder } from '../../transform/encoding.ts'
import type { View } from '../../transform/drawing/draw.ts'
import { Symbols } from '../../transform/symbols.ts'
import type { Sentence, TextParser } from '../browser.ts'
import { viewOf } from '../formats/output-formats.ts'
import { derivationOf, type Step } from '../parsing/derivation.ts'

/** The most words of a sentence whose derivation is shown: its steps take memory quadratic in their number. */
const MOST_DERIVED = 200

export interface ShownStep {
  /** The transition with its label; '' for the initial configuration. */
  readonly transition: string
  /** Numbers of words in the order of the sentence; 0 is the artificial root. */
  readonly stack: readonly number[]
  readonly buffer: readonly number[]
  readonly view: View
}

export interface Analysis {
  /** The form of word i at index i − 1. */
  readonly forms: readonly string[]
  /** By word its number with its part of speech, and its lemma; without what the model does not know. */
  readonly notes: readonly (readonly [string, string])[]
  readonly tree: View
  readonly rightBranching: View
  readonly direction: Direction
  readonly system: string
  /** None for a sentence of more than `MOST_DERIVED` words. */
  readonly steps: readonly ShownStep[]
}

/** Encodes the tree as its parser does, and derives it with the parser's transition system. */
export function analyse(sentence: Sentence, { pipeline }: TextParser): Analysis {
  const { model, system } = pipeline.parser
  const { direction } = model.header
  const labels = new Symbols(model.labels.texts())
  const plainLabels = new Symbols(model.labels.texts())
  const encoded = createEncoding({ labels, direction }).encode(sentence.tree)!
  const { transformsTrees: transforms = false } = system
  const gold = transforms
    ? encoded
    : createEncoding({ labels: plainLabels, transforms, projective: !system.nonProjective }).encode(
        sentence.tree,
      )!
  const texts = transforms ? labels : plainLabels
  const size = sentence.words.length
  const reading: Direction = transforms ? direction : 'right'
  const inSentence = (word: number): number => {
    if (word < 1 || word > size) return 0
    return reading === 'left' ? size + 1 - word : word
  }
  const shown = ({ transition, label, stack, buffer, arcs }: Step): ShownStep => ({
    transition: label < 0 ? transition : `${transition} ${texts.text(label)}`,
    stack: stack.map(inSentence),
    buffer: buffer.map(inSentence),
    view: viewOf(inSentenceOrder(arcs, reading), texts),
  })
  const known = (text: string): string => (text === '_' ? '' : text)
  return {
    notes: sentence.words.map(({ id, upos, lemma }) => [`${id} ${known(upos)}`.trim(), known(lemma)]),
    forms: sentence.words.map(({ form }) => form),
    tree: viewOf(sentence.tree, model.labels),
    rightBranching: viewOf(inSentenceOrder(encoded, direction), labels),
    direction,
    system: system.name,
    steps: size > MOST_DERIVED ? [] : derivationOf(system, gold).map(shown),
  }
}
