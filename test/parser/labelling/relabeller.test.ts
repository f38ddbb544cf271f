import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { TreeFeatures, Relabeller, type Labelling } from '../../../parser/labelling/relabeller.ts'
import { richFactored } from '../../../parser/features/template-sets.ts'
import { relabellingTemplates } from '../../../parser/features/arc-templates.ts'
import { readModel, writeModel } from '../../../parser/model/model-file.ts'
import type { Model } from '../../../parser/model/model.ts'
import { Parser } from '../../../parser/parse.ts'
import { transitionOf } from '../../../parser/core/transition-system.ts'
import { Postprocessor } from '../../../parser/labelling/postprocessor.ts'
import { Symbols } from '../../../transform/symbols.ts'
import { fillSentence, ParserSentence } from '../../../parser/core/sentence.ts'
import type { ParserToken } from '../../../parser/core/word-attributes.ts'
import { isSatisfied } from '../../../parser/core/constraints.ts'
import { Random } from '../../../parser/learning/random.ts'
import { headsOf } from '../../trees.ts'
import { attachModel, type PreparedModel, prepareModel, shareModel } from '../../../parser/scoring/scoring.ts'
import { createEncoding } from '../../../transform/encoding.ts'
import { reservedCharacter } from '../../../transform/label.ts'
import { reverse } from '../../../transform/right-branching.ts'
import { copyTree, equalTrees, treeOf, type Tree } from '../../../transform/tree.ts'
import { heldOut, learnToy } from '../learning/learn-toy.ts'

const learned = new Map<string, Model>()
function modelOf(system: string, labelling: 'early' | 'late', beam = 1): Model {
  const name = `${system} ${labelling} ${beam}`
  const model = learned.get(name) ?? learnToy(system, { labelling, beam, epochs: 2 }).model
  learned.set(name, model)
  return model
}

function* parses(
  model: Model | PreparedModel,
): Generator<{ tree: Tree; gold: Tree; parser: Parser; sentence: ParserSentence }> {
  const parser = new Parser(model, { norms: false })
  const corpus = heldOut(model.labels)
  for (let i = 0; i < corpus.size; i++) {
    const sentence = corpus.sentence(i, parser.sentence())
    yield { tree: parser.parse(sentence).tree, gold: corpus.tree(i), parser, sentence }
  }
}

/** How many of the arcs whose heads are right have the right label, too. */
function rightLabels(model: Model): number {
  let right = 0
  for (const { tree, gold } of parses(model))
    for (let word = 1; word <= tree.size; word++)
      if (tree.head[word] === gold.head[word] && tree.label[word] === gold.label[word]) right++
  return right
}

describe.each(['rb', 'rb-learned', 'arc-eager', 'arc-eager-unshift'])('late labels of %s', (system) => {
  it('leave heads and roots as the transitions made them', () => {
    const late = modelOf(system, 'late')
    const early = parses({
      ...late,
      header: { ...late.header, relabelling: undefined },
      relabeller: undefined,
    })
    for (const { tree } of parses(late)) {
      const before = early.next().value.tree
      expect(tree.head).toEqual(before.head)
      for (let word = 1; word <= tree.size; word++)
        if (tree.head[word] === 0) expect(tree.label[word]).toBe(before.label[word])
    }
  })

  it('are no worse than early ones on sentences that were not learned from', () => {
    expect(rightLabels(modelOf(system, 'late'))).toBeGreaterThanOrEqual(rightLabels(modelOf(system, 'early')))
  })
})

describe.each([1, 4])('labels demanded of a right-branching parser with late labels, beam %d', (beam) => {
  it.each(['right', 'left'] as const)(
    'are set, whatever the heads are, and change no head: direction %s',
    (direction) => {
      const { model } = learnToy('rb', { labelling: 'late', direction, beam, epochs: 2 })
      const random = new Random(1)
      for (const { parser, sentence, gold } of parses(model)) {
        const words = headsOf(gold).map((_, i) => i + 1)
        const labels = words
          .filter(() => random.next() < 0.4)
          .map((dependent) => ({ dependent, label: random.below(parser.model.labels.size) }))
        const arcs = words
          .filter((word) => random.next() < 0.2 && !labels.some(({ dependent }) => dependent === word))
          .map((word) => ({ head: gold.head[word], dependent: word, label: gold.label[word] }))
        const { tree } = parser.parse(sentence, { arcs, labels })
        expect(tree.head).toEqual(parser.parse(sentence, { arcs }).tree.head)
        const ranked = parser.rank(sentence, { count: 3, constraints: { arcs, labels } })
        for (const one of [tree, ...ranked.map((parse) => parse.tree)])
          expect(isSatisfied({ arcs, labels }, one)).toBe(true)
        ranked.forEach(({ tree: one }, i) => {
          for (const other of ranked.slice(0, i)) expect(equalTrees(one, other.tree)).toBe(false)
        })
      }
    },
  )
})

it('are there where a right-branching parser searches or learns from little, unless it is told otherwise', () => {
  const labelled = (system: string, beam: number) =>
    learnToy(system, { beam, epochs: 1 }).model.header.relabelling
  expect(labelled('rb', 2)).toBe(relabellingTemplates)
  expect(labelled('rb', 1)).toBe(relabellingTemplates)
  expect(labelled('arc-eager-unshift', 1)).toBeUndefined()
  expect(labelled('arc-eager-unshift', 2)).toBeUndefined()
  const { model } = learnToy('rb', { beam: 2, epochs: 1, labelling: 'early' })
  expect(model.header.relabelling).toBeUndefined()
  expect(model.relabeller).toBeUndefined()
})

it('are for accuracy: parsers that have them ask all default features at once', () => {
  const firstStage = (labelling: Labelling) =>
    learnToy('rb', { labelling, learner: 'liblinear', templates: richFactored }).model.header.templates
      .firstStage
  expect(firstStage('late')).toBeUndefined()
  expect(firstStage('early')).toBeDefined()
})

describe('a model with late labels', () => {
  const late = modelOf('rb', 'late', 4)

  it('comes back from a file, and arrives in other threads', () => {
    const back = readModel(writeModel(late))
    expect(back.relabeller).toEqual(late.relabeller)
    const attached = attachModel(structuredClone(shareModel(back)))
    const others = [parses(back), parses(attached)]
    for (const { tree } of parses(late))
      for (const other of others) expect(equalTrees(other.next().value.tree, tree)).toBe(true)
  })

  it.each(['right', 'left'] as const)('derives trees to the %s that the same trees come of', (direction) => {
    const { model } = learnToy('rb', { labelling: 'late', epochs: 2, direction })
    const parser = new Parser(model, { keepMarks: true })
    const encoding = createEncoding({ labels: model.labels, direction })
    const corpus = heldOut(model.labels)
    for (let i = 0; i < corpus.size; i++) {
      const sentence = corpus.sentence(i, parser.sentence())
      for (const constraints of [undefined, {}]) {
        const { derived, tree } = parser.parse(sentence, constraints)
        if (constraints) reverse(derived!)
        else expect(equalTrees(encoding.decode(derived!).tree, tree)).toBe(true)
        if (!constraints || direction === 'left') continue
        for (let word = 1; word <= tree.size; word++) {
          const text = model.labels.text(derived!.label[word])
          if (reservedCharacter(text) === undefined) expect(derived!.label[word]).toBe(tree.label[word])
        }
      }
    }
  })

  it('ranks trees that differ after labels have been chosen', () => {
    for (const { parser, sentence, tree } of parses(late)) {
      const ranked = parser.rank(sentence, { count: 4 })
      expect(equalTrees(parser.rank(sentence)[0].tree, tree)).toBe(true)
      ranked.forEach((one, i) => {
        for (const other of ranked.slice(0, i)) expect(equalTrees(one.tree, other.tree)).toBe(false)
      })
    }
  })

  it('keeps labels that are demanded', () => {
    for (const { parser, sentence, tree } of parses(late)) {
      const word = tree.head.findIndex((head, i) => i > 0 && head > 0)
      if (word < 0) continue
      for (let label = 0; label < late.labels.size; label++) {
        if (late.labels.text(label).includes('|')) continue
        const arcs = [{ head: tree.head[word], dependent: word, label }]
        const { tree: constrained } = parser.parse(sentence, { arcs })
        expect([constrained.head[word], constrained.label[word]]).toEqual([tree.head[word], label])
      }
    }
  })

  it('is refused when a label of its trees has a lift, or is none', () => {
    const withMoves = (label: number) => {
      const labels = new Symbols([...late.labels.texts(), 'det↑']).freeze()
      const transitions = Int32Array.of(transitionOf(0, label), ...late.relabeller!.transitions.subarray(1))
      return writeModel({ ...late, labels, relabeller: { ...late.relabeller!, transitions } })
    }
    const { size } = late.labels
    expect(() => readModel(withMoves(size - 1))).not.toThrow()
    expect(() => readModel(withMoves(size))).toThrow('not a sound model: a finished tree has no lifts')
    expect(() => readModel(withMoves(size + 1))).toThrow('not a sound model: an unknown class')
    for (const [templates, text] of [
      ['w.form', 'late'],
      [[1], 'late'],
      [[], '0 templates for labels'],
      [['w.form x.form'], "template 'w.form x.form' for labels"],
      [['w.form w.color'], "template 'w.form w.color' for labels"],
      [['w.form side side side side side'], "template 'w.form side side side side side' for labels"],
      [['.form'], "template '.form' for labels"],
      [[''], "template '' for labels"],
      [['w.form\nside'], "template 'w.form side' for labels"],
    ] as const) {
      const header = { ...late.header, relabelling: templates as readonly string[] }
      expect(() => readModel(writeModel({ ...late, header }))).toThrow(`not a sound model: ${text}`)
    }
    const without = { ...late.header, relabelling: undefined }
    expect(() => readModel(writeModel({ ...late, header: without }))).toThrow('bytes are left over')
  })
})

describe('a relabeller that knows nothing', () => {
  const labels = new Symbols(['root', 'det', 'obj', 'obj↑det']).freeze()
  const [root, det, obj, lifted] = labels.texts().keys()
  /** One that has not learned from any feature. */
  const knowing = (...known: number[]): Model => ({
    ...modelOf('rb', 'late'),
    labels,
    relabeller: {
      transitions: Int32Array.from(known, (label) => transitionOf(0, label)),
      keys: new Uint32Array(0),
      starts: new Uint32Array(1),
      classes: new Uint16Array(0),
      values: new Int16Array(0),
      scale: 100,
    },
  })
  const sentence = fillSentence(new ParserSentence(), [{ form: 'a' }, { form: 'b' }, { form: 'c' }])
  const parse = (model: Model, tree: Tree): Tree => {
    const way = new Postprocessor(prepareModel(model), false, false)
    return way.parse(tree, way.relabelling(sentence, undefined)).tree
  }

  it('leaves labels that it knows, and gives others one', () => {
    expect([...parse(knowing(det, obj), treeOf([0, 1, 1], [root, obj, det])).label]).toEqual([
      0,
      root,
      obj,
      det,
    ])
    expect([...parse(knowing(det), treeOf([0, 1, 1], [root, obj, det])).label]).toEqual([0, root, det, det])
    expect([...parse(knowing(), treeOf([0, 1, 1], [root, obj, det])).label]).toEqual([0, root, obj, det])
  })

  it('leaves the labels of lifted words, where trees stay projective, too', () => {
    const model = knowing(det)
    const way = new Postprocessor(prepareModel(model), false, true)
    const bases = Int32Array.of(root, det, obj, obj)
    const relabel = way.relabelling(sentence, {})
    const { derived, tree } = way.parse(treeOf([0, 1, 1], [root, lifted, obj]), relabel, bases)
    expect([...tree.label]).toEqual([0, root, obj, det])
    expect([...derived!.label]).toEqual([0, root, lifted, det])
  })

  it('leaves lifts, which say where a word belongs', () => {
    const tree = parse(knowing(det), treeOf([0, 1, 1], [root, det, lifted]))
    expect([[...tree.head], [...tree.label]]).toEqual([
      [-1, 0, 1, 2],
      [0, root, det, obj],
    ])
  })
})

describe('features of trees', () => {
  const words = fc.array(fc.constantFrom('NOUN', 'VERB', 'DET'), { minLength: 1, maxLength: 8 })
  const tokensOf = (tags: readonly string[]): ParserToken[] =>
    tags.map((upos, i) => ({ form: `${upos}${i % 3}`, upos }))
  /** Heads of a tree on `size` words, projective or not: each word but the first hangs on one before it in some order. */
  const trees = words.chain((tags) =>
    fc
      .tuple(fc.shuffledSubarray([...tags.keys()], { minLength: tags.length }), fc.infiniteStream(fc.nat()))
      .map(([order, numbers]) => {
        const heads = tags.map(() => 0)
        order.forEach((word, i) => {
          if (i > 0) heads[word] = 1 + order[numbers.next().value! % i]
        })
        return { tags, tree: treeOf(heads) }
      }),
  )

  it('come in an order in which heads stand before their dependents, each word once', () => {
    fc.assert(
      fc.property(trees, ({ tags, tree }) => {
        const features = new TreeFeatures(relabellingTemplates)
        features.begin(fillSentence(new ParserSentence(), tokensOf(tags)), tree)
        const order = [...features.order.subarray(1, tree.size + 1)]
        expect(order.toSorted((a, b) => a - b)).toEqual(tags.map((_, i) => i + 1))
        for (const word of order)
          if (tree.head[word] > 0) expect(order.indexOf(tree.head[word])).toBeLessThan(order.indexOf(word))
      }),
    )
  })

  it('are the same whichever way round the sentence is read, and whatever was looked at before', () => {
    const used = new TreeFeatures(relabellingTemplates)
    fc.assert(
      fc.property(trees, ({ tags, tree }) => {
        const keys = (features: TreeFeatures, mirrored: boolean): number[] => {
          features.begin(fillSentence(new ParserSentence({ mirrored }), tokensOf(tags)), tree)
          return tags.flatMap((_, i) => {
            features.extract(i + 1)
            return [...features.keys]
          })
        }
        const expected = keys(new TreeFeatures(relabellingTemplates), false)
        expect(keys(new TreeFeatures(relabellingTemplates), true)).toEqual(expected)
        expect(keys(used, false)).toEqual(expected)
      }),
    )
  })

  it('tell a tree from another that differs in one head', () => {
    const sentence = fillSentence(new ParserSentence(), tokensOf(['DET', 'NOUN', 'VERB', 'NOUN']))
    const keysOf = (heads: readonly number[], word: number): number[] => {
      const features = new TreeFeatures(relabellingTemplates)
      features.begin(sentence, treeOf(heads))
      features.extract(word)
      return [...features.keys]
    }
    const [one, other] = [keysOf([2, 3, 0, 3], 2), keysOf([2, 4, 0, 3], 2)]
    expect(one.filter((key, i) => key === other[i]).length).toBeLessThan(one.length / 2)
    // What hangs below a word is seen from it, too.
    expect(keysOf([2, 3, 0, 3], 2)).not.toEqual(keysOf([3, 3, 0, 3], 2))
  })

  it('are found in chains of ten thousand words, and below heads of as many', () => {
    const size = 10_000
    const tags = Array.from({ length: size }, () => 'NOUN')
    const sentence = fillSentence(new ParserSentence(), tokensOf(tags))
    const relabeller = Relabeller.of(prepareModel(modelOf('rb', 'late')))!
    for (const headOf of [
      (i: number) => i,
      (i: number) => (i === size - 1 ? 0 : i + 2),
      (i: number) => Math.min(i, 1),
    ]) {
      const tree = treeOf(tags.map((_, i) => headOf(i)))
      const before = copyTree(tree)
      relabeller.label(sentence, tree)
      expect(tree.head).toEqual(before.head)
    }
  })
})
