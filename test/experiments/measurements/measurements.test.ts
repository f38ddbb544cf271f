/** Laws of what is measured, on a treebank of a few sentences. */
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { measureAttachment } from '../../../experiments/measurements/attachment.ts'
import type { FiguresOf } from '../../../experiments/measurements/index.ts'
import { measureChoices } from '../../../experiments/measurements/choices.ts'
import { measureConstraints } from '../../../experiments/measurements/constraints.ts'
import { measureFragments } from '../../../experiments/measurements/fragments.ts'
import type { MeasurementInput } from '../../../experiments/measurements/measurement.ts'
import { choicesOfWords, withKnownArcs } from '../../../experiments/measurements/known-arcs.ts'
import { withPredictedTags } from '../../../experiments/measurements/predicted-tags.ts'
import { measureShape } from '../../../experiments/measurements/shape.ts'
import { measureSpeed } from '../../../experiments/measurements/speed.ts'
import { TreeCounts } from '../../../experiments/measurements/tree-counts.ts'
import { learningOf, type Learning } from '../../../experiments/measurements/learning.ts'
import { scoreOf } from '../../../experiments/measurements/scores.ts'
import { nameOf, type CellSettings, type Treebank } from '../../../experiments/cells/cell.ts'
import { lengths } from '../../../experiments/statistics/bins.ts'
import { valueOf, type Tally } from '../../../experiments/statistics/tally.ts'
import { findTreebanks, readParts } from '../../../experiments/cells/treebanks.ts'
import { Progress } from '../../../src/files/terminal.ts'
import { readCoNLLU } from '../../../src/conllu/reader.ts'
import { TreeReader } from '../../../src/conllu/trees.ts'
import { evaluate } from '../../../src/evaluation/evaluate.ts'
import { Symbols } from '../../../transform/symbols.ts'
import { rootCount } from '../../../transform/tree.ts'
import { AgreementCounter, SentenceParser } from '../../../src/parsing/sentence-parser.ts'
import { trainModel } from '../../../src/training/train-model.ts'
import { Gathered } from '../../src/commands/rbparse.ts'
import { writeTreebank } from '../tiny.ts'

const root = mkdtempSync(join(tmpdir(), 'measurements-'))
afterAll(() => rmSync(root, { recursive: true }))
let treebank: Treebank
beforeAll(async () => {
  ;[treebank] = await findTreebanks({ treebank: [writeTreebank(join(root, 'xx_tiny'), 60, 40)] })
})

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0)

async function inputOf(settings: CellSettings, size = 100): Promise<MeasurementInput> {
  const more = { measurement: 'any', quick: false, seed: 1, cost: 1 }
  const task = { ...more, treebank, size, settings }
  const stderr = new Gathered()
  const terminal = { stdin: (async function* () {})(), stdout: new Gathered(), stderr }
  const parts = await readParts(task)
  const run = { folder: join(root, 'run'), terminal, progress: new Progress(stderr, 'test') }
  return { task, parts, gold: parts.test, ...run }
}

function learning(system: string, more: Partial<Learning> = {}): Learning {
  const paper = { features: 'paper', form: 'labelled', solver: 4, C: 0.1 } as const
  return { system, direction: 'right', labelling: 'early', tags: 'both', ...paper, ...more }
}

async function attachment(system: string, more: Partial<Learning> = {}): Promise<FiguresOf<'attachment'>> {
  return (await measureAttachment(await inputOf(learning(system, more)))).figures
}

describe('attachment', () => {
  it.each([
    ['arc-eager', 'right'],
    ['rb', 'right'],
    ['rb', 'left'],
    ['rb-learned', 'auto'],
  ] as const)('%s %s: scores are those of the evaluation', async (system, direction) => {
    const { parts } = await inputOf({})
    const { final, testSentences } = await attachment(system, { direction })
    const counter = new AgreementCounter(
      trainModel(parts.train, { ...learning(system, { direction }), form: 'labelled' }).model,
      { norms: false },
    )
    for (const sentence of parts.test) counter.add(sentence)
    const { words, heads, labels, arcs, trees } = counter.counts
    expect([sum(final.words), sum(final.heads), sum(final.labels), sum(final.arcs), testSentences]).toEqual([
      words,
      heads,
      labels,
      arcs,
      trees,
    ])
  })

  it('rb leaves no vestigial arc and one root, in both directions', async () => {
    for (const direction of ['right', 'left'] as const) {
      const figures = await attachment('rb', { direction })
      const { vestigialArcs, rootless, severalRoots } = figures
      expect([vestigialArcs, rootless, severalRoots].map(valueOf)).toEqual([0, 0, 0])
      expect(figures.direction).toBe(direction)
      expect(figures.transformed).toBeDefined()
    }
  })

  it('arc-eager on transformed trees: transformed scores count marks, and final ones do not', async () => {
    for (const steps of ['right-branching', 'mirror,right-branching']) {
      const { transformed, final, leftArcs } = await attachment('arc-eager', { steps })
      expect(transformed?.words).toEqual(final.words)
      expect(sum(transformed?.arcs ?? [])).not.toBe(sum(final.arcs))
      expect(leftArcs).toBeGreaterThan(50)
    }
    expect((await attachment('arc-eager')).transformed).toBeUndefined()
  })

  it('steps that change heads: scores before the way back are those of the changed trees', async () => {
    const heads = 'function-heads:case+aux,coordination:chain'
    for (const [system, steps] of [
      ['rb', heads],
      ['arc-eager', heads],
      ['arc-eager', `${heads},right-branching`],
    ]) {
      const { transformed, final } = await attachment(system, { steps, direction: 'auto' })
      expect(transformed?.words).toEqual(final.words)
      expect(sum(transformed?.heads ?? [])).not.toBe(sum(final.heads))
      expect(sum(final.arcs)).toBeGreaterThan(0.35 * sum(final.words))
    }
    await expect(attachment('rb', { steps: 'mirror,right-branching' })).rejects.toThrow(/expected steps that/)
  })

  it('keeps its parses as CoNLL-U that the evaluation scores alike', async () => {
    const input = await inputOf(learning('rb'))
    const task = { ...input.task, parses: true }
    const { figures } = await measureAttachment({ ...input, task })
    const file = readFileSync(join(root, 'run/parses', `${nameOf(task)}.conllu`))
    const { las, sentences } = evaluate(input.parts.test, readCoNLLU(file))
    expect(las).toBeCloseTo(valueOf(scoreOf(figures.final, 'LAS'))!)
    expect(sentences).toBe(40)
    expect(nameOf(task)).not.toBe(nameOf(input.task))
  })

  it.each([
    [
      'constraints',
      measureConstraints,
      'rb',
      ['imperatives.with', 'imperatives.without', 'names.with', 'names.without'],
    ],
    ['fragments', measureFragments, 'arc-eager', ['new', 'old', 'single']],
  ] as const)('and so does %s, a file for each view', async (_, measure, system, views) => {
    const input = await inputOf(learning(system), 30)
    const task = { ...input.task, parses: true }
    await measure({ ...input, task })
    const files = readdirSync(join(root, 'run/parses')).filter((file) => file.startsWith(`${nameOf(task)}.`))
    expect(files.sort()).toEqual(views.map((view) => `${nameOf(task)}.${view}.conllu`))
  })

  it('counts heads of transformed trees by tag', async () => {
    const { transformed, UAS } = await attachment('arc-eager', { steps: 'right-branching' })
    const words = (shares: Readonly<Record<string, Tally>>): number => sum([...shares.DET.wholes!])
    expect(words(transformed!.UAS)).toBe(words(UAS))
    expect(valueOf(transformed!.UAS.DET)).toBeGreaterThan(0)
  })

  it('unknown steps are refused', async () => {
    await expect(attachment('arc-eager', { steps: 'sideways' })).rejects.toThrow(/^steps 'sideways'/)
  })

  it('models are trained once', async () => {
    await attachment('rb')
    const before = readdirSync(join(root, 'run/models'))
    const { times } = await measureAttachment(await inputOf(learning('rb')))
    expect(times.secondsTraining).toBeUndefined()
    expect(readdirSync(join(root, 'run/models'))).toEqual(before)
    expect(
      (await measureAttachment(await inputOf(learning('rb'), 50))).times.secondsTraining,
    ).toBeGreaterThan(0)
  })
})

describe('other ways of counting', () => {
  it('are those of the evaluation: CLAS, universal labels, without punctuation', async () => {
    const { parts } = await inputOf({})
    const reader = new TreeReader(new Symbols())
    const counts = new TreeCounts(reader.labels)
    // Every third word is wrong in a way of its own: its head, its subtype, its label.
    const texts = parts.test.map((sentence) => {
      const lines = sentence.conllu().trimEnd().split('\n')
      return lines
        .map((line) => {
          const columns = line.split('\t')
          const id = Number(columns[0])
          if (id % 9 === 3) columns[6] = columns[6] === '0' ? '0' : '0'
          if (id % 9 === 6) columns[7] += ':other'
          if (id % 9 === 0) columns[7] = 'dep'
          return columns.join('\t')
        })
        .join('\n')
    })
    const system = [...readCoNLLU(texts.map((text) => `${text}\n\n`).join(''))]
    for (const [i, sentence] of parts.test.entries())
      counts.add(sentence, reader.original(sentence), reader.original(system[i]))
    const { CLAS, LAS, UAS, exact } = counts.figures()
    const all = evaluate(parts.test, system)
    const noPunct = evaluate(parts.test, system, { noPunct: true })
    expect(valueOf(CLAS)).toBeCloseTo(all.clas)
    expect(valueOf(exact)).toBeCloseTo(all.exact)
    expect(valueOf(LAS.universal)).toBeCloseTo(evaluate(parts.test, system, { universal: true }).las)
    expect(valueOf(LAS['without punctuation'])).toBeCloseTo(noPunct.las)
    expect(valueOf(UAS['without punctuation'])).toBeCloseTo(noPunct.uas)
    expect(valueOf(LAS.NOUN)).toBeLessThan(100)
    expect(LAS.det.wholes!.length).toBeGreaterThan(0)
    const byLength = lengths.map((length) => LAS[length]?.wholes ?? [])
    expect(sum(byLength.flat())).toBe(all.words)
    const { confused, kinds } = counts.figures()
    const words = sum(Object.values(confused).map((tally) => valueOf(tally)!))
    expect(words).toBe(
      Math.round(all.words * (1 - evaluate(parts.test, system, { universal: true }).la / 100)),
    )
    expect(kinds.confusion[0]).toMatch(/ → dep$/)
    expect(sum(kinds.relation.map((name) => sum(UAS[name].wholes!)))).toBe(all.words)
  })
})

describe('fragments', () => {
  it('the heuristic is right just where the gold head is the root', async () => {
    const { figures } = await measureFragments(await inputOf(learning('arc-eager'), 20))
    const { stackToken, stackHead, stackHeadRoot, old, new: unshift, single } = figures
    const [token, head, root] = [stackToken, stackHead, stackHeadRoot].map(valueOf)
    expect(token).toBeGreaterThan(0)
    expect([valueOf(old.correct), valueOf(old.correctRoot)]).toEqual([root, root])
    expect(head).toBeLessThanOrEqual(token!)
    expect(valueOf(unshift.correct)).toBeLessThanOrEqual(head!)
    expect(valueOf(unshift.recall)).toBeCloseTo((100 * valueOf(unshift.correct)!) / head!)
    expect(valueOf(single.notOneRoot)).toBe(0)
    expect(valueOf(unshift.notOneRoot)).toBeLessThanOrEqual(valueOf(old.notOneRoot)!)
    expect(old.words).toEqual(unshift.words)
  })
})

describe('constraints', () => {
  it.each(['rb', 'arc-eager-root'])(
    '%s: sentences that meet them anyway are parsed as before',
    async (system) => {
      const { figures } = await measureConstraints(await inputOf(learning(system, { direction: 'auto' })))
      const { imperatives, bunsetsu, names } = figures
      expect(bunsetsu.sentences).toBe(0)
      expect(imperatives.sentences).toBeGreaterThan(0)
      expect(valueOf(names.spans)).toBeGreaterThan(0)
      for (const { againstGold, unsatisfiable, metAnyway, sentences, with: with_, without } of [
        imperatives,
        names,
      ]) {
        expect([valueOf(againstGold), unsatisfiable]).toEqual([0, 0])
        const changed = with_.heads.filter((heads, i) => heads !== without.heads[i]).length
        expect(changed).toBeLessThanOrEqual(sentences - valueOf(metAnyway)!)
      }
    },
  )
})

describe('constraints on the root', () => {
  it('arc-eager-root: a parse with other roots besides does not meet them anyway', async () => {
    const how = learning('arc-eager-root', { direction: 'right', singleRoot: false })
    const input = await inputOf(how, 20)
    const { figures } = await measureConstraints(input)
    const parser = new SentenceParser(trainModel(input.parts.train, { ...how, form: 'labelled' }).model)
    const trees = input.parts.test
      .filter((sentence) => sentence.upos(1) === 'VERB' && sentence.head[1] === 0)
      .map((sentence) => parser.parse(sentence).tree)
      .filter(({ head }) => head[1] === 0)
    const met = trees.filter((tree) => rootCount(tree) === 1).length
    expect(trees.length).toBeGreaterThan(met)
    expect(valueOf(figures.imperatives.metAnyway)).toBe(met)
  })
})

describe('shape', () => {
  it('has all heads on one side, and as many arcs before as after', async () => {
    const { figures } = await measureShape(await inputOf({}))
    const { original, right, left, labels, words, sentences } = figures
    const arcs = words - sentences
    const leftOf = (form: typeof right): number => (form['arcs that point left, %'] * arcs) / 100
    const marked = (form: typeof right): number =>
      ((form['relocated arcs, %'] + form['reversed arcs, %']) * words) / 100
    expect([leftOf(right), leftOf(left), marked(original)]).toEqual([0, arcs, 0])
    // Each arc that pointed left is reversed or relocated, and no other.
    expect(marked(right)).toBeCloseTo(leftOf(original))
    expect(marked(left)).toBeCloseTo(arcs - leftOf(original))
    expect(right.labels).toBeGreaterThan(original.labels)
    for (const form of [original, right, left]) {
      const lengths = Object.entries(form).filter(([name]) => name.startsWith('arcs of length'))
      expect(sum(lengths.map(([, share]) => share))).toBeCloseTo(100)
    }
    const { plain, relocated, reversed } = labels as Record<string, Record<string, number>>
    for (const label of Object.keys(labels.words))
      expect(plain[label] + relocated[label] + reversed[label]).toBeCloseTo(100)
  })
})

describe('speed', () => {
  it('takes every run of every part', async () => {
    const { system: _, ...rest } = learning('')
    const input = await inputOf({ ...rest, systems: 'arc-eager,rb-learned,rb', runs: 2 })
    const { times } = await measureSpeed(input)
    for (const { seconds, cpuSeconds } of [
      times.reading,
      times.transforming,
      times.reversing,
      ...Object.values(times.parsing),
    ]) {
      expect([seconds.runs.length, cpuSeconds.runs.length]).toEqual([2, 2])
      for (const second of seconds.runs) expect(second).toBeGreaterThan(0)
    }
    expect(times.parsing['arc-eager'].ratio.runs).toEqual([1, 1])
  })
})

describe('choices', () => {
  it('are counted by state: relocated, rb cannot reduce and needs a marked arc, other than the parser of the paper', async () => {
    const choices = async (system: string): Promise<Record<string, number>> => {
      const { figures } = await measureChoices(await inputOf(learning(system)))
      const all = Object.entries(figures as Record<string, { choices: Tally }>)
      return Object.fromEntries(all.map(([state, its]) => [state, valueOf(its.choices)!]))
    }
    const [exact, learned] = [await choices('rb'), await choices('rb-learned')]
    expect(Object.keys(exact)).toEqual(['all', 'normal', 'relocated', 'reversed'])
    expect(exact.relocated).toBeLessThanOrEqual(learned.relocated)
    expect(exact.all).toBeGreaterThan(1)
  })
})

describe('predicted tags', () => {
  it('are those of a tagger for the test part and of others for the training part; heads and gold tags stay', async () => {
    const gold = (await inputOf({})).parts
    const parts = withPredictedTags(gold, 1)
    const wrong = (some: 'train' | 'test'): number =>
      sum(
        parts[some].map(
          (one, i) => one.forms().filter((_, w) => one.upos(w + 1) !== gold[some][i].upos(w + 1)).length,
        ),
      )
    expect(wrong('train')).toBeGreaterThan(0)
    expect(wrong('test')).toBeGreaterThan(0)
    expect(parts.test.map(({ head }) => String(head))).toEqual(gold.test.map(({ head }) => String(head)))
    const input = await inputOf(learning('rb', { predictedTags: true }))
    const { figures } = await measureAttachment({ ...input, parts })
    const before = await attachment('rb')
    expect(figures.UAS.NOUN.wholes).toEqual(before.UAS.NOUN.wholes)
    expect(figures.final.arcs).not.toEqual(before.final.arcs)
  })
})

describe('known arcs', () => {
  it.each(choicesOfWords)(
    'are as many as is asked, with their labels, chosen by %s; the same ones for a seed',
    async (choice) => {
      const { train } = (await inputOf({})).parts
      const partial = withKnownArcs(train, 40, choice, 3)
      const known = partial.map(({ head }) => head.subarray(1).filter((one) => one >= 0).length)
      const words = sum(train.map(({ size }) => size))
      expect(sum(known)).toBe(Math.round(0.4 * words))
      const isPartial = ({ size }: { readonly size: number }, i: number): boolean =>
        known[i] > 0 && known[i] < size
      expect(partial.filter(isPartial).length > 1).toBe(choice !== 'sentences')
      partial.forEach((sentence, i) => {
        for (let word = 1; word <= sentence.size; word++) {
          const isKnown = sentence.head[word] >= 0
          expect(sentence.deprel(word)).toBe(isKnown ? train[i].deprel(word) : '_')
          if (isKnown) expect(sentence.head[word]).toBe(train[i].head[word])
        }
      })
      const again = withKnownArcs(train, 40, choice, 3)
      expect(again.map(({ head }) => String(head))).toEqual(partial.map(({ head }) => String(head)))
    },
  )

  it('are what a parser learns from', async () => {
    const { figures } = await measureAttachment(await inputOf(learning('rb', { knownArcs: 60 })))
    expect(figures.final.arcs).not.toEqual((await attachment('rb')).final.arcs)
  })
})

describe('how a parser learns', () => {
  it('is what its settings say, without absent and other settings', () => {
    const settings = { ...learning('rb', { beam: undefined }), bounds: '1,2' }
    expect(learningOf(settings)).toStrictEqual(learning('rb'))
    expect(() => learningOf({ ...settings, system: undefined })).toThrow(
      /: not the settings of a parser, expected system, /,
    )
  })
})
