/** What can go wrong on the way: one clear line for it, and the rest of the plan runs where it can. */
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { VERSION } from '../../experiments/cells/cell.ts'
import { experiment, writeTreebank } from './tiny.ts'

const root = mkdtempSync(join(tmpdir(), 'failures-'))
const file = (name: string): string => join(root, name)
const read = (name: string): string => readFileSync(file(name), 'utf8')
afterAll(() => rmSync(root, { recursive: true }))

const treebank = writeTreebank(file('xx_tiny'), 50, 20)
const cellsIn = (folder: string): { readonly figures: Record<string, unknown> | null }[] =>
  (JSON.parse(read(`${folder}/results.json`)) as { cells: { figures: Record<string, unknown> | null }[] })
    .cells

describe('bad input', () => {
  const once = ['shape', '--treebank', treebank]

  it.each([
    [['none', '--out', 'x'], 2, /^unknown experiment 'none', expected one of: learnability, .*, all\n$/],
    [
      ['shape', '--treebank', '/none'],
      2,
      /^\/none: cannot be read \(there is no such file or directory\), .*\n$/,
    ],
    [['shape', '--sizes', '0'], 2, /^error: option '--sizes <percents>' argument '0' is invalid\. /],
    [['shape', '--sizes', '200'], 2, /^--sizes has 200, expected percents of at most 100\n$/],
    [['speed', '--systems', 'rb,none'], 2, /^unknown system 'none', expected one of: rb, .*\n$/],
    [
      ['direction', '--systems', 'rb-learned'],
      2,
      /^nothing is left to measure, expected other systems or treebanks\n$/,
    ],
    [['plan'], 2, /^error: missing required argument 'name'\n$/],
    [['run', '--plan', '/none'], 2, /^error: required option '--out <folder>' not specified\n$/],
    [['run', '--plan', '/none', '--out', 'x'], 2, /^\/none: cannot be read /],
    [['collect', '--plan', '/none', '--out', 'x'], 2, /^\/none: cannot be read /],
  ])('%j', async (args, status, stderr) => {
    expect(await experiment(...args)).toMatchObject({
      status,
      stdout: '',
      stderr: expect.stringMatching(stderr),
    })
  })

  it('an index that the plan does not have', async () => {
    await experiment('plan', ...once, '-o', file('short.jsonl'))
    expect(
      await experiment('run', '--plan', file('short.jsonl'), '--index', '2', '--out', file('x')),
    ).toMatchObject({
      status: 2,
      stderr: `${file('short.jsonl')} has 1 cell, expected --index up to that\n`,
    })
  })

  it('a split too small to train on: the other treebanks are measured', async () => {
    const small = writeTreebank(file('yy_small'), 6)
    const { status, stderr } = await experiment(
      'shape',
      '--treebank',
      small,
      treebank,
      '--out',
      file('small'),
    )
    expect(status).toBe(1)
    expect(stderr).toContain(
      `failed: shape, yy_small: ${small}/train.conllu: too small to split (6 sentences), expected at least 10\n`,
    )
    expect(stderr).toMatch(/\n1 cell of 2 failed: the report leaves them out\n$/)
    expect(cellsIn('small').map(({ figures }) => figures !== null)).toEqual([false, true])
    expect(read('small/report.md')).toContain('1 of 2 cells are not measured.')
  })

  it('a bad sentence', async () => {
    const bad = writeTreebank(file('zz_bad'), 40, 12)
    writeFileSync(`${bad}/dev.conllu`, read('zz_bad/dev.conllu').replace('\t', ' '))
    const { status, stderr } = await experiment('shape', '--treebank', bad, '--out', file('bad'))
    expect(status).toBe(1)
    expect(stderr).toContain(
      `failed: shape, zz_bad: ${bad}/dev.conllu:3: 9 columns, expected 10 separated by tabs\n`,
    )
  })

  it('a label that training never saw is counted, and wrong', async () => {
    const folder = writeTreebank(file('ww_new'), 40)
    writeFileSync(`${folder}/dev.conllu`, read('ww_new/train.conllu').replace('\troot\t', '\tnever-seen\t'))
    const { status } = await experiment('learnability', '--treebank', folder, '--out', file('new'))
    expect(status).toBe(0)
    const { figures } = cellsIn('new')[0]
    expect(figures).toMatchObject({ unseenLabels: ['never-seen'], wordsOfUnseenLabels: 1 })
    expect(read('new/report.md')).toContain('never-seen')
  })

  it('results of another version: one line, and the rest is measured', async () => {
    const args = ['shape,imperatives', '--treebank', treebank, '--out', file('old')]
    await experiment(...args)
    const [cell] = readdirSync(file('old/cells'))
    const text = read(`old/cells/${cell}`)
    writeFileSync(file(`old/cells/${cell}`), text.replace(`"version":"${VERSION}"`, '"version":"0.0.9"'))
    rmSync(file(`old/cells/${readdirSync(file('old/cells'))[2]}`))
    const { status, stderr } = await experiment(...args)
    expect(status).toBe(1)
    expect(stderr).toMatch(
      /^refused: \S+\.json: measured by version 0\.0\.9, expected \S+: move it away to measure again\n3 cells, 1 of them measured before\nruns: [^\n]+\ndone: /,
    )
    writeFileSync(file('old/results.json'), read('old/results.json').replace(VERSION, '0.0.9'))
    expect(await experiment(...args)).toMatchObject({
      status: 1,
      stderr: `${file('old/results.json')}: of version 0.0.9, expected a folder without results, or with those of version ${VERSION}\n`,
    })
  })

  it('a folder that cannot be written', async () => {
    writeFileSync(file('taken'), '')
    expect(await experiment(...once, '--out', file('taken'))).toMatchObject({
      status: 1,
      stderr: expect.stringMatching(/^\S+taken: cannot be made \(.+\), expected a folder to write to\n$/),
    })
  })

  it('a report before all is measured', async () => {
    await experiment('plan', 'shape,imperatives', '--treebank', treebank, '-o', file('part.jsonl'))
    await experiment('run', '--plan', file('part.jsonl'), '--index', '1', '--out', file('part'))
    const { status, stderr } = await experiment(
      'collect',
      '--plan',
      file('part.jsonl'),
      '--out',
      file('part'),
    )
    expect([status, stderr.split('\n').at(-2)]).toEqual([
      1,
      '2 cells of 3 not measured: the report leaves them out',
    ])
    expect(read('part/report.md')).toContain('2 of 3 cells are not measured.')
  })
})
