/** CoNLL-U files with a few edits: read in full, or refused with file and line. */
import { expect } from 'vitest'
import fc from 'fast-check'
import { CoNLLUError } from '../../src/conllu/error.ts'
import { readCoNLLU } from '../../src/conllu/reader.ts'
import { CoNLLUWriter } from '../../src/conllu/writer.ts'
import { embeddedDev } from '../../src/embedded/treebank.ts'
import { rbparse } from '../src/commands/rbparse.ts'
import { file } from '../src/conllu/files.ts'
import { edited, edits, target } from './campaign.ts'

const pieces = [
  '\t',
  '\n',
  '\n\n',
  '\r',
  '_',
  '-1',
  '0',
  '04',
  '99999999999',
  '1-2',
  '2-1',
  '1.1',
  '# span = 1-2\n',
]
const more = ['# root = 1\n', '# direction = left\n', '↑', '*', '^', '\ufeff', '\0', '\u0085', '=', '|']
const real = fc.integer({ min: 1, max: 12 }).map((sentences) => embeddedDev(sentences))
const inputs = fc.record({ text: fc.oneof(file, real), changes: edits(...pieces, ...more) })

/** Either the sentences or the error. */
function read(bytes: Uint8Array, heads: 'partial' | 'ignore' | undefined): Uint8Array | CoNLLUError {
  const writer = new CoNLLUWriter()
  try {
    for (const sentence of readCoNLLU(bytes, { file: 'f', ...(heads && { heads }) }))
      writer.sentence(sentence)
  } catch (error) {
    if (!(error instanceof CoNLLUError)) throw error
    expect(error.message).toMatch(/^f:\d+: [^\n]+$/)
    return error
  }
  return writer.take()
}

target('conllu', inputs, async ({ text, changes }) => {
  const bytes = edited(new TextEncoder().encode(text), changes)
  const outcome = read(bytes, undefined)
  read(bytes, 'partial')
  read(bytes, 'ignore')
  for (const args of [
    ['transform'],
    ['transform', '--direction', 'left', '--skip-bad'],
    ['draw'],
    ['derive'],
  ]) {
    const { status, stdout, stderr } = await rbparse(args, bytes)
    expect({ args, stderr }).toEqual({ args, stderr: expect.not.stringMatching(/^ {4}at /m) })
    if (outcome instanceof CoNLLUError && !args.includes('--skip-bad')) expect(status).toBe(1)
    if (status !== 0) expect(stderr).toMatch(/^(?:skipped: )?\S+:\d+: [^\n]+$/m)
    if (args[0] !== 'transform' || status !== 0) continue
    const back = await rbparse(['reverse'], stdout)
    expect({ args, ...back, stdout: '' }).toMatchObject({ status: 0 })
  }
})
