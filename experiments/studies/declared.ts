/** Custom studies: a JSON file, or a JavaScript module whose default export is the same. */
import { readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { CallError, reasonOf } from '../../src/lab-node.ts'
import {
  checkTraining,
  directionTally,
  learnerOf,
  metrics,
  trainingOptions,
  type TrainingValues,
} from '../../src/lab.ts'
import { learnedTrees, learningOf, settingNames } from '../measurements/learning.ts'
import { scoreNames } from '../measurements/scores.ts'
import type { CellSettings, Treebank } from '../cells/cell.ts'
import type { Planned } from './plan.ts'
import { checkNames, fingerprint, firstThere } from '../cells/treebanks.ts'
import { directions, distances, lengths } from '../statistics/bins.ts'
import {
  breakdowns,
  type StudyParser,
  type ParserDeclaration,
  type Study,
  type StudyOptions,
} from '../study.ts'
import { studyParsersOf, metricsOf } from './expand.ts'
import { above, list, oneOf, orList, record, text, whole, type Rule, type Rules } from './rules.ts'

/** Figures that every parser has besides the scores. */
const FIGURES = ['exact', 'vestigial arcs', 'non-projective', 'several roots', 'rootless', 'train sentences']
const SPEED = 'words a second'
const builtInMetrics: readonly string[] = [
  ...scoreNames,
  ...FIGURES,
  SPEED,
  'CLAS',
  'LAS universal',
  'LAS without punctuation',
  'UAS without punctuation',
  ...['recall', 'precision', 'LAS', 'binned recall', 'binned precision'].flatMap((rate) =>
    [...directions, ...distances].map((bin) => `${rate} ${bin}`),
  ),
  ...['LAS', 'UAS'].flatMap((score) => lengths.map((length) => `${score} ${length}`)),
]
const metricNames = [...builtInMetrics, ...metrics.map(({ name }) => name)]

/** Of words with a relation or a tag, besides those in the list. */
const metricName: Rule = {
  is: (value) => oneOf(metricNames).is(value) || /^(?:LAS|UAS) [\w:]+$/.test(String(value)),
  expected: `${oneOf(metricNames).expected}, or LAS and UAS of a relation or tag, such as UAS DET`,
}

/** In the studies of this package, a slash begins a regular expression. */
const parserName: Rule = {
  is: (value) => text.is(value) && !String(value).startsWith('/'),
  expected: `${text.expected} that does not begin with /`,
}

const studyRules: Rules = {
  name: text,
  title: text,
  treebanks: list(record),
  parsers: list(record),
  sizes: list(above(0, 100)),
  seeds: list(whole(0, 2 ** 32 - 1)),
  metrics: list(metricName),
  compare: list(list(text, 2, 2), 0),
  breakdowns: list(oneOf(breakdowns)),
}
const treebankRules: Rules = { name: text, train: text, test: text }

/** A parser, or one for each value of a list. */
const learningRules: Rules = {
  ...Object.fromEntries(settingNames.map((name) => [name, orList(trainingOptions[name].type)])),
  steps: list(text),
  predictedTags: orList(oneOf([true, false])),
  measurement: oneOf(['attachment', 'choices', 'constraints', 'fragments', 'shape']),
  view: text,
}

/** Reads a study. Throws CallError with what is wrong and what was expected. */
export async function readStudy(file: string): Promise<Study> {
  const twice = metrics.find(({ name }) => builtInMetrics.includes(name))
  if (twice)
    throw new CallError(`metric '${twice.name}': expected another name, studies have a figure of this one`)
  const value = await contentOf(file)
  // Other measurements return figures of their own.
  const { parsers = [] } = (record.is(value) ? value : {}) as Partial<Study>
  const isOther =
    Array.isArray(parsers) &&
    parsers.some((one: unknown) => record.is(one) && 'measurement' in (one as object))
  const rules = isOther ? { ...studyRules, metrics: list(text) } : studyRules
  check(value, rules, ['name', 'parsers'], file)
  const study = value as Study
  for (const [i, treebank] of (study.treebanks ?? []).entries())
    check(treebank, treebankRules, ['name', 'train'], `${file}: treebanks[${i}]`)
  for (const [i, parser] of study.parsers.entries()) {
    const isOutput = Object.hasOwn(parser, 'output')
    const rules = { name: parserName, ...(isOutput ? { output: text } : learningRules) }
    check(parser, rules, ['name'], `${file}: parsers[${i}]`)
  }
  return study
}

async function contentOf(file: string): Promise<unknown> {
  try {
    if (!/\.[cm]?js$/.test(file)) return JSON.parse(await readFile(file, 'utf8'))
    const module = (await import(pathToFileURL(file).href)) as { readonly default?: unknown }
    return JSON.parse(JSON.stringify(module.default ?? null))
  } catch (error) {
    const reason = reasonOf(error)
      .split('\n')[0]
      .replaceAll(/[\p{Cc}\ufffd]+/gu, '?')
    throw new CallError(`${file}: cannot be read (${reason}), expected a study in JSON`)
  }
}

/** Throws CallError unless a value is a record with these keys. */
function check(
  value: unknown,
  rules: Rules,
  required: readonly string[],
  where: string,
): asserts value is object {
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

export async function treebanksOf({ treebanks }: Study, file: string): Promise<Treebank[] | undefined> {
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

/** A study with its parsers; the paths of other parsers' output are relative as those of treebanks. */
export async function plannedStudy(
  study: Study,
  file: string,
  treebanks: readonly Treebank[],
  options: StudyOptions,
): Promise<Planned> {
  const studyParsers: StudyParser[] = []
  for (const parser of study.parsers) {
    const { name, output } = parser
    if (typeof output !== 'string') {
      const declared = { ...parser, ...learnerIn(parser) }
      const own = studyParsersOf({ ...study, defaults, parsers: [declared] }, options)
      for (const { settings } of own) checkSettings(settings, `${file}: parser '${name}'`)
      studyParsers.push(...own)
    } else
      for (const treebank of treebanks) {
        const path = output.replaceAll('{treebank}', treebank.name)
        const { bytes: _, ...settings } = await fingerprint(firstThere(join(dirname(file), path), path))
        const shared = { measurement: 'output', view: 'final', alone: false } as const
        studyParsers.push({ name, ...shared, settings, treebank: treebank.name })
      }
  }
  const names = studyParsers.map(({ name, treebank = '' }) => `${name} ${treebank}`)
  const twice = studyParsers.find((_, i) => names.indexOf(names[i]) < i)
  if (twice) throw new CallError(`${file}: two parsers are called '${twice.name}', expected different names`)
  const unknown = (study.compare ?? []).flat().find((name) => !studyParsers.some((one) => one.name === name))
  if (unknown !== undefined)
    throw new CallError(
      `${file}: compare has '${unknown}', expected names of parsers: ${studyParsers.map(({ name }) => name).join(', ')}`,
    )
  // Throws for unknown steps. A parser that only learns transformed trees is not timed.
  const own = studyParsers.filter(
    ({ measurement, settings }) =>
      measurement === 'attachment' && !learnedTrees(learningOf(settings), directionTally()).transformed,
  )
  const timed = metricsOf(study).includes(SPEED) ? own : []
  const speeds = timed.map((one): StudyParser => ({ ...one, measurement: 'decoding', alone: true }))
  return { study, studyParsers: [...studyParsers, ...speeds], isDeclared: true }
}

const defaults = { system: 'rb', features: 'rich', tags: 'both' }

/** The perceptron for all parsers that the lists of a declaration stand for, if one of them needs it. */
function learnerIn(parser: ParserDeclaration): { readonly learner?: 'perceptron' } {
  const values = settingNames.flatMap((name) => [parser[name]].flat().map((value) => ({ [name]: value })))
  const isNeeded = parser.learner === undefined && values.some((one) => learnerOf(one) === 'perceptron')
  return isNeeded ? { learner: 'perceptron' } : {}
}

/** Throws CallError for options of training that contradict each other. Steps and directions are checked later. */
function checkSettings(settings: CellSettings, where: string): void {
  try {
    checkTraining({ ...(settings as Partial<TrainingValues>), steps: undefined, direction: undefined })
  } catch (error) {
    throw new CallError(`${where}: ${reasonOf(error)}`)
  }
}
