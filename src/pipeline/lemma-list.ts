/** Lists of words with lemmas, such as irregular forms, from which a lemmatizer learns in addition to a treebank. */

/** A word with its universal tag. */
export interface LemmaEntry {
  readonly form: string
  readonly lemma: string
  readonly upos: string
}

/** Reads lines with a universal tag, a lemma, and its lower-case forms separated by spaces. Throws SyntaxError. */
export function readLemmas(text: string): LemmaEntry[] {
  const lines = text.split(/\r?\n/).map((line, i) => ({ line, number: i + 1 }))
  return lines
    .filter(({ line }) => line !== '')
    .flatMap(({ line, number }) => {
      const [, upos, lemma, forms] = /^([A-Z]+)\t([^\t ]+)\t(\S+(?: \S+)*)$/.exec(line) ?? []
      if (forms === undefined)
        throw new SyntaxError(`line ${number}: expected a tag, a lemma and forms, with tabs`)
      return forms.split(' ').map((form) => ({ form, lemma, upos }))
    })
}
