/** Parsed sentences as CoNLL-U. */
import type { ParsedSentence } from './pipeline.ts'

/**
 * The lines of a sentence, with the blank line at its end.
 *
 * @param id the value of the comment `# sent_id`; no comment by default
 */
export function conlluOf(sentence: ParsedSentence, id?: string | number): string {
  const { tokens, words, start } = sentence
  let lines = id === undefined ? '' : `# sent_id = ${id}\n`
  lines += `# text = ${sentence.text.replace(/[\s\u0085]+/g, ' ')}\n`
  for (const token of tokens) {
    const misc = token.spaceAfter ? '_' : 'SpaceAfter=No'
    const isMultiword = token.last > token.first
    if (isMultiword) {
      const form = sentence.text.slice(token.start - start, token.end - start)
      lines += `${token.first}-${token.last}\t${form}\t_\t_\t_\t_\t_\t_\t_\t${misc}\n`
    }
    for (let i = token.first; i <= token.last; i++) {
      const { form, upos, xpos, feats, head, deprel } = words[i - 1]
      const wordMisc = isMultiword ? '_' : misc
      lines += `${i}\t${form}\t_\t${upos}\t${xpos}\t${feats}\t${head}\t${deprel}\t_\t${wordMisc}\n`
    }
  }
  return lines + '\n'
}
