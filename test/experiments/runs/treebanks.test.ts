import { mkdirSync, writeFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { newFolder } from '../../src/commands/rbparse.ts'
import { CallError, RunError } from '../../../src/files/failures.ts'
import { findTreebanks, readParts } from '../../../experiments/cells/treebanks.ts'
import { taskOf } from '../made.ts'
import { writeTreebank } from '../tiny.ts'

describe('treebanks are found', () => {
  it('the embedded one where none is named', async () => {
    const [{ name, train, test }] = await findTreebanks({})
    expect([name, train.path, test?.path]).toEqual(['embedded', 'embedded/train', 'embedded/dev'])
    expect(train.sha256).toMatch(/^[0-9a-f]{64}$/)
  })

  it('in a folder, by the ends of names, and in the folders of a folder', async () => {
    const file = newFolder()
    writeTreebank(file('aa_one'), 12, 4)
    writeTreebank(file('bb_two'), 12)
    mkdirSync(file('cc_three'))
    writeFileSync(file('cc_three/cc_three-ud-dev.conllu'), '')
    mkdirSync(file('empty'))
    writeFileSync(file('readme.md'), '')
    const found = await findTreebanks({ treebank: [file('.')] })
    expect(found.map(({ name }) => name)).toEqual(['aa_one', 'bb_two', 'cc_three'])
    expect(found.map(({ test }) => test !== undefined)).toEqual([true, false, false])
    expect(found[2].train.path).toBe(file('cc_three/cc_three-ud-dev.conllu'))
    expect(await findTreebanks({ treebank: [file('aa_one')] })).toEqual([found[0]])
  })

  it('as files, called after what their folder or they are called', async () => {
    const file = newFolder()
    writeTreebank(file('xx_one'), 12, 4)
    const [named] = await findTreebanks({
      train: file('xx_one/train.conllu'),
      test: file('xx_one/dev.conllu'),
    })
    expect([named.name, named.test?.path]).toEqual(['xx_one', file('xx_one/dev.conllu')])
    writeFileSync(file('mine.conllu'), '')
    expect((await findTreebanks({ train: file('mine.conllu') }))[0].name).toBe('mine')
  })

  it('or it is said what is missing, in one line', async () => {
    const file = newFolder()
    mkdirSync(file('empty'))
    writeTreebank(file('a/same'), 12)
    writeTreebank(file('b/same'), 12)
    const cases: [Parameters<typeof findTreebanks>[0], RegExp][] = [
      [
        { treebank: [file('none')] },
        /none: cannot be read \(there is no such file or directory\), expected a folder/,
      ],
      [
        { treebank: [file('empty')] },
        /empty: there is no treebank in it, expected train\.conllu and dev\.conllu/,
      ],
      [{ train: file('none.conllu') }, /none\.conllu: cannot be read .*, expected a treebank/],
      [{ test: file('x') }, /--test needs something to train on/],
      [{ train: 'x', treebank: ['y'] }, /exclude each other/],
      [{ treebank: [file('a/same'), file('b/same')] }, /two treebanks are called 'same'/],
    ]
    for (const [options, message] of cases) {
      const failure = await findTreebanks(options).then(
        () => undefined,
        (error: unknown) => error,
      )
      expect(failure).toBeInstanceOf(CallError)
      expect((failure as Error).message).toMatch(message)
      expect((failure as Error).message).not.toContain('\n')
    }
  })
})

describe('parts are read', () => {
  it('as they are, or a tenth set apart by seed', async () => {
    const file = newFolder()
    const [both] = await findTreebanks({ treebank: [writeTreebank(file('aa'), 40, 7)] })
    const [one] = await findTreebanks({ treebank: [writeTreebank(file('bb'), 40)] })
    const whole = await readParts(taskOf({ treebank: both }))
    expect([whole.train.length, whole.test.length]).toEqual([40, 7])
    const parts = await readParts(taskOf({ treebank: one }))
    expect([parts.train.length, parts.test.length]).toEqual([36, 4])
    const texts = (sentences: readonly { conllu(): string }[]): string[] =>
      sentences.map((sentence) => sentence.conllu())
    expect(texts((await readParts(taskOf({ treebank: one }))).test)).toEqual(texts(parts.test))
    expect(texts((await readParts(taskOf({ treebank: one, seed: 2 }))).test)).not.toEqual(texts(parts.test))
    expect([...texts(parts.train), ...texts(parts.test)].sort()).toEqual(texts(whole.train).sort())
  })

  it('of a size, the smaller within the larger', async () => {
    const file = newFolder()
    const [treebank] = await findTreebanks({ treebank: [writeTreebank(file('aa'), 100, 7)] })
    const ids = async (size: number): Promise<string[]> =>
      (await readParts(taskOf({ treebank, size }))).train.map((sentence) => sentence.comments()[0])
    const [few, more] = [await ids(10), await ids(50)]
    expect([few.length, more.length]).toEqual([10, 50])
    expect(more).toEqual(expect.arrayContaining(few))
  })

  it('or it is said why not', async () => {
    const file = newFolder()
    const [tiny] = await findTreebanks({ treebank: [writeTreebank(file('aa'), 6)] })
    await expect(readParts(taskOf({ treebank: tiny }))).rejects.toThrow(
      /too small to split \(6 sentences\), expected at least 10$/,
    )
    const [small] = await findTreebanks({ treebank: [writeTreebank(file('bb'), 40, 5)] })
    await expect(readParts(taskOf({ treebank: small, size: 5 }))).rejects.toThrow(
      /5 % of 40 sentences are too few to train on, expected at least 10$/,
    )
    const [empty] = await findTreebanks({ treebank: [writeTreebank(file('cc'), 40, 0)] })
    await expect(readParts(taskOf({ treebank: empty }))).rejects.toThrow(
      /dev\.conllu: no sentence to test on/,
    )
    const changed = { ...small, train: { ...small.train, sha256: '00' } }
    await expect(readParts(taskOf({ treebank: changed }))).rejects.toThrow(
      new RunError(`${small.train.path}: changed since the plan was made, expected a new plan`),
    )
  })
})
