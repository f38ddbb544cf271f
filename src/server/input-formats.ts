/** Makes CoNLL-U of sentences whose words are separated, with the comments that UDPipe writes. */
import { sentenceMarks } from './text-lines.ts'

/** Of one sentence a line, words separated by spaces or tabs. A no-break space is a space within a word. */
export function conlluOfHorizontal(text: string): string {
  const words = (line: string): string[] => line.split(/[ \t]+/).filter(Boolean)
  return conlluOfRows(linesOf(text).map((line) => words(line).map((word) => word.replaceAll('\u00a0', ' '))))
}

/** Of one word a line, with a blank line after each sentence. Text after a tab is left out. */
export function conlluOfVertical(text: string): string {
  const rows: string[][] = []
  let words: string[] = []
  for (const line of [...linesOf(text), '']) {
    const word = line.replace(/^\t+/, '').split('\t', 1)[0]
    if (word !== '') words.push(word)
    else {
      rows.push(words)
      words = []
    }
  }
  return conlluOfRows(rows)
}

function linesOf(text: string): string[] {
  return text.split(/\r\n?|\n/)
}

/** @param rows the words of a sentence each; after a row without words, a paragraph begins */
function conlluOfRows(rows: readonly (readonly string[])[]): string {
  let sentences = 0
  let beginsParagraph = true
  let conllu = ''
  for (const words of rows) {
    if (words.length > 0) {
      const lines = words.map((word, i) => `${i + 1}\t${word}${'\t_'.repeat(8)}\n`)
      conllu += `${sentenceMarks(++sentences, beginsParagraph)}${lines.join('')}\n`
    }
    beginsParagraph = words.length === 0
  }
  return conllu
}
