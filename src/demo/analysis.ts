/** Analyses a parsed sentence for the page: its tree, right-branching tree and derivation. */
import type { Direction } from '../../transform/direction.ts'
import { createEncoding } from '../../transform/encoding.ts'
import { inSentenceOrder } from '../../transform/decoding.ts'
import type { View } from '../../transform/drawing/draw.ts'
import { Symbols } from '../../transform/symbols.ts'
import type { Sentence, TextParser } from '../browser.ts'
import { viewOf } from '../formats/output-formats.ts'
import { derivationOf, type Step } from '../parsing/derivation.ts'

/** The maximum length in words of a sentence whose derivation is shown. The memory of the steps is quadratic in their number. */
const MAX_DERIVATION_WORDS = 200

export interface ShownStep {
  /** The transition with its label; '' for the initial configuration. */
  readonly transition: string
  /** Word numbers in sentence order; 0 is the artificial root. */
  readonly stack: readonly number[]
  readonly buffer: readonly number[]
  readonly view: View
}

export interface Analysis {
  /** The form of word i at index i − 1. */
  readonly forms: readonly string[]
  /** For each word: its number with its part of speech, and its lemma. Columns that the model does not predict are empty. */
  readonly notes: readonly (readonly [string, string])[]
  readonly tree: View
  readonly rightBranching: View
  readonly direction: Direction
  readonly system: string
  /** Empty for a sentence of more than `MAX_DERIVATION_WORDS` words. */
  readonly steps: readonly ShownStep[]
}

/** Encodes the tree of a sentence and derives it with the transition system of the parser. */
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
  const readingDirection: Direction = transforms ? direction : 'right'
  const toSentenceOrder = (word: number): number => {
    if (word < 1 || word > size) return 0
    return readingDirection === 'left' ? size + 1 - word : word
  }
  const shownStep = ({ transition, label, stack, buffer, arcs }: Step): ShownStep => ({
    transition: label < 0 ? transition : `${transition} ${texts.text(label)}`,
    stack: stack.map(toSentenceOrder),
    buffer: buffer.map(toSentenceOrder),
    view: viewOf(inSentenceOrder(arcs, readingDirection), texts),
  })
  const knownText = (text: string): string => (text === '_' ? '' : text)
  return {
    notes: sentence.words.map(({ id, upos, lemma }) => [`${id} ${knownText(upos)}`.trim(), knownText(lemma)]),
    forms: sentence.words.map(({ form }) => form),
    tree: viewOf(sentence.tree, model.labels),
    rightBranching: viewOf(inSentenceOrder(encoded, direction), labels),
    direction,
    system: system.name,
    steps: size > MAX_DERIVATION_WORDS ? [] : derivationOf(system, gold).map(shownStep),
  }
}
