/** Reads the input of `rbparse train`: treebanks, word lists and files of feature templates. */
import { basename, dirname, resolve } from 'node:path'
import packageJson from '../../package.json' with { type: 'json' }
import type { Tags } from '../../parser/core/word-attributes.ts'
import {
  builtInTemplates,
  featureNames,
  parseTemplates,
  type TemplateUse,
} from '../../parser/options/feature-sets.ts'
import type { TemplateSet } from '../../parser/features/templates.ts'
import { compileFor, defaultSystem } from '../../parser/registry.ts'
import type { Corpus } from '../../parser/learning/corpus.ts'
import { differingColumns, withoutColumn } from '../../parser/learning/treebank-fit.ts'
import type { Model } from '../../parser/model/model.ts'
import { Symbols } from '../../transform/symbols.ts'
import { wordClusters, type WordClusters, type WordLists } from '../../parser/core/word-numbers.ts'
import { readClusters } from '../clustering/hierarchy.ts'
import type { CoNLLUSentence } from '../conllu/conllu-sentence.ts'
import { TreeReader } from '../conllu/trees.ts'
import { CallError, naming, RunError } from '../files/failures.ts'
import type { Terminal } from '../files/terminal.ts'
import { readAll } from '../files/text-file.ts'
import { SentenceFile, type SentenceFileOptions } from '../files/sentence-file.ts'
import { checkColumns } from '../pipeline/treebank-text.ts'
import { AgreementCounter } from '../parsing/sentence-parser.ts'
import { CorpusReader } from '../training/corpus.ts'

export interface CorpusOptions {
  readonly tags: Tags
  readonly nonProjective: string
  readonly skipBad?: boolean
  readonly clusters?: WordClusters
}

export class TrainingInput {
  readonly #options: CorpusOptions
  readonly #terminal: Terminal

  constructor(options: CorpusOptions, terminal: Terminal) {
    this.#options = options
    this.#terminal = terminal
  }

  /**
   * Reads the sentences of all files into a corpus. `bad` is the number of skipped sentences. Throws RunError if there are
   * none.
   */
  async corpus(files: readonly string[]): Promise<{ readonly reader: CorpusReader; readonly bad: number }> {
    const { tags, nonProjective, clusters } = this.#options
    const reader = new CorpusReader({ tags, clusters, projectiveOnly: nonProjective === 'error' })
    const bad = await this.#each(files, (sentence) => reader.add(sentence), { heads: 'known' })
    checkSize(reader.corpus.size, files)
    return { reader, bad }
  }

  /**
   * Reads the sentences of all files, with complete (`tree`) or partial (`known`) trees. `bad` is the number of skipped
   * sentences.
   */
  async sentences(
    files: readonly string[],
    heads: 'tree' | 'known',
  ): Promise<{ readonly sentences: CoNLLUSentence[]; readonly bad: number }> {
    const sentences: CoNLLUSentence[] = []
    const trees = new TreeReader()
    const bad = await this.#each(
      files,
      (sentence) => {
        // Check the sentence here, where an error can skip it.
        trees.original(sentence)
        checkColumns(sentence)
        sentences.push(sentence)
      },
      { heads },
    )
    return { sentences, bad }
  }

  /** Reads the corpus on which epochs of the perceptron are evaluated. Labels that the training corpus lacks have the id -1. */
  async development(path: string, { labels }: CorpusReader): Promise<Corpus> {
    const { tags, clusters } = this.#options
    const reader = new CorpusReader({ tags, clusters, labels: new Symbols(labels.texts()).freeze() })
    await this.#each([path], (sentence) => reader.add(sentence))
    return reader.corpus
  }

  /** The attachment scores of a model on a treebank. */
  async scores(path: string, model: Model): Promise<ReturnType<AgreementCounter['scores']>> {
    const counter = new AgreementCounter(model)
    await this.#each([path], (sentence) => counter.add(sentence), { doing: 'evaluating' })
    return counter.scores()
  }

  /** Calls `visit` for each sentence of the files. Returns the number of skipped bad sentences. */
  async #each(
    files: readonly string[],
    visit: (sentence: CoNLLUSentence) => void,
    fileOptions: Partial<SentenceFileOptions> = {},
  ) {
    let bad = 0
    for (const path of files) {
      const { skipBad } = this.#options
      const file = await SentenceFile.open(path, this.#terminal, {
        doing: 'reading',
        skipBad,
        ...fileOptions,
      })
      await file.each(visit)
      bad += file.skipped
    }
    return bad
  }
}

/** Reads the files of clusters and lexicon; undefined if there is neither. Throws RunError for an invalid line. */
export async function readClusterFiles(
  { clusters, lexicon }: { readonly clusters?: string; readonly lexicon?: string },
  terminal: Terminal,
): Promise<WordClusters | undefined> {
  const read = async (path: string | undefined, kind: 'cluster' | 'class'): Promise<WordLists> =>
    (await readIfGiven(path, (text) => readClusters(text, kind), terminal)) ?? new Map()
  if (clusters === undefined && lexicon === undefined) return undefined
  return wordClusters(await read(clusters, 'cluster'), await read(lexicon, 'class'))
}

/** Reads a file with `read`; undefined without a path. Throws RunError for an invalid line. */
export async function readIfGiven<Content>(
  path: string | undefined,
  read: (text: string) => Content,
  terminal: Terminal,
): Promise<Content | undefined> {
  if (path === undefined) return undefined
  const text = new TextDecoder().decode(await readAll(path, terminal))
  return naming(path, SyntaxError, () => read(text))
}

/**
 * Removes columns in which the corpora differ, because they would mislead the parser. Throws RunError if `--tags` requires
 * such a column.
 */
export function withoutDifferingColumns(
  corpus: Corpus,
  development: Corpus | undefined,
  { dev, tags }: { readonly dev?: string; readonly tags: Tags },
  { stderr }: Terminal,
): { readonly corpus: Corpus; readonly development?: Corpus } {
  if (!development || development.size === 0) return { corpus, development }
  let pair = { corpus, development }
  for (const name of differingColumns(corpus, development)) {
    if (name === 'XPOS' && tags === 'upos') continue
    const problem = `${dev}: its ${name} differs from that of the treebank`
    if (name === 'XPOS' && tags === 'xpos') throw new RunError(`${problem}, expected the same or --tags upos`)
    stderr.write(`note: ${problem}, the parser learns without it\n`)
    const [train, test] = [pair.corpus, pair.development].map((one) => withoutColumn(name, one))
    pair = { corpus: train, development: test }
  }
  return pair
}

export function checkSize(sentences: number, files: readonly string[]): void {
  if (sentences === 0)
    throw new RunError(`${files.join(', ')}: no sentence to learn from, expected a treebank`)
}

/** The facts about the training in the model file. Facts of the option `--fact` replace the others. */
export function factsOf(
  files: readonly string[],
  userFacts: Readonly<Record<string, string>> | undefined,
): Record<string, string> {
  return { treebank: files.map(treebankName).join(' '), version: packageJson.version, ...userFacts }
}

function treebankName(path: string): string {
  if (path === '-') return '-'
  const absolutePath = resolve(path)
  return `${basename(dirname(absolutePath))}/${basename(absolutePath).replace(/\.conllu$/, '')}`
}

/** The template set of the option `--features`. Throws CallError for an unknown set, RunError for an invalid file. */
export async function templatesOf(
  features: string,
  use: TemplateUse,
  terminal: Terminal,
): Promise<TemplateSet> {
  if (featureNames().includes(features)) return builtInTemplates(features, use)
  if (!features.endsWith('.json'))
    throw new CallError(
      `unknown feature set '${features}', expected ${featureNames().join(', ')} or a file.json`,
    )
  const text = new TextDecoder().decode(await readAll(features, terminal))
  return naming(features, Error, () => {
    const set = parseTemplates(text)
    compileFor(defaultSystem, set)
    return set
  })
}
