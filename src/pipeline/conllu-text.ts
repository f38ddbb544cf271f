/** Parsed sentences as CoNLL-U, and CoNLL-U with the tags of a pipeline. */
import type { ParsedSentence, ParsedWord, Pipeline } from './pipeline.ts'
import type { Characters } from './characters.ts'
import type { Heads } from '../conllu/sentence-builder.ts'
import { readConllu } from '../conllu/reader.ts'
import { FEATS, LEMMA, type ConlluSentence } from '../conllu/conllu-sentence.ts'
import { decode } from '../conllu/utf8.ts'

/** What CoNLL-U says of a word. */
export interface ConlluWord extends Pick<
  ParsedWord,
  'form' | 'lemma' | 'upos' | 'xpos' | 'feats' | 'deprel' | 'score'
> {
  readonly head: number | string
}

/** The decimals of scores. */
const DECIMALS = 4

/** A score as the comment of a tree. */
export function scoreComment(score: number): string {
  return `# score = ${score.toFixed(DECIMALS)}`
}

/** The column MISC with a score, which replaces other scores. */
export function withScore(misc: string, score: number): string {
  const others = misc === '_' ? [] : misc.split('|').filter((pair) => !pair.startsWith('Score='))
  return [...others, `Score=${score.toFixed(DECIMALS)}`].join('|')
}

/**
 * The lines of a sentence, with the blank line at its end, and the comment `# sent_id` if there is an `id`. Scores become
 * the comment `# score` and `Score=` in MISC.
 */
export function conlluOf(sentence: ParsedSentence, id?: string | number): string {
  const { text, tokens, words, start, score } = sentence
  const scored = score === undefined ? '' : `${scoreComment(score)}\n`
  const comment = (id === undefined ? '' : `# sent_id = ${id}\n`) + scored
  const formOf = (token: Characters): string => text.slice(token.start - start, token.end - start)
  const lines = tokens.map((token) =>
    tokenLines(token, formOf(token), words, token.spaceAfter ? '_' : 'SpaceAfter=No'),
  )
  return comment + textComment(text) + lines.join('') + '\n'
}

export function textComment(text: string): string {
  return `# text = ${text.replace(/[\s\u0085]+/g, ' ')}\n`
}

/** The lines of a token with this form and MISC: its own, if it is a multiword token, and those of its words. */
export function tokenLines(
  { first, last }: { readonly first: number; readonly last: number },
  form: string,
  words: readonly ConlluWord[],
  misc: string,
): string {
  const isMultiword = last > first
  let lines = isMultiword ? `${first}-${last}\t${form}\t_\t_\t_\t_\t_\t_\t_\t${misc}\n` : ''
  for (let id = first; id <= last; id++) {
    const { form, lemma, upos, xpos, feats, head, deprel, score } = words[id - 1]
    const ownMisc = isMultiword ? '_' : misc
    const wordMisc = score === undefined ? ownMisc : withScore(ownMisc, score)
    lines += `${id}\t${form}\t${lemma}\t${upos}\t${xpos}\t${feats}\t${head}\t${deprel}\t_\t${wordMisc}\n`
  }
  return lines
}

/** Replaces LEMMA, UPOS, XPOS and FEATS of the words. Everything else stays as it is, but line numbers count from 1. */
export function retag(sentence: ConlluSentence, pipeline: Pipeline, heads: Heads): ConlluSentence {
  let text = ''
  let from = sentence.start
  pipeline.tag(sentence.forms()).forEach(({ lemma, upos, xpos, feats }, i) => {
    text +=
      decode(sentence.block, from, sentence.columnStart(i + 1, LEMMA)) +
      `${lemma}\t${upos}\t${xpos}\t${feats}`
    from = sentence.columnEnd(i + 1, FEATS)
  })
  text += decode(sentence.block, from, sentence.end)
  const [tagged] = readConllu(text, { file: sentence.file, heads })
  return tagged
}
