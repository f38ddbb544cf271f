/** Converts parsed text to plain JSON, to the JSON formats of displaCy and spaCy, and to SVG. */
import { codePointCounter } from '../pipeline/characters.ts'
import { LEMMA, UPOS, XPOS, type AnnotatedSentence } from '../sentence/annotated-sentence.ts'
import type { Characters, TextSentence } from '../sentence/text-sentence.ts'
import { stackSvg, type SvgDrawing, type SvgOptions } from '../../transform/drawing/svg.ts'
import { columnsOfWord, drawTree } from '../formats/output-formats.ts'
import { boolean, oneOf, optional, record, string } from '../../transform/arguments.ts'

/** A word as plain JSON. The text fields are columns of CoNLL-U, `_` if unknown. */
export interface WordJson extends Characters {
  /** From 1. */
  readonly id: number
  readonly form: string
  readonly lemma: string
  readonly upos: string
  readonly xpos: string
  readonly feats: string
  /** The number of the head, 0 for the artificial root. */
  readonly head: number
  readonly deprel: string
  /** The confidence in the arc and label, from 0 to 1, if requested. */
  readonly score?: number
}

/** A sentence as plain JSON. Offsets count UTF-16 code units of the whole text. */
export interface SentenceJson extends Characters {
  /** The text from `start` to `end`. */
  readonly text: string
  /** The words. Word i (from 1) is `words[i - 1]`. */
  readonly words: readonly WordJson[]
  /** The tokens with the numbers of their first and last word, which differ for a multiword token. */
  readonly tokens: readonly (Characters & {
    readonly first: number
    readonly last: number
    /** Whether white space follows the token. */
    readonly spaceAfter: boolean
  })[]
  /** The number of marks in the derived tree that could not be reversed. */
  readonly vestigialArcs: number
  /** The score of the tree, comparable within the sentence, if requested. */
  readonly score?: number
  /** The next best trees, if there are any. */
  readonly alternatives?: readonly SentenceJson[]
}

/** A document as plain JSON, which can be sent to a worker or stored; {@link Document.fromJSON} reads it. */
export interface DocumentJson {
  readonly text: string
  readonly sentences: readonly SentenceJson[]
}

export function sentenceJson(sentence: TextSentence): SentenceJson {
  const { text, start, end, size, places, alternatives } = sentence
  const { vestigialArcs = 0, score } = sentence.found ?? {}
  return {
    text,
    start,
    end,
    words: Array.from({ length: size }, (_, i) => wordJson(sentence, i + 1)),
    tokens: Array.from(places.tokenStarts, (_, k) => {
      const { start, end, first, last } = sentence.token(k)
      return { start, end, first, last, spaceAfter: sentence.spaceAfter(k) !== '' }
    }),
    vestigialArcs,
    ...(score !== undefined && { score }),
    ...(alternatives.length > 0 && { alternatives: alternatives.map(sentenceJson) }),
  }
}

export function wordJson(sentence: TextSentence, id: number): WordJson {
  const score = sentence.scoreOf(id)
  const json = {
    ...columnsOfWord(sentence, id),
    head: sentence.head[id],
    deprel: sentence.deprel(id),
    start: sentence.startOf(id),
    end: sentence.endOf(id),
  }
  return score === undefined ? json : { ...json, score }
}

/**
 * The input of displaCy with `manual=True`. Word numbers start at 0 and continue through all sentences; `dir` is the side of
 * the arrow.
 */
export interface DisplacyParse {
  readonly words: readonly { readonly text: string; readonly tag: string }[]
  readonly arcs: readonly {
    readonly start: number
    readonly end: number
    readonly label: string
    readonly dir: 'left' | 'right'
  }[]
}

/** The displaCy input for sentences. Tags are UPOS; roots have no arcs. */
export function displacyOf(sentences: Iterable<AnnotatedSentence>): DisplacyParse {
  const words: DisplacyParse['words'][number][] = []
  const arcs: DisplacyParse['arcs'][number][] = []
  for (const sentence of sentences) {
    const previousWords = words.length - 1
    for (let id = 1; id <= sentence.size; id++) {
      const head = sentence.head[id]
      words.push({ text: sentence.form(id), tag: sentence.upos(id) })
      if (head <= 0) continue
      const [start, end] = [previousWords + Math.min(id, head), previousWords + Math.max(id, head)]
      arcs.push({ start, end, label: sentence.deprel(id), dir: id < head ? 'left' : 'right' })
    }
  }
  return { words, arcs }
}

/** The output of spaCy's `Doc.to_json` and input of `Doc.from_json`. Offsets count code points; token numbers start at 0. */
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
    /** The number of the head; for a root the number of the token itself. */
    readonly head: number
  }[]
}

/** Each word becomes a spaCy token. The label of roots is `ROOT`, and unknown values are empty. */
export function spacyOf(text: string, sentences: Iterable<TextSentence>): SpacyDoc {
  const sents: SpacyDoc['sents'][number][] = []
  const tokens: SpacyDoc['tokens'][number][] = []
  const codePoints = codePointCounter(text)
  const emptyIfUnknown = (value: string): string => (value === '_' ? '' : value)
  for (const sentence of sentences) {
    const previousWords = tokens.length - 1
    sents.push({ start: codePoints(sentence.start), end: codePoints(sentence.end) })
    for (let id = 1; id <= sentence.size; id++) {
      const head = sentence.head[id]
      tokens.push({
        id: previousWords + id,
        start: codePoints(sentence.startOf(id)),
        end: codePoints(sentence.endOf(id)),
        tag: emptyIfUnknown(sentence.xpos(id)),
        pos: emptyIfUnknown(sentence.upos(id)),
        morph: emptyIfUnknown(sentence.feats(id)),
        lemma: emptyIfUnknown(sentence.lemma(id)),
        dep: head > 0 ? sentence.deprel(id) : 'ROOT',
        head: previousWords + (head > 0 ? head : id),
      })
    }
  }
  return { text, ents: [], sents, tokens }
}

export interface SentenceSvgOptions extends Pick<SvgOptions, 'title' | 'id'> {
  /** The tag to show under each word: universal (`upos`) or treebank-specific (`xpos`). Default: none. */
  readonly tags?: 'upos' | 'xpos'
  /** Whether to show the lemma under each word. Default: false. */
  readonly lemmas?: boolean
  /** `arcs` above a line of words (default for up to 16 words), or narrow `rows` with one word each. */
  readonly layout?: 'arcs' | 'rows'
}

const checkOptions = record({
  title: optional(string),
  id: optional(string),
  tags: optional(oneOf('upos', 'xpos')),
  lemmas: optional(boolean),
  layout: optional(oneOf('arcs', 'rows')),
})

/** Throws TypeError for invalid options. */
export function sentenceDrawing(sentence: TextSentence, options: SentenceSvgOptions): SvgDrawing {
  checkOptions(options, 'options')
  const { tags, lemmas, layout, title = sentence.text, id } = options
  const forms = sentence.forms()
  const columns = [...(tags ? [tags === 'upos' ? UPOS : XPOS] : []), ...(lemmas ? [LEMMA] : [])]
  const notes = forms.map((_, i) => columns.map((column) => sentence.column(i + 1, column)))
  const view = { tree: sentence.found!.tree, labels: forms.map((_, i) => sentence.deprel(i + 1)) }
  return drawTree(forms, view, { title, id, notes: tags || lemmas ? notes : undefined }, layout)
}

/**
 * The drawings of several sentences, one below the other. With an id, the drawings of the sentences have the ids `id-1`,
 * `id-2`, …
 */
export function documentSvg(
  sentences: readonly TextSentence[],
  { title, id, ...options }: SentenceSvgOptions,
): string {
  checkOptions({ title, id }, 'options')
  const idOfDrawing = (i: number): string | undefined => (id === undefined ? undefined : `${id}-${i + 1}`)
  const drawings = sentences.map((sentence, i) =>
    sentenceDrawing(sentence, { ...options, id: idOfDrawing(i) }),
  )
  return stackSvg(drawings, title ?? sentences.map(({ text }) => text).join(' '))
}
