import { writeFileSync } from 'node:fs'
import { Readable } from 'node:stream'
import { expect, test } from 'vitest'
import { registry } from '../../../parser/registry.ts'
import { sentenceOf } from '../conllu/files.ts'
import { run } from '../../../src/commands/run.ts'
import { Gathered, newFolder, rbparse } from './rbparse.ts'

const market = sentenceOf('the 3 det', 'stock 3 compound', 'market 4 nsubj', 'crashed 0 root')

test('draw: a tree, and its transform beside it', async () => {
  const plain = await rbparse(['draw'], '# sent_id = s1\n' + market)
  expect(plain.stdout).toBe(
    [
      '# s1',
      '╭►── det       the',
      '├►── compound  stock',
      '╰─┬► nsubj     market',
      '  ╰─ root      crashed',
      '',
      '',
    ].join('\n'),
  )
  const both = await rbparse(['draw', '--transformed'], market)
  expect(both.stdout).toMatch(/^original +right-branching\n/)
  for (const label of ['compound^', 'det*', 'nsubj*']) expect(both.stdout).toContain(label)
  const left = await rbparse(['draw', '--transformed', '--direction', 'left'], market)
  expect(left.stdout).toMatch(/^original +left-branching\n/)
})

test('draw and match name the sentence that is too large to draw; --skip-bad leaves it out', async () => {
  const words = Array.from({ length: 3000 }, (_, i) => `a ${Math.max(i - 1, Math.min(i, 1))} x`)
  const crossing = sentenceOf(...words)
  const problem = /^-:6: 3000 words with 2998 columns of arcs, expected a smaller tree, or SVG\n$/
  for (const call of [['draw'], ['match', '--semgrex', '{$}', '--format', 'text']]) {
    const { status, stdout, stderr } = await rbparse(call, market + crossing)
    expect([call, status, stdout, stderr]).toEqual([call, 1, '', expect.stringMatching(problem)])
    const skipped = await rbparse([...call, '--skip-bad'], market + crossing)
    expect(skipped).toMatchObject({ status: 0, stdout: expect.stringContaining('crashed') })
  }
})

test('draw: SVG, one element for all sentences', async () => {
  const { stdout } = await rbparse(['draw', '--svg', '--transformed'], market + market)
  expect(stdout.match(/<svg /g)).toHaveLength(3)
  expect(stdout).toMatch(/^<svg [^>]*aria-label="2 trees">[^]*<\/svg>\n$/)
  expect(stdout.indexOf('</svg>\n</g>\n</svg>\n')).toBe(stdout.length - 19)
  const one = await rbparse(['draw', '--svg'], market)
  expect(one.stdout.match(/<svg /g)).toHaveLength(1)
  expect(stdout).toContain('<svg xmlns="http://www.w3.org/2000/svg" id="tree-1"')
  expect(stdout).toContain('<svg xmlns="http://www.w3.org/2000/svg" id="tree-2"')
})

test('evaluate: labels with or without subtypes, and no cycles in system trees', async () => {
  const file = newFolder()
  writeFileSync(file('gold'), sentenceOf('a 2 nsubj:pass', 'b 0 root'))
  writeFileSync(file('system'), sentenceOf('a 2 nsubj', 'b 0 root'))
  const las = async (...options: string[]): Promise<string> =>
    /^LAS.*$/m.exec((await rbparse(['evaluate', file('gold'), file('system'), ...options])).stdout)![0]
  expect(await las()).toBe('LAS        50.00  heads and labels, subtypes included (--universal: not)')
  expect(await las('--universal')).toBe('LAS       100.00  heads and labels without subtypes')
  writeFileSync(file('system'), sentenceOf('a 2 nsubj', 'b 1 dep'))
  const problem = `${file('system')}:1: cycle 1 → 2 → 1, expected a tree\n`
  expect(await rbparse(['evaluate', file('gold'), file('system')])).toEqual({
    status: 1,
    stdout: '',
    stderr: problem,
  })
})

test('derive: a transition a line, stack and buffer beside it', async () => {
  const { stdout } = await rbparse(['derive'], market)
  expect(stdout).toBe(
    [
      '                     [0]              [the stock market crashed]',
      'right-arc root       [0 the]          [stock market crashed]',
      'right-arc^ compound  [0 the stock]    [market crashed]',
      'reduce               [0 the]          [market crashed]',
      'right-arc* det       [0 the market]   [crashed]',
      'reduce               [0 the]          [crashed]',
      'right-arc* nsubj     [0 the crashed]  []',
      '',
      '',
    ].join('\n'),
  )
})

test('derive: every system ends with an empty buffer, or its root in it', async () => {
  for (const { name } of registry) {
    const { status, stdout } = await rbparse(['derive', '--system', name], market)
    expect([name, status]).toEqual([name, 0])
    expect(stdout.trimEnd().split('\n').at(-1)).toMatch(/\[0.*\] +\[\]$|\[\] +\[0\]$/)
  }
})

test('derive: only systems that transform trees derive transformed ones', async () => {
  const { stdout } = await rbparse(['derive', '--system', 'arc-eager'], market)
  expect(stdout).toMatch(/^left-arc/m)
})

test('derive: of a long stack or buffer 40 words, so that 10,000 words take as many short lines', async () => {
  const heads = Array.from({ length: 10_000 }, (_, i) => `w ${i} dep`)
  const { status, stdout } = await rbparse(['derive'], sentenceOf(...heads))
  const lines = stdout.trimEnd().split('\n')
  expect([status, lines.length]).toEqual([0, 10_001])
  expect(lines[0]).toContain(`[0] `)
  expect(lines[0]).toMatch(/\[(w ){40}…\]$/)
  expect(lines[38]).toMatch(/ \[0( w){38}\] +\[(w ){40}…\]$/)
  expect(lines[10_000]).toMatch(/ \[…( w){40}\] +\[\]$/)
})

test('derive: a tree of several roots is none of a single root', async () => {
  const text = sentenceOf('a 0 root', 'b 0 root')
  for (const system of ['rb', 'arc-eager-unshift']) {
    const message = `-:1: the tree has 2 roots, expected one, which ${system} holds to, or --no-single-root\n`
    const outcome = await rbparse(['derive', '--system', system], text)
    expect(outcome).toEqual({ status: 1, stdout: '', stderr: message })
    const free = await rbparse(['derive', '--system', system, '--no-single-root'], text)
    expect(free).toMatchObject({ status: 0, stderr: '' })
  }
  for (const system of ['rb-learned', 'arc-eager', 'arc-eager-root'])
    expect(await rbparse(['derive', '--system', system], text)).toMatchObject({ status: 0, stderr: '' })
})

test('systems: the registry', async () => {
  const { stdout } = await rbparse(['systems'])
  for (const { name, guarantees, paper } of registry)
    for (const text of [name, guarantees, paper]) expect(stdout).toContain(text)
  const listed = JSON.parse((await rbparse(['systems', '--json'])).stdout)
  expect(listed.map((system: { name: string }) => system.name)).toEqual(registry.map(({ name }) => name))
})

test('demo: every system side by side, and a tree', async () => {
  const { status, stdout } = await rbparse(['demo', '--sentences', '60'])
  expect(status).toBe(0)
  expect(stdout).toMatch(/^60 sentences \(\d+ words\) of English EWT/)
  for (const system of ['rb', 'arc-eager', 'arc-eager-unshift'])
    expect(stdout).toMatch(new RegExp(`^${system} +\\d\\d\\.\\d\\d +\\d\\d\\.\\d\\d`, 'm'))
  expect(stdout).toContain('right-branching')
})

test('help and version that cannot be written end with status 1; a reader that has seen enough is no error', async () => {
  const failing = (code: string) => ({
    write(_: Uint8Array | string, done?: (error?: Error | null) => void): boolean {
      done?.(Object.assign(new Error(code), { code }))
      return false
    },
  })
  const stdin = Readable.from([])
  for (const args of [['--help'], ['--version'], ['parse', '--help']]) {
    const stderr = new Gathered()
    expect(await run(args, { stdin, stdout: failing('ENOSPC'), stderr })).toBe(1)
    expect(stderr.text()).toBe('standard output: cannot be written (no space is left on the device)\n')
    expect(await run(args, { stdin, stdout: failing('EPIPE'), stderr: new Gathered() })).toBe(0)
  }
})

test.each(['models', 'models pack', 'cluster', 'evaluate', 'draw', 'match', 'bench'])(
  '%s takes --use',
  async (command) => {
    expect((await rbparse([...command.split(' '), '--help'])).stdout).toContain('--use <module>')
  },
)
