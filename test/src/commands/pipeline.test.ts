import { readFileSync, writeFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { embeddedTrain } from '../../../src/embedded/treebank.ts'
import { writePipeline } from '../../../src/pipeline/pipeline-file.ts'
import { regularTreebank } from '../pipeline/regular-treebank.ts'
import { contractions, tinyPipeline } from '../pipeline/tiny.ts'
import { newFolder, rbparse } from './rbparse.ts'

/** A file with the little pipeline in it. */
function pipelineFile(file: (name: string) => string): string {
  writeFileSync(file('tiny.rbp'), writePipeline(tinyPipeline()))
  return file('tiny.rbp')
}

describe('train --pipeline', () => {
  test('one file for text, tags and trees; the same to the byte', async () => {
    const file = newFolder()
    writeFileSync(file('train.conllu'), regularTreebank(68, 1) + contractions.repeat(4))
    writeFileSync(file('dev.conllu'), regularTreebank(20, 2))
    const call = [
      'train',
      '--pipeline',
      '--fast',
      '--json',
      file('train.conllu'),
      '--dev',
      file('dev.conllu'),
    ]
    const outcome = await rbparse([...call, '--model', file('a.rbp')])
    expect(outcome.status).toBe(0)
    const figures = JSON.parse(outcome.stdout)
    expect(figures).toMatchObject({
      sentences: 80,
      skipped: 0,
      modelBytes: readFileSync(file('a.rbp')).length,
    })
    expect(figures.dev.wordsF1).toBeGreaterThan(99)
    expect(figures.dev.upos).toBeGreaterThan(85)
    await rbparse([...call, '--model', file('b.rbp')])
    expect(readFileSync(file('a.rbp')).equals(readFileSync(file('b.rbp')))).toBe(true)
    const facts = ['--fact', 'licence=CC BY-SA 4.0', '--fact', 'treebank=little']
    await rbparse([...call, ...facts, '--model', file('c.rbp')])
    const { training } = JSON.parse((await rbparse(['info', '--json', file('c.rbp')])).stdout)
    expect(training).toMatchObject({ licence: 'CC BY-SA 4.0', treebank: 'little', sentences: 80 })
    expect((await rbparse([...call, '--fact', 'licence', '--model', file('d.rbp')])).status).toBe(2)
  })

  test('says in one line what is wrong with a treebank, and leaves nothing behind', async () => {
    const file = newFolder()
    const cycle = '1\ta\t_\t_\t_\t_\t2\tdep\t_\t_\n2\tb\t_\t_\t_\t_\t1\tdep\t_\t_\n\n'
    const train = (text: string, ...more: string[]) =>
      rbparse(['train', '--pipeline', '--fast', '--model', file('out.rbp'), ...more, '-'], text)
    expect(await train('')).toMatchObject({
      status: 1,
      stderr: '-: no sentence to learn from, expected a treebank\n',
    })
    expect((await train(cycle)).stderr).toMatch(/^-:1: .*cycle.*\n$/)
    const bad = cycle + '1\ta\t\t_\t_\t_\t0\troot\t_\t_\n\n'
    expect((await train(bad.slice(cycle.length))).stderr).toMatch(/^-:1: an empty column.*expected.*\n$/)
    // Words with spaces, such as `1 000`, stay words.
    const spaced = `1-2\tx${'\t_'.repeat(8)}\n1\t1 000\t_\tX\t_\t_\t0\troot\t_\t_\n2\t \t_\tX\t_\t_\t1\tdep\t_\t_\n\n`
    expect(await train(bad + spaced + embeddedTrain(10), '--skip-bad')).toMatchObject({ status: 0 })
    expect((await rbparse(['parse', '--model', file('out.rbp'), '--text', 'The dog sleeps.'])).status).toBe(0)
  })
})

test('info says what a pipeline holds', async () => {
  const model = pipelineFile(newFolder())
  const info = JSON.parse((await rbparse(['info', model, '--json'])).stdout)
  expect(info).toMatchObject({ holds: 'tokenizer, tagger and parser', bytes: readFileSync(model).length })
  expect(info.labels).toEqual(tinyPipeline().parser.labels.texts())
})

describe('parse, from text', () => {
  test('--raw writes CoNLL-U, sentence by sentence', async () => {
    const file = newFolder()
    const model = pipelineFile(file)
    const text = "The dog sleeps. I don't go\nao rio.\n\nThe cat"
    const raw = ['parse', '--model', model, '--raw', '--stats', file('stats.json')]
    const { status, stdout } = await rbparse(raw, text)
    expect(status).toBe(0)
    expect(stdout.match(/^# .*$/gm)).toEqual([
      '# sent_id = 1',
      '# text = The dog sleeps.',
      '# sent_id = 2',
      "# text = I don't go ao rio.",
      '# sent_id = 3',
      '# text = The cat',
    ])
    expect(JSON.parse(readFileSync(file('stats.json'), 'utf8'))).toMatchObject({ sentences: 3, words: 14 })
    // What comes in pieces comes out the same: the test's standard input has pieces of 1,000 bytes.
    const long = Array.from({ length: 60 }, () => text).join('\n\n')
    const whole = await rbparse(raw, long)
    expect(whole.stdout.match(/^# text = The dog sleeps\.$/gm)).toHaveLength(60)
  })

  test('bytes that are not UTF-8 end the run, or U+FFFD replaces them, and a warning counts them', async () => {
    const parse = ['parse', '--model', pipelineFile(newFolder()), '--raw']
    const text = Buffer.concat([
      Buffer.from('The\n\ufffd dog '),
      Buffer.of(0x61, 0xff, 0xe2, 0x82),
      Buffer.from('b'),
    ])
    const refused = await rbparse(parse, text)
    expect(refused).toMatchObject({ status: 1, stdout: '' })
    const place = 'byte FF at place 10 of the line'
    expect(refused.stderr).toBe(
      `-:2: bad UTF-8 (${place}), expected text in UTF-8, or --invalid-utf8 replace\n`,
    )
    const replaced = await rbparse([...parse, '--invalid-utf8', 'replace'], text)
    expect(replaced.status).toBe(0)
    expect(replaced.stdout).toContain('# text = The \ufffd dog a\ufffd\ufffdb\n')
    expect(replaced.stderr).toContain('warning: -: 2 invalid UTF-8 sequences replaced by U+FFFD\n')
    const misplaced = await rbparse([...parse.slice(0, -1), '--invalid-utf8', 'replace'])
    expect(misplaced.stderr).toBe('--invalid-utf8 is for plain text, expected --raw with it\n')
  })

  test('--text draws, or writes what is wanted', async () => {
    const call = ['parse', '--model', pipelineFile(newFolder()), '--text', 'The dog sleeps.']
    const drawn = await rbparse(call)
    expect(drawn).toMatchObject({ status: 0, stderr: '' })
    expect(drawn.stdout.split('\n').map((line) => line.trimEnd().split(' ').at(-1))).toEqual([
      ...'The dog sleeps .'.split(' '),
      '',
      '',
    ])
    expect((await rbparse([...call, '--format', 'conllu'])).stdout).toMatch(
      /^# sent_id = 1\n# text = The dog/,
    )
    const nothing = await rbparse([...call.slice(0, -1), ' \n '])
    expect(nothing).toMatchObject({ status: 0, stdout: '' })
  })

  test('a model of the parser alone cuts text by rule', async () => {
    const file = newFolder()
    await rbparse(['train', '--fast', '--model', file('m.rb'), '-'], embeddedTrain(20))
    const { status, stdout } = await rbparse(['parse', '--model', file('m.rb'), '--raw'], 'Hallo, Welt!')
    expect(status).toBe(0)
    expect(
      stdout
        .split('\n')
        .slice(2, 6)
        .map((line) => line.split('\t')[1]),
    ).toEqual(['Hallo', ',', 'Welt', '!'])
  })
})

describe('parse, from CoNLL-U with a pipeline', () => {
  test('the parser of the pipeline parses it; --tag tags it first', async () => {
    const model = pipelineFile(newFolder())
    const dev = regularTreebank(10, 2)
    const untagged = dev.replaceAll(/^(\d+\t[^\t]+\t[^\t]+)\t[^\t]+\t[^\t]+\t[^\t]+/gm, '$1\t_\t_\t_')
    const tagged = await rbparse(['parse', '--model', model, '--tag'], untagged)
    expect(tagged.status).toBe(0)
    const column = (text: string, n: number) =>
      text
        .split('\n')
        .filter((line) => /^\d/.test(line))
        .map((line) => line.split('\t')[n])
    const [expected, found] = [column(dev, 3), column(tagged.stdout, 3)]
    expect(found.filter((tag, i) => tag === expected[i]).length / found.length).toBeGreaterThan(0.9)
    // Tagged input and no --tag: the same trees.
    const again = await rbparse(['parse', '--model', model], tagged.stdout)
    expect(column(again.stdout, 6)).toEqual(column(tagged.stdout, 6))
  })

  test('a parser alone says that plain text has no tags', async () => {
    const file = newFolder()
    await rbparse(['train', '--fast', '--model', file('m.rb'), '-'], embeddedTrain(20))
    const { status, stderr } = await rbparse(['parse', '--model', file('m.rb'), '--text', 'The dog slept.'])
    expect(status).toBe(0)
    expect(stderr).toMatch(/^note: .* has no tagger, .*; train with --pipeline\n$/)
  })

  test('plain text without --raw is an error, and the note names --raw', async () => {
    const call = ['parse', '--model', pipelineFile(newFolder())]
    const note = 'note: - looks like plain text, which is parsed with --raw\n'
    expect(await rbparse(call, '\nThe dog sleeps.\n')).toEqual({
      status: 1,
      stdout: '',
      stderr: `${note}-:2: 1 column, expected 10 separated by tabs\n`,
    })
    expect((await rbparse(call, `# 1\n${embeddedTrain(1)}`)).stderr).not.toContain('note')
  })

  test('a model that is not there: those that are', async () => {
    const { status, stderr } = await rbparse(['parse', '--model', 'none', '--text', 'x'])
    expect(status).toBe(2)
    expect(stderr).toMatch(
      /^no model 'none' is installed, and no file has this name, expected .*en.*, a file, or a package of `npm install right-branching-model-none`\n$/,
    )
  })

  test('--raw says that a file looks like CoNLL-U', async () => {
    const call = ['parse', '--model', pipelineFile(newFolder()), '--raw']
    const note = 'note: - looks like CoNLL-U, which is parsed without --raw\n'
    expect((await rbparse(call, embeddedTrain(1))).stderr).toContain(note)
    expect((await rbparse(call, '# 1\nThe dog sleeps.\n')).stderr).not.toContain('note')
  })

  test('calls that make no sense', async () => {
    const file = newFolder()
    const model = pipelineFile(file)
    await rbparse(['train', '--fast', '--model', file('m.rb'), '-'], embeddedTrain(20))
    const stderrOf = async (...args: string[]) => {
      const { status, stderr } = await rbparse(['parse', '--model', ...args])
      expect(status).toBe(2)
      return stderr
    }
    expect(await stderrOf(model, '--text', 'x', 'file')).toBe(
      '--text brings the text itself, expected no file with it, found file\n',
    )
    expect(await stderrOf(file('m.rb'), '--tag')).toBe(
      `${file('m.rb')} has no tagger, expected a pipeline with --tag\n`,
    )
    expect(await stderrOf(model, '--format', 'svg', '--jobs', '2')).toBe(
      '--format svg numbers its drawings one after the other, expected --jobs 1\n',
    )
    expect(await stderrOf(model, '--raw', '--constraints')).toBe(
      '--constraints is for CoNLL-U, expected no --raw with it\n',
    )
    expect(await stderrOf(model, '--text', 'x', '--tag')).toBe(
      '--tag is for CoNLL-U, expected no --text with it\n',
    )
  })
})
