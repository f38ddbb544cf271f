import { existsSync, writeFileSync } from 'node:fs'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { expect, test } from 'vitest'
import { modelsCommand } from '../../../src/commands/lists.ts'
import { installedModel } from '../../../src/api/installed.ts'
import { installedModels } from '../../../src/files/model-reader.ts'
import { modelPath } from '../../../src/files/model-packages.ts'
import { writePipeline } from '../../../src/pipeline/pipeline-file.ts'
import { tinyPipeline } from '../pipeline/tiny.ts'
import { Gathered, newFolder, rbparse } from './rbparse.ts'

test('models lists what is installed, by name', async () => {
  const file = newFolder()
  const run = async (...options: string[]) => {
    const [stdout, stderr] = [new Gathered(), new Gathered()]
    const terminal = { stdin: (async function* () {})(), stdout, stderr }
    const start = () => {
      throw new Error('no threads')
    }
    const command = modelsCommand({ terminal, start }, folder)
    await command.parseAsync(options, { from: 'user' })
    return [stdout.text(), stderr.text()]
  }
  const folder = new URL('.', pathToFileURL(file('x')))
  expect(await run()).toEqual(['', 'no model is installed; `rbparse train` makes some\n'])
  const facts = { treebank: 'tiny', licence: 'CC0' }
  const bytes = writePipeline({ ...tinyPipeline(), training: facts })
  writeFileSync(file('zz.rbp'), bytes)
  writeFileSync(file('README.md'), '')
  writeFileSync(file('aa.rbp'), writePipeline({ ...tinyPipeline(), training: {} }))
  const [text, nothing] = await run()
  expect(nothing).toBe('')
  expect(text).toContain(
    `zz\n  size      ${bytes.length.toLocaleString('en-US')} bytes\n  treebank  tiny\n  licence   CC0\n  system    rb\n  file      ${file('zz.rbp')}\n`,
  )
  expect(text).toMatch(/^aa\n.*\n {2}treebank {2}unknown\n {2}licence {3}unknown\n/)
  const [json] = await run('--json')
  expect(JSON.parse(json)).toEqual(await installedModels(folder))
  writeFileSync(file('bb.rbp'), bytes.subarray(0, 100))
  await expect(run()).rejects.toThrow(/bb\.rbp: a pipeline of more than \d+ bytes, but 100 are there$/)
})

test('models is a command', async () => {
  const { status, stdout } = await rbparse(['models', '--json'])
  expect(status).toBe(0)
  expect(JSON.parse(stdout)).toEqual(await installedModels())
})

test('parse takes a file, the name of an installed model, or the installed en', async () => {
  const file = newFolder()
  writeFileSync(file('m'), writePipeline(tinyPipeline()))
  for (const model of [file('m'), file('none'), '-', './en']) expect(await modelPath(model)).toBe(model)
  for (const model of ['README', 'no-such-model'])
    await expect(modelPath(model)).rejects.toThrow(`no model '${model}' is installed, and no file`)
  const english = fileURLToPath(installedModel('en'))
  if (existsSync(english)) {
    expect([await modelPath(undefined), await modelPath('en')]).toEqual([english, english])
    expect((await rbparse(['parse', '--text', 'The dog slept.'])).status).toBe(0)
  } else {
    expect(await rbparse(['parse', '--text', 'The dog slept.'])).toEqual({
      status: 2,
      stdout: '',
      stderr:
        "no model 'en' is installed, and no file has this name, expected a file; `rbparse train` makes one\n",
    })
  }
  const drawn = await rbparse(['parse', '--model', file('m'), '--text', 'The dog slept.'])
  expect(drawn.stdout).toContain('slept')
})
