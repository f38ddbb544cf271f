/** CoNLL-X (the shared tasks of 2006 and 2007) has the ten columns of CoNLL-U, with PHEAD and PDEPREL as the last two. */
import { writeFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { embeddedDev } from '../../../src/embedded/treebank.ts'
import { newFolder, rbparse } from './rbparse.ts'

const NINTH = 8
const treebank = embeddedDev(60)

/** The words of sentences, without comments and ranges, with other last columns. */
function withLast(text: string, last: (columns: readonly string[]) => readonly string[]): string {
  const lines = text.split('\n').filter((line) => !/^(#|\d+-)/.test(line))
  const changed = lines.map((line) => {
    const columns = line.split('\t')
    return line === '' ? line : [...columns.slice(0, NINTH), ...last(columns)].join('\t')
  })
  return changed.join('\n')
}

test('CoNLL-X is read as a treebank, PHEAD and PDEPREL are kept and not used', async () => {
  const file = newFolder()
  const projective = (columns: readonly string[]): readonly string[] => [columns[6], `p${columns[7]}`]
  writeFileSync(file('x.conll'), withLast(treebank, projective))
  writeFileSync(
    file('u.conllu'),
    withLast(treebank, () => ['_', '_']),
  )
  const parsed = []
  for (const name of ['x.conll', 'u.conllu']) {
    await rbparse(['train', '--fast', '--features', 'paper', '--model', file(`${name}.rb`), file(name)])
    parsed.push((await rbparse(['parse', '--model', file(`${name}.rb`), file(name)])).stdout)
  }
  expect(withLast(parsed[0], () => ['_', '_'])).toBe(parsed[1])
  expect(parsed[0].split('\n')[0].split('\t').slice(NINTH)).not.toContain('_')
  writeFileSync(file('parsed.conll'), parsed[0])
  const scores = await rbparse(['evaluate', '--json', file('u.conllu'), file('parsed.conll')])
  expect(JSON.parse(scores.stdout).las).toBeGreaterThan(70)
  const turned = await rbparse([
    'transform',
    '--steps',
    'function-heads:case,coordination:chain',
    file('x.conll'),
  ])
  const back = await rbparse(['reverse', '--steps', 'function-heads:case,coordination:chain'], turned.stdout)
  expect(back.stdout).toBe(withLast(treebank, projective))
})
