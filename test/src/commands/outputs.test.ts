/** Outputs that would replace what a command reads. */
import { readFileSync, writeFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { writeModel } from '../../../parser/model/model-file.ts'
import { embeddedTrain } from '../../../src/embedded/treebank.ts'
import { tinyPipeline } from '../pipeline/tiny.ts'
import { newFolder, rbparse } from './rbparse.ts'

test.each([
  ['train --model t t', '--model'],
  ['train --model d --dev d t', '--model'],
  ['train --model m2 --stats t t', '--stats'],
  ['train --model m2 --stats m2 t', '--stats'],
  ['parse --model m -o m t', '-o'],
  ['parse --model m --stats m t', '--stats'],
  ['parse --model m -o out --stats t t', '--stats'],
  ['transform --stats t t', '--stats'],
  ['reverse --stats t t', '--stats'],
  ['match --semgrex {} -o t t', '-o'],
  ['match --spacy p -o p t', '-o'],
  ['draw -o t t', '-o'],
  ['derive -o t t', '-o'],
  ['cluster -o t t', '-o'],
  ['cluster -o out --abbreviations t t', '--abbreviations'],
])('%s is refused, and destroys nothing', async (line, option) => {
  const file = newFolder()
  const before: Record<string, Uint8Array | string> = {
    t: embeddedTrain(3),
    d: embeddedTrain(2),
    m: writeModel(tinyPipeline().parser),
    p: '[{"RIGHT_ID": "a", "RIGHT_ATTRS": {}}]',
  }
  for (const [name, content] of Object.entries(before)) writeFileSync(file(name), content)
  const args = line.split(' ').map((word) => (/^(?:[tdmp]|m2|out)$/.test(word) ? file(word) : word))
  const { status, stdout, stderr } = await rbparse(args)
  expect([status, stdout]).toEqual([2, ''])
  expect(stderr).toMatch(
    new RegExp(
      `^${option} \\S+: (?:the command reads this file|the other output goes there), expected another file\n$`,
    ),
  )
  for (const [name, content] of Object.entries(before))
    expect(readFileSync(file(name)).equals(Buffer.from(content))).toBe(true)
})

test('a file that is transformed or parsed may be replaced', async () => {
  const file = newFolder()
  writeFileSync(file('t'), embeddedTrain(3))
  writeFileSync(file('m'), writeModel(tinyPipeline().parser))
  expect(await rbparse(['transform', '-o', file('t'), file('t')])).toMatchObject({ status: 0 })
  expect(readFileSync(file('t'), 'utf8')).not.toBe(embeddedTrain(3))
  expect(await rbparse(['parse', '--model', file('m'), '-o', file('t'), file('t')])).toMatchObject({
    status: 0,
  })
})
