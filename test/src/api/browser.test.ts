/** The entry for browsers and the edge: small, and without Node. */
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { builtinModules } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { gzipSync } from 'node:zlib'
import { build } from 'tsdown'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { writePipeline } from '../../../src/pipeline/pipeline-file.ts'
import { tinyPipeline } from '../pipeline/tiny.ts'
import { tinyParser } from './parsers.ts'

/** As it is loaded by a page, without the model. */
const MOST_BYTES = 91_500

const folder = mkdtempSync(join(tmpdir(), 'browser-'))
afterAll(() => rmSync(folder, { recursive: true }))
let text: string
beforeAll(async () => {
  await build({
    config: false,
    cwd: fileURLToPath(new URL('../../..', import.meta.url)),
    entry: { browser: 'src/browser.ts' },
    outDir: folder,
    platform: 'browser',
    minify: true,
    dts: false,
    logLevel: 'silent',
  })
  text = readFileSync(join(folder, 'browser.js'), 'utf8')
})

test('is one file of at most 91 KB, compressed', () => {
  expect(readdirSync(folder)).toEqual(['browser.js'])
  expect(gzipSync(text).length).toBeLessThan(MOST_BYTES)
})

test('imports nothing, and asks for nothing of Node', () => {
  expect(text).not.toMatch(/\bfrom\s*["']|\bimport\s*\(|\bimport\s*["']/)
  expect(text).not.toMatch(/\b(?:process|Buffer|require|__dirname)\b[.(]/)
  for (const name of builtinModules) expect(text).not.toContain(`node:${name}`)
})

test('parses as the source does', async () => {
  const entry = (await import(
    pathToFileURL(join(folder, 'browser.js')).href
  )) as typeof import('../../../src/browser.ts')
  const parser = await entry.load(writePipeline(tinyPipeline()))
  const any = "The dog saw a cat. I don't go! 👩‍👩‍👧 שלום"
  expect(parser.parse(any).toCoNLLU()).toBe(tinyParser().parse(any).toCoNLLU())
  await expect(entry.load(new Uint8Array(9))).rejects.toThrow(entry.ModelError)
})
