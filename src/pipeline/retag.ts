/** CoNLL-U with the tags of a pipeline. */
import type { Heads } from '../conllu/sentence-builder.ts'
import { readConllu } from '../conllu/reader.ts'
import { FEATS, LEMMA, type ConlluSentence } from '../conllu/conllu-sentence.ts'
import { decode } from '../conllu/utf8.ts'
import type { Pipeline } from './pipeline.ts'

/** Replaces LEMMA, UPOS, XPOS and FEATS of the words. Everything else stays as it is, but line numbers count from 1. */
export function retag(sentence: ConlluSentence, pipeline: Pipeline, heads: Heads): ConlluSentence {
  const forms = Array.from({ length: sentence.size }, (_, i) => sentence.form(i + 1))
  let text = ''
  let from = sentence.start
  pipeline.tag(forms).forEach(({ lemma, upos, xpos, feats }, i) => {
    text +=
      decode(sentence.block, from, sentence.columnStart(i + 1, LEMMA)) +
      `${lemma}\t${upos}\t${xpos}\t${feats}`
    from = sentence.columnEnd(i + 1, FEATS)
  })
  text += decode(sentence.block, from, sentence.end)
  const [tagged] = readConllu(text, { file: sentence.file, heads })
  return tagged
}
