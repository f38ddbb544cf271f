import { readFileSync, writeFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { regularTreebank } from '../pipeline/regular-treebank.ts'
import { newFolder, rbparse } from './rbparse.ts'

test('cluster writes abbreviations that train reads', async () => {
  const file = newFolder()
  const text = 'We saw Dr. Hall and the dog that barked.\n\n'.repeat(20)
  const [abbreviations, model] = [file('abbreviations.txt'), file('model.rbp')]
  const args = ['--clusters', '2', '--words', '6', '-o', file('clusters.txt')]
  expect(await rbparse(['cluster', ...args, '--abbreviations', abbreviations], text)).toMatchObject({
    status: 0,
  })
  expect(readFileSync(abbreviations, 'utf8')).toBe('dr.\n')
  writeFileSync(file('train.conllu'), regularTreebank(30, 1))
  const training = ['train', '--pipeline', '--fast', '--model', model, '--abbreviations', abbreviations]
  expect(await rbparse([...training, file('train.conllu')])).toMatchObject({ status: 0 })
})
