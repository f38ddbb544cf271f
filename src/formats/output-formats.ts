/**
 * The output formats of `rbparse parse --format`, and of the parameter `output` of the HTTP service (compatible with
 * UDPipe). To add a format, add an entry.
 */
import { Dependents } from '../../transform/dependents.ts'
import { drawText, type View } from '../../transform/drawing/draw.ts'
import {
  escape,
  svgDrawing,
  type SvgDrawing,
  type SvgOptions,
  svgRowsDrawing,
} from '../../transform/drawing/svg.ts'
import type { AnnotatedSentence } from '../sentence/annotated-sentence.ts'
import { TextSentence } from '../sentence/text-sentence.ts'
import { isSpaceAfter, spacesIn } from '../sentence/white-space.ts'
import { treeOf, type Tree } from '../../transform/tree.ts'
import type { Encoding } from '../../transform/encoding.ts'
import { inSentenceOrder } from '../../transform/decoding.ts'
import { splitMark } from '../../transform/label.ts'
import type { Symbols } from '../../transform/symbols.ts'

export interface OutputFormat {
  /** The places that offer the format. */
  readonly offeredBy: readonly ('command' | 'service')[]
  /** The options that can follow the name of the format in a request: `conllu=v1`. */
  readonly options: readonly string[]
  /** The content of the format: only words, or also tags and trees. */
  readonly shows: 'words' | 'trees'
  /** Whether unparsed CoNLL-U input must have numeric heads. Default: false. */
  readonly needsHeads?: boolean
  /** Writes sentences in pieces. Formats of the command write one piece per sentence. */
  write(sentences: Iterable<AnnotatedSentence>, setting: WriteSetting): Iterable<string, void, void>
}

export interface WriteSetting {
  readonly options: ReadonlySet<string>
  /** The number of the first sentence. */
  readonly number: number
  /** The comments that the program adds to the sentence: rank and score of the tree. */
  readonly added: readonly string[]
}

const formats = {
  conllu: {
    offeredBy: ['command', 'service'],
    options: ['v1', 'v2'],
    shows: 'trees',
    *write(sentences, { options }) {
      const isOld = options.has('v1') && !options.has('v2')
      for (const sentence of sentences) yield isOld ? toVersion1(sentence.conllu()) : sentence.conllu()
    },
  },

  text: {
    offeredBy: ['command'],
    options: [],
    shows: 'trees',
    *write(sentences) {
      for (const sentence of sentences) yield `${drawText(sentence.forms(), viewOfSentence(sentence))}\n`
    },
  },

  svg: {
    offeredBy: ['command'],
    options: [],
    shows: 'trees',
    *write(sentences, { number }) {
      for (const sentence of sentences) {
        const forms = sentence.forms()
        const { text, sent_id } = identityOf(sentence)
        const drawingOptions = { id: `tree-${number++}`, title: text ?? sent_id ?? forms.join(' ') }
        yield drawTree(forms, viewOfSentence(sentence), drawingOptions).svg
      }
    },
  },

  json: {
    offeredBy: ['command'],
    options: [],
    shows: 'trees',
    *write(sentences, { added }) {
      for (const sentence of sentences) {
        const words = Array.from({ length: sentence.size }, (_, i) => jsonOfWord(sentence, i + 1))
        yield `${JSON.stringify({ ...identityOf(sentence), ...numbersIn(added), words })}\n`
      }
    },
  },

  horizontal: {
    offeredBy: ['service'],
    options: ['paragraphs'],
    shows: 'words',
    write: (sentences, { options }) =>
      inParagraphs(sentences, options.has('paragraphs'), (sentence) => {
        // Replace spaces within words, because a space ends a word.
        const words = sentence.forms().map((form) => form.replaceAll(' ', '\u00a0'))
        return `${words.join(' ')}\n`
      }),
  },

  vertical: {
    offeredBy: ['service'],
    options: ['paragraphs'],
    shows: 'words',
    write: (sentences, { options }) =>
      inParagraphs(sentences, options.has('paragraphs'), (sentence) => `${sentence.forms().join('\n')}\n\n`),
  },

  plaintext: {
    offeredBy: ['service'],
    options: ['normalized_spaces'],
    shows: 'words',
    write: (sentences, { options }) =>
      options.has('normalized_spaces')
        ? inParagraphs(sentences, true, (sentence) => `${textOf(sentence)}\n`)
        : originalText(sentences),
  },

  matxin: {
    offeredBy: ['service'],
    options: [],
    shows: 'trees',
    needsHeads: true,
    *write(sentences, { number }) {
      yield '<corpus>'
      for (const sentence of sentences) {
        yield `\n<SENTENCE ord="${number++}" alloc="0">\n`
        yield* matxinNodes(sentence)
        yield '</SENTENCE>\n'
      }
      yield '</corpus>\n'
    },
  },

  epe: {
    offeredBy: ['service'],
    options: [],
    shows: 'trees',
    needsHeads: true,
    *write(sentences, { number }) {
      for (const sentence of sentences) {
        let before = `{"id":${number++}, "nodes":[`
        for (const node of epeNodes(sentence)) {
          yield before + spacedJson(node)
          before = ', '
        }
        yield ']}\n'
      }
    },
  },
} satisfies Readonly<Record<string, OutputFormat>>

/** The output formats by name. */
export const outputFormats: Readonly<Record<OutputName, OutputFormat>> = formats
export type OutputName = keyof typeof formats

/** The formats of the command or of the service, by name. */
export function formatsOf(place: OutputFormat['offeredBy'][number]): Readonly<Record<string, OutputFormat>> {
  const offered = Object.entries<OutputFormat>(formats).filter(([, { offeredBy }]) =>
    offeredBy.includes(place),
  )
  return Object.fromEntries(offered)
}

/** The id and the text of a sentence; absent if unknown. */
function identityOf(sentence: AnnotatedSentence): { readonly sent_id?: string; readonly text?: string } {
  if (sentence instanceof TextSentence) return { text: sentence.text }
  const [id] = sentence.commentValues('sent_id')
  const [text] = sentence.commentValues('text')
  return { ...(id !== undefined && { sent_id: id }), ...(text !== undefined && { text }) }
}

/** The numbers in comments such as `# score = -3.2500`. */
function numbersIn(comments: readonly string[]): Record<string, number> {
  const numbers: Record<string, number> = {}
  for (const comment of comments) {
    const [, name, value] = /^# (\w+) = (-?[\d.]+)$/.exec(comment) ?? []
    if (name !== undefined) numbers[name] = Number(value)
  }
  return numbers
}

/** The columns of a word from ID to FEATS. */
export function columnsOfWord(sentence: AnnotatedSentence, id: number) {
  return {
    id,
    form: sentence.form(id),
    lemma: sentence.lemma(id),
    upos: sentence.upos(id),
    xpos: sentence.xpos(id),
    feats: sentence.feats(id),
  }
}

/** A word as JSON. Offsets count from the start of the sentence. */
function jsonOfWord(sentence: AnnotatedSentence, id: number): object {
  const place =
    sentence instanceof TextSentence
      ? { start: sentence.startOf(id) - sentence.start, end: sentence.endOf(id) - sentence.start }
      : { misc: sentence.misc(id) }
  return {
    ...columnsOfWord(sentence, id),
    ...place,
    head: sentence.head[id],
    deprel: sentence.deprel(id),
  }
}

/** Converts to CoNLL-U version 1: without empty nodes, and without spaces in words and lemmas. */
function toVersion1(text: string): string {
  return text
    .replaceAll(/^\d+\.\d.*\n/gm, '')
    .replaceAll(
      /^(\d[\d-]*\t)(.*?\t.*?)(?=\t)/gm,
      (_, id: string, words: string) => id + words.replaceAll(' ', '_'),
    )
}

/** If `separates`, an empty line precedes each paragraph except the first. */
function* inParagraphs(
  sentences: Iterable<AnnotatedSentence>,
  separates: boolean,
  lineOf: (sentence: AnnotatedSentence) => string,
): Generator<string, void, void> {
  let isFirst = true
  for (const sentence of sentences) {
    if (separates && !isFirst && sentence.beginsParagraph()) yield '\n'
    isFirst = false
    yield lineOf(sentence)
  }
}

/** The text of a sentence. A multiword token at the end of a sentence is followed by a space, as in UDPipe. */
function textOf(sentence: AnnotatedSentence): string {
  let text = ''
  for (const { form, misc, first } of sentence.tokens())
    text += isSpaceAfter(misc) && first < sentence.size ? `${form} ` : form
  return text
}

/** The original text before tokenization. */
function* originalText(sentences: Iterable<AnnotatedSentence>): Generator<string, void, void> {
  for (const sentence of sentences) {
    let text = ''
    for (const { form, misc } of sentence.tokens()) {
      const { before, inToken, after } = spacesIn(misc)
      text += before + (inToken || form) + after
    }
    yield text
  }
}

const emptyIfUnknown = (column: string): string => (column === '_' ? '' : column)

/** The maximum indentation of a node in spaces. Without a limit, the output for a chain is quadratic in its length. */
const MAX_INDENT = 100

function* matxinNodes(sentence: AnnotatedSentence): Generator<string, void, void> {
  const { first, next } = new Dependents().fill(sentence)
  let depth = 1
  const indent = (): string => ' '.repeat(Math.min(depth, MAX_INDENT))
  for (let word = first[0]; word > 0;) {
    const [form, lemma, feats, deprel] = [
      sentence.form(word),
      sentence.lemma(word),
      emptyIfUnknown(sentence.feats(word)),
      emptyIfUnknown(sentence.deprel(word)),
    ].map(escape)
    const end = first[word] === 0 ? '/>' : '>'
    yield `${indent()}<NODE ord="${word}" alloc="0" form="${form}" lem="${lemma}" mi="${feats}" si="${deprel}"${end}\n`
    if (first[word] > 0) {
      word = first[word]
      depth++
      continue
    }
    for (; next[word] === 0 && depth > 1; word = sentence.head[word]) {
      depth--
      yield `${indent()}</NODE>\n`
    }
    word = next[word]
  }
}

function* epeNodes(sentence: AnnotatedSentence): Generator<object, void, void> {
  const { first, next } = new Dependents().fill(sentence)
  for (let id = 1; id <= sentence.size; id++) {
    const [, start, end] = /(?:^|\|)TokenRange=(\d+):(\d+)/.exec(sentence.misc(id)) ?? []
    const feats = sentence
      .feats(id)
      .split('|')
      .map((feat) => feat.split(/=(.+)/, 2))
    const edges: object[] = []
    for (let target = first[id]; target > 0; target = next[target])
      edges.push({ label: emptyIfUnknown(sentence.deprel(target)), target })
    yield {
      id,
      form: sentence.form(id),
      ...(start !== undefined && { start: Number(start), end: Number(end) }),
      ...(sentence.head[id] === 0 && { top: true }),
      properties: {
        lemma: sentence.lemma(id),
        upos: emptyIfUnknown(sentence.upos(id)),
        xpos: emptyIfUnknown(sentence.xpos(id)),
        ...Object.fromEntries(feats.filter(({ length }) => length === 2)),
      },
      ...(edges.length > 0 && { edges }),
    }
  }
}

/** JSON with a space after each comma, and none after colons. */
function spacedJson(value: object): string {
  return JSON.stringify(value, undefined, 1)
    .replaceAll(/^( *"(?:[^"\\]|\\.)*":) /gm, '$1')
    .replaceAll(/(,?)\n */g, (_, comma: string) => (comma ? ', ' : ''))
}

// Drawings of trees as text or SVG.

const MAX_ARC_LAYOUT_WORDS = 16

/** Draws a tree as SVG: arcs above a line of words (default for up to 16 words), or rows with one word each. */
export function drawTree(
  forms: readonly string[],
  view: View,
  options: SvgOptions,
  layout = forms.length > MAX_ARC_LAYOUT_WORDS ? 'rows' : 'arcs',
): SvgDrawing {
  return layout === 'rows' ? svgRowsDrawing(forms, view, options) : svgDrawing(forms, [view], options)
}

/** The tree of a sentence. Its labels may end with the sign of a mark. */
function viewOfSentence(sentence: AnnotatedSentence): View {
  const parts = Array.from({ length: sentence.size }, (_, i) => splitMark(sentence.deprel(i + 1)))
  const marks = parts.map(({ mark }) => mark)
  return {
    tree: treeOf(sentence.head.subarray(1), undefined, marks),
    labels: parts.map(({ label }) => label),
  }
}

export function viewOf(tree: Tree, labels: Symbols, title?: string): View {
  return { tree, labels: Array.from(tree.label.subarray(1), (label) => labels.text(label)), title }
}

export function viewsOf(tree: Tree, encoding: Encoding, labels: Symbols): [View, View] {
  const { direction } = encoding
  const encoded = encoding.encode(tree)
  if (!encoded) throw new RangeError('a tree that is not projective is left out, and cannot be drawn')
  return [
    viewOf(tree, labels, 'original'),
    viewOf(inSentenceOrder(encoded, direction), labels, `${direction}-branching`),
  ]
}
