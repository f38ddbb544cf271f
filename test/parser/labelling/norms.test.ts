import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isSatisfied, type Constraints } from '../../../parser/core/constraints.ts'
import { fillSentence, type OtherTags, ParserSentence } from '../../../parser/core/sentence.ts'
import { Corpus } from '../../../parser/learning/corpus.ts'
import { readModel, writeModel } from '../../../parser/model/model-file.ts'
import { LONGEST_KEPT, NormKeeper } from '../../../parser/labelling/norm-keeper.ts'
import { countPairs } from '../../../parser/learning/norm-counts.ts'
import { fillTags, listNorms, MOST_LABELS, Norms, places } from '../../../parser/norms/norms.ts'
import { Parser } from '../../../parser/parse.ts'
import { registry } from '../../../parser/registry.ts'
import { isProjective } from '../../../transform/check.ts'
import { Symbols } from '../../../transform/symbols.ts'
import { copyTree, equalTrees, rootCount, treeOf, type Tree } from '../../../transform/tree.ts'
import { allTrees, anyTree } from '../../trees.ts'
import { learnToy } from '../learning/learn-toy.ts'
import { toyCorpus } from '../learning/toy.ts'

const tags = ['DET', 'ADJ', 'NOUN', 'VERB', 'ADP']
const { corpus, labels } = toyCorpus(400, 1)
const norms = new Norms(countPairs(corpus, labels.size)!, labels)
const sentenceOf = (upos: readonly string[]): ParserSentence =>
  fillSentence(
    new ParserSentence(),
    upos.map((tag) => ({ form: 'w', upos: tag })),
  )

/** The words whose arcs break norms of their tags, and the heads under which other norms are broken. */
function broken(tree: Tree, sentence: ParserSentence, by: Norms): { tags: number[]; heads: number[] } {
  const { size, head, label } = tree
  const tag = new Int32Array(size + 1)
  fillTags(tag, sentence)
  const found: { tags: number[]; heads: number[] } = { tags: [], heads: [] }
  for (let word = 1; word <= size; word++) {
    const above = head[word]
    if (above === 0) continue
    // Some tags have no relation at all: all verbs of the toy language are roots.
    const hasRelation = by.labels.some((one) => one !== 0 && !by.forbids(places.tag(tag[word]), one))
    if (hasRelation && by.forbids(places.tag(tag[word]), label[word])) found.tags.push(word)
    const others = [
      places.side(word < above),
      places.headTag(tag[above]),
      places.head(label[above]),
      places.taggedHead(tag[above], label[above]),
    ]
    for (let other = 1; other <= size; other++)
      if (other !== word && head[other] === above) others.push(places.sister(label[other]))
    if (others.some((place) => by.forbids(place, label[word]))) found.heads.push(above)
  }
  return found
}

/** All arcs keep the norms of tags, and those that break others are below the root. */
function expectKept(tree: Tree, sentence: ParserSentence, by: Norms): void {
  const { tags, heads } = broken(tree, sentence, by)
  expect(tags).toEqual([])
  for (const head of heads) expect(tree.head[head]).toBe(0)
}

test('what a treebank never has is learned from it', () => {
  const label = (text: string): number => labels.id(text)
  const { tag, headTag, sister } = listNorms(countPairs(corpus, labels.size)!, labels)
  expect(tag.DET).toContain('nsubj')
  expect(headTag.DET).toEqual(expect.arrayContaining(['det', 'nsubj', 'amod']))
  expect(sister.nsubj).toContain('nsubj')
  expect(norms.forbids(places.side(true), label('obj'))).toBe(true)
  expect(norms.forbids(places.side(true), label('nsubj'))).toBe(false)
})

test('the trees of the treebank keep its norms', () => {
  const sentence = new ParserSentence()
  for (let index = 0; index < corpus.size; index++) {
    const tree = corpus.tree(index)
    expect(broken(tree, corpus.sentence(index, sentence), norms)).toEqual({ tags: [], heads: [] })
  }
})

test('a pair that is not in a few trees is no norm', () => {
  const { corpus: few, labels: known } = toyCorpus(2, 1)
  expect(Object.values(listNorms(countPairs(few, known.size)!, known).sister)).toEqual([])
  const none = new Norms(countPairs(new Corpus(), 1)!, new Symbols(['root']).freeze())
  expect(none.forbids(0, 0)).toBe(false)
})

test('norms are learned from complete trees alone', () => {
  const indices = Array.from({ length: corpus.size }, (_, index) => index)
  const trees = indices.map((index) => {
    const tree = copyTree(corpus.tree(index))
    if (index % 3 === 1) tree.head[1] = -1
    if (index % 3 === 2) tree.label[1] = -1
    return tree
  })
  const complete = corpus.part(indices.filter((index) => index % 3 === 0))
  expect(countPairs(corpus.withTrees(trees), labels.size)).toEqual(countPairs(complete, labels.size))
})

test.each([
  [MOST_LABELS, true],
  [MOST_LABELS + 1, false],
])('a model of %i labels can be read again', (size, hasNorms) => {
  const many = toyCorpus(20, 1)
  for (let i = many.labels.size; i < size; i++) many.labels.add(`label:${i}`)
  const model = readModel(writeModel(learnToy('rb', { learner: 'liblinear' }, many).model))
  expect(model.labels.size).toBe(size)
  expect(model.norms !== undefined).toBe(hasNorms)
})

test('any tree with any tags and labels becomes one that keeps the norms, with as many roots, and stays projective', () => {
  const keeper = new NormKeeper(norms, labels.id('root'), undefined)
  const words = fc.array(fc.tuple(fc.constantFrom(...tags, 'PUNCT'), fc.nat(labels.size - 1)), {
    minLength: 9,
    maxLength: 9,
  })
  fc.assert(
    fc.property(anyTree(9), words, ({ size, head }, drawn) => {
      const own = drawn.slice(0, size)
      const tree = treeOf(
        [...head.subarray(1)],
        own.map(([, label], i) => (head[i + 1] === 0 ? labels.id('root') : label)),
      )
      const before = copyTree(tree)
      const sentence = sentenceOf(own.map(([tag]) => tag))
      keeper.keep(tree, sentence)
      expect(rootCount(tree)).toBe(rootCount(before))
      if (isProjective(before)) expect(isProjective(tree)).toBe(true)
      expectKept(tree, sentence, norms)
    }),
    { numRuns: 500 },
  )
})

test('all trees of three words with all tags become trees that keep the norms', () => {
  const keeper = new NormKeeper(norms, labels.id('root'), undefined)
  for (const { head } of allTrees(3))
    for (let number = 0; number < tags.length ** 3; number++) {
      const own = [0, 1, 2].map((word) => tags[Math.floor(number / tags.length ** word) % tags.length])
      const sentence = sentenceOf(own)
      const tree = treeOf(
        [...head.subarray(1)],
        own.map((_, i) => (head[i + 1] === 0 ? labels.id('root') : labels.id('nsubj'))),
      )
      keeper.keep(tree, sentence)
      expectKept(tree, sentence, norms)
    }
})

test.each([
  [
    'the sisters of a word that is attached higher',
    { tags: 'VERB VERB NOUN', heads: [0, 3, 1], deprels: 'root obj obj' },
    { heads: [0, 1, 1], deprels: 'root obj obl' },
  ],
  [
    'the dependents of a word whose label changes',
    { tags: 'VERB NOUN VERB ADP NOUN', heads: [2, 5, 5, 3, 0], deprels: 'case obj case det root' },
    { heads: [3, 3, 0, 3, 3], deprels: 'case nsubj root case obl' },
  ],
])('%s keep the norms, too', (_, { tags, heads, deprels }, kept) => {
  const ids = (texts: string): number[] => texts.split(' ').map((text) => labels.id(text))
  const tree = treeOf(heads, ids(deprels))
  new NormKeeper(norms, labels.id('root'), undefined).keep(tree, sentenceOf(tags.split(' ')))
  expect(tree).toEqual(treeOf(kept.heads, ids(kept.deprels)))
})

test.each([
  [LONGEST_KEPT, 'keeps the norms'],
  [LONGEST_KEPT + 1, 'stays as it is'],
])('a tree of %d words %s', (size) => {
  const heads = Array.from({ length: size }, (_, word) => Math.min(word, 1))
  const tree = treeOf(
    heads,
    heads.map((head) => labels.id(head === 0 ? 'root' : 'nsubj')),
  )
  const before = copyTree(tree)
  const sentence = sentenceOf(heads.map((head) => (head === 0 ? 'VERB' : 'DET')))
  new NormKeeper(norms, labels.id('root'), undefined).keep(tree, sentence)
  if (size <= LONGEST_KEPT) expectKept(tree, sentence, norms)
  else expect(equalTrees(tree, before)).toBe(true)
})

const taught = registry.filter(({ traits }) => !traits.readsGold).map(({ name }) => name)

test.each(taught)('%s keeps the norms whatever the words are, and satisfies constraints', (system) => {
  const { model } = learnToy(system, { epochs: 1 })
  const read = readModel(writeModel(model))
  expect(read.norms).toEqual(model.norms)
  const learned = new Norms(model.norms!, model.labels)
  const parser = new Parser(read)
  const plain = new Parser(read, { norms: false })
  const without = new Parser({ ...read, norms: undefined })
  const constraints: Constraints = {
    arcs: [{ head: 1, dependent: 2, label: model.labels.id('nsubj') }],
    leaves: [3],
  }
  const takes = registry.find(({ name }) => name === system)!.constrained !== undefined
  for (let number = 0; number < 60; number++) {
    const upos = Array.from(
      { length: 6 },
      (_, word) => tags[(number * (word + 3) + word * word) % tags.length],
    )
    const words = upos.map((tag, word) => ({ form: `w${(number + word) % 5}`, upos: tag }))
    const parse = (one: Parser, imposed?: Constraints): Tree =>
      one.parse(fillSentence(one.sentence(), words), imposed).tree
    const tree = parse(parser)
    expectKept(tree, sentenceOf(upos), learned)
    expect(parse(plain)).toEqual(parse(without))
    expect(rootCount(tree)).toBe(rootCount(parse(plain)))
    if (takes) expect(isSatisfied(constraints, parse(parser, constraints))).toBe(true)
    for (const one of parser.rank(fillSentence(parser.sentence(), words), { count: 3 }))
      expectKept(one.tree, sentenceOf(upos), learned)
  }
})

test('a predicted tag gives way to another one that goes with the tree; a given tag does not', () => {
  const keeper = new NormKeeper(norms, labels.id('root'), undefined)
  const parsed = (otherTags?: OtherTags): [Tree, ReadonlyMap<number, string>] => {
    const sentence = sentenceOf(['DET', 'VERB'])
    sentence.otherTags = otherTags
    const tree = treeOf([2, 0], [labels.id('nsubj'), labels.id('root')])
    keeper.keep(tree, sentence)
    return [tree, keeper.tagsOf(tree, sentence)]
  }
  const [changed, unchanged] = [parsed(() => ['NOUN']), parsed(() => ['ADP', 'no tag'])]
  expect(changed[0].label[1]).toBe(labels.id('nsubj'))
  expect([...changed[1]]).toEqual([[1, 'NOUN']])
  expect(unchanged).toEqual(parsed())
  expect(unchanged[0].label[1]).not.toBe(labels.id('nsubj'))
  expect([...unchanged[1]]).toEqual([])
})

test('the first word of a fixed expression gets the tag of all of it', () => {
  const keeper = new NormKeeper(norms, labels.id('root'), undefined, labels.id('case'))
  const asked: boolean[] = []
  const sentence = sentenceOf(['ADP', 'DET', 'VERB'])
  sentence.otherTags = (_, isFixed) => {
    asked.push(isFixed)
    return isFixed ? ['ADJ', 'NOUN'] : []
  }
  const tree = treeOf([3, 1, 0], [labels.id('nsubj'), labels.id('case'), labels.id('root')])
  keeper.keep(tree, sentence)
  expect(asked).toContain(true)
})
