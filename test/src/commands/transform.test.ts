import { existsSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { describe, expect, test } from 'vitest'
import { run } from '../../../src/commands/run.ts'
import { embeddedDev } from '../../../src/embedded/treebank.ts'
import { sentenceOf } from '../conllu/files.ts'
import { Gathered, newFolder, rbparse } from './rbparse.ts'

const treebank = embeddedDev()

describe('there and back', () => {
  const choices = ['projectivize:head', 'projectivize:path', 'projectivize:head+path']
  const cases = ['right', 'left', 'auto'].flatMap((side) => choices.map((how) => [side, how]))

  test.each(cases)('%s, %s', async (side, how) => {
    const there = await rbparse(['transform', '--direction', side, '--non-projective', how], treebank)
    expect(there.status).toBe(0)
    const back = await rbparse(['reverse'], there.stdout)
    // A lone `↑` does not always say where a word was lifted from.
    if (how === 'projectivize:path') expect(back.stdout.length).toBe(treebank.length)
    else expect(back.stdout).toBe(treebank)
    expect(back.stderr).toContain('0 vestigial arcs')
  })

  test('line ends, comments, ranges, empty nodes and blank lines stay', async () => {
    const text =
      '\ufeff# a\r\n1-2\tab\t_\t_\t_\t_\t_\t_\t_\t_\r\n1\ta\t_\t_\t_\t_\t2\tdet\t_\t_\r\n' +
      '2\tb\t_\t_\t_\t_\t3\tnsubj\t0:x|2:y\tA=1\r\n2.1\te\t_\t_\t_\t_\t_\t_\t2:z\t_\r\n' +
      '3\tc\t_\t_\t_\t_\t0\troot\t_\t_\r\n\r\n\r\n\r\n'
    for (const side of ['right', 'left']) {
      const there = await rbparse(['transform', '--direction', side], text)
      expect(there.stdout).not.toBe(text)
      expect((await rbparse(['reverse'], there.stdout)).stdout).toBe(text)
    }
  })

  test('left-branching trees of a file that begins with a byte order mark', async () => {
    const marked = `\ufeff${treebank}`
    const there = await rbparse(['transform', '--direction', 'left'], marked)
    expect((await rbparse(['reverse'], there.stdout)).stdout).toBe(marked)
  })

  test('left-branching trees without their comment, where reverse is told', async () => {
    const there = await rbparse(['transform', '--direction', 'left'], treebank)
    const bare = there.stdout.replaceAll('# direction = left\n', '')
    for (const text of [there.stdout, bare])
      expect((await rbparse(['reverse', '--direction', 'left'], text)).stdout).toBe(treebank)
    expect(await rbparse(['reverse'], bare)).toMatchObject({ status: 1, stdout: '' })
  })

  test('the worked example', async () => {
    const text = sentenceOf('the 3 det', 'stock 3 compound', 'market 4 nsubj', 'crashed 0 root')
    const { stdout } = await rbparse(['transform'], text)
    const arcs = [...stdout.matchAll(/\t(\d+\t\S+)\t_\t_\n/g)].map((match) => match[1])
    expect(arcs).toEqual(['0\troot', '1\tcompound^', '1\tdet*', '1\tnsubj*'])
  })

  test('an empty file', async () => {
    for (const command of ['transform', 'reverse']) {
      const { status, stdout } = await rbparse([command])
      expect([status, stdout]).toEqual([0, ''])
    }
  })

  test('a sentence whose every word is a root, and one of 10,000 words', async () => {
    const roots = sentenceOf('a 0 root', 'b 0 root', 'c 0 root')
    const chain = sentenceOf(...Array.from({ length: 10_000 }, (_, i) => `w ${i === 9999 ? 0 : i + 2} dep`))
    const there = await rbparse(['transform'], roots + chain)
    expect((await rbparse(['reverse'], there.stdout)).stdout).toBe(roots + chain)
  })
})

describe('figures', () => {
  test('of both commands', async () => {
    const file = newFolder()
    const there = await rbparse(['transform', '-o', file('rb.conllu'), '--json'], treebank)
    const counts = JSON.parse(there.stdout)
    expect(counts).toMatchObject({ sentences: 300, direction: 'right', skipped: 0, bad: 0 })
    expect(counts.projective + counts.projectivized).toBe(300)
    expect(counts.restored).toBe(counts.projectivized)
    const back = await rbparse(['reverse', file('rb.conllu'), '--stats', file('stats.json')])
    expect(back.stdout).toBe(treebank)
    expect(JSON.parse(readFileSync(file('stats.json'), 'utf8'))).toMatchObject({
      sentences: 300,
      words: counts.words,
      vestigialArcs: 0,
      nonProjective: counts.projectivized,
    })
  })

  test.each([
    [['--steps', 'mirror'], 'left'],
    [['--steps', 'function-heads:case'], 'right'],
  ])('the direction of the trees: %j', async (args, direction) => {
    const there = await rbparse(['transform', ...args, '--stats', '-', '-o', newFolder()('out')], treebank)
    expect(JSON.parse(there.stdout)).toMatchObject({ direction })
    expect(there.stderr).toContain(`direction ${direction}`)
  })

  test('trees that are not projective are left out, or are errors', async () => {
    const text = sentenceOf('a 0 root') + sentenceOf('a 3 x', 'b 0 root', 'c 2 x')
    const skipped = await rbparse(['transform', '--non-projective', 'skip'], text)
    expect(skipped.stdout).toBe(sentenceOf('a 0 root'))
    expect(skipped.stderr).toContain('1 tree left out')
    const error = await rbparse(['transform', '--non-projective', 'error'], text)
    expect(error.status).toBe(1)
    expect(error.stderr).toMatch(/^-:3: not projective: .*, expected a projective tree\n$/)
  })

  test('vestigial arcs are counted', async () => {
    const { stdout, stderr } = await rbparse(['reverse'], sentenceOf('a 0 root*', 'b 1 det^'))
    expect(stdout).toBe(sentenceOf('a 0 root', 'b 1 det'))
    expect(stderr).toContain('2 vestigial arcs')
  })
})

describe('bad input', () => {
  const reserved = sentenceOf('a 0 root', 'b 1 det*')

  test.each([
    [
      'a reserved character',
      ['transform'],
      reserved,
      "-:2: the label 'det*' has the reserved character '*', expected one without ↑ ↓ ^ *",
    ],
    [
      'a tree that is transformed already',
      ['transform'],
      `# direction = left\n${reserved}`,
      "-:1: a comment '# direction = left', expected an original tree",
    ],
    [
      'a marked head after its word',
      ['reverse'],
      sentenceOf('a 2 x*', 'b 0 root'),
      "-:1: the head of word 1, whose label 'x*' is marked, is after it, expected one before it",
    ],
    [
      'the same on the left',
      ['reverse'],
      `# direction = left\n${sentenceOf('a 0 root', 'b 1 x^')}`,
      "-:3: the head of word 2, whose label 'x^' is marked, is before it, expected one after it",
    ],
    [
      'a malformed label',
      ['reverse'],
      sentenceOf('a 0 *'),
      "-:1: label '*' is malformed, expected a base, then ↑label or ↓, then * or ^",
    ],
    ['no tree', ['transform'], sentenceOf('a _ _'), "-:1: the head of word 1 is '_', expected a number"],
  ])('%s', async (_, args, text, message) => {
    expect(await rbparse(args, text)).toEqual({ status: 1, stdout: '', stderr: message + '\n' })
  })

  test('is skipped, counted and named on request', async () => {
    const good = sentenceOf('a 0 root')
    const outcome = await rbparse(['transform', '--skip-bad'], good + reserved + good + '1\ta\n\n' + good)
    expect(outcome).toMatchObject({ status: 0, stdout: good + good + good })
    const [first, second, summary] = outcome.stderr.split('\n')
    expect(first).toMatch(/^skipped: -:4: the label/)
    expect(second).toMatch(/^skipped: -:8: 2 columns/)
    expect(summary).toContain('2 bad sentences skipped')
  })
})

describe('outputs', () => {
  test('a file has its name only when it is whole', async () => {
    const file = newFolder()
    writeFileSync(file('out'), 'as it was')
    const failed = await rbparse(['transform', '-o', file('out')], treebank + '1\n\n')
    expect(failed.status).toBe(1)
    expect(readFileSync(file('out'), 'utf8')).toBe('as it was')
    expect(readdirSync(dirname(file('out')))).toEqual(['out'])
    symlinkSync(file('out'), file('link'))
    expect((await rbparse(['transform', '-o', file('link')], treebank)).status).toBe(0)
    expect(readFileSync(file('out'), 'utf8')).toContain('\troot\t')
    expect(readdirSync(dirname(file('out'))).sort()).toEqual(['link', 'out'])
  })

  test('one that cannot be written', async () => {
    const file = newFolder()
    const missing = file('none/out')
    expect(await rbparse(['transform', '-o', missing], treebank)).toEqual({
      status: 1,
      stdout: '',
      stderr: `${missing}: cannot be written (there is no such file or directory)\n`,
    })
    const folder = dirname(missing.replace('/none', ''))
    expect((await rbparse(['transform', '-o', folder], treebank)).stderr).toContain('it is a directory')
  })

  test.skipIf(!existsSync('/dev/full'))('a full device', async () => {
    const { status, stderr } = await rbparse(['transform', '-o', '/dev/full'], treebank)
    expect([status, stderr]).toEqual([1, '/dev/full: cannot be written (no space is left on the device)\n'])
  })

  test('a reader that goes away ends the run in silence, another failure does not', async () => {
    const failing = (code: string) => ({
      write: (_: unknown, done?: (error: Error) => void) => {
        done?.(Object.assign(new Error('write'), { code }))
        return false
      },
    })
    async function* input(): AsyncGenerator<Uint8Array> {
      yield Buffer.from(treebank)
    }
    for (const [code, status, said] of [
      ['EPIPE', 0, ''],
      ['ENOSPC', 1, 'standard output: cannot be written (no space is left on the device)\n'],
    ] as const) {
      const stderr = new Gathered()
      expect(await run(['transform'], { stdin: input(), stdout: failing(code), stderr })).toBe(status)
      expect(stderr.text()).toBe(said)
    }
  })
})

describe('bad calls', () => {
  test.each([
    [['transform', '--bogus'], "error: unknown option '--bogus'"],
    [['bogus'], "error: unknown command 'bogus'"],
    [['trasnform'], "error: unknown command 'trasnform' (Did you mean transform?)"],
    [['transform', '--directoin', 'left'], "error: unknown option '--directoin' (Did you mean --direction?)"],
    [
      ['transform', '--direction', 'up'],
      "error: option '--direction <side>' argument 'up' is invalid. Allowed choices are right, left, auto.",
    ],
    [
      ['transform', 'nowhere.conllu'],
      'nowhere.conllu: cannot be read (there is no such file or directory), expected a file or -',
    ],
    [['transform', '.'], '.: cannot be read (it is a directory), expected a file or -'],
    [
      ['transform', '--json'],
      '--json would mix figures with trees, expected -o FILE with it, or --stats FILE',
    ],
    [
      ['transform', '-o', 'some.conllu', '--stats', './some.conllu'],
      '--stats ./some.conllu: the other output goes there, expected another file',
    ],
    ...['mirror', 'projectivize:path,right-branching'].map((steps): [string[], string] => [
      ['transform', '--non-projective', 'skip', '--steps', steps],
      '--non-projective is for right-branching, expected --steps with right-branching and without projectivize',
    ]),
    ...[
      ['transform', 'left', 'function-heads:case'],
      ['transform', 'auto', 'function-heads:case'],
      ['transform', 'auto', 'mirror,right-branching'],
      ['reverse', 'left', 'projectivize:head'],
    ].map(([command, direction, steps]): [string[], string] => [
      [command, '--direction', direction, '--steps', steps],
      `--direction ${direction} is for right-branching, expected --steps with right-branching and without mirror`,
    ]),
    ...['projectivize:head', 'mirror'].map((steps): [string[], string] => [
      ['train', '--model', 'none', '--steps', steps, '-'],
      `--steps ${steps}: expected --non-projective in place of projectivize, --direction in place of mirror`,
    ]),
    [
      ['train', '--model', 'none', '--system', 'arc-eager', '--steps', 'right-branching', '-'],
      '--steps right-branching: arc-eager does not derive right-branching trees, expected no step right-branching',
    ],
    [['reverse', '--stats', '-'], '--stats -: the other output goes there, expected another file'],
    [['evaluate', '-', '-'], 'gold and system are both standard input, expected a file for one of them'],
    [['evaluate', 'a'], "error: missing required argument 'system'"],
  ])('%j', async (args, message) => {
    expect(await rbparse(args)).toEqual({ status: 2, stdout: '', stderr: message + '\n' })
  })

  test('help and version are no errors', async () => {
    expect(await rbparse(['--version'])).toMatchObject({ status: 0, stderr: '' })
    const help = await rbparse(['transform', '--help'])
    expect(help).toMatchObject({ status: 0, stderr: '' })
    expect(help.stdout.trimEnd()).toMatch(/\nExample:\n {2}rbparse .*$/)
  })
})
