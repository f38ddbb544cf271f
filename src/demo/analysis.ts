/** What the page shows of a parsed sentence: its tree, its right-branching tree, and its derivation. */
import type { Direction } from '../../transform/direction.ts'
import { createEncoding, inSentenceOrder } from '../../transform/encoding.ts'
import type { View } from '../../transform/drawing/draw.ts'
import { Symbols } from '../../transform/symbols.ts'
import type { Sentence } from '../api/sentence.ts'
import type { TextParser } from '../api/text-parser.ts'
import { viewOf } from '../parsing/output-formats.ts'
import { derivationOf, type Step } from '../parsing/derivation.ts'

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
  readonly tree: View
  readonly rightBranching: View
  readonly direction: Direction
  readonly system: string
  readonly steps: readonly ShownStep[]
}

/** Encodes the tree as its parser does, and derives it with the parser's transition system. */
export function analyse(sentence: Sentence, { pipeline }: TextParser): Analysis {
  const { model, system } = pipeline.parser
  const { direction } = model.header
  const labels = new Symbols(model.labels.texts())
  const plainLabels = new Symbols(model.labels.texts())
  const encoded = createEncoding({ labels, direction }).encode(sentence.tree)!
  const transforms = system.family === 'right-branching'
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
  return {
    forms: sentence.words.map(({ form }) => form),
    tree: viewOf(sentence.tree, model.labels),
    rightBranching: viewOf(inSentenceOrder(encoded, direction), labels),
    direction,
    system: system.name,
    steps: derivationOf(system, gold).map(shown),
  }
}
