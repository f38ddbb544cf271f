/** Parsed text as data: tokens, plain JSON, the JSON of displaCy and spaCy, and SVG. */
import { codePointCounter, type Characters } from '../pipeline/characters.ts'
import type { View } from '../../transform/drawing/draw.ts'
import type { SvgOptions } from '../../transform/drawing/svg.ts'
import { drawTree } from '../parsing/output-formats.ts'
import { oneOf, optional, record, string } from './arguments.ts'
import type { ParsedSentence, ParsedWord } from '../pipeline/pipeline.ts'

/** A word as plain JSON; `head` is the number of its head, 0 for the artificial root. */
export interface WordJson extends Omit<ParsedWord, 'token'> {
  readonly id: number
}

/** A sentence as plain JSON. Offsets count UTF-16 code units of the whole text. */
export interface SentenceJson extends Omit<ParsedSentence, 'words' | 'tree' | 'alternatives'> {
  readonly words: readonly WordJson[]
  /** The next best trees, if there are any. */
  readonly alternatives?: readonly SentenceJson[]
}

/** A sentence with words and tokens that are objects. */
interface LinkedSentence extends Omit<SentenceJson, 'words' | 'tokens' | 'alternatives'> {
  readonly words: readonly LinkedWord[]
  readonly tokens: readonly TokenOf<LinkedWord>[]
  readonly alternatives: readonly LinkedSentence[]
}

export function sentenceJson(sentence: LinkedSentence): SentenceJson {
  const { text, start, end, words, tokens, vestigialArcs, score, alternatives } = sentence
  return {
    text,
    start,
    end,
    words: words.map(wordJson),
    tokens: tokens.map(({ start, end, spaceAfter, words }) => {
      return { start, end, first: words[0].id, last: words[words.length - 1].id, spaceAfter }
    }),
    vestigialArcs,
    ...(score !== undefined && { score }),
    ...(alternatives.length > 0 && { alternatives: alternatives.map(sentenceJson) }),
  }
}

/** A document as plain JSON, which can be sent to a worker or stored; {@link Document.fromJSON} reads it. */
export interface DocumentJson {
  readonly text: string
  readonly sentences: readonly SentenceJson[]
}

/** A word whose head is a word, too; undefined for a root. */
type LinkedWord = Omit<WordJson, 'head'> & { readonly head: { readonly id: number } | undefined }

export function wordJson(word: LinkedWord): WordJson {
  const { id, form, lemma, upos, xpos, feats, deprel, start, end, score } = word
  const json = { id, form, lemma, upos, xpos, feats, head: word.head?.id ?? 0, deprel, start, end }
  return score === undefined ? json : { ...json, score }
}

/** The input of displaCy with `manual=True`. Words count from 0 through all sentences; the arrow of an arc points to `dir`. */
export interface DisplacyParse {
  readonly words: readonly { readonly text: string; readonly tag: string }[]
  readonly arcs: readonly {
    readonly start: number
    readonly end: number
    readonly label: string
    readonly dir: 'left' | 'right'
  }[]
}

/** Tags are UPOS; roots have no arcs. */
export function displacyOf(sentences: Iterable<Iterable<LinkedWord>>): DisplacyParse {
  const words: DisplacyParse['words'][number][] = []
  const arcs: DisplacyParse['arcs'][number][] = []
  for (const sentence of sentences) {
    const before = words.length - 1
    for (const { id, form, upos, head, deprel } of sentence) {
      words.push({ text: form, tag: upos })
      if (!head) continue
      const [start, end] = [before + Math.min(id, head.id), before + Math.max(id, head.id)]
      arcs.push({ start, end, label: deprel, dir: id < head.id ? 'left' : 'right' })
    }
  }
  return { words, arcs }
}

/** The output of spaCy's `Doc.to_json` and input of `Doc.from_json`. Offsets count code points, tokens count from 0. */
export interface SpacyDoc {
  readonly text: string
  readonly ents: readonly never[]
  readonly sents: readonly Characters[]
  readonly tokens: readonly {
    readonly id: number
    readonly start: number
    readonly end: number
    readonly tag: string
    readonly pos: string
    readonly morph: string
    readonly lemma: string
    readonly dep: string
    /** The number of the head; for a root its own number. */
    readonly head: number
  }[]
}

/** Each word is a token of spaCy; the label of roots is `ROOT`, and unknown values are empty. */
export function spacyOf(text: string, sentences: Iterable<Characters & Iterable<LinkedWord>>): SpacyDoc {
  const sents: SpacyDoc['sents'][number][] = []
  const tokens: SpacyDoc['tokens'][number][] = []
  const points = codePointCounter(text)
  const known = (value: string): string => (value === '_' ? '' : value)
  for (const sentence of sentences) {
    const before = tokens.length - 1
    sents.push({ start: points(sentence.start), end: points(sentence.end) })
    for (const { id, start, end, upos, xpos, feats, lemma, head, deprel } of sentence) {
      tokens.push({
        id: before + id,
        start: points(start),
        end: points(end),
        tag: known(xpos),
        pos: known(upos),
        morph: known(feats),
        lemma: known(lemma),
        dep: head ? deprel : 'ROOT',
        head: before + (head?.id ?? id),
      })
    }
  }
  return { text, ents: [], sents, tokens }
}

export interface SentenceSvgOptions extends SvgOptions {
  /** `arcs` above a line of words (default for up to 16), or `rows` of one word, which stay narrow. */
  readonly layout?: 'arcs' | 'rows'
}

const checkOptions = record({
  title: optional(string),
  id: optional(string),
  layout: optional(oneOf('arcs', 'rows')),
})

/** Throws TypeError for invalid options. */
export function sentenceSvg(
  forms: readonly string[],
  view: View,
  text: string,
  options: SentenceSvgOptions,
): string {
  checkOptions(options, 'options')
  return drawTree(forms, view, { title: text, ...options }, options.layout)
}

/** A token: a piece of text between white space and punctuation. Offsets count UTF-16 code units of the whole text. */
export interface TokenOf<Word> extends Characters {
  /** The token as it stands in the text. */
  readonly text: string
  /** Whether white space or the end of the text follows. */
  readonly spaceAfter: boolean
  /** The words of the token: more than one for a multiword token. */
  readonly words: readonly Word[]
}

/** @param offset the offset of the parsed text in the whole text */
export function tokensOf<Word>(
  parsed: ParsedSentence,
  words: readonly Word[],
  offset: number,
): TokenOf<Word>[] {
  return parsed.tokens.map(({ start, end, spaceAfter, first, last }) => ({
    text: parsed.text.slice(start - parsed.start, end - parsed.start),
    start: start + offset,
    end: end + offset,
    spaceAfter,
    words: words.slice(first - 1, last),
  }))
}
