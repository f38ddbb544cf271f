import { mkdirSync, readFileSync, readdirSync, renameSync, writeFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { packagedModels } from '../../../src/files/model-packages.ts'
import { readPipeline, writePipeline } from '../../../src/pipeline/pipeline-file.ts'
import { tinyPipeline, tinyTreebank } from '../pipeline/tiny.ts'
import { newFolder, rbparse } from './rbparse.ts'

const model = { ...tinyPipeline(), training: { treebank: 'tiny', sentences: 9 } }

test('a pipeline becomes a package with model, licence, authors and figures, which is found by name', async () => {
  const file = newFolder()
  writeFileSync(file('xx.rbp'), writePipeline(model))
  writeFileSync(file('dev.conllu'), tinyTreebank.slice(0, tinyTreebank.indexOf('\n\n', 2000) + 2))
  const facts = ['--licence', 'CC BY-SA 4.0', '--authors', 'A | B']
  const args = [file('xx'), ...facts, '--dev', file('dev.conllu'), '-o', file('p')]
  expect(await rbparse(['models', 'pack', ...args])).toMatchObject({ status: 0, stdout: '' })
  expect(readdirSync(file('p')).sort()).toEqual(['LICENSE', 'README.md', 'package.json', 'xx.rbp'])
  expect(JSON.parse(readFileSync(file('p/package.json'), 'utf8'))).toMatchObject({
    name: 'right-branching-model-xx',
    license: 'CC-BY-SA-4.0',
    author: 'A | B',
    exports: { '.': './xx.rbp', './xx.rbp': './xx.rbp' },
    files: ['xx.rbp'],
  })
  expect(readPipeline(readFileSync(file('p/xx.rbp')))).toMatchObject({
    training: { treebank: 'tiny', licence: 'CC BY-SA 4.0', authors: 'A | B' },
  })
  const readme = readFileSync(file('p/README.md'), 'utf8')
  expect(readme).toContain("load('xx')")
  expect(readme).toContain('| authors | A \\| B |')
  expect(readme).toMatch(/^\| LAS \| \d+\.\d\d \|$/m)
  expect(readFileSync(file('p/LICENSE'), 'utf8')).toContain('https://creativecommons.org/licenses/by-sa/4.0/')

  mkdirSync(file('user/inner/deep'), { recursive: true })
  mkdirSync(file('user/node_modules/right-branching-model-empty'), { recursive: true })
  renameSync(file('p'), file('user/node_modules/right-branching-model-xx'))
  const path = file('user/node_modules/right-branching-model-xx/xx.rbp')
  // A file in place of a folder has no models.
  writeFileSync(file('user/inner/node_modules'), '')
  expect([...packagedModels([file('user/inner/deep')])]).toEqual([['xx', path]])
})

test('licence and authors come from the README of the treebank, too', async () => {
  const file = newFolder()
  writeFileSync(file('xx.rbp'), writePipeline(model))
  mkdirSync(file('treebank'))
  writeFileSync(file('treebank/README.md'), '# UD\n\nLicense: LGPL-LR\nContributors: X; Y\n')
  writeFileSync(file('treebank/LICENSE.txt'), 'the whole text')
  const { status } = await rbparse([
    'models',
    'pack',
    file('xx.rbp'),
    '--treebank',
    file('treebank'),
    '-o',
    file('p'),
  ])
  expect(status).toBe(0)
  expect(readFileSync(file('p/LICENSE'), 'utf8')).toBe('the whole text')
  expect(JSON.parse(readFileSync(file('p/package.json'), 'utf8'))).toMatchObject({
    license: 'LGPL-LR',
    author: 'X; Y',
  })
})

test('what is missing or wrong is one line', async () => {
  const file = newFolder()
  writeFileSync(file('xx.rbp'), writePipeline(model))
  writeFileSync(file('Bad.rbp'), writePipeline(model))
  writeFileSync(file('no.rbp'), 'no model')
  const output = ['-o', file('p')]
  const pack = async (...args: string[]) => (await rbparse(['models', 'pack', ...args])).stderr
  expect(await pack(file('xx'), ...output)).toBe(
    `${file('xx.rbp')} does not state its licence, expected --licence or --treebank FOLDER\n`,
  )
  expect(await pack(file('xx'), '--licence', 'MIT', ...output)).toBe(
    `${file('xx.rbp')} does not state its authors, expected --authors or --treebank FOLDER\n`,
  )
  expect(await pack(file('Bad'), ...output)).toBe(
    'the name Bad, expected --name with lower-case letters, digits, - and _\n',
  )
  expect(await pack(file('no'), ...output)).toBe(
    `${file('no.rbp')} has no pipeline, expected one of train --pipeline\n`,
  )
  expect(await pack(file('xx'), '-o', file('.'))).toMatch(/exists, expected -o with a new folder\n$/)
  expect(await pack(file('xx'), '--treebank', file('none'), ...output)).toMatch(
    /none does not exist, expected the folder of a treebank\n$/,
  )
})
