/** Reads custom studies from a JSON file or from the default export of a JavaScript module. */
import { readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { CallError, reasonOf } from '../../src/lab-node.ts'
import {
  checkTraining,
  directionTally,
  learnerOf,
  metrics,
  searchNames,
  trainingOptions,
  type TrainingValues,
} from '../../src/lab.ts'
import { choicesOfWords } from '../measurements/known-arcs.ts'
import { learnedTrees, learningOf, settingNames } from '../measurements/learning.ts'
import { scoreNames } from '../measurements/scores.ts'
import type { CellSettings, Treebank } from '../cells/cell.ts'
import type { Planned } from './plan.ts'
import { checkNames, fingerprint, firstExisting } from '../cells/treebanks.ts'
import { directions, distances, lengths } from '../statistics/bins.ts'
import {
  breakdowns,
  type StudyParser,
  type ParserDeclaration,
  type Study,
  type StudyOptions,
} from '../study.ts'
import { studyParsersOf, metricsOf } from './expand.ts'
import {
  numberAbove,
  list,
  oneOf,
  orList,
  record,
  text,
  wholeNumber,
  type Rule,
  type Rules,
} from './rules.ts'

/** The figures of every parser in addition to the scores. */
const FIGURE_NAMES = [
  'exact',
  'vestigial arcs',
  'non-projective',
  'several roots',
  'rootless',
  'train sentences',
]
const SPEED_METRIC = 'words a second'
const builtInMetrics: readonly string[] = [
  ...scoreNames,
  ...FIGURE_NAMES,
  SPEED_METRIC,
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

/** The rule for metric names: a name in the list, or LAS or UAS of the words with a relation or tag. */
const metricName: Rule = {
  is: (value) => oneOf(metricNames).is(value) || /^(?:LAS|UAS) [\w:]+$/.test(String(value)),
  expected: `${oneOf(metricNames).expected}, or LAS and UAS of a relation or tag, such as UAS DET`,
}

/** The rule for parser names, which cannot begin with a slash: in studies, a slash begins a regular expression. */
const parserName: Rule = {
  is: (value) => text.is(value) && !String(value).startsWith('/'),
  expected: `${text.expected} that does not begin with /`,
}

const studyRules: Rules = {
  name: text,
  title: text,
  treebanks: list(record),
  parsers: list(record),
  sizes: list(numberAbove(0, 100)),
  seeds: list(wholeNumber(0, 2 ** 32 - 1)),
  metrics: list(metricName),
  compare: list(list(text, 2, 2), 0),
  breakdowns: list(oneOf(breakdowns)),
}
const treebankRules: Rules = { name: text, train: text, test: text }

/** The rules for a parser. A setting with a list declares one parser for each value. */
const learningRules: Rules = {
  ...Object.fromEntries(settingNames.map((name) => [name, orList(trainingOptions[name].type)])),
  steps: list(text),
  predictedTags: orList(oneOf([true, false])),
  knownArcs: orList(numberAbove(0, 100)),
  knownOf: orList(oneOf(choicesOfWords)),
  search: orList(oneOf(searchNames())),
  measurement: oneOf(['attachment', 'choices', 'constraints', 'fragments', 'shape']),
  view: text,
}

/** Reads a study. Throws CallError with the invalid value and the expected value. */
export async function readStudy(file: string): Promise<Study> {
  const duplicate = metrics.find(({ name }) => builtInMetrics.includes(name))
  if (duplicate)
    throw new CallError(
      `metric '${duplicate.name}': expected another name, studies have a figure of this one`,
    )
  const value = await contentOf(file)
  // Parsers with other measurements have other figures.
  const { parsers = [] } = (record.is(value) ? value : {}) as Partial<Study>
  const hasOtherMeasurement =
    Array.isArray(parsers) &&
    parsers.some((parser: unknown) => record.is(parser) && 'measurement' in (parser as object))
  const rules = hasOtherMeasurement ? { ...studyRules, metrics: list(text) } : studyRules
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
  for (const [key, entry] of entries) {
    const rule = Object.hasOwn(rules, key) ? rules[key] : undefined
    if (!rule)
      throw new CallError(`${where}: unknown key '${key}', expected one of: ${Object.keys(rules).join(', ')}`)
    if (!rule.is(entry)) {
      const printed = JSON.stringify(entry)
      const shown = printed.length > 60 ? `${printed.slice(0, 60)}…` : printed
      throw new CallError(`${where}: ${key} is ${shown}, expected ${rule.expected}`)
    }
  }
}

export async function treebanksOf({ treebanks }: Study, file: string): Promise<Treebank[] | undefined> {
  if (!treebanks) return undefined
  const fingerprintOf = (path: string) => fingerprint(firstExisting(join(dirname(file), path), path))
  const studyTreebanks = await Promise.all(
    treebanks.map(async ({ name, train, test }) => ({
      name,
      train: await fingerprintOf(train),
      ...(test !== undefined && { test: await fingerprintOf(test) }),
    })),
  )
  checkNames(studyTreebanks)
  return studyTreebanks
}

/** A study with its parsers. Paths of parser output are relative to the study file, like paths of treebanks. */
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
      const declaredParsers = studyParsersOf({ ...study, defaults, parsers: [declared] }, options)
      for (const { settings } of declaredParsers) checkSettings(settings, `${file}: parser '${name}'`)
      studyParsers.push(...declaredParsers)
    } else
      for (const treebank of treebanks) {
        const path = output.replaceAll('{treebank}', treebank.name)
        const { bytes: _, ...settings } = await fingerprint(firstExisting(join(dirname(file), path), path))
        const shared = { measurement: 'output', view: 'final', alone: false } as const
        studyParsers.push({ name, ...shared, settings, treebank: treebank.name })
      }
  }
  const names = studyParsers.map(({ name, treebank = '' }) => `${name} ${treebank}`)
  const duplicate = studyParsers.find((_, i) => names.indexOf(names[i]) < i)
  if (duplicate)
    throw new CallError(`${file}: two parsers are called '${duplicate.name}', expected different names`)
  const unknownName = (study.compare ?? [])
    .flat()
    .find((name) => !studyParsers.some((parser) => parser.name === name))
  if (unknownName !== undefined)
    throw new CallError(
      `${file}: compare has '${unknownName}', expected names of parsers: ${studyParsers.map(({ name }) => name).join(', ')}`,
    )
  // `learnedTrees` throws for unknown steps. Parsers that learn transformed trees without reversing them are not timed.
  const attachmentParsers = studyParsers.filter(
    ({ measurement, settings }) =>
      measurement === 'attachment' && !learnedTrees(learningOf(settings), directionTally()).transformed,
  )
  const speedParsers = metricsOf(study).includes(SPEED_METRIC) ? attachmentParsers : []
  const timedParsers = speedParsers.map((parser): StudyParser => ({
    ...parser,
    measurement: 'decoding',
    alone: true,
  }))
  return { study, studyParsers: [...studyParsers, ...timedParsers], isDeclared: true }
}

const defaults = { system: 'rb', features: 'rich', tags: 'both' }

/** Selects the perceptron for all parsers of a declaration if one value in its lists requires it. */
function learnerIn(parser: ParserDeclaration): { readonly learner?: 'perceptron' } {
  const values = settingNames.flatMap((name) => [parser[name]].flat().map((value) => ({ [name]: value })))
  const isNeeded = parser.learner === undefined && values.some((value) => learnerOf(value) === 'perceptron')
  return isNeeded ? { learner: 'perceptron' } : {}
}

/** Throws CallError for contradictory training options. Steps and directions are checked later. */
function checkSettings(settings: CellSettings, where: string): void {
  try {
    checkTraining({ ...(settings as Partial<TrainingValues>), steps: undefined, direction: undefined })
  } catch (error) {
    throw new CallError(`${where}: ${reasonOf(error)}`)
  }
}
