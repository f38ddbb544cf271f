/** Writes the output of commands: sentences, figures and summaries. */
import type { CoNLLUSentence } from '../conllu/conllu-sentence.ts'
import { CoNLLUWriter, WRITE_BYTES } from '../conllu/writer.ts'
import { counted, type Terminal } from '../files/terminal.ts'
import { withOutput, type Output } from '../files/output.ts'
import type { SentenceFile } from '../files/sentence-file.ts'
import type { OutputCall, TreeOutput } from './options.ts'

interface SentenceWriting {
  /** Writes a sentence. Throws CoNLLUError for a bad sentence. */
  print(sentence: CoNLLUSentence, writer: CoNLLUWriter): void
  /** Writes text after the last sentence. Default: nothing. */
  end?(writer: CoNLLUWriter): void
  /** Whether to also write the blank lines after the last sentence. Default: false. */
  readonly rest?: boolean
  /** The sentences, if the file has already been read. */
  readonly sentences?: readonly CoNLLUSentence[]
}

export async function writeSentences(
  file: SentenceFile,
  { print, end, rest, sentences = [] }: SentenceWriting,
  call: OutputCall,
  terminal: Terminal,
): Promise<void> {
  const writer = new CoNLLUWriter()
  const visit = (sentence: CoNLLUSentence): void => print(sentence, writer)
  const write = async (output: Output): Promise<void> => {
    const flush = async (): Promise<void> => {
      if (writer.size >= WRITE_BYTES) await output.write(writer.take())
    }
    for (const sentence of sentences) {
      file.visit(sentence, visit)
      await flush()
    }
    await file.each(visit, flush)
    end?.(writer)
    if (rest) writer.bytes(file.rest)
    await output.write(writer.take())
  }
  await withOutput(call.output, terminal, write)
}

export function print(text: string, terminal: Terminal): Promise<void> {
  return withOutput(undefined, terminal, (output) => output.write(text + '\n'))
}

/** Parts of a summary; `false` and `undefined` are left out. */
export type Summary = readonly (string | false | undefined)[]

/** Writes the figures to the destinations of `--stats` and `--json`, or else the summary to standard error. */
export async function reportFigures(
  figures: object,
  { stats, json }: Pick<TreeOutput, 'stats' | 'json'>,
  summary: Summary,
  terminal: Terminal,
): Promise<void> {
  if (stats !== undefined)
    await withOutput(stats, terminal, (output) => output.write(JSON.stringify(figures, null, 2) + '\n'))
  if (json) await print(JSON.stringify(figures), terminal)
  else terminal.stderr.write(summary.filter(Boolean).join('; ') + '\n')
}

export function sizeOf({ sentences, words }: { readonly sentences: number; readonly words: number }): string {
  return `${counted(sentences, 'sentence')}, ${counted(words, 'word')}`
}

export function skippedOf(bad: number): string | false {
  return bad > 0 && `${counted(bad, 'bad sentence')} skipped`
}
