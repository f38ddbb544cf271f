/**
 * A small treebank for users who have none: 1,500 sentences of English EWT (Universal Dependencies, CC BY-SA 4.0),
 * stored in `english-ewt.json` with the names of its authors. README.md says how they were chosen.
 *
 * A stored sentence is its id and its rows, separated by spaces. The row of a word is `FORM|LEMMA|TAG|HEAD|RELATION`:
 * LEMMA is empty where it equals FORM, TAG and RELATION are indexes of the tables. The row of a multiword token is
 * `FORM|WORDS` and is before its words. A `+` at the end of a row means that no space follows.
 */
import stored from './english-ewt.json' with { type: 'json' }

/** The training part in CoNLL-U: 1,200 sentences, or the first `sentences` of them. */
export function embeddedTrain(sentences?: number): string {
  return conlluOf(stored.train, sentences)
}

/** The part to test on in CoNLL-U: 300 sentences, or the first `sentences` of them. */
export function embeddedDev(sentences?: number): string {
  return conlluOf(stored.dev, sentences)
}

function conlluOf(packed: readonly string[], count = packed.length): string {
  const { source, address, licence, authors } = stored
  return `# source = ${source} (${address}), ${licence}, by ${authors}\n${packed.slice(0, count).map(unpack).join('')}`
}

/** One sentence in CoNLL-U: its id, its text and the columns that are stored. */
function unpack(packed: string): string {
  const [id, ...rows] = packed.split(' ')
  const lines: string[] = []
  let text = ''
  let word = 0
  let rangeEnd = 0
  for (const row of rows) {
    const isGlued = row.endsWith('+')
    const [form, lemma, tag, head, relation] = (isGlued ? row.slice(0, -1) : row).split('|')
    const misc = isGlued ? 'SpaceAfter=No' : '_'
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
    // The words of a multiword token are no text of their own.
    if (isRange || word > rangeEnd) text += form + (isGlued ? '' : ' ')
  }
  return [`# sent_id = ${id}`, `# text = ${text.trimEnd()}`, ...lines, '', ''].join('\n')
}
