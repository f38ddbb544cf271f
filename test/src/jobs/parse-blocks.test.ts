import fc from 'fast-check'
import { readFileSync, writeFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { writeModel } from '../../../parser/model/model-file.ts'
import { cutBlocks } from '../../../src/conllu/blocks.ts'
import { readCoNLLU } from '../../../src/conllu/reader.ts'
import { embeddedDev, embeddedTrain } from '../../../src/embedded/treebank.ts'
import type { BlockOptions } from '../../../src/jobs/block-parser.ts'
import { prepareTextModel, textModelOf } from '../../../src/pipeline/text-model.ts'
import { parseBlocks, startBlockPool, type ParsedFile } from '../../../src/jobs/parse-blocks.ts'
import { trainModel } from '../../../src/training/train-model.ts'
import { Gathered, newFolder, rbparse } from '../commands/rbparse.ts'
import { sentenceOf } from '../conllu/files.ts'
import { standIn, untimed } from './threads.ts'

const { model } = trainModel(readCoNLLU(embeddedTrain(60)), { system: 'rb', solver: 4, direction: 'left' })
const good = embeddedDev(6)
  .split(/(?<=\n\n)/)
  .filter((text) => text !== '')
const odd = [
  '1\ttwo\n\n',
  '# no words\n\n',
  '\n',
  '\r\n',
  '\ufeff',
  sentenceOf('a 9 _', 'b _ _'),
  sentenceOf('a 3 _', 'b 4 _', 'c _ _', 'd _ _'),
  sentenceOf('a 2 obj', 'b _ _'),
  '# span = 1-3 none\n' + sentenceOf('a _ _', 'b _ _', 'c _ _', 'd _ _'),
  sentenceOf('a _ _', 'b _ _').replaceAll('\n', '\r\n'),
]
const text = fc
  .tuple(
    fc.array(fc.oneof({ arbitrary: fc.constantFrom(...good), weight: 4 }, fc.constantFrom(...odd)), {
      maxLength: 12,
    }),
    fc.nat(3),
  )
  .map(([parts, cut]) => parts.join('').slice(0, -cut || undefined))

const NO_XPOS = /^note: the model was trained with XPOS.*\n/m

interface BlocksOptions extends BlockOptions {
  readonly jobs: number
  readonly blockBytes: number
}

interface Run {
  readonly stdout: string
  /** What was said: skipped sentences, and how it ended if not well. */
  readonly said: string
  readonly parsed?: Omit<ParsedFile, 'seconds' | 'counts'> & { readonly counts: object }
}

async function inThreads(text: string, options: BlocksOptions, chunk: number): Promise<Run> {
  const [stdout, stderr] = [new Gathered(), new Gathered()]
  const bytes = Buffer.from(text)
  async function* chunks(): AsyncGenerator<Uint8Array> {
    for (let at = 0; at < bytes.length; at += chunk) yield bytes.subarray(at, at + chunk)
  }
  const write = async (bytes: Uint8Array | string): Promise<void> => void stdout.write(bytes)
  const onSkipped = ({ message }: Error): void => void stderr.write(`skipped: ${message}\n`)
  const pool = startBlockPool(prepareTextModel(textModelOf(model)), options.jobs, options, standIn)
  try {
    const blocks = cutBlocks(chunks(), options.blockBytes)
    const { skipped, missing, ...parsed } = await parseBlocks(pool, blocks, { write }, '-', { onSkipped })
    const { steps: _, hypotheses: __, ...counts } = parsed.counts // for figures of searches only
    return {
      stdout: stdout.text(),
      said: untimed(stderr.text()),
      parsed: { skipped, counts, missing: counts.words > 0 ? missing : [] },
    }
  } catch (error) {
    return { stdout: '', said: untimed(stderr.text()) + (error as Error).message + '\n' }
  } finally {
    await pool.close()
  }
}

/** What one thread makes of it, the command line's own. */
async function alone(text: string, { constraints, keepMarks, skipBad }: BlocksOptions): Promise<Run> {
  const file = newFolder()
  writeFileSync(file('m.rb'), writeModel(model))
  const flags = [constraints && '--constraints', keepMarks && '--keep-marks', skipBad && '--skip-bad']
  const args = ['parse', '--model', file('m.rb'), '--stats', file('s.json')]
  const { status, stdout, stderr } = await rbparse(
    [...args, ...flags.filter((flag) => flag !== undefined && flag !== false)],
    text,
  )
  if (status !== 0) return { stdout: '', said: untimed(stderr) }
  const { bad: skipped, ...counts } = JSON.parse(readFileSync(file('s.json'), 'utf8'))
  for (const figure of ['secondsParsing', 'wordsPerSecond', 'secondsTotal']) delete counts[figure]
  const missing = NO_XPOS.test(stderr) ? (['XPOS'] as const) : []
  const said = untimed(stderr).replace(NO_XPOS, '')
  return { stdout, said, parsed: { skipped, counts, missing } }
}

describe('blocks parsed by threads', () => {
  test('are what one thread makes of the file, the errors and their lines too', async () => {
    await fc.assert(
      fc.asyncProperty(
        text,
        fc.record({
          jobs: fc.integer({ min: 1, max: 3 }),
          blockBytes: fc.integer({ min: 1, max: 3000 }),
          constraints: fc.boolean(),
          keepMarks: fc.boolean(),
          skipBad: fc.boolean(),
        }),
        fc.integer({ min: 1, max: 5000 }),
        async (text, options, chunk) => {
          expect(await inThreads(text, options, chunk)).toEqual(await alone(text, options))
        },
      ),
      // A file without XPOS, of which both say the same.
      {
        numRuns: 60,
        examples: [
          [odd[7], { jobs: 1, blockBytes: 1, constraints: false, keepMarks: false, skipBad: false }, 1],
        ],
      },
    )
  })
})
