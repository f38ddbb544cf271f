/**
 * A small treebank for users who have none: 1,500 sentences of English EWT (Universal Dependencies, CC BY-SA 4.0), stored in
 * `english-ewt.json` with the names of the authors. README.md describes their selection.
 *
 * The sentences of a part are one text with a line each, because a list of so many texts makes every start of a program
 * 6 ms slower. A sentence is its id and its rows, separated by spaces. The row of a word is `FORM|LEMMA|TAG|HEAD|RELATION`: LEMMA
 * is empty if it equals FORM; TAG and RELATION are indexes into the tables. The row of a multiword token is `FORM|WORDS` and
 * precedes the rows of its words. A `+` at the end of a row means that no space follows.
 */
import stored from './english-ewt.json' with { type: 'json' }

/** The training part (1,200 sentences), or its first `sentences` sentences, in CoNLL-U. */
export function embeddedTrain(sentences?: number): string {
  return conlluOf(stored.train, sentences)
}

/** The test part (300 sentences), or its first `sentences` sentences, in CoNLL-U. */
export function embeddedDev(sentences?: number): string {
  return conlluOf(stored.dev, sentences)
}

function conlluOf(packed: string, count?: number): string {
  const { source, address, licence, authors } = stored
  return `# source = ${source} (${address}), ${licence}, by ${authors}\n${packed.split('\n', count).map(unpack).join('')}`
}

/** Converts a stored sentence to CoNLL-U. */
function unpack(packed: string): string {
  const [id, ...rows] = packed.split(' ')
  const lines: string[] = []
  let text = ''
  let word = 0
  let rangeEnd = 0
  for (const row of rows) {
    const hasNoSpaceAfter = row.endsWith('+')
    const [form, lemma, tag, head, relation] = (hasNoSpaceAfter ? row.slice(0, -1) : row).split('|')
    const misc = hasNoSpaceAfter ? 'SpaceAfter=No' : '_'
    const isRange = tag === undefined
    if (isRange) {
      rangeEnd = word + Number(lemma)
      lines.push(`${word + 1}-${rangeEnd}\t${form}${'\t_'.repeat(7)}\t${misc}`)
    } else {
      word++
      const tags = stored.tags[Number(tag)].replaceAll(' ', '\t')
      const deprel = stored.relations[Number(relation)]
      lines.push(`${word}\t${form}\t${lemma || form}\t${tags}\t${head}\t${deprel}\t_\t${misc}`)
    }
    // Words of a multiword token do not add text; the token does.
    if (isRange || word > rangeEnd) text += form + (hasNoSpaceAfter ? '' : ' ')
  }
  return [`# sent_id = ${id}`, `# text = ${text.trimEnd()}`, ...lines, '', ''].join('\n')
}
