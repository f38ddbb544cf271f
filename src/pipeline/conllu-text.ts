/** Parsed sentences as CoNLL-U. */
import type { ParsedSentence, ParsedWord } from './pipeline.ts'
import type { Characters } from './word-positions.ts'

/** What CoNLL-U says of a word. */
export interface ConlluWord extends Pick<
  ParsedWord,
  'form' | 'lemma' | 'upos' | 'xpos' | 'feats' | 'deprel'
> {
  readonly head: number | string
}

/**
 * The lines of a sentence, with the blank line at its end.
 *
 * @param id the value of the comment `# sent_id`; no comment by default
 */
export function conlluOf(sentence: ParsedSentence, id?: string | number): string {
  const { text, tokens, words, start } = sentence
  const comment = id === undefined ? '' : `# sent_id = ${id}\n`
  const formOf = (token: Characters): string => text.slice(token.start - start, token.end - start)
  const lines = tokens.map((token) =>
    tokenLines(token, formOf(token), words, token.spaceAfter ? '_' : 'SpaceAfter=No'),
  )
  return comment + textComment(text) + lines.join('') + '\n'
}

/** The comment with the text of a sentence. */
export function textComment(text: string): string {
  return `# text = ${text.replace(/[\s\u0085]+/g, ' ')}\n`
}

/**
 * The lines of a token: those of its words, after the line of the token if it is a multiword token.
 *
 * @param form of the token
 * @param words of the sentence; `head` is `_` if it is unknown
 */
export function tokenLines(
  { first, last }: { readonly first: number; readonly last: number },
  form: string,
  words: readonly ConlluWord[],
  misc: string,
): string {
  const isMultiword = last > first
  let lines = isMultiword ? `${first}-${last}\t${form}\t_\t_\t_\t_\t_\t_\t_\t${misc}\n` : ''
  for (let id = first; id <= last; id++) {
    const { form, lemma, upos, xpos, feats, head, deprel } = words[id - 1]
    const wordMisc = isMultiword ? '_' : misc
    lines += `${id}\t${form}\t${lemma}\t${upos}\t${xpos}\t${feats}\t${head}\t${deprel}\t_\t${wordMisc}\n`
  }
  return lines
}
