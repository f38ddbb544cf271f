import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { readCoNLLU } from '../../../src/conllu/reader.ts'
import { embeddedDev, embeddedTrain } from '../../../src/embedded/treebank.ts'
import { trainModel } from '../../../src/training/train-model.ts'
import { sentenceOf } from '../conllu/files.ts'
import { standIn, untimed } from '../jobs/threads.ts'
import { regularTreebank } from '../pipeline/regular-treebank.ts'
import { newFolder, rbparse, type Outcome } from './rbparse.ts'

const treebank = embeddedTrain(50)
const dev = embeddedDev(40)

/** Trains on standard input, greedily unless there is a beam; the figures, and where the model is. */
async function trained(
  file: (name: string) => string,
  args: readonly string[] = [],
  text = treebank,
): Promise<{ model: string; figures: Record<string, number>; outcome: Outcome }> {
  const model = file(`model-${Math.random()}`)
  const fast = args.includes('--beam') ? [] : ['--fast']
  // A trial of both directions would take half of the time.
  const side = args.includes('--direction') ? [] : ['--direction', 'right']
  const outcome = await rbparse(['train', '--model', model, '--json', ...fast, ...side, ...args, '-'], text)
  expect(outcome).toMatchObject({ status: 0 })
  return { model, figures: JSON.parse(outcome.stdout), outcome }
}

describe('train, parse, evaluate, info', () => {
  test.each(['rb', 'rb-learned', 'arc-eager', 'arc-eager-unshift'])('%s', async (system) => {
    const file = newFolder()
    const dev = regularTreebank(40, 2)
    writeFileSync(file('dev.conllu'), dev)
    const { model, figures } = await trained(
      file,
      ['--system', system, '--dev', file('dev.conllu')],
      regularTreebank(150, 1),
    )
    expect(figures).toMatchObject({ sentences: 150, skipped: 0 })
    for (const figure of ['instances', 'features', 'classes', 'seconds', 'peakMemoryMB'])
      expect(figures[figure]).toBeGreaterThan(0)
    expect(figures.modelBytes).toBe(readFileSync(model).length)

    const parsed = await rbparse(['parse', '--model', model, '--stats', file('stats.json')], dev)
    expect(parsed.status).toBe(0)
    const stats = JSON.parse(readFileSync(file('stats.json'), 'utf8'))
    expect(stats).toMatchObject({ sentences: 40, rootless: 0 })
    expect(stats.wordsPerSecond).toBeGreaterThan(0)
    if (system === 'rb') expect(stats.vestigialArcs).toBe(0)
    // Only HEAD and DEPREL change.
    const strip = (text: string) => text.replaceAll(/^(\d+(?:\t[^\t\n]*){5})\t\d+\t[^\t]*/gm, '$1')
    expect(strip(parsed.stdout)).toBe(strip(dev))

    writeFileSync(file('parsed.conllu'), parsed.stdout)
    const scores = await rbparse(['evaluate', file('dev.conllu'), file('parsed.conllu'), '--json'])
    const { las, uas, roots, markedLabels, words } = JSON.parse(scores.stdout)
    expect(las).toBeGreaterThan(75)
    expect({ las, uas }).toMatchObject({
      las: expect.closeTo((figures.dev as unknown as { las: number }).las, 9),
    })
    if (['rb', 'arc-eager-unshift'].includes(system)) expect(roots).toEqual({ zero: 0, one: 40, many: 0 })
    expect([markedLabels, words]).toEqual([0, stats.words])
    expect((await rbparse(['evaluate', file('dev.conllu'), '-'], parsed.stdout)).stdout).toContain(
      `LAS       ${las.toFixed(2).padStart(6)}`,
    )

    const info = await rbparse(['info', model, '--json'])
    expect(JSON.parse(info.stdout)).toMatchObject({ system, training: { sentences: 150, treebank: '-' } })
    expect((await rbparse(['info', model])).stdout).toMatch(new RegExp(`^system +${system}\n`))
  })

  test('equal input, options and seed give the same model, and another seed another one', async () => {
    const file = newFolder()
    const [one, two, other] = [await trained(file), await trained(file), await trained(file, ['--seed', '2'])]
    expect(readFileSync(one.model).equals(readFileSync(two.model))).toBe(true)
    expect(readFileSync(one.model).equals(readFileSync(other.model))).toBe(false)
  })

  const committee = '--committee rb,mirror,arc-eager'
  test.each(['right', 'left', `right ${committee}`, `left ${committee}`])(
    'marks kept and reversed are the parse, to the %s',
    async (text) => {
      const file = newFolder()
      const { model } = await trained(file, ['--direction', ...text.split(' ')])
      for (const ranked of [[], ['--nbest', '2', '--scores']]) {
        const parse = await rbparse(['parse', '--model', model, '--no-norms', ...ranked], dev)
        const marked = await rbparse(['parse', '--model', model, '--keep-marks', ...ranked], dev)
        expect(marked.stdout).toMatch(/\*\t/)
        expect((await rbparse(['reverse'], marked.stdout)).stdout).toBe(parse.stdout)
      }
    },
  )

  test.each(['train', 'derive'])(
    '%s: only systems that transform trees have a direction',
    async (command) => {
      const file = newFolder()
      const model = command === 'train' ? ['--model', file('m'), '--fast'] : []
      for (const system of ['arc-eager', 'arc-eager-unshift', 'arc-eager-root']) {
        const args = [command, ...model, '--system', system]
        expect(await rbparse([...args, '--direction', 'left', '-'], treebank)).toEqual({
          status: 2,
          stdout: '',
          stderr: `${system} has no direction, expected with --direction left one of: rb, rb-learned, rb-oracle\n`,
        })
        expect(await rbparse([...args, '--direction', 'right', '-'], treebank)).toMatchObject({ status: 0 })
        expect(() => trainModel(readCoNLLU(treebank), { system, direction: 'left' })).toThrow(
          new RangeError(
            `${system} has no direction, expected with direction left one of: rb, rb-learned, rb-oracle`,
          ),
        )
      }
    },
  )

  test.each(['arc-eager-unshift', 'arc-standard-swap'])(
    '%s: two roots are an error in one line',
    async (system) => {
      const call = [
        'train',
        '--model',
        newFolder()('m.rb'),
        '--learner',
        'perceptron',
        '--system',
        system,
        '-',
      ]
      const { status, stderr } = await rbparse(call, sentenceOf('a 0 root', 'b 0 root'))
      expect(stderr).toMatch(/^-: system '.*' has no transition left, expected trees that it derives: .*\n$/)
      expect(status).toBe(1)
    },
  )

  test('it is said where one thread learns, however many were asked for', async () => {
    const file = newFolder()
    const noteOf = async (...args: string[]): Promise<string> => {
      const { status, stderr } = await rbparse(['train', '--model', file('m'), ...args, '-'], dev, standIn)
      expect(status).toBe(0)
      return stderr
        .split('\n')
        .filter((line) => line.startsWith('note: '))
        .join('\n')
    }
    const perceptron = ['--learner', 'perceptron', '--epochs', '1', '--jobs', '2']
    expect(await noteOf('--pipeline', '--fast', '--jobs', '2')).toBe(
      'note: --jobs is not for --pipeline, one thread learns',
    )
    expect(await noteOf(...perceptron)).toBe(
      'note: --jobs is for the perceptron with --shards, --ensemble or --committee, one thread learns',
    )
    expect(await noteOf(...perceptron, '--beam', '2', '--shards', '2')).toBe('')
    expect(await noteOf('--fast', '--jobs', '2')).toBe('')
    expect(await noteOf('--epochs', '1', '--jobs', '2')).toBe('')
    expect(await noteOf('--pipeline', '--fast')).toBe('')
  })

  describe('XPOS', () => {
    const without = (text: string): string => text.replaceAll(/^(\d+(?:\t[^\t\n]*){3})\t[^\t\n]*/gm, '$1\t_')
    const note =
      /^note: the model was trained with XPOS, which the input lacks \(a small parser has LAS \d\d\.\d in place of \d\d\.\d on a sample, large ones lose more\); train with --tags upos\n$/
    const many = dev.repeat(Math.ceil(300_000 / dev.length))
    const said = async (model: string, text: string, ...args: string[]): Promise<string> => {
      const { status, stderr } = await rbparse(['parse', '--model', model, ...args], text, standIn)
      expect(status).toBe(0)
      return untimed(stderr)
    }

    test('it is said once that a model was trained with what the whole input lacks', async () => {
      const { model } = await trained(newFolder(), ['--direction', 'auto'])
      expect(await said(model, without(many))).toMatch(note)
      expect(await said(model, without(many), '--jobs', '3')).toMatch(note)
      for (const args of [[], ['--jobs', '3']]) {
        expect(await said(model, dev, ...args)).toBe('')
        expect(await said(model, without(many) + dev, ...args)).toBe('')
        expect(await said(model, dev + without(many), ...args)).toBe('')
        expect(await said(model, '', ...args)).toBe('')
      }
    })

    test.each([
      ['trained with none', without(treebank), []],
      ['told to read UPOS', treebank, ['--tags', 'upos']],
    ])('a model that was %s does not miss it, and does not read it', async (_, text, args) => {
      const { model } = await trained(newFolder(), args, text)
      expect(JSON.parse((await rbparse(['info', model, '--json'])).stdout)).toMatchObject({ tags: 'upos' })
      expect(await said(model, without(dev))).toBe('')
      const [one, other] = [dev, without(dev)].map((input) => rbparse(['parse', '--model', model], input))
      expect(without((await one).stdout)).toBe((await other).stdout)
    })
  })

  test("a beam and exploration are the perceptron's", async () => {
    const file = newFolder()
    writeFileSync(file('dev.conllu'), dev)
    const args = ['--epochs', '2', '--dev', file('dev.conllu')]
    const explored = await trained(file, ['--system', 'arc-eager', '--exploration', ...args])
    const beamed = await trained(file, ['--beam', '2', ...args])
    for (const [{ model }, facts] of [
      [explored, { learner: 'perceptron', exploration: '0.9 from epoch 2', selected: true }],
      [beamed, { learner: 'perceptron', beam: 2, selected: true }],
    ] as const)
      expect(JSON.parse((await rbparse(['info', model, '--json'])).stdout).training).toMatchObject(facts)
    const searched = await rbparse(['parse', '--model', beamed.model], dev)
    expect(searched.stdout).not.toBe(
      (await rbparse(['parse', '--model', beamed.model, '--beam', '1'], dev)).stdout,
    )
    expect(searched.stderr).not.toContain('note')
    const wider = await rbparse(['parse', '--model', explored.model, '--beam', '3'], dev)
    expect(wider).toMatchObject({
      status: 0,
      stderr: expect.stringContaining('was trained greedily') as string,
    })
  })

  test.each(['rb', 'arc-eager-unshift'])('%s: what the input demands is in the parse', async (system) => {
    const file = newFolder()
    const { model } = await trained(file, ['--system', system])
    const free = sentenceOf('Bruno _ _', 'saw _ _', 'the _ _', 'dog _ _', 'yesterday _ _')
    const [tree] = readCoNLLU((await rbparse(['parse', '--model', model, '--constraints'], free)).stdout)
    expect([...tree.head]).toHaveLength(6)
    const demanding =
      '# span = 3-5\n# root = 1\n' +
      sentenceOf('Bruno _ _', 'saw 1 obj', 'the _ _', 'dog _ _', 'yesterday 4 _')
    const { status, stdout } = await rbparse(['parse', '--model', model, '--constraints'], demanding)
    const [parsed] = readCoNLLU(stdout)
    expect([status, ...[1, 2, 5].map((word) => parsed.head[word])]).toEqual([0, 0, 1, 4])
    expect(parsed.deprel(2)).toBe('obj')
    expect(parsed.comments()).toEqual(['# span = 3-5', '# root = 1'])
    const leaf = `# leaves = 1 4-5\n${sentenceOf('Bruno _ _', 'saw _ _', 'the 2 _', 'dog _ _', 'yesterday 3 _')}`
    const [tree2] = readCoNLLU((await rbparse(['parse', '--model', model, '--constraints'], leaf)).stdout)
    expect([1, 4, 5].filter((word) => tree2.head.includes(word))).toEqual([])
    // One word of the span is its root, the others hang within.
    expect([3, 4, 5].filter((word) => parsed.head[word] < 3 || parsed.head[word] > 5)).toHaveLength(1)

    const impossible = sentenceOf('a 3 _', 'b 4 _', 'c _ _', 'd _ _')
    const refused = await rbparse(['parse', '--model', model, '--constraints'], free + impossible)
    expect([refused.status, refused.stdout]).toEqual([1, ''])
    expect(refused.stderr).toMatch(/^-:7: [^\n]+, expected constraints that a tree can meet\n$/)
    const skipped = await rbparse(
      ['parse', '--model', model, '--constraints', '--skip-bad'],
      impossible + free,
    )
    expect([skipped.status, [...readCoNLLU(skipped.stdout)].length]).toEqual([0, 1])
  })

  test('not every system takes constraints', async () => {
    const file = newFolder()
    const { model } = await trained(file, ['--system', 'rb-learned'])
    const { status, stderr } = await rbparse(['parse', '--model', model, '--constraints'], dev)
    expect([status, stderr]).toEqual([
      2,
      'rb-learned does not take constraints, expected one of: rb, arc-eager, arc-eager-unshift, arc-eager-root\n',
    ])
  })

  test('trees are not wanted for parsing, words, tags and labels may be new', async () => {
    const file = newFolder()
    const { model } = await trained(file)
    const unknown = sentenceOf('zzz _ _', 'yyy x ?') + sentenceOf('one 5 one')
    const { status, stdout } = await rbparse(['parse', '--model', model], unknown)
    expect(status).toBe(0)
    expect([...readCoNLLU(stdout)].map(({ size }) => size)).toEqual([2, 1])
    const long = sentenceOf(...Array.from({ length: 10_000 }, () => 'dog _ _'))
    const [tree] = readCoNLLU((await rbparse(['parse', '--model', model], long)).stdout)
    expect(tree.size).toBe(10_000)
    expect((await rbparse(['parse', '--model', model], '')).stdout).toBe('')
  })

  test('a treebank of one label, of one word', async () => {
    const file = newFolder()
    const { model } = await trained(file, [], sentenceOf('a 0 x', 'b 1 x', 'c 1 x'))
    const { stdout } = await rbparse(['parse', '--model', model], sentenceOf('q _ _', 'r _ _'))
    expect([...readCoNLLU(stdout)]).toHaveLength(1)
    const one = await trained(file, [], sentenceOf('a 0 root'))
    expect((await rbparse(['parse', '--model', one.model], sentenceOf('q _ _'))).stdout).toBe(
      sentenceOf('q 0 root'),
    )
  })

  test('a model can be decoded by another system of its family', async () => {
    const file = newFolder()
    const { model } = await trained(file, ['--system', 'arc-eager'])
    const args = ['parse', '--model', model, '--system']
    expect((await rbparse([...args, 'arc-eager-unshift'], dev)).status).toBe(0)
    expect(await rbparse([...args, 'rb'], dev)).toMatchObject({
      status: 2,
      stderr: 'a model of arc-eager cannot be decoded by rb, which is of another family\n',
    })
  })
})

describe('a committee', () => {
  const names = 'rb,mirror,arc-eager'

  test('is one model, which parse, info, --dev and threads take', async () => {
    const file = newFolder()
    writeFileSync(file('dev.conllu'), dev)
    const { model, figures } = await trained(file, ['--committee', names, '--dev', file('dev.conllu')])
    const parsed = await rbparse(['parse', '--model', model], dev)
    expect(parsed).toMatchObject({ status: 0 })
    const scores = await rbparse(['evaluate', file('dev.conllu'), '-', '--json'], parsed.stdout)
    expect(JSON.parse(scores.stdout).las).toBeCloseTo((figures.dev as unknown as { las: number }).las, 9)
    expect((await rbparse(['parse', '--model', model, '--jobs', '2'], dev, standIn)).stdout).toBe(
      parsed.stdout,
    )
    const info = await rbparse(['info', model])
    expect(info.stdout).toMatch(/^member 2 +rb, direction (?:left|right), greedy, rich, \d+ templates\n/m)
    expect(info.stdout).toMatch(/^member 3 +arc-eager, /m)
    expect(info.stdout).toMatch(/^committee +rb,mirror,arc-eager$/m)
    const { helpers } = JSON.parse((await rbparse(['info', '--json', model])).stdout)
    expect(helpers.map(({ system }: { system: string }) => system)).toEqual(['rb', 'arc-eager'])
  })

  test('ranks the elected tree first, and gives an arc the confidence of its number of votes', async () => {
    const file = newFolder()
    const { model } = await trained(file, ['--committee', names])
    const best = await rbparse(['parse', '--model', model], dev)
    const ranked = await rbparse(['parse', '--model', model, '--nbest', '3', '--scores'], dev)
    const first = ranked.stdout
      .split('\n\n')
      .filter((tree) => /^# parse = 1$/m.test(tree))
      .map((tree) => tree.replaceAll(/^# (?:parse|score) = .*\n/gm, '').replaceAll(/\|?Score=[\d.]+/g, ''))
    const strip = (text: string): string => text.replaceAll(/\t[^\t\n]*$/gm, '')
    expect(strip(first.join('\n\n'))).toBe(strip(best.stdout.trim()))
    const scores = new Set(ranked.stdout.match(/Score=[\d.]+/g))
    const { confidences } = JSON.parse((await rbparse(['info', '--json', model])).stdout)
    expect(confidences).toHaveLength(4)
    const known = confidences.map((confidence: number) => `Score=${confidence.toFixed(4)}`)
    expect(known).toEqual(expect.arrayContaining([...scores]))
    expect(scores.size).toBeGreaterThan(2)
  })

  test('has the same bytes whatever the number of threads', async () => {
    const file = newFolder()
    const train = async (jobs: string): Promise<Buffer> => {
      const call = ['train', '--committee', names, '--jobs', jobs, '-o', file(jobs), '-']
      expect(await rbparse(call, treebank, standIn)).toMatchObject({ status: 0 })
      return readFileSync(file(jobs))
    }
    expect((await train('1')).equals(await train('3'))).toBe(true)
  })

  test('can be the parser of a pipeline', async () => {
    const file = newFolder()
    const { model } = await trained(file, ['--committee', names, '--pipeline'])
    const { stdout } = await rbparse(['info', '--json', model])
    expect(JSON.parse(stdout).helpers).toHaveLength(2)
    const one = ['parse', '--model', model, '--raw']
    const text = 'The dog sleeps. It barks.\n'.repeat(20)
    const parsed = await rbparse(one, text)
    expect(parsed).toMatchObject({ status: 0 })
    expect((await rbparse([...one, '--jobs', '2'], text, standIn)).stdout).toBe(parsed.stdout)
  })

  test('that makes no sense is an error of the call', async () => {
    for (const wrong of ['rb', 'rb,rb', 'rb,none', 'mirror,rb', 'arc-eager,rb', 'rb,covington'])
      expect(await rbparse(['train', '--committee', wrong, '-o', 'none', '-'], treebank)).toMatchObject({
        status: 2,
        stderr: expect.stringMatching(/^--committee .*expected .*\n$/),
      })
  })
})

test('labels are chosen with the transitions, or for finished trees', async () => {
  const file = newFolder()
  const labelling = async (...args: string[]): Promise<unknown> => {
    const { model } = await trained(file, args)
    return /^labelling +(\w+)/m.exec((await rbparse(['info', model])).stdout)?.[1]
  }
  expect(await labelling()).toBe('late')
  expect(await labelling('--labelling', 'early')).toBe('early')
  expect(await labelling('--labelling', 'late')).toBe('late')
  expect(await labelling('--system', 'arc-eager')).toBe('early')
  expect(await labelling('--beam', '2', '--epochs', '1')).toBe('late')
  expect(await labelling('--beam', '2', '--epochs', '1', '--labelling', 'early')).toBe('early')
  expect(await labelling('--system', 'arc-eager-unshift', '--beam', '2', '--epochs', '1')).toBe('early')
  // Threads come to the same labels as one.
  const { model } = await trained(file, ['--labelling', 'late'])
  const text = dev.repeat(Math.ceil(150_000 / dev.length))
  const [one, two] = [
    await rbparse(['parse', '--model', model], text),
    await rbparse(['parse', '--model', model, '--jobs', '2'], text, standIn),
  ]
  expect(one.stdout).not.toBe('')
  expect(two.stdout === one.stdout).toBe(true)
})

describe('what cannot be done', () => {
  test.each([
    ['no sentence', [], '', 1, '-: no sentence to learn from, expected a treebank'],
    [
      'no sentence to tune on',
      ['--tune', '/dev/null'],
      sentenceOf('a 0 root'),
      1,
      '/dev/null: no sentence to evaluate on, expected a treebank',
    ],
    [
      'time to tune without a treebank for it',
      ['--minutes', '5'],
      sentenceOf('a 0 root'),
      2,
      '--minutes is the time for --tune, expected --tune DEV with it',
    ],
    [
      'a lexicon without a tagger',
      ['--lexicon', '/dev/null'],
      sentenceOf('a 0 root'),
      2,
      '--lexicon is for the tagger, expected --pipeline with it',
    ],
    [
      'lemmas without a lemmatizer',
      ['--lemmas', '/dev/null'],
      sentenceOf('a 0 root'),
      2,
      '--lemmas is for the lemmatizer, expected --pipeline with it',
    ],
    [
      'abbreviations without a tokenizer',
      ['--abbreviations', '/dev/null'],
      sentenceOf('a 0 root'),
      2,
      '--abbreviations is for the tokenizer, expected --pipeline with it',
    ],
    [
      'a lexicon without classes',
      ['--pipeline', '--lexicon', '/dev/null'],
      sentenceOf('a 0 root'),
      1,
      '/dev/null: no class, expected lines of letters and digits, a tab and words',
    ],
    [
      'a tag that would control a terminal',
      ['--pipeline'],
      sentenceOf('a 0 root').replace('X', 'X\x1b'),
      1,
      '-: the tag "X\\u001b" has a control character, expected printable text',
    ],
    [
      'no sentence left',
      ['--non-projective', 'skip'],
      sentenceOf('a 3 x', 'b 0 root', 'c 2 x'),
      1,
      '-: there is no sentence to train on, expected one at least',
    ],
    [
      'a tree that is not projective',
      ['--non-projective', 'error'],
      sentenceOf('a 3 x', 'b 0 root', 'c 2 x'),
      1,
      '-:1: the arc from 3 to 1 is not projective, expected a projective tree',
    ],
    [
      'a reserved label',
      [],
      sentenceOf('a 0 root^'),
      1,
      "-:1: the label 'root^' has the reserved character '^', expected one without ↑ ↓ ^ *",
    ],
    ['a bad sentence', [], '1\ta\n', 1, '-:1: 2 columns, expected 10 separated by tabs'],
    [
      'an unknown system',
      ['--system', 'x'],
      '',
      2,
      "error: option '--system <name>' argument 'x' is invalid. Allowed choices are rb, rb-learned, rb-oracle, arc-eager, arc-eager-unshift, arc-eager-root, arc-standard, arc-standard-swap, arc-hybrid, covington.",
    ],
    ['an unknown solver', ['--solver', '3'], '', 2, /^there is no solver 3; there are 0/],
    [
      'a bad number',
      ['-C', '0'],
      '',
      2,
      "error: option '-C <cost>' argument '0' is invalid. Expected a number above 0.",
    ],
    [
      'a bad seed',
      ['--seed', '1.5'],
      '',
      2,
      "error: option '--seed <n>' argument '1.5' is invalid. Expected a whole number of at least 0.",
    ],
    [
      'an unknown feature set',
      ['--features', 'poor'],
      '',
      2,
      // Sets that other tests of this process registered are named, too.
      /^unknown feature set 'poor', expected rich, paper(?:, [\w-]+)* or a file\.json\n$/,
    ],
    [
      'a beam too wide',
      ['--beam', '1025'],
      '',
      2,
      "error: option '--beam <n>' argument '1025' is invalid. Expected a whole number from 1 to 1024.",
    ],
    [
      'exploration without a dynamic oracle',
      ['--system', 'rb', '--exploration'],
      '',
      2,
      /^--exploration needs a dynamic oracle, expected one of: arc-eager, arc-eager-unshift/,
    ],
    // These are needed only after the training, and are tried before it.
    [
      'a missing development file',
      ['--dev', 'none.conllu'],
      '',
      2,
      /^none.conllu: cannot be read \(there is/,
    ],
    ['a development folder', ['--dev', '.'], '', 2, /^\.: cannot be read \(it is a directory\)/],
    ['figures that cannot be written', ['--stats', '.'], '', 1, /^\.: cannot be written \(it is a dir/],
    ['a missing template file', ['--features', 'none.json'], '', 2, /^none.json: cannot be read/],
  ] as const)('%s', async (_, args, text, status, message) => {
    const file = newFolder()
    const outcome = await rbparse(['train', '--model', file('model'), ...args, '-'], text)
    expect(outcome.status).toBe(status)
    if (message instanceof RegExp) expect(outcome.stderr).toMatch(message)
    else expect(outcome.stderr).toBe(message + '\n')
    expect(outcome.stderr.trimEnd()).not.toContain('\n')
    expect(existsSync(file('model'))).toBe(false)
  })

  test('a file of templates', async () => {
    const file = newFolder()
    writeFileSync(file('t.json'), JSON.stringify({ name: 'words', templates: ['s0.form', 'b0.form'] }))
    for (const args of [[], ['--pipeline']]) {
      const { model } = await trained(file, ['--features', file('t.json'), ...args])
      const { stdout } = await rbparse(['info', '--json', model])
      expect(stdout).toContain('"templates":{"name":"words"')
    }
  })

  test('template files that are none', async () => {
    const file = newFolder()
    for (const [text, message] of [
      ['{', /JSON/],
      ['{"name": "x"}', /not a template set/],
      ['{"name": "x", "templates": ["s0.colour"]}', /s0.colour/],
      ['{"name": "x", "templates": []}', /empty/],
    ] as const) {
      writeFileSync(file('t.json'), text)
      const outcome = await rbparse(
        ['train', '--model', file('m'), '--features', file('t.json'), '-'],
        treebank,
      )
      expect(outcome.status).toBe(1)
      expect(outcome.stderr).toMatch(message)
      expect(outcome.stderr.startsWith(`${file('t.json')}: `)).toBe(true)
    }
  })

  test('models that are none', async () => {
    const file = newFolder()
    const { model } = await trained(file, [], sentenceOf('a 0 root', 'b 1 x'))
    const bytes = readFileSync(model)
    for (const [name, broken] of [
      ['text', Buffer.from(dev)],
      ['cut', bytes.subarray(0, bytes.length - 1)],
      ['changed', Buffer.from(bytes).fill(bytes.at(-1)! ^ 1, bytes.length - 1)],
      ['empty', Buffer.of()],
    ] as const) {
      writeFileSync(file(name), broken)
      for (const args of [
        ['parse', '--model', file(name)],
        ['info', file(name)],
      ]) {
        const { status, stdout, stderr } = await rbparse(args, dev)
        expect([status, stdout]).toEqual([1, ''])
        expect(stderr).toMatch(new RegExp(`^${file(name)}: [^\n]+\n$`))
      }
    }
  })

  test('bad sentences are skipped on request', async () => {
    const file = newFolder()
    const { figures, outcome } = await trained(file, ['--skip-bad'], treebank + sentenceOf('a 1 x'))
    expect(figures).toMatchObject({ sentences: 50, skipped: 1 })
    expect(outcome.stderr).toMatch(/^skipped: -:\d+: word 1 is its own head/)
  })

  test('an empty gold file', async () => {
    const file = newFolder()
    writeFileSync(file('gold'), '')
    const { status, stderr } = await rbparse(['evaluate', file('gold'), '-'])
    expect([status, stderr]).toEqual([
      1,
      `${file('gold')}: there is no sentence in it, expected gold trees\n`,
    ])
  })
})
