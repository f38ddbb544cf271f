/**
 * The table of runtimes and bundlers in src/README.md says what happens: each row is tried with the packed tarball and the
 * tools of the npm registry, in a temporary folder.
 *
 * @module-tag slow
 */
import { spawnSync } from 'node:child_process'
import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { dirname, extname, join } from 'node:path'
import { chromium } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { install, MAX_PROGRAM_MS, type Installed } from './installed.ts'
import { browserPath, hasBrowser } from './src/demo/served.ts'

const page = readFileSync(join(import.meta.dirname, '..', 'src', 'README.md'), 'utf8')
const [table] = page.slice(page.indexOf('| where ')).split('\n\n')
const rows = [...table.matchAll(/^\|(.*)\|$/gm)]
  .slice(2)
  .map(([, row]) => row.split('|').map((cell) => cell.trim()))

const tools = [
  'jest@30',
  'jest-environment-jsdom@30',
  'vitest@4',
  'esbuild@0.28',
  'vite@8',
  'webpack@5',
  'webpack-cli@7',
  'bun@1',
  'deno@2',
  'next@16',
  'react@19',
  'react-dom@19',
  // The last version for Node 20 is one of these.
  'miniflare@4.20250508.0',
]
const ping = ['ping', '--fetch-retries=0', '--fetch-timeout=10000']
const hasRegistry = spawnSync('npm', ping, { timeout: 60_000 }).status === 0

/** How a model and a worker are loaded: by the first way that works. What says no has to say what to do. */
const probe = `
async function how(loader, ways) {
  for (const [name, source, options] of ways) {
    try {
      const document = await (await loader(source, options)).parse('Clara saw the dog.')
      return document.sentences[0].root.form === 'saw' ? name : 'wrong tree'
    } catch ({ message }) {
      const named = source === 'en-small' && !options ? /en-small\\.rbp: |the worker .*script\\.js/ : /./
      if (!/, expected .*copy .*node_modules/.test(message) || !named.test(message)) return message
    }
  }
  return 'not at all'
}
async function all({ load, loadInWorker }, model, worker) {
  const ways = [['by name', 'en-small'], ['by address', model]]
  const more = [['by name, with \`worker\`', 'en-small', { worker }], ['by address, with \`worker\`', model, { worker }]]
  return [await how(load, ways), await how(loadInWorker, [...ways, ...more])]
}
`
const copied = `new URL('en-small.rbp', import.meta.url), new URL('script.js', import.meta.url)`
const inNode = `import * as all_ from 'right-branching'\n${probe}\nconst seen = await all(all_, ${copied})\n`
const printing = `${inNode}console.log(JSON.stringify(seen))\n`
const required = `${probe}\nall(require('right-branching')).then((seen) => console.log(JSON.stringify(seen)))\n`
const browser = `import * as one from 'right-branching/browser'\nimport * as other from 'right-branching/worker'\n`
const inPage = (model: string, worker: string): string =>
  `${probe}\nwindow.seen = all({ ...one, ...other }, ${model}, ${worker})\n`
const urls = `import model from 'right-branching/models/en-small.rbp?url'\nimport worker from 'right-branching/worker/script.js?url'\n`
const direct = browser.replaceAll(/right-branching\/(\w+)/g, '/node_modules/right-branching/dist/src/$1.js')
const tested = (say: string): string => `test('seen', async () => { ${say} })`
const html = (script: string): string => `<!doctype html><script type="module" src="${script}"></script>`

/** A page or a route of Next.js, built by Turbopack into files. A route that is static runs while it is built. */
const ofNext = (files: Attempt['files']): Attempt['files'] => ({
  'next.config.mjs': `export default { output: 'export' }`,
  'app/layout.js': `export default ({ children }) => <html><body>{children}</body></html>`,
  ...files,
})

/** The files of an attempt, the line that runs or builds it, and the page that then has the result. */
interface Attempt {
  readonly files: Readonly<Record<string, string>>
  readonly line: string
  readonly page?: string
  /** The folder that is served. Default: that of the package. */
  readonly root?: string
}

const attempts: Readonly<Record<string, Attempt>> = {
  'Node, `import`': { files: { 'a.mjs': printing }, line: 'node a.mjs' },
  'Node, `require`': { files: { 'a.cjs': required }, line: 'node a.cjs' },
  Bun: { files: { 'a.mjs': printing }, line: 'bun a.mjs' },
  'Deno, with `--allow-read`': { files: { 'a.mjs': printing }, line: 'deno run --allow-read a.mjs' },
  Jest: {
    files: {
      'jest/package.json': '{}',
      'jest/a.test.js': `${probe}\n${tested("require('fs').writeFileSync('seen', JSON.stringify(await all(require('right-branching'))))")}`,
    },
    line: 'cd jest && jest >&2 && cat seen',
  },
  'Jest, jsdom': {
    files: {
      'jsdom/package.json': '{}',
      'jsdom/a.test.js': `const all_ = require('right-branching')
const { TextDecoder, TextEncoder } = require('util')
const { readFileSync, writeFileSync } = require('fs')
${probe}
${tested(`expect(typeof globalThis.TextDecoder).toBe('undefined')
  Object.assign(globalThis, { TextDecoder, TextEncoder })
  const seen = await how(all_.load, [['by bytes', new Uint8Array(readFileSync('../en-small.rbp'))]])
  writeFileSync('seen', JSON.stringify([seen, 'no']))`)}`,
    },
    line: 'cd jsdom && jest --env=jsdom >&2 && cat seen',
  },
  Vitest: {
    files: {
      'vitest/a.test.js': `import { test } from 'vitest'\nimport { writeFileSync } from 'node:fs'\n${inNode}${tested("writeFileSync('seen', JSON.stringify(seen))")}`,
    },
    line: 'cd vitest && vitest run --root . >&2 && cat seen',
  },
  'esbuild, for Node': {
    files: { 'a.mjs': printing },
    line: 'esbuild a.mjs --bundle --platform=node --format=esm --outfile=built/a.mjs --log-level=error && cp $DIST/models/en-small.rbp $DIST/worker/script.js built && node built/a.mjs',
  },
  'webpack, for Node': {
    files: { 'a.cjs': required },
    line: 'webpack ./a.cjs --mode development --target node -o built --output-filename a.cjs >&2 && node built/a.cjs',
  },
  'Cloudflare Workers': {
    files: {
      'worker.mjs': `import { load } from './node_modules/right-branching/dist/src/edge.js'
import model from './node_modules/right-branching/dist/models/en-small.rbp'
${probe}
export default { fetch: async () => Response.json([await how(load, [['by bytes', model]]), 'no']) }`,
      'miniflare.mjs': `import { Miniflare } from 'miniflare'
const rule = (type, ending) => ({ type, include: ['**/*.' + ending] })
const modulesRules = [rule('ESModule', 'js'), rule('CompiledWasm', 'wasm'), rule('Data', 'rbp')]
const worker = { modules: true, modulesRoot: '/', scriptPath: 'worker.mjs', modulesRules }
const miniflare = new Miniflare({ ...worker, compatibilityDate: '2025-05-01' })
try {
  console.log(await (await miniflare.dispatchFetch('http://localhost/')).text())
} finally {
  await miniflare.dispose()
}`,
    },
    line: 'node miniflare.mjs',
  },
  'Next.js, routes': {
    files: ofNext({
      'app/seen/route.js': `import * as all_ from 'right-branching'
${probe}
export const dynamic = 'force-static'
export const GET = async () => Response.json(await all(all_, 'none', 'none'))`,
      'app/page.js': 'export default () => null',
    }),
    line: `NEXT_TELEMETRY_DISABLED=1 next build >&2 && cat out/seen`,
  },
  'Next.js, pages': {
    files: ofNext({
      'app/page.js': `'use client'
import { useEffect } from 'react'
${browser}const model = new URL('right-branching/models/en-small.rbp', import.meta.url)
export default function Page() {
  useEffect(() => { ${inPage('model', 'undefined')} }, [])
  return null
}`,
    }),
    line: 'rm -rf app/seen out && NEXT_TELEMETRY_DISABLED=1 next build >&2',
    page: 'index.html',
    root: 'out',
  },
  'a page, no bundler': {
    files: { 'page.js': direct + inPage("'none'", "'none'"), 'page.html': html('page.js') },
    line: ':',
    page: 'page.html',
  },
  'a Web Worker, no bundler': {
    files: {
      'thread.js': `${direct}${probe}\npostMessage(await all({ ...one, ...other }))`,
      'inside.js': `window.seen = new Promise((resolve) => { new Worker('thread.js', { type: 'module' }).onmessage = ({ data }) => resolve(data) })`,
      'inside.html': html('inside.js'),
    },
    line: ':',
    page: 'inside.html',
  },
  'Vite, built': {
    files: { 'vite/a.js': browser + urls + inPage('model', 'worker'), 'vite/index.html': html('a.js') },
    line: 'vite build vite --outDir ../built-vite --base ./ --logLevel warn >&2',
    page: 'built-vite/index.html',
  },
  'esbuild, for pages': {
    files: {
      'e.js': `${browser}import model from 'right-branching/models/en-small.rbp'\n${inPage('model', "'script.js'")}`,
      'built-esbuild/index.html': html('e.js'),
    },
    line: 'esbuild e.js --bundle --format=esm --outdir=built-esbuild --loader:.rbp=file --log-level=error && cp $DIST/worker/script.js built-esbuild',
    page: 'built-esbuild/index.html',
  },
  'webpack, for pages': {
    files: {
      'w.js': `${browser}${inPage("new URL('right-branching/models/en-small.rbp', import.meta.url)", 'undefined')}`,
      'built-webpack/index.html': html('main.js'),
    },
    line: 'webpack ./w.js --mode development --devtool false -o built-webpack >&2',
    page: 'built-webpack/index.html',
  },
}

let installed: Installed | undefined
beforeAll(() => {
  if (!hasRegistry) return
  installed = install()
  const { status, stderr } = installed.shell(
    `npm install --no-audit --no-fund --loglevel error ${tools.join(' ')}`,
  )
  expect(status, stderr).toBe(0)
}, MAX_PROGRAM_MS)
afterAll(() => installed?.remove())

test('the table has the rows that are tried', () => {
  expect(rows.map(([where]) => where)).toEqual(Object.keys(attempts))
})

for (const [where, { files, line, page, root = '' }] of Object.entries(attempts))
  test.skipIf(!hasRegistry || (page !== undefined && !hasBrowser))(`${where}`, async () => {
    const { folder, shell } = installed!
    for (const [name, text] of Object.entries(files)) {
      mkdirSync(dirname(join(folder, name)), { recursive: true })
      writeFileSync(join(folder, name), text)
    }
    const dist = join(folder, 'node_modules', 'right-branching', 'dist')
    for (const name of ['models/en-small.rbp', 'worker/script.js'])
      copyFileSync(join(dist, name), join(folder, name.split('/')[1]))
    const { status, stdout, stderr } = shell(`export DIST=${dist}; ${line}`)
    expect({ status, stderr }).toEqual({ status: 0, stderr })
    const seen: unknown = page === undefined ? JSON.parse(stdout) : await seenIn(join(folder, root), page)
    expect(seen).toEqual(rows.find(([name]) => name === where)?.slice(1, 3))
  })

test.skipIf(!hasRegistry || !hasBrowser)('a page that must not compile parses in a worker', async () => {
  const { folder } = installed!
  writeFileSync(
    join(folder, 'policy.js'),
    `${direct}window.seen = (async () => {
  const refused = await one.load('en-small').then((parser) => parser.parse('x').sentences, ({ message }) => message)
  const parser = await other.loadInWorker('en-small')
  return [refused, (await parser.parse('Clara saw the dog.')).sentences[0].root.form]
})()`,
  )
  const policy = `<meta http-equiv="Content-Security-Policy" content="script-src 'self'">`
  writeFileSync(join(folder, 'policy.html'), html('policy.js').replace('html>', `html>${policy}`))
  expect(await seenIn(folder, 'policy.html')).toEqual([
    expect.stringContaining("compiles no WebAssembly, expected 'wasm-unsafe-eval'"),
    'saw',
  ])
})

/** What the page of a folder has seen. Where there is no file, its server answers with a page, as that of Vite does. */
async function seenIn(folder: string, page: string): Promise<unknown> {
  const types: Record<string, string> = { '.html': 'text/html', '.js': 'text/javascript' }
  const server = createServer(({ url = '/' }, response) => {
    const path = new URL(url, 'http://localhost').pathname
    try {
      const bytes = readFileSync(join(folder, path))
      response.setHeader('Content-Type', types[extname(path)] ?? 'application/octet-stream').end(bytes)
    } catch {
      response.setHeader('Content-Type', 'text/html').end('<!doctype html>')
    }
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const browser = await chromium.launch({ executablePath: browserPath, args: ['--no-sandbox'] })
  try {
    const opened = await browser.newPage()
    await opened.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}/${page}`)
    await opened.waitForFunction('window.seen')
    return await opened.evaluate('window.seen')
  } finally {
    await browser.close()
    server.closeAllConnections()
    server.close()
  }
}
