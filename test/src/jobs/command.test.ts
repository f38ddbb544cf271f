/** `rbparse parse --jobs`, on files of several blocks. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { embeddedDev } from '../../../src/embedded/treebank.ts'
import { writePipeline } from '../../../src/pipeline/pipeline-file.ts'
import { newFolder, rbparse } from '../commands/rbparse.ts'
import { tinyPipeline } from '../pipeline/tiny.ts'
import { standIn, untimed } from './threads.ts'

const dev = embeddedDev()
const text = dev.repeat(Math.ceil(700_000 / dev.length))

describe('the same from any number of jobs', () => {
  test.each([
    '',
    '--tag',
    '--beam 3',
    '--no-single-root',
    '--system rb-learned --keep-marks',
    '--tag --constraints --skip-bad',
  ])('parse %s', async (flags) => {
    const file = newFolder()
    writeFileSync(file('m'), writePipeline(tinyPipeline()))
    const args = ['parse', '--model', file('m'), ...flags.split(' ').filter(Boolean)]
    const one = await rbparse(args, text)
    const two = await rbparse([...args, '--jobs', '2'], text, standIn)
    expect([one.status, two.status]).toEqual([0, 0])
    expect(two.stdout === one.stdout).toBe(true)
    expect(untimed(two.stderr)).toBe(untimed(one.stderr))
  })
})

test.each(['conllu', 'text'])('plain text to %s, by any number of jobs', async (format) => {
  const file = newFolder()
  writeFileSync(file('m'), writePipeline(tinyPipeline()))
  const paragraphs = Array.from({ length: 2000 }, (_, i) => `The dog number ${i} sleeps. I don't swim!\n\n`)
  const outcomes = []
  for (const jobs of ['1', '2', '3']) {
    const args = ['parse', '--model', file('m'), '--raw', '--format', format, '--jobs', jobs]
    const { status, stdout } = await rbparse([...args, '--stats', file('s')], paragraphs.join(''), standIn)
    const { sentences, words, vestigialArcs, rootless } = JSON.parse(readFileSync(file('s'), 'utf8'))
    outcomes.push({ status, stdout, sentences, words, vestigialArcs, rootless })
  }
  const [one, two, three] = outcomes
  expect(one.sentences).toBeGreaterThan(100)
  if (format === 'conllu') expect(one.stdout).toContain(`\n# sent_id = ${one.sentences}\n`)
  expect(two).toEqual(one)
  expect(three).toEqual(one)
})

test('errors name file and line, and nothing is written', async () => {
  const file = newFolder()
  writeFileSync(file('m'), writePipeline(tinyPipeline()))
  writeFileSync(file('text'), text + '1\tbad\n\n' + text + '1\tworse\n\n')
  const args = ['parse', '--model', file('m'), '-o', file('out'), file('text'), '--jobs']
  const line = text.split('\n').length
  const stderr = `${file('text')}:${line}: 2 columns, expected 10 separated by tabs\n`
  for (const jobs of ['1', '2', '3'])
    expect(await rbparse([...args, jobs], '', standIn)).toEqual({ status: 1, stdout: '', stderr })
  expect(existsSync(file('out'))).toBe(false)
})

test('jobs are a number from 1 to 256', async () => {
  const { status, stderr } = await rbparse(['parse', '--model', 'm', '--jobs', '0'])
  expect([status, stderr]).toEqual([
    2,
    "error: option '--jobs <n>' argument '0' is invalid. Expected a whole number from 1 to 256.\n",
  ])
})
