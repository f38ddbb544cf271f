/** Scores the trees of another parser, from a CoNLL-U file with the sentences of the test part. */
import { RunError } from '../../src/lab-node.ts'
import { readCoNLLU, TreeReader } from '../../src/lab.ts'
import { readPlanned } from '../cells/treebanks.ts'
import type { MeasurementInput } from './measurement.ts'
import { TreeCounts } from './tree-counts.ts'

/** Settings: the `path` of the file and its `sha256`. */
export async function measureOutput({ parts: { test }, task: { settings } }: MeasurementInput) {
  const path = String(settings.path)
  const file = await readPlanned({ path, sha256: String(settings.sha256) })
  const sentences = [...readCoNLLU(file, { file: path })]
  if (sentences.length !== test.length)
    throw new RunError(
      `${path}: ${sentences.length} sentences, expected ${test.length}, as the test part has`,
    )
  const reader = new TreeReader()
  const counts = new TreeCounts(reader.labels)
  for (const [i, sentence] of sentences.entries()) {
    if (sentence.size !== test[i].size)
      throw new RunError(
        `${path}:${sentence.lineOf(1)}: ${sentence.size} words, expected ${test[i].size}, as the test part has`,
      )
    counts.add(test[i], reader.original(test[i]), reader.original(sentence))
  }
  return { figures: counts.figures(), times: {} }
}
