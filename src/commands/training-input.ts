/** What `rbparse train` reads: treebanks, to learn from and to try models on, and template files. */
import { basename, dirname, resolve } from 'node:path'
import packageJson from '../../package.json' with { type: 'json' }
import { compileTemplates, type TemplateSet } from '../../parser/features/templates.ts'
import type { Corpus } from '../../parser/learning/corpus.ts'
import type { Model } from '../../parser/model/model.ts'
import type { Tags } from '../../parser/core/sentence.ts'
import { Symbols } from '../../transform/symbols.ts'
import { CallError, RunError } from '../files/failures.ts'
import { readAll } from '../files/input.ts'
import { SentenceFile } from '../files/sentence-file.ts'
import type { Terminal } from '../files/terminal.ts'
import { AgreementCounter } from '../parsing/model-agreement.ts'
import { CorpusReader } from '../training/corpus.ts'
import { builtInTemplates, parseTemplates, type TemplateUse } from '../training/features.ts'

interface CorpusOptions {
  readonly tags: Tags
  readonly nonProjective: string
  readonly skipBad?: boolean
}

/** All sentences of the files. Throws RunError where there are none. */
export async function readCorpus(
  files: readonly string[],
  { tags, nonProjective, skipBad }: CorpusOptions,
  terminal: Terminal,
): Promise<{ reader: CorpusReader; bad: number }> {
  const reader = new CorpusReader({ tags, projectiveOnly: nonProjective === 'error' })
  let bad = 0
  for (const path of files) bad += await addFile(path, reader, skipBad, terminal)
  checkSize(reader.corpus.size, files)
  return { reader, bad }
}

/** Throws RunError where the files have no sentence. */
export function checkSize(sentences: number, files: readonly string[]): void {
  if (sentences === 0)
    throw new RunError(`${files.join(', ')}: no sentence to learn from, expected a treebank`)
}

/** What a model says of where it comes from; what is said with `--fact` comes first. */
export function factsOf(
  files: readonly string[],
  said: Readonly<Record<string, string>>,
): Record<string, string> {
  return { treebank: files.map(treebankName).join(' '), version: packageJson.version, ...said }
}

/** The sentences of a file to try a model on while it is trained. Labels that training has not seen have the id -1. */
export async function readDevelopment(
  path: string,
  { labels }: CorpusReader,
  { tags, skipBad }: CorpusOptions,
  terminal: Terminal,
): Promise<Corpus> {
  const reader = new CorpusReader({ tags, labels: new Symbols(labels.texts()).freeze() })
  await addFile(path, reader, skipBad, terminal)
  return reader.corpus
}

/** Adds a file to a corpus; how many bad sentences were left out. */
async function addFile(
  path: string,
  reader: CorpusReader,
  skipBad: boolean | undefined,
  terminal: Terminal,
): Promise<number> {
  const file = await SentenceFile.open(path, terminal, { doing: 'reading', skipBad })
  await file.each((sentence) => reader.add(sentence))
  return file.skipped
}

/** `en_ewt/train` for `…/en_ewt/train.conllu`. */
function treebankName(path: string): string {
  if (path === '-') return '-'
  const full = resolve(path)
  return `${basename(dirname(full))}/${basename(full).replace(/\.conllu$/, '')}`
}

/** The set of templates that is named. Throws CallError where there is none, RunError where a file is no such set. */
export async function templatesOf(
  features: string,
  use: TemplateUse,
  terminal: Terminal,
): Promise<TemplateSet> {
  const builtIn = builtInTemplates(features, use)
  if (builtIn) return builtIn
  if (!features.endsWith('.json'))
    throw new CallError(`unknown feature set '${features}', expected rich, paper or a file.json`)
  const text = new TextDecoder().decode(await readAll(features, terminal))
  try {
    const set = parseTemplates(text)
    compileTemplates(set)
    return set
  } catch (error) {
    throw new RunError(`${features}: ${(error as Error).message}`)
  }
}

/** Runs `action`; what is wrong with the training set as a whole is said of its files. */
export async function failingFor<T>(files: readonly string[], action: () => T | Promise<T>): Promise<T> {
  try {
    return await action()
  } catch (error) {
    if (error instanceof RangeError) throw new RunError(`${files.join(', ')}: ${error.message}`)
    throw error
  }
}

/** What training took: the time in seconds, the memory, and the size of the model. */
export function costOf(
  began: number,
  model: Uint8Array,
): { readonly seconds: number; readonly peakMemoryMB: number; readonly modelBytes: number } {
  return {
    seconds: (performance.now() - began) / 1000,
    peakMemoryMB: process.resourceUsage().maxRSS / 1024,
    modelBytes: model.length,
  }
}

/** The same in words. */
export function costSummary({ seconds, peakMemoryMB, modelBytes }: ReturnType<typeof costOf>): string {
  return `${seconds.toFixed(1)} s, ${peakMemoryMB.toFixed(0)} MB, model ${(modelBytes / 1e6).toFixed(1)} MB`
}

/** The attachment scores of a model on a treebank. */
export async function evaluateOn(
  path: string,
  model: Model,
  { skipBad }: CorpusOptions,
  terminal: Terminal,
): Promise<ReturnType<AgreementCounter['scores']>> {
  const file = await SentenceFile.open(path, terminal, { doing: 'evaluating', skipBad })
  const counter = new AgreementCounter(model)
  await file.each((sentence) => counter.add(sentence))
  return counter.scores()
}
