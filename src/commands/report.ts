/** What commands write: sentences, figures and summaries. */
import type { ConlluSentence } from '../conllu/conllu-sentence.ts'
import { WRITE_SIZE, type ConlluWriter } from '../conllu/writer.ts'
import { counted } from '../files/counted.ts'
import { withOutput } from '../files/output.ts'
import type { SentenceFile } from '../files/sentence-file.ts'
import type { Terminal } from '../files/terminal.ts'
import type { OutputCall, TreeOutput } from './options.ts'

/** How the sentences of a file are written. */
export interface SentenceWriting {
  readonly writer: ConlluWriter
  /** Writes a sentence to `writer`. A ConlluError makes the sentence a bad one. */
  visit(sentence: ConlluSentence): void
  /** Writes the blank lines behind the last sentence. */
  rest?(bytes: Uint8Array): void
  /** The sentences, if they were read before. */
  readonly sentences?: readonly ConlluSentence[]
}

/** Writes the sentences of a file, one after the other, to the output of a call. */
export async function writeSentences(
  file: SentenceFile,
  { writer, visit, rest, sentences }: SentenceWriting,
  call: OutputCall,
  terminal: Terminal,
): Promise<void> {
  await withOutput(
    call.output,
    terminal,
    async (output) => {
      const flush = async (): Promise<void> => {
        if (writer.size >= WRITE_SIZE) await output.write(writer.take())
      }
      if (!sentences) await file.each(visit, flush)
      for (const sentence of sentences ?? []) {
        file.visit(sentence, visit)
        await flush()
      }
      rest?.(file.rest)
      await output.write(writer.take())
    },
    call,
  )
}

/** Writes lines to standard output. */
export function print(text: string, terminal: Terminal): Promise<void> {
  return withOutput(undefined, terminal, (output) => output.write(text + '\n'))
}

/** Parts of a summary; those that do not apply are `false` or `undefined`. */
export type Summary = readonly (string | false | undefined)[]

/** Writes the figures where `--stats` and `--json` say, and the summary to standard error. */
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

/** `2 sentences, 12 words`. */
export function sizeOf({ sentences, words }: { readonly sentences: number; readonly words: number }): string {
  return `${counted(sentences, 'sentence')}, ${counted(words, 'word')}`
}

/** `1 bad sentence skipped`, or false. */
export function skippedOf(bad: number): string | false {
  return bad > 0 && `${counted(bad, 'bad sentence')} skipped`
}
