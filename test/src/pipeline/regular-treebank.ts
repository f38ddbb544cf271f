/** A treebank that can be learned without a mistake: each of its words has one tag, each of its sentences one pattern. */
import { Random } from '../../../parser/learning/random.ts'

const lexicon = {
  DET: { tag: 'DET\tDT\tPronType=Art', forms: 'the a this every' },
  ADJ: { tag: 'ADJ\tJJ\tDegree=Pos', forms: 'old small green quiet heavy tired clever round broken famous' },
  NOUN: {
    tag: 'NOUN\tNN\tNumber=Sing',
    forms:
      'dog cat woman sailor letter house garden river boat picture baker window teacher book table horse mountain lamp',
  },
  PROPN: {
    tag: 'PROPN\tNNP\tNumber=Sing',
    forms: 'Anna Bruno Clara Daniel Emma Jonas Lisbon Maria Oslo Peter',
  },
  VERB: {
    tag: 'VERB\tVBD\tMood=Ind|Tense=Past|VerbForm=Fin',
    forms: 'saw painted found wanted lost followed drew heard carried remembered opened sold',
  },
  ADP: { tag: 'ADP\tIN\t_', forms: 'in near behind at under' },
  ADV: { tag: 'ADV\tRB\t_', forms: 'yesterday often quickly again here' },
  INTJ: { tag: 'INTJ\tUH\t_', forms: 'oh ah alas hey hello well yes no aye ouch please sorry indeed wow' },
  PUNCT: { tag: 'PUNCT\t.\t_', forms: '. . . ! ?' },
}

/** The words of a sentence: part of speech, head and relation. */
const patterns = [
  'PROPN 2 nsubj, VERB 0 root, DET 4 det, NOUN 2 obj, PUNCT 2 punct',
  'DET 2 det, NOUN 3 nsubj, VERB 0 root, PROPN 3 obj, ADV 3 advmod, PUNCT 3 punct',
  'DET 3 det, ADJ 3 amod, NOUN 4 nsubj, VERB 0 root, DET 6 det, NOUN 4 obj, PUNCT 4 punct',
  'PROPN 2 nsubj, VERB 0 root, DET 5 det, ADJ 5 amod, NOUN 2 obj, ADP 7 case, PROPN 2 obl, PUNCT 2 punct',
  'DET 2 det, NOUN 3 nsubj, VERB 0 root, PROPN 3 obj, ADP 7 case, DET 7 det, NOUN 3 obl, PUNCT 3 punct',
  'DET 2 det, NOUN 6 nsubj, ADP 5 case, DET 5 det, NOUN 2 nmod, VERB 0 root, PROPN 6 obj, PUNCT 6 punct',
  'INTJ 3 discourse, PROPN 3 nsubj, VERB 0 root, DET 5 det, NOUN 3 obj, PUNCT 3 punct',
  'ADV 3 advmod, PROPN 3 nsubj, VERB 0 root, DET 5 det, NOUN 3 obj, PUNCT 3 punct',
]

/** So many sentences in CoNLL-U. Equal seeds give equal treebanks. */
export function regularTreebank(count: number, seed: number): string {
  const random = new Random(seed)
  const oneOf = (items: readonly string[]): string => items[Math.floor(random.next() * items.length)]
  const sentence = (): string => {
    const words = oneOf(patterns).split(', ')
    const lines = words.map((word, i) => {
      const [upos, head, deprel] = word.split(' ')
      const { tag, forms } = lexicon[upos as keyof typeof lexicon]
      const lemma = oneOf(forms.split(' '))
      const form = i === 0 ? lemma[0].toUpperCase() + lemma.slice(1) : lemma
      const misc = i === words.length - 2 ? 'SpaceAfter=No' : '_'
      return [i + 1, form, lemma, tag, head, deprel, '_', misc].join('\t')
    })
    return [...lines, '', ''].join('\n')
  }
  return Array.from({ length: count }, sentence).join('')
}
