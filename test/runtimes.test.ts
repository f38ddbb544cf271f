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
import { install, type Installed } from './installed.ts'
import { browserPath, hasBrowser } from './src/demo/served.ts'

const page = readFileSync(join(import.meta.dirname, '..', 'src', 'README.md'), 'utf8')
const rows = [...page.slice(page.indexOf('\n| where ')).matchAll(/^\|(.*)\|$/gm)]
  .slice(2)
  .map(([, row]) => row.split('|').map((cell) => cell.trim()))

const tools = [
  'jest@30',
  'vitest@4',
  'esbuild@0.28',
  'vite@8',
  'webpack@5',
  'webpack-cli@7',
  'bun@1',
  'deno@2',
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

/** The files of an attempt, the line that runs or builds it, and the page that then has the result. */
interface Attempt {
  readonly files: Readonly<Record<string, string>>
  readonly line: string
  readonly page?: string
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
})
afterAll(() => installed?.remove())

test('the table has the rows that are tried', () => {
  expect(rows.map(([where]) => where)).toEqual(Object.keys(attempts))
})

for (const [where, { files, line, page }] of Object.entries(attempts))
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
    const seen: unknown = page === undefined ? JSON.parse(stdout) : await seenIn(folder, page)
    expect(seen).toEqual(rows.find(([name]) => name === where)?.slice(1, 3))
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
