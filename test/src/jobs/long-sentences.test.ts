/** `rbparse parse` with a committee on sentences of 1 to 200,000 words: the same output and status from any number of jobs. */
import { writeFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { LONGEST_VOTED } from '../../../parser/committee/ballot.ts'
import { readCoNLLU } from '../../../src/conllu/reader.ts'
import { embeddedTrain } from '../../../src/embedded/treebank.ts'
import { writePipeline } from '../../../src/pipeline/pipeline-file.ts'
import { trainModel } from '../../../src/training/train-model.ts'
import { newFolder, rbparse } from '../commands/rbparse.ts'
import { tinyPipeline } from '../pipeline/tiny.ts'
import { standIn, untimed } from './threads.ts'

const parser = trainModel(readCoNLLU(embeddedTrain(60)), { committee: 'rb,mirror,arc-eager' }).model
/** Words of a sentence that a beam of 1024 cannot search. */
const TOO_LONG = 2049

function textOf(words: number, isRaw: boolean): string {
  const forms = Array.from({ length: words }, (_, i) => ['the', 'dog', 'sees', 'a', 'cat'][i % 5])
  if (isRaw) return `${forms.join(' ')}\n`
  return `${forms.map((form, i) => `${i + 1}\t${form}\t_\tX${'\t_'.repeat(6)}\n`).join('')}\n`
}

describe.each([
  { flags: '', longest: 12_000 },
  { flags: '--raw --lines sentence', longest: 12_000 },
  { flags: '', longest: 200_000 },
  { flags: '--tag', longest: 200_000 },
  { flags: '--raw', longest: 200_000 },
  { flags: '--raw --lines end', longest: 200_000 },
  { flags: '--raw --lines sentence', longest: 200_000 },
  { flags: '--beam 1024 --skip-bad', longest: 200_000, middle: TOO_LONG },
  { flags: '--beam 1024 --greedy-if-long', longest: 200_000, middle: TOO_LONG },
  { flags: '--beam 1024', longest: 200_000, middle: TOO_LONG, status: 1 },
  { flags: '--raw --lines sentence --beam 1024', longest: 200_000, middle: TOO_LONG, status: 1 },
])('parse $flags', ({ flags, longest, middle = LONGEST_VOTED + 1, status = 0 }) => {
  test(`sentences of 1 to ${longest} words`, { tags: longest > 12_000 ? ['slow'] : [] }, async () => {
    const file = newFolder()
    writeFileSync(file('m'), writePipeline({ ...tinyPipeline(), parser }))
    const lengths = [1, 10, middle, 3, longest, 2, middle, 1]
    const text = lengths.map((words) => textOf(words, flags.startsWith('--raw'))).join('')
    const args = ['parse', '--model', file('m'), ...flags.split(' ').filter(Boolean), '--jobs']
    const [one, ...others] = await Promise.all(
      ['1', '2', '3'].map(async (jobs) => {
        const { stderr, ...outcome } = await rbparse([...args, jobs], text, standIn)
        return { ...outcome, stderr: untimed(stderr) }
      }),
    )
    expect(one.status).toBe(status)
    for (const other of others) expect(other).toEqual(one)
  })
})
