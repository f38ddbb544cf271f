/** The output formats of UDPipe. Each one makes text of the sentences of a document. */
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
export const treeFormats: ReadonlySet<Output> = new Set(['matxin', 'epe'])

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
    for (const sentence of sentences) yield `${JSON.stringify({ id: ++number, nodes: epeNodes(sentence) })}\n`
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

/** `children[i]`: the dependents of word i; `children[0]`: the roots. */
function childrenOf({ size, head }: ConlluSentence): readonly (readonly number[])[] {
  const children = Array.from({ length: size + 1 }, (): number[] => [])
  for (let word = 1; word <= size; word++) if (head[word] >= 0) children[head[word]].push(word)
  return children
}

/** The most spaces before a node. Without a limit, the text of a chain would be quadratic in its words. */
const DEEPEST = 100

function* matxinNodes(sentence: ConlluSentence): Generator<string, void, void> {
  const children = childrenOf(sentence)
  const filled = (text: string): string => escape(text === '_' ? '' : text)
  // The words to write; −i closes the node of word i.
  const stack = children[0].toReversed()
  for (let depth = 1; stack.length > 0;) {
    const word = stack.pop()!
    if (word < 0) depth--
    const indent = ' '.repeat(Math.min(depth, DEEPEST))
    if (word < 0) {
      yield `${indent}</NODE>\n`
      continue
    }
    const isLeaf = children[word].length === 0
    const [form, lemma] = [sentence.form(word), sentence.lemma(word)].map(escape)
    const [feats, deprel] = [sentence.feats(word), sentence.deprel(word)].map(filled)
    yield `${indent}<NODE ord="${word}" alloc="0" form="${form}" lem="${lemma}" mi="${feats}" si="${deprel}"${isLeaf ? '/' : ''}>\n`
    if (isLeaf) continue
    stack.push(-word)
    for (const child of children[word].toReversed()) stack.push(child)
    depth++
  }
}

function epeNodes(sentence: ConlluSentence): object[] {
  const children = childrenOf(sentence)
  const filled = (text: string): string => (text === '_' ? '' : text)
  return sentence.forms().map((form, i) => {
    const id = i + 1
    const [, start, end] = /(?:^|\|)TokenRange=(\d+):(\d+)/.exec(sentence.misc(id)) ?? []
    const feats = sentence
      .feats(id)
      .split('|')
      .map((feat) => /^(.*?)=(.+)$/.exec(feat))
    const properties = {
      lemma: sentence.lemma(id),
      upos: filled(sentence.upos(id)),
      xpos: filled(sentence.xpos(id)),
      ...Object.fromEntries(feats.flatMap((feat) => (feat ? [[feat[1], feat[2]]] : []))),
    }
    const edges = children[id].map((target) => ({ label: filled(sentence.deprel(target)), target }))
    return {
      id,
      form,
      ...(start !== undefined && { start: Number(start), end: Number(end) }),
      ...(sentence.head[id] === 0 && { top: true }),
      properties,
      ...(edges.length > 0 && { edges }),
    }
  })
}
