/** Studies of one's own: from a file to a report, in one go and cell by cell, and what is refused. */
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { experiment, writeTreebank } from './tiny.ts'

const root = mkdtempSync(join(tmpdir(), 'studies-'))
const file = (name: string): string => join(root, name)
const read = (name: string): string => readFileSync(file(name), 'utf8')
afterAll(() => rmSync(root, { recursive: true }))

writeTreebank(file('en'), 40, 12)
writeTreebank(file('xx'), 40)
// The gold trees of the test part, as the output of a parser that makes no errors.
writeFileSync(file('other-en.conllu'), read('en/dev.conllu'))
const study = {
  name: 'mine',
  treebanks: [{ name: 'en', train: 'en/train.conllu', test: 'en/dev.conllu' }],
  parsers: [
    { name: 'rb, beam {beam}', system: 'rb', beam: [1, 2], epochs: 1, learner: 'perceptron' },
    { name: 'transformed', system: 'arc-eager', steps: ['right-branching'] },
    { name: 'other', output: 'other-{treebank}.conllu' },
  ],
  sizes: [100],
  seeds: [1, 2],
  metrics: ['LAS', 'vestigial arcs', 'words a second'],
  compare: [['other', 'transformed']],
}
function write(name: string, content: unknown): string {
  writeFileSync(file(name), typeof content === 'string' ? content : JSON.stringify(content))
  return file(name)
}

describe('a study of one’s own', () => {
  it('becomes a report with tables in LaTeX and CSV', async () => {
    const path = write('mine.json', study)
    const { status, stderr } = await experiment('study', path, '--out', file('out'))
    expect([status, stderr.split('\n').at(-2)]).toEqual([
      0,
      `${file('out')}: report.html, report.md, results.json`,
    ])
    const lines = read('out/tables/mine-scores-en.csv').trimEnd().split('\n')
    expect(lines[0]).toMatch(/^parser,LAS,"LAS, sd","LAS, significant",vestigial arcs/)
    expect(lines.map((line) => line.replace(/,.*/, ''))).toEqual([
      'parser',
      '"rb',
      '"rb',
      'transformed',
      'other',
    ])
    expect(lines[4]).toMatch(/^other,100,0,true,/)
    expect(read('out/tables/mine-scores-en.tex')).toContain('other & 100.00$^{*}$ $\\pm$ 0.00 & ')
    expect(read('out/tables/mine-each-seed-en.csv').trimEnd().split('\n')).toHaveLength(1 + 4 * 2)
    const { times, tables, comparisons } = JSON.parse(read('out/results.json')) as {
      times: Record<string, unknown>
      tables: { title: string }[]
      comparisons: { parser: string; significant: boolean; sentences: number }[]
    }
    expect(times).toMatchObject({
      machine: expect.any(String),
      date: expect.any(String),
      command: expect.any(String),
    })
    expect(tables.map(({ title }) => title)).toEqual(['Comparisons'])
    expect(comparisons).toMatchObject([
      { parser: 'other', metric: 'LAS', significant: true, sentences: 12 },
      { parser: 'other', metric: 'vestigial arcs', significant: true, sentences: 12 },
    ])
  })

  it('measures constraints, fragments, shape and choices, too', async () => {
    const parsers = [
      { name: 'free', measurement: 'constraints', view: 'names.without', system: 'rb' },
      { name: 'constrained', measurement: 'constraints', view: 'names.with', system: 'rb' },
      { name: 'beam', measurement: 'constraints', view: 'names.with', system: 'rb', beam: 4, epochs: 1 },
      { name: 'greedily', measurement: 'constraints', view: 'names.with', system: 'rb', search: 'greedy' },
      { name: 'heuristic', measurement: 'fragments', view: 'old', system: 'arc-eager' },
      { name: 'transformed', measurement: 'shape', view: 'right' },
      { name: 'relocated', measurement: 'choices', view: 'relocated', system: 'rb' },
    ]
    const metrics = ['met anyway', 'stack token', 'bits of the head', 'choices']
    const compare = [['constrained', 'free']]
    const path = write('other.json', { name: 'other', treebanks: study.treebanks, parsers, metrics, compare })
    expect(await experiment('study', path, '--out', file('other'))).toMatchObject({ status: 0 })
    const { tables } = JSON.parse(read('other/results.json')) as {
      tables: { title: string; columns: { head: string }[]; rows: { text: string }[][] }[]
    }
    const { columns, rows } = tables.find(({ title }) => title === 'Scores: en')!
    const at = (parser: string, metric: string): string =>
      rows.find(([name]) => name.text === parser)![columns.findIndex(({ head }) => head === metric)].text
    for (const [parser, metric] of [
      ['free', 'met anyway'],
      ['constrained', 'met anyway'],
      ['beam', 'met anyway'],
      ['greedily', 'met anyway'],
      ['heuristic', 'stack token'],
      ['transformed', 'bits of the head'],
      ['relocated', 'choices'],
    ])
      expect(at(parser, metric)).toMatch(/^\d/)
    expect(at('heuristic', 'bits of the head')).toBe('—')
  })

  it('has breakdowns, a parser with predicted tags, and the parses on demand', async () => {
    const parsers = [
      { name: 'gold tags', system: 'rb' },
      { name: 'predicted tags', system: 'rb', predictedTags: true },
    ]
    const breakdowns = ['relation', 'tag', 'direction', 'distance', 'length', 'confusion']
    const content = {
      name: 'tags',
      treebanks: study.treebanks,
      parsers,
      breakdowns,
      compare: [['predicted tags', 'gold tags']],
    }
    const path = write('tags.json', content)
    expect(await experiment('study', path, '--parses', '--out', file('tags'))).toMatchObject({ status: 0 })
    expect(readdirSync(file('tags/parses'))).toHaveLength(2)
    const { tables } = JSON.parse(read('tags/results.json')) as {
      tables: { title: string; rows: { text: string }[][] }[]
    }
    const rowsOf = (title: string): string[][] =>
      tables.find((table) => table.title === `${title}: en`)!.rows.map((row) => row.map(({ text }) => text))
    for (const by of ['relation', 'tag', 'direction', 'distance', 'length'])
      expect(rowsOf(`LAS by ${by}`)[0]).toEqual([
        expect.stringMatching(/^LAS /),
        expect.any(String),
        expect.any(String),
      ])
    expect(rowsOf('LAS by tag').map(([name]) => name)).toContain('LAS NOUN')
    expect(rowsOf('Words with another relation')[0][0]).toMatch(/^confused \w+ → \w+$/)
  })

  it('is in its plan, so that its cells can be run and collected alone', async () => {
    const module = write(
      'mine.mjs',
      `export default ${JSON.stringify({ ...study, seeds: [1], metrics: ['LAS'] })}`,
    )
    const plan = file('plan.jsonl')
    await experiment('plan', 'study', module, '-o', plan)
    rmSync(module)
    for (const index of ['1', '2', '3', '4'])
      expect(await experiment('run', '--plan', plan, '--index', index, '--out', file('two'))).toMatchObject({
        status: 0,
      })
    expect((await experiment('collect', '--plan', plan, '--out', file('two'))).status).toBe(0)
    expect(read('two/report.md')).toMatch(/^# mine\n[\s\S]*\| other \| 100\.00\\\* \|\n/)
  })

  it('has the treebanks, seeds and sizes of the command line', async () => {
    const { treebanks: _, ...rest } = study
    const parsers = [{ name: 'rb' }]
    const path = write('short.json', { ...rest, parsers, compare: [], metrics: ['LAS'] })
    const { stdout } = await experiment(
      'plan',
      'study',
      path,
      '--treebank',
      file('xx'),
      '--seed',
      '3',
      '--sizes',
      '50',
    )
    expect(
      stdout
        .trimEnd()
        .split('\n')
        .map((line) => JSON.parse(line) as object),
    ).toMatchObject([
      { seed: 3, size: 50, treebank: { name: 'xx' }, settings: { system: 'rb', tags: 'both' } },
    ])
  })

  it.each<[unknown, RegExp]>([
    ['{', /cannot be read \(.*\), expected a study in JSON\n$/],
    [[], /: expected an object with name and parsers\n$/],
    [{ name: 'x' }, /'parsers' is missing, expected a list, each an object/],
    [{ ...study, extra: 1 }, /unknown key 'extra', expected one of: name, /],
    [{ ...study, sizes: [0] }, /sizes is \[0\], expected a list, each a number above 0, at most 100\n$/],
    [{ ...study, seeds: ['1'] }, /seeds is \["1"\], expected a list, each a whole number from 0 /],
    [{ ...study, metrics: ['BLEU'] }, /metrics is \["BLEU"\], expected a list, each one of: LAS, /],
    [{ ...study, compare: [['rb', 'none']] }, /compare has 'rb', expected names of parsers: rb, beam 1, /],
    [
      { ...study, parsers: [{ name: 'a', system: 'none' }] },
      /parsers\[0\]: system is "none", expected one of: rb, /,
    ],
    [
      { ...study, parsers: [{ name: '/(' }], compare: [] },
      /name is "\/\(", expected a text .* not begin with \//,
    ],
    [
      { ...study, parsers: [{ name: 'a', beam: 2, learner: 'liblinear' }], compare: [] },
      /parser 'a': beam is for the perceptron, expected learner perceptron with it\n$/,
    ],
    [
      { ...study, parsers: [{ name: 'a', system: 'rb', search: 'foo' }] },
      /parsers\[0\]: search is "foo", expected one of: greedy, beam(, .*)?, or a list\n$/,
    ],
    [
      { ...study, parsers: [{ name: 'a', solver: 2 }], compare: [] },
      /parsers\[0\]: solver is 2, expected one of: 0, 1, 4, 7, or a list\n$/,
    ],
    [
      { ...study, parsers: [{ name: 'a', ensemble: [1, 3] }], compare: [] },
      /parser 'a': ensemble is for the perceptron with a beam, expected beam N with it\n$/,
    ],
    [
      { ...study, parsers: [{ name: 'a', system: 'arc-eager', direction: 'left' }], compare: [] },
      /^arc-eager: it has no direction, expected the steps mirror and right-branching\n$/,
    ],
    [{ ...study, parsers: [{ name: 'a', beam: [1, 2] }], compare: [] }, /two parsers are called 'a', /],
    [
      { ...study, treebanks: [{ name: 'a', train: 'none' }] },
      /none: cannot be read \(.*\), expected a treebank\n$/,
    ],
  ])('is refused in one line: %#', async (content, message) => {
    const path = write('bad.json', content)
    const { status, stdout, stderr } = await experiment('study', path, '--out', file('bad'))
    expect([status > 0, stdout, stderr.split('\n').length]).toEqual([true, '', 2])
    expect(stderr).toMatch(message)
  })

  it('and output with other sentences fails alone', async () => {
    const parsers = [{ name: 'other', output: 'en/train.conllu' }]
    const path = write('wrong.json', { ...study, parsers, compare: [], seeds: [1] })
    const { status, stderr } = await experiment('study', path, '--out', file('wrong'))
    expect(status).toBe(1)
    expect(stderr).toContain('train.conllu: 40 sentences, expected 12, as the test part has\n')
  })
})
