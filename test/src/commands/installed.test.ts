import { writeFileSync } from 'node:fs'
import { pathToFileURL } from 'node:url'
import { expect, test } from 'vitest'
import { modelsCommand } from '../../../src/commands/models.ts'
import { installedModels } from '../../../src/files/load.ts'
import { writePipeline } from '../../../src/pipeline/pipeline-file.ts'
import { tinyPipeline } from '../pipeline/tiny.ts'
import { Gathered, newFolder, rbparse } from './rbparse.ts'

test('models lists what is installed, by name', async () => {
  const file = newFolder()
  const run = async (...options: string[]) => {
    const [stdout, stderr] = [new Gathered(), new Gathered()]
    const command = modelsCommand({ stdin: (async function* () {})(), stdout, stderr }, undefined, folder)
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
  await expect(run()).rejects.toThrow(/bb\.rbp: a pipeline of \d+ bytes, but 100 are there$/)
})

test('models is a command', async () => {
  const { status, stdout } = await rbparse(['models', '--json'])
  expect(status).toBe(0)
  expect(JSON.parse(stdout)).toEqual(await installedModels())
})
