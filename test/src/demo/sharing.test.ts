/** What goes in and out of the demo page: its address, models, copies and files, and treebanks to train on. */
import { mkdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Download, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { parserOf } from '../../../src/api/text-parser.ts'
import { embeddedTrain } from '../../../src/embedded/treebank.ts'
import { hasBrowser, headsOf, sentence, servePage, statusOf, type, type Served } from './served.ts'

describe.skipIf(!hasBrowser)('the page', { tags: ['slow'] }, () => {
  let served: Served
  const folder = join(tmpdir(), `page-${process.pid}`)
  beforeAll(async () => {
    mkdirSync(folder)
    served = await servePage()
  })
  afterAll(async () => {
    await served?.close()
    rmSync(folder, { recursive: true })
  })

  const model = (name: string): Uint8Array => readFileSync(join(served.dist, 'models', `${name}.rbp`))
  const ready = (page: Page) => page.waitForSelector('html[data-ready]')
  const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true })
  async function saved(page: Page, name: string): Promise<{ name: string; bytes: Buffer }> {
    const download = await downloaded(page, () => button(page, name).click())
    return { name: download.suggestedFilename(), bytes: readFileSync(await download.path()) }
  }

  test('examples are parsed at a click', async () => {
    const page = await served.open(400)
    await button(page, 'She saw the man with the telescope.').click()
    expect(Object.keys(await headsOf(page))).toContain('telescope')
    expect(await page.getByRole('textbox').inputValue()).toBe('She saw the man with the telescope.')
    await page.waitForURL(/text=She\+saw/)
    await page.close()
  })

  test('the address holds the text, the model and the beam', async () => {
    const page = await served.open(1280, { hash: '' })
    await type(page, 'A & B = "C"? #1')
    await page.getByRole('combobox', { name: 'Model' }).selectOption('en-small')
    await page.getByRole('combobox', { name: 'Beam' }).selectOption('16')
    await ready(page)
    await page.waitForURL(/beam=16/)
    const shown = await page.locator('#tree').innerHTML()
    await page.reload()
    await ready(page)
    expect(await page.locator('#tree').innerHTML()).toBe(shown)
    expect(await page.getByRole('textbox').inputValue()).toBe('A & B = "C"? #1')
    await page.evaluate(() => (location.hash = '#text=The+dog+slept.'))
    await page.waitForFunction(() => document.querySelector('#tree desc')?.textContent?.startsWith('The dep'))
    expect(await page.getByRole('combobox', { name: 'Model' }).inputValue()).toBe('en')
    await page.close()
  })

  test('the address may hold anything: no markup, no other models, bounded text', async () => {
    const text = `<img src=x onerror="document.title='X'"> ${'dog '.repeat(50_000)}`
    const hash = `model=../../x&beam=1e9&text=${encodeURIComponent(text)}&%E0%A4%A&__proto__=1`
    const page = await served.open(800, { hash })
    expect(await page.title()).toBe('right-branching: parse a sentence')
    expect(await page.locator('main img').count()).toBe(0)
    expect((await page.getByRole('textbox').inputValue()).length).toBe(10_000)
    expect(await page.locator('#derivation').isVisible()).toBe(false)
    expect(await page.getByRole('combobox', { name: 'Model' }).inputValue()).toBe('en')
    expect(await page.getByRole('combobox', { name: 'Beam' }).inputValue()).toBe('')
    await page.close()
  })

  test('model and beam can be chosen, and parse as in Node', async () => {
    const page = await served.open(800)
    for (const [name, beam] of [
      ['en', ''],
      ['en', '1'],
      ['en-small', '8'],
    ]) {
      await page.getByRole('combobox', { name: 'Model' }).selectOption(name)
      await page.getByRole('combobox', { name: 'Beam' }).selectOption(beam)
      await ready(page)
      const parser = parserOf(model(name), beam === '' ? {} : { beam: Number(beam) })
      expect((await saved(page, 'CoNLL-U')).bytes.toString()).toBe(parser.parse(sentence).toCoNLLU())
    }
    await page.close()
  })

  test('a model that cannot be fetched is named, and the page stays as it was', async () => {
    const page = await served.open(800, {
      prepare: async (page) => {
        await page.route('**/en-small.rbp', (route) => route.fulfill({ status: 200, body: 'no model' }))
      },
    })
    const before = await headsOf(page)
    await page.getByRole('combobox', { name: 'Model' }).selectOption('en-small')
    await page.waitForSelector('#status[data-outcome=refused]')
    expect(await statusOf(page)).toMatch(/en-small\.rbp: not a model file/)
    expect(await page.getByRole('combobox', { name: 'Model' }).inputValue()).toBe('en')
    expect(await headsOf(page)).toEqual(before)
    await page.evaluate(() => (location.hash = '#model=en-small&text=The+dog+slept.'))
    await page.waitForFunction(() => document.querySelector('#tree desc')?.textContent?.startsWith('The dep'))
    await page.waitForSelector('#status[data-outcome=refused]')
    expect(await headsOf(page)).toEqual({ The: 'dog', dog: 'slept', slept: 'ROOT', '.': 'slept' })
    await page.close()
  })

  test('the tree is saved as CoNLL-U, SVG and PNG, and copied', async () => {
    const page = await served.open(800)
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'], { origin: served.origin })
    const conllu = await saved(page, 'CoNLL-U')
    expect(conllu.name).toBe('trees.conllu')
    await button(page, 'Copy CoNLL-U').click()
    await page.waitForFunction(
      () => document.getElementById('status')!.textContent === 'The CoNLL-U is copied.',
    )
    const clipboard = (): Promise<string> => page.evaluate(() => navigator.clipboard.readText())
    expect(await clipboard()).toBe(conllu.bytes.toString())
    await button(page, 'Copy link').click()
    await page.waitForFunction(
      () => document.getElementById('status')!.textContent === 'The address is copied.',
    )
    expect(await clipboard()).toBe(`${served.origin}/page/#text=${sentence.replaceAll(' ', '+')}`)
    const svg = await saved(page, 'SVG')
    expect([svg.name, svg.bytes.toString()]).toEqual([
      'tree.svg',
      expect.stringMatching(/^<svg xmlns="http:\/\/www\.w3\.org\/2000\/svg"[^]*<\/svg>$/),
    ])
    const wellFormed = await page.evaluate(
      (text) => new DOMParser().parseFromString(text, 'image/svg+xml').querySelector('parsererror') === null,
      svg.bytes.toString(),
    )
    expect(wellFormed).toBe(true)
    const png = await saved(page, 'PNG')
    expect([png.name, png.bytes.subarray(1, 4).toString()]).toEqual(['tree.png', 'PNG'])
    const [width] = /(?<=width=")[\d.]+/.exec(svg.bytes.toString())!
    expect(Math.abs(png.bytes.readUInt32BE(16) - 2 * Number(width))).toBeLessThan(3)
    await page.close()
  })

  test('a treebank is learnt from, with its progress and its score; the command line reads the model', async () => {
    const page = await served.open(1280)
    const file = join(folder, 'my.treebank.conllu')
    writeFileSync(file, embeddedTrain(60))
    // What the page says and how far the bar is, each time that one of them changes.
    await page.evaluate(() => {
      const [said, bar] = ['training', 'progress'].map((id) => document.getElementById(id)!)
      new MutationObserver(() => {
        document.body.dataset.said += `${(bar as HTMLProgressElement).value.toFixed(1)} ${said.textContent}\n`
      }).observe(said, { childList: true })
    })
    await page.getByLabel('Choose a file').setInputFiles(file)
    await page.waitForSelector('#training[data-outcome=satisfied]')
    const said = await page.evaluate(() => document.body.dataset.said!.split('\n').slice(0, -2))
    expect(said.filter((line) => !/\d\.\d my\.treebank: .+ …$/.test(line))).toEqual([])
    expect(new Set(said).size).toBeGreaterThan(8)
    expect(said.at(-1)).toBe('0.9 my.treebank: testing on the sentences that were held out …')
    expect(await page.locator('#training').textContent()).toMatch(
      /^Trained on 54 sentences of my\.treebank\. On the text of the last 6, .*: words \d+\.\d, UPOS \d+\.\d, UAS \d+\.\d, LAS \d+\.\d\.$/,
    )
    await ready(page)
    expect(await page.getByRole('combobox', { name: 'Model' }).inputValue()).toBe('my.treebank')
    expect(await page.locator('#about').textContent()).toBe(
      'The model was trained on 54 sentences of my.treebank.',
    )
    const { name, bytes } = await saved(page, 'Save the model')
    expect(name).toBe('my.treebank.rbp')
    writeFileSync(join(folder, name), bytes)
    const { stdout } = served.shell(`rbparse parse --model ${join(folder, name)} --raw`, sentence)
    const columns = (text: string): string[] => text.split('\n').filter((line) => /^\d/.test(line))
    expect(columns(stdout)).toEqual(columns((await saved(page, 'CoNLL-U')).bytes.toString()))
    await served.keep(page, 'trained-1280')
    await page.close()
  })

  test('a file can be dropped; the training can be cancelled, and another one begun', async () => {
    const page = await served.open(800)
    await page.evaluate((conllu) => {
      const dataTransfer = new DataTransfer()
      dataTransfer.items.add(new File([conllu], 'dropped.conllu'))
      for (const type of ['dragover', 'drop'])
        document.body.dispatchEvent(new DragEvent(type, { dataTransfer, bubbles: true, cancelable: true }))
    }, embeddedTrain())
    await page.waitForFunction(() =>
      document.getElementById('training')!.textContent!.startsWith('dropped: '),
    )
    await button(page, 'Cancel').click()
    expect(await page.locator('#training').textContent()).toBe('The training was cancelled.')
    await button(page, 'Try a sample').click()
    await button(page, 'Cancel').click()
    expect(await button(page, 'Cancel').isVisible()).toBe(false)
    await page.close()
  })

  test('what is no treebank is refused in one line', async () => {
    const page = await served.open(800)
    const huge = join(folder, 'huge.conllu')
    writeFileSync(huge, '')
    truncateSync(huge, 33e6)
    const refusals: [string | { name: string; mimeType: string; buffer: Buffer }, RegExp][] = [
      [huge, /^huge: 33 MB, expected at most 32 MB$/],
      [bytesAs('<b>.conllu', Buffer.from([0x89, 0x50, 0x4e, 0x47, 10, 0, 255])), /^<b>:1: .*expected/],
      [bytesAs('prose.txt', Buffer.from('It was a dark night.\n')), /^prose:1: .*expected/],
      [bytesAs('empty.conllu', Buffer.alloc(0)), /^empty: 0 sentences, expected a treebank in CoNLL-U of 10/],
    ]
    for (const [file, refusal] of refusals) {
      await page.getByLabel('Choose a file').setInputFiles(file)
      await page.waitForFunction(
        (name) => document.querySelector('#training[data-outcome=refused]')?.textContent?.startsWith(name),
        refusal.source.slice(1, 4),
      )
      expect(await page.locator('#training').textContent()).toMatch(refusal)
    }
    expect(await page.locator('main b').count()).toBe(0)
    await page.close()
  })

  test('works at any path of any host, with the models that lie beside it', async () => {
    const page = await served.open(800, { hash: '' })
    await page.route('https://host.test/**', (route) => {
      const path = new URL(route.request().url()).pathname
      if (path === '/any/path/page/models.json') return route.fulfill({ json: ['../files/en-small.rbp?v=1'] })
      const file = /^\/any\/path\/((?:page|chunks|files)\/[\w.-]*)$/.exec(path)?.[1]
      if (file === undefined) return route.fulfill({ status: 404 })
      return route.fulfill({
        path: join(served.dist, file.replace(/\/$/, '/index.html').replace('files/', 'models/')),
      })
    })
    await page.goto('https://host.test/any/path/page/')
    await ready(page)
    expect(await page.getByRole('combobox', { name: 'Model' }).locator('option').allTextContents()).toEqual([
      'en-small',
    ])
    expect(Object.keys(await headsOf(page))).toContain('story')
    await button(page, 'Try a sample').click()
    await page.waitForFunction(() => (document.getElementById('progress') as HTMLProgressElement).value > 0)
    await page.close()
  })

  test('complained of nothing', () => {
    expect(served.complaints).toEqual([])
  })
})

async function downloaded(page: Page, act: () => Promise<void>): Promise<Download> {
  const [download] = await Promise.all([page.waitForEvent('download'), act()])
  return download
}

function bytesAs(name: string, buffer: Buffer): { name: string; mimeType: string; buffer: Buffer } {
  return { name, mimeType: 'text/plain', buffer }
}
