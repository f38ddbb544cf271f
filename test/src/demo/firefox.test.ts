/** The demo page in Firefox. */
import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { load } from '../../../src/files/node.ts'
import { sentence, servePage, type Served } from './served.ts'

const driver = join(import.meta.dirname, 'firefox.js')

describe.skipIf(!existsSync('/usr/bin/firefox-esr'))('the page in Firefox', { tags: ['slow'] }, () => {
  let served: Served
  beforeAll(async () => {
    served = await servePage()
  })
  afterAll(() => served?.close())

  test('shows the tree that Node finds, as high as it is drawn, and complains of nothing', async () => {
    const expression = `new Promise((resolve) => {
      const look = () => document.documentElement.dataset.ready === undefined ? setTimeout(look, 100) : resolve([
        document.querySelector('#tree desc').textContent,
        document.querySelector('#tree svg').getBoundingClientRect().height > 50,
      ])
      look()
    })`
    const address = `${served.origin}/page/#text=${encodeURIComponent(sentence)}`
    const args = ['--no-warnings', '--experimental-websocket', driver, address, expression]
    const { stdout } = await promisify(execFile)(process.execPath, args, { timeout: 240_000 })
    const [, description] = /<desc[^>]*>(.*?)<\/desc>/.exec(
      (await load('en')).parse(sentence).sentences[0].toSVG(),
    )!
    expect(JSON.parse(stdout)).toEqual({ value: [description, true], complaints: [] })
  })
})
