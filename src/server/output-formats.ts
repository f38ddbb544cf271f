/** The output formats of UDPipe. Each one makes text of the sentences of a document. */
import { Dependents } from '../../transform/dependents.ts'
import { escape } from '../../transform/drawing/svg.ts'
import type { ConlluSentence } from '../conllu/conllu-sentence.ts'
import { beginsParagraph, isSpaceAfter, tokensOf } from '../pipeline/treebank-text.ts'
import type { Output } from './process-request.ts'
import { unescapedSpaces } from './text-lines.ts'

type OutputFormat = (
  sentences: Iterable<ConlluSentence>,
  options: ReadonlySet<string>,
) => Iterable<string, void, void>

/** Formats that show neither tags nor trees. */
export const wordFormats: ReadonlySet<Output> = new Set(['horizontal', 'vertical', 'plaintext'])
/** Formats that need the heads as numbers. */
export const formatsWithHeads: ReadonlySet<Output> = new Set(['matxin', 'epe'])

export const outputFormats: Readonly<Record<Output, OutputFormat>> = {
  *conllu(sentences, options) {
    const isOld = options.has('v1') && !options.has('v2')
    for (const sentence of sentences) yield isOld ? firstVersion(sentence.text()) : sentence.text()
  },

  horizontal: (sentences, options) =>
    inParagraphs(sentences, options.has('paragraphs'), (sentence) => {
      // A space within a word would end the word.
      const words = sentence.forms().map((form) => form.replaceAll(' ', '\u00a0'))
      return `${words.join(' ')}\n`
    }),

  vertical: (sentences, options) =>
    inParagraphs(sentences, options.has('paragraphs'), (sentence) => `${sentence.forms().join('\n')}\n\n`),

  plaintext: (sentences, options) =>
    options.has('normalized_spaces')
      ? inParagraphs(sentences, true, (sentence) => `${textOf(sentence)}\n`)
      : originalText(sentences),

  *matxin(sentences) {
    yield '<corpus>'
    let number = 0
    for (const sentence of sentences) {
      yield `\n<SENTENCE ord="${++number}" alloc="0">\n`
      yield* matxinNodes(sentence)
      yield '</SENTENCE>\n'
    }
    yield '</corpus>\n'
  },

  *epe(sentences) {
    let number = 0
    for (const sentence of sentences) {
      let before = `{"id":${++number},"nodes":[`
      for (const node of epeNodes(sentence)) {
        yield before + JSON.stringify(node)
        before = ','
      }
      yield ']}\n'
    }
  },
}

/** CoNLL-U of version 1: without empty nodes, and without spaces in words and lemmas. */
function firstVersion(text: string): string {
  return text
    .replaceAll(/^\d+\.\d.*\n/gm, '')
    .replaceAll(
      /^(\d[\d-]*\t)(.*?\t.*?)(?=\t)/gm,
      (_, id: string, words: string) => id + words.replaceAll(' ', '_'),
    )
}

/** If `separates`, an empty line stands before each paragraph but the first. */
function* inParagraphs(
  sentences: Iterable<ConlluSentence>,
  separates: boolean,
  lineOf: (sentence: ConlluSentence) => string,
): Generator<string, void, void> {
  let isFirst = true
  for (const sentence of sentences) {
    if (separates && !isFirst && beginsParagraph(sentence)) yield '\n'
    isFirst = false
    yield lineOf(sentence)
  }
}

function textOf(sentence: ConlluSentence): string {
  let text = ''
  for (const { form, misc, last } of tokensOf(sentence))
    text += isSpaceAfter(misc) && last < sentence.size ? `${form} ` : form
  return text
}

/** The text as it was before tokenization. A space follows the last token only if MISC says so. */
function* originalText(sentences: Iterable<ConlluSentence>): Generator<string, void, void> {
  let pending = ''
  for (const sentence of sentences) {
    let text = ''
    for (const { form, misc } of tokensOf(sentence)) {
      const after = spaces(misc, 'After')
      text += pending + (spaces(misc, 'Before') ?? '') + (spaces(misc, 'InToken') || form) + (after ?? '')
      pending = after === undefined && isSpaceAfter(misc) ? ' ' : ''
    }
    yield text
  }
}

function spaces(misc: string, where: 'Before' | 'InToken' | 'After'): string | undefined {
  const name = `Spaces${where}=`
  const fact = misc.split('|').find((one) => one.startsWith(name))
  return fact === undefined ? undefined : unescapedSpaces(fact.slice(name.length))
}

const filled = (column: string): string => (column === '_' ? '' : column)

/** The most spaces before a node. Without a limit, the text of a chain would be quadratic in its words. */
const DEEPEST = 100

function* matxinNodes(sentence: ConlluSentence): Generator<string, void, void> {
  const { first, next } = new Dependents().fill(sentence)
  let depth = 1
  const indent = (): string => ' '.repeat(Math.min(depth, DEEPEST))
  for (let word = first[0]; word > 0;) {
    const [form, lemma, feats, deprel] = [
      sentence.form(word),
      sentence.lemma(word),
      filled(sentence.feats(word)),
      filled(sentence.deprel(word)),
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

function* epeNodes(sentence: ConlluSentence): Generator<object, void, void> {
  const { first, next } = new Dependents().fill(sentence)
  for (let id = 1; id <= sentence.size; id++) {
    const [, start, end] = /(?:^|\|)TokenRange=(\d+):(\d+)/.exec(sentence.misc(id)) ?? []
    const feats = sentence
      .feats(id)
      .split('|')
      .map((feat) => feat.split(/=(.+)/, 2))
    const edges: object[] = []
    for (let target = first[id]; target > 0; target = next[target])
      edges.push({ label: filled(sentence.deprel(target)), target })
    yield {
      id,
      form: sentence.form(id),
      ...(start !== undefined && { start: Number(start), end: Number(end) }),
      ...(sentence.head[id] === 0 && { top: true }),
      properties: {
        lemma: sentence.lemma(id),
        upos: filled(sentence.upos(id)),
        xpos: filled(sentence.xpos(id)),
        ...Object.fromEntries(feats.filter(({ length }) => length === 2)),
      },
      ...(edges.length > 0 && { edges }),
    }
  }
}
