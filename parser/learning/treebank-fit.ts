/**
 * Fits a training to the columns of its treebank. FEATS may repeat XPOS, or XPOS may repeat FEATS, and features that say
 * the same twice cost time and accuracy. What a column says beyond others is its conditional entropy, in bits per word.
 */
import { hashPair, hashText } from '../core/hash.ts'
import { attributes, featsAttributes, type Attribute, type TagColumn } from '../core/word-attributes.ts'
import type { TemplateSet } from '../features/templates.ts'
import { Corpus } from './corpus.ts'

/** FEATS that say less beyond the tags are not read: they gain 0.3 LAS at most, others up to 4, and cost speed. */
const LEAST_OF_FEATS = 1

/** XPOS is left out if it says less than this beyond UPOS and FEATS (Czech CAC, 0.04 bits: +4 LAS without XPOS). */
const LEAST_OF_XPOS = 0.1

/** Columns of two corpora differ if their values, each with its UPOS, have a smaller part of their distributions in common. */
const LEAST_SHARED = 0.75

/** What {@link TemplateSet.adaptive} leaves out. */
const ofStructure = /\.(feats|case|agreement|verbform|lemma)\b/

const column = (attribute: Attribute): number => attributes.indexOf(attribute)

/** Whether some templates read word structure. */
export function readsStructure({ templates }: TemplateSet): boolean {
  return templates.some((template) => ofStructure.test(template))
}

/** The corpus and the templates to train with, and facts about them for the header of the model. */
export interface Fit {
  readonly corpus: Corpus
  readonly templates: TemplateSet
  readonly facts: Readonly<Record<string, string>>
}

/** Takes XPOS out of a corpus and templates out of an adaptive set, if the treebank does not need them. */
export function fitToTreebank(corpus: Corpus, templates: TemplateSet): Fit {
  const { adaptive, ...set } = templates
  if (!adaptive) return { corpus, templates, facts: {} }
  const { columns } = corpus.contents()
  const [upos, xpos, feats] = (['upos', 'xpos', 'feats'] as const).map((name) => columns[column(name)])
  const repeatsFeats = corpus.tags === 'both' && bitsBeyond(xpos, [upos, feats]) < LEAST_OF_XPOS
  const tags = { upos: [upos], xpos: [xpos], both: repeatsFeats ? [upos] : [upos, xpos] }[corpus.tags]
  const bits = bitsBeyond(feats, tags)
  const fact = (reads: string): Record<string, string> => ({
    morphology: `${reads}, FEATS say ${bits.toFixed(2)} bits per word beyond the tags`,
  })
  if (bits > LEAST_OF_FEATS)
    return { corpus: repeatsFeats ? withoutXpos(corpus) : corpus, templates: set, facts: fact('read') }
  const kept = (texts: readonly string[]): string[] => texts.filter((text) => !ofStructure.test(text))
  const { labels, firstStage } = set
  const small = {
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
  return { corpus, templates: small, facts: fact('left out') }
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
  const blank = featsAttributes.map(column)
  const columns = contents.columns.map((values, i) => (blank.includes(i) ? none : values))
  return Corpus.from({ ...contents, columns })
}

/** The corpus without a column, which may be XPOS or FEATS. */
export function withoutColumn(name: TagColumn, corpus: Corpus): Corpus {
  return name === 'XPOS' ? withoutXpos(corpus) : withoutFeats(corpus)
}

/** The columns whose values in two corpora differ so much that a parser cannot carry over what it learns of them. */
export function differingColumns(one: Corpus, other: Corpus): TagColumn[] {
  return (['XPOS', 'FEATS'] as const).filter((name) => sharedPart(name, one, other) < LEAST_SHARED)
}

/** The part, 0 to 1, that the distributions of a column, together with UPOS, have in common. */
function sharedPart(name: TagColumn, one: Corpus, other: Corpus): number {
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
  const all = [...counts.values()]
  const words = all.reduce((sum, count) => sum + count, 0)
  return all.reduce((sum, count) => sum - (count / words) * Math.log2(count / words), 0)
}
