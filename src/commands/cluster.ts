/** `rbparse cluster`: clusters words of plain text by their contexts, and finds its abbreviations. */
import { writeClusters, pathsOf } from '../clustering/hierarchy.ts'
import { Clustering } from '../clustering/exchange.ts'
import { BigramCounter } from '../clustering/text-bigrams.ts'
import { counted, Progress } from '../files/terminal.ts'
import { RunError } from '../files/failures.ts'
import { openInput, shownChunks, decoded } from '../files/text-file.ts'
import { loadModel, modelPath } from '../files/model-packages.ts'
import { checkDistinct, checkOutput, withOutput } from '../files/output.ts'
import { AbbreviationCounter } from '../pipeline/abbreviation-counter.ts'
import { splitterOf } from '../pipeline/pipeline.ts'
import { Segmenter } from '../pipeline/text-windows.ts'
import { clusterForm } from '../../parser/core/word-numbers.ts'
import { commandFor, OUTPUT_HELP, type OutputCall, type CommandContext } from './options.ts'

interface Options extends OutputCall {
  readonly model?: string
  readonly clusters: number
  readonly words: number
  readonly passes: number
  readonly abbreviations?: string
}

const HELP = `
cluster | clusters of words, from plain text
> Puts words that occur between the same words into clusters (exchange clustering, then Brown merges), and writes the path of each cluster with its words. \`train --clusters FILE\` uses them. Takes 4 bytes of memory for each word of the text, and more for different words. The time of the merges grows with the cube of the number of clusters: 1,024 take about 20 seconds.
${OUTPUT_HELP}
[file] | = - | plain text in UTF-8; - for standard input
--model <file>  ||                the pipeline whose tokenizer cuts the text (default: Unicode's rules)
--clusters <n>  | 2..4096 = 512 | the number of clusters
--words <n>     | 2.. = 35000   | the number of words, the most frequent ones
--passes <n>    | 1.. = 15      | the largest number of passes over the words
--abbreviations <file> ||         the file for the abbreviations of the text, which \`train --abbreviations\` reads (Kiss and Strunk 2006)
$ rbparse sample | cut -f 2 | rbparse cluster --clusters 64 --words 2000 -o clusters.txt`

export const clusterCommand = commandFor(HELP, clusterText)

async function clusterText(path: string, options: Options, { terminal }: CommandContext): Promise<void> {
  const startTime = performance.now()
  const { abbreviations } = options
  await checkDistinct({ '-o': options.output, '--abbreviations': abbreviations }, [path, options.model])
  await checkOutput(options.output, terminal)
  if (abbreviations !== undefined) await checkOutput(abbreviations, terminal)
  const splitter =
    options.model === undefined
      ? new Segmenter()
      : splitterOf(await loadModel(await modelPath(options.model), terminal))
  const counter = new BigramCounter()
  const abbreviationCounter = new AbbreviationCounter()
  const windows = splitter.windows()
  const count = (text: string): void => {
    if (abbreviations !== undefined) abbreviationCounter.add(text)
    for (const sentence of splitter.sentences(text)) counter.add(sentence.forms().map(clusterForm))
  }
  const chunks = shownChunks(await openInput(path, terminal), new Progress(terminal.stderr, 'reading'))
  for await (const piece of decoded(chunks, path, { invalidUtf8: 'replace' }, terminal))
    for (const text of windows.push(piece)) count(text)
  count(windows.end())
  const bigrams = counter.bigrams(options.words + 1)
  if (bigrams.words.length <= options.clusters)
    throw new RunError(
      `${path}: ${bigrams.words.length - 1} different words, expected ${options.clusters} at least, the number of clusters`,
    )
  const clustering = new Clustering(bigrams, options.clusters)
  const progress = new Progress(terminal.stderr, 'clustering')
  for (let pass = 1, moved = 1; pass <= options.passes && moved > 0; pass++) {
    const detail = pass === 1 ? '' : `${counted(moved, 'word')} moved in pass ${pass - 1}`
    moved = clustering.pass((share) => progress.at((pass - 1 + share) / options.passes, detail))
  }
  progress.done()
  const merging = new Progress(terminal.stderr, 'merging')
  const paths = pathsOf(clustering, (share) => merging.at(share))
  merging.done()
  const clusters = new Map<string, string[]>(paths.map((bits) => [bits, []]))
  bigrams.words.forEach((word, i) => {
    if (word !== '') clusters.get(paths[clustering.clusterOf[i]])!.push(word)
  })
  const nonEmptyClusters = new Map([...clusters].filter(([, words]) => words.length > 0))
  await withOutput(options.output, terminal, (output) => output.write(writeClusters(nonEmptyClusters)))
  if (abbreviations !== undefined)
    await withOutput(abbreviations, terminal, (output) =>
      output.write(
        abbreviationCounter
          .abbreviations()
          .map((word) => `${word}\n`)
          .join(''),
      ),
    )
  const seconds = ((performance.now() - startTime) / 1000).toFixed(1)
  terminal.stderr.write(
    `${counted(bigrams.words.length - 1, 'word')}, ${nonEmptyClusters.size} clusters, ${seconds} s\n`,
  )
}
