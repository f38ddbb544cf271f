/** Studies of one's own: a JSON file, or a JavaScript module whose default export is the same. */
import { readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { CallError, reasonOf } from '../../src/files/command-line.ts'
import { nonProjectiveChoices, registry, widestBeam, type TrainOptions } from '../../src/index.ts'
import { scoreNames } from '../reports/scores.ts'
import type { Settings, Treebank } from '../runs/cell.ts'
import { checkNames, fingerprint, firstThere } from '../runs/treebanks.ts'
import { directions, distances } from '../statistics/bins.ts'
import type { Condition, Pair, Study } from '../study.ts'

/** The content of a study file. Paths are relative to the file, or to the working directory. */
export interface Declaration {
  readonly name: string
  readonly title?: string
  /** Default: those of the command line. */
  readonly treebanks?: readonly { readonly name: string; readonly train: string; readonly test?: string }[]
  readonly parsers: readonly DeclaredParser[]
  /** In percent of the training part. Default: [100]. */
  readonly sizes?: readonly number[]
  /** Default: [1]. */
  readonly seeds?: readonly number[]
  /** Default: LAS and UAS. */
  readonly metrics?: readonly string[]
  /** The first parser of a pair is compared with the second. */
  readonly compare?: readonly Pair[]
}

/** A parser to train as `rbparse train` does, or the output of another one: `{treebank}` in its path is replaced. */
type DeclaredParser = {
  readonly name: string
  readonly output?: string
  readonly steps?: readonly string[]
} & Partial<Omit<TrainOptions, 'onProgress' | 'signal' | 'development' | 'facts' | 'templates' | 'seed'>>

/** Figures that every parser has, beside the scores. */
const FIGURES = ['exact', 'vestigial arcs', 'non-projective', 'several roots', 'rootless', 'train sentences']
const SPEED = 'words a second'
const metrics: readonly string[] = [
  ...scoreNames,
  ...FIGURES,
  SPEED,
  ...['recall', 'precision', 'LAS'].flatMap((rate) =>
    [...directions, ...distances].map((bin) => `${rate} ${bin}`),
  ),
]

/** What a value must be, and the words for an error. */
interface Rule {
  is(value: unknown): boolean
  readonly expected: string
}
type Rules = Readonly<Record<string, Rule>>

const text: Rule = {
  is: (value) => typeof value === 'string' && value.length > 0 && value.length <= 200,
  expected: 'a text of at most 200 characters',
}
const truth: Rule = { is: (value) => typeof value === 'boolean', expected: 'true or false' }
const oneOf = (choices: readonly unknown[]): Rule => ({
  is: (value) => choices.includes(value),
  expected: `one of: ${choices.join(', ')}`,
})
const whole = (least: number, most: number): Rule => ({
  is: (value) => Number.isInteger(value) && Number(value) >= least && Number(value) <= most,
  expected: `a whole number from ${least} to ${most}`,
})
const above = (bound: number, most = Number.MAX_VALUE): Rule => ({
  is: (value) => typeof value === 'number' && value > bound && value <= most,
  expected: most < Number.MAX_VALUE ? `a number above ${bound}, at most ${most}` : `a number above ${bound}`,
})
const list = ({ is, expected }: Rule, least = 1, most = 1000): Rule => ({
  is: (value) =>
    Array.isArray(value) && value.length >= least && value.length <= most && value.every((one) => is(one)),
  expected: `a list${least === most ? ` of ${least}` : ''}, each ${expected}`,
})
const record: Rule = {
  is: (value) => typeof value === 'object' && value !== null && !Array.isArray(value),
  expected: 'an object in braces',
}

const studyRules: Rules = {
  name: text,
  title: text,
  treebanks: list(record),
  parsers: list(record),
  sizes: list(above(0, 100)),
  seeds: list(whole(0, 2 ** 32 - 1)),
  metrics: list(oneOf(metrics)),
  compare: list(list(text, 2, 2), 0),
}
const treebankRules: Rules = { name: text, train: text, test: text }

/** The options of `rbparse train`, by their names in the API. */
const learningRules: Rules = {
  system: oneOf(registry.map(({ name }) => name)),
  steps: list(text),
  features: oneOf(['rich', 'paper']),
  tags: oneOf(['both', 'upos', 'xpos']),
  direction: oneOf(['auto', 'right', 'left']),
  nonProjective: oneOf(nonProjectiveChoices),
  singleRoot: truth,
  learner: oneOf(['liblinear', 'perceptron']),
  solver: oneOf([0, 1, 2, 3, 4, 5, 6, 7]),
  C: above(0),
  eps: above(0),
  bias: above(0),
  form: oneOf(['labelled', 'factored']),
  labelling: oneOf(['early', 'late']),
  epochs: whole(1, 1000),
  beam: whole(1, widestBeam),
  exploration: truth,
}

/** Reads a study. Throws CallError with what is wrong and what was expected. */
export async function readStudy(file: string): Promise<Declaration> {
  const value = await contentOf(file)
  check(value, studyRules, ['name', 'parsers'], file)
  const study = value as unknown as Declaration
  for (const [i, treebank] of (study.treebanks ?? []).entries())
    check(treebank, treebankRules, ['name', 'train'], `${file}: treebanks[${i}]`)
  for (const [i, parser] of study.parsers.entries()) {
    const isOutput = Object.hasOwn(parser, 'output')
    const rules = { name: text, ...(isOutput ? { output: text } : learningRules) }
    check(parser, rules, ['name'], `${file}: parsers[${i}]`)
  }
  const names = study.parsers.map(({ name }) => name)
  const twice = names.find((name, i) => names.indexOf(name) < i)
  if (twice !== undefined)
    throw new CallError(`${file}: two parsers are called '${twice}', expected different names`)
  const unknown = (study.compare ?? []).flat().find((name) => !names.includes(name))
  if (unknown !== undefined)
    throw new CallError(`${file}: compare has '${unknown}', expected names of parsers: ${names.join(', ')}`)
  return study
}

async function contentOf(file: string): Promise<unknown> {
  try {
    if (!/\.[cm]?js$/.test(file)) return JSON.parse(await readFile(file, 'utf8'))
    const module = (await import(pathToFileURL(file).href)) as { readonly default?: unknown }
    return JSON.parse(JSON.stringify(module.default ?? null))
  } catch (error) {
    const reason = reasonOf(error).split('\n')[0]
    throw new CallError(`${file}: cannot be read (${reason}), expected a study in JSON`)
  }
}

/** Throws CallError unless a value is a record with these keys. */
function check(value: unknown, rules: Rules, required: readonly string[], where: string): void {
  if (!record.is(value)) throw new CallError(`${where}: expected an object with ${required.join(' and ')}`)
  const entries = Object.entries(value as object)
  for (const key of required)
    if (!entries.some(([name]) => name === key))
      throw new CallError(`${where}: '${key}' is missing, expected ${rules[key].expected}`)
  for (const [key, one] of entries) {
    const rule = Object.hasOwn(rules, key) ? rules[key] : undefined
    if (!rule)
      throw new CallError(`${where}: unknown key '${key}', expected one of: ${Object.keys(rules).join(', ')}`)
    if (!rule.is(one)) {
      const printed = JSON.stringify(one)
      const shown = printed.length > 60 ? `${printed.slice(0, 60)}…` : printed
      throw new CallError(`${where}: ${key} is ${shown}, expected ${rule.expected}`)
    }
  }
}

/** The treebanks of a study; undefined if it has none of its own. */
export async function treebanksOf({ treebanks }: Declaration, file: string): Promise<Treebank[] | undefined> {
  if (!treebanks) return undefined
  const planned = (path: string) => fingerprint(firstThere(join(dirname(file), path), path))
  const found = await Promise.all(
    treebanks.map(async ({ name, train, test }) => ({
      name,
      train: await planned(train),
      ...(test !== undefined && { test: await planned(test) }),
    })),
  )
  checkNames(found)
  return found
}

/** A study, to be planned on treebanks. */
export async function studyToPlan(
  declared: Declaration,
  file: string,
  treebanks: readonly Treebank[],
): Promise<Study & { readonly declared: object }> {
  const conditions: Condition[] = []
  for (const { name, output, ...learning } of declared.parsers) {
    if (output === undefined) {
      const settings = settingsOf(learning)
      conditions.push({ name, settings })
      if (declared.metrics?.includes(SPEED))
        conditions.push({ name, measurement: 'decoding', settings, alone: true })
      continue
    }
    for (const treebank of treebanks) {
      const path = output.replaceAll('{treebank}', treebank.name)
      const { bytes: _, ...planned } = await fingerprint(firstThere(join(dirname(file), path), path))
      conditions.push({ name, measurement: 'output', settings: planned, treebank: treebank.name })
    }
  }
  return { ...studyFrom(declared), conditions: () => conditions, declared }
}

/** As in `rbparse train`, a beam and exploration are for the perceptron. */
function settingsOf({ steps, ...learning }: Omit<DeclaredParser, 'name' | 'output'>): Settings {
  const learns = (learning.beam ?? 1) > 1 || learning.exploration
  return {
    system: 'rb',
    features: 'rich',
    tags: 'both',
    ...(learns && { learner: 'perceptron' }),
    ...learning,
    ...(steps && { steps: steps.join(',') }),
  }
}

/** A study without its conditions, to be reported. */
export function studyFrom({
  name,
  title = name,
  sizes = [100],
  metrics: chosen,
  compare,
}: Declaration): Study {
  return {
    name,
    title,
    reproduces: '',
    intro: '',
    conditions: () => [],
    sizes,
    metrics: chosen ?? ['LAS', 'UAS'],
    compare,
  }
}
