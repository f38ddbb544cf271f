/**
 * Fits a training to the columns of its treebank. FEATS may repeat XPOS, or XPOS may repeat FEATS; redundant features reduce
 * speed and accuracy. The additional information of a column is its conditional entropy given other columns, in bits per
 * word.
 */
import { hashPair, hashText } from '../core/hash.ts'
import { attributes, featsAttributes, type Attribute, type TagColumn } from '../core/word-attributes.ts'
import type { TemplateSet } from '../features/templates.ts'
import { Corpus } from './corpus.ts'

/** FEATS with less information beyond the tags are not read: they reduce speed and gain at most 0.3 LAS (others up to 4). */
const MIN_FEATS_BITS = 1

/** XPOS with less information beyond UPOS and FEATS is left out (Czech CAC, 0.04 bits: +4 LAS without XPOS). */
const MIN_XPOS_BITS = 0.1

/** Columns of two corpora differ if the overlap of the distributions of values (with UPOS) is smaller. */
const MIN_OVERLAP = 0.75

/** The atoms of templates that {@link TemplateSet.adaptive} allows to leave out. */
const structureAtoms = /\.(feats|case|agreement|verbform|lemma)\b/

const column = (attribute: Attribute): number => attributes.indexOf(attribute)

/** Whether some templates read FEATS or lemmas. */
export function readsStructure({ templates }: TemplateSet): boolean {
  return templates.some((template) => structureAtoms.test(template))
}

/** The corpus and the templates to train with, and facts about them for the header of the model. */
export interface Fit {
  readonly corpus: Corpus
  readonly templates: TemplateSet
  readonly facts: Readonly<Record<string, string>>
}

/** Removes XPOS from a corpus, and templates from an adaptive set, if they have too little information. */
export function fitToTreebank(corpus: Corpus, templates: TemplateSet): Fit {
  const { adaptive, ...set } = templates
  if (!adaptive) return { corpus, templates, facts: {} }
  const { columns } = corpus.contents()
  const [upos, xpos, feats] = (['upos', 'xpos', 'feats'] as const).map((name) => columns[column(name)])
  const repeatsFeats = corpus.tags === 'both' && bitsBeyond(xpos, [upos, feats]) < MIN_XPOS_BITS
  const tags = { upos: [upos], xpos: [xpos], both: repeatsFeats ? [upos] : [upos, xpos] }[corpus.tags]
  const bits = bitsBeyond(feats, tags)
  const fact = (reads: string): Record<string, string> => ({
    morphology: `${reads}, FEATS say ${bits.toFixed(2)} bits per word beyond the tags`,
  })
  if (bits > MIN_FEATS_BITS)
    return { corpus: repeatsFeats ? withoutXpos(corpus) : corpus, templates: set, facts: fact('read') }
  const kept = (texts: readonly string[]): string[] => texts.filter((text) => !structureAtoms.test(text))
  const { labels, firstStage } = set
  const reducedSet = {
    ...set,
    templates: kept(set.templates),
    ...(labels && { labels: kept(labels) }),
    ...(firstStage && {
      firstStage: {
        ...firstStage,
        templates: kept(firstStage.templates),
        labels: kept(firstStage.labels),
      },
    }),
  }
  return { corpus, templates: reducedSet, facts: fact('left out') }
}

/** The corpus with UPOS as its only tags. */
export function withoutXpos(corpus: Corpus): Corpus {
  const contents = corpus.contents()
  const upos = contents.columns[column('upos')]
  return Corpus.from({ ...contents, tags: 'upos', columns: contents.columns.with(column('tag'), upos) })
}

/** The corpus without FEATS. */
function withoutFeats(corpus: Corpus): Corpus {
  const contents = corpus.contents()
  const none = new Int32Array(corpus.words).fill(hashText('_'))
  const featsColumns = featsAttributes.map(column)
  const columns = contents.columns.map((values, i) => (featsColumns.includes(i) ? none : values))
  return Corpus.from({ ...contents, columns })
}

/** The corpus without XPOS or FEATS. */
export function withoutColumn(name: TagColumn, corpus: Corpus): Corpus {
  return name === 'XPOS' ? withoutXpos(corpus) : withoutFeats(corpus)
}

/** The columns whose values differ so much in two corpora that a parser of one cannot use them in the other. */
export function differingColumns(one: Corpus, other: Corpus): TagColumn[] {
  return (['XPOS', 'FEATS'] as const).filter((name) => overlapOf(name, one, other) < MIN_OVERLAP)
}

/** The overlap, 0 to 1, of the distributions of a column together with UPOS. */
function overlapOf(name: TagColumn, one: Corpus, other: Corpus): number {
  const [first, second] = [one, other].map((corpus) => {
    const { columns } = corpus.contents()
    const values = columns[column(name === 'XPOS' ? 'xpos' : 'feats')]
    return { words: corpus.words, counts: countsOf([columns[column('upos')], values]) }
  })
  let shared = 0
  for (const [value, count] of first.counts)
    shared += Math.min(count / first.words, (second.counts.get(value) ?? 0) / second.words)
  return shared
}

/** The conditional entropy of a column, in bits per word. */
function bitsBeyond(values: Int32Array, given: readonly Int32Array[]): number {
  return entropyOf(countsOf([...given, values])) - entropyOf(countsOf(given))
}

function countsOf(columns: readonly Int32Array[]): Map<number, number> {
  const counts = new Map<number, number>()
  for (let i = 0; i < columns[0].length; i++) {
    const value = columns.reduce((hash, values) => hashPair(hash, values[i]), 0)
    counts.set(value, (counts.get(value) ?? 0) + 1)
  }
  return counts
}

function entropyOf(counts: ReadonlyMap<number, number>): number {
  const countValues = [...counts.values()]
  const words = countValues.reduce((sum, count) => sum + count, 0)
  return countValues.reduce((sum, count) => sum - (count / words) * Math.log2(count / words), 0)
}
