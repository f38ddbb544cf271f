/**
 * The site that `npm run docs` makes has no dead link, and its playground and the pages of the browser guide work.
 *
 * @module-tag slow
 */
import { execFileSync } from 'node:child_process'
import {
  createReadStream,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { extname, join } from 'node:path'
import { chromium } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { build, type Installed, MAX_PROGRAM_MS } from './installed.ts'
import { browserPath, hasBrowser } from './src/demo/served.ts'

const house = join(import.meta.dirname, '..')
const checker = join(house, 'docs', 'scripts', 'check-links.js')
const { deadLinks } = (await import(checker)) as { deadLinks(folder: string): string[] }
const root = join(tmpdir(), `docs-${process.pid}`)
// In hooks, which do not run if the tests are left out.
beforeAll(() => void mkdirSync(root))
afterAll(() => rmSync(root, { recursive: true }))

const types: Record<string, string> = { '.html': 'text/html', '.js': 'text/javascript', '.css': 'text/css' }

/** A static host of a folder, under a path. */
async function host(folder: string): Promise<{ server: Server; origin: string }> {
  const server = createServer(({ url = '' }, response) => {
    const path = join(folder, new URL(url, 'http://host').pathname.replace(/^\/a\/path/, ''))
    const isThere = url.startsWith('/a/path/') && existsSync(path)
    response.writeHead(isThere ? 200 : 404, {
      'Content-Type': types[extname(path)] ?? 'application/octet-stream',
    })
    if (isThere) createReadStream(path).pipe(response)
    else response.end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return { server, origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}/a/path/` }
}

/** What a selector finds on a page of a folder, once it is there. */
async function seen(folder: string, page: string, selector: string): Promise<string> {
  const { server, origin } = await host(folder)
  const browser = await chromium.launch({ executablePath: browserPath, args: ['--no-sandbox'] })
  try {
    const tab = await browser.newPage()
    const errors: string[] = []
    tab.on('pageerror', ({ message }) => errors.push(message))
    tab.on('response', (answer) => {
      if (!answer.ok() && !answer.url().endsWith('favicon.ico'))
        errors.push(`${answer.status()} ${answer.url()}`)
    })
    await tab.goto(origin + page)
    const text = await tab.locator(selector).first().textContent({ timeout: 60_000 })
    expect(errors).toEqual([])
    return text!
  } finally {
    await browser.close()
    server.close()
  }
}

describe('the site', () => {
  const site = join(root, 'site')

  test('is made, with all guides, and no dead link', () => {
    execFileSync('npm', ['run', 'docs', '--', site], { cwd: house, stdio: 'pipe', timeout: MAX_PROGRAM_MS })
    const home = readFileSync(join(site, 'index.html'), 'utf8')
    expect(home).toContain('documents/First_steps.html')
    expect(deadLinks(site)).toEqual([])
    // A guide that is no page of the site would be a file to download.
    expect(readdirSync(join(site, 'media')).filter((name) => name.endsWith('.md'))).toEqual([])
  })

  test('has a main landmark, a tree on its first page, and names of files at snippets', () => {
    const page = (path: string) => readFileSync(join(site, path), 'utf8')
    expect(page('index.html')).toMatch(/role="main"[^]*<figure><svg [^]*nsubj/)
    expect(page('documents/First_steps.html')).toMatch(/role="main"[^]*<p><code>who.js<\/code><\/p>\n<pre>/)
  })

  test('has links, kinds and code in colors that can be read, in the light and in the dark', () => {
    const css = ['style.css', 'highlight.css', 'custom.css'].map((name) =>
      readFileSync(join(site, 'assets', name), 'utf8'),
    )
    const colors = new Map(
      [...css.join('').matchAll(/(--[\w-]+):\s*(#[\da-f]+|var\(--[\w-]+\))/gi)].map(([, name, value]) => [
        name,
        value,
      ]),
    )
    const colorOf = (name: string): string => {
      const value = colors.get(name)!
      return value.startsWith('var(') ? colorOf(value.slice(4, -1)) : value
    }
    const low: string[] = []
    for (const name of colors.keys()) {
      const [, mode] = /^--(light|dark)-(?:color-(?:text|text-aside|link|ts-[\w-]+)|hl-\d+)$/.exec(name) ?? []
      if (mode === undefined || name.endsWith('-background')) continue
      for (const ground of ['background', 'background-secondary', 'active-menu-item']) {
        if (ground === 'active-menu-item' && name.includes('-hl-')) continue
        const behind = colorOf(`--${mode}-color-${ground}`)
        if (contrast(colorOf(name), behind) < 4.5)
          low.push(`${name} on ${ground}: ${contrast(colorOf(name), behind).toFixed(1)}`)
      }
    }
    expect(low).toEqual([])
  })

  test.skipIf(!hasBrowser)('has a playground that parses with the small model, under any path', async () => {
    expect(await seen(site, 'playground/page/index.html', 'svg')).toContain('nsubj')
  })
})

test('a dead link has one line, with the file and the link', () => {
  const folder = join(root, 'dead')
  mkdirSync(join(folder, 'sub'), { recursive: true })
  writeFileSync(
    join(folder, 'index.html'),
    '<h1 id="top">a</h1><a href="sub/">b</a><a href="sub/index.html#no">c</a>',
  )
  const links = ['../index.html#top', '#here', 'gone.html', '/rooted', 'https://example.org', 'mailto:a@b']
  writeFileSync(
    join(folder, 'sub', 'index.html'),
    links.map((link) => `<a title='>' href="${link}">d</a>`).join('') +
      '<script src="//cdn.example/x.js"></script>',
  )
  writeFileSync(join(folder, 'page.js'), "import { a } from './none.js'\nimport('./sub/index.html')")
  expect(deadLinks(folder).sort()).toEqual([
    'index.html: sub/index.html#no (there is no such anchor)',
    'page.js: ./none.js (there is no such file)',
    'sub/index.html: #here (there is no such anchor)',
    'sub/index.html: //cdn.example/x.js (it is loaded from another host)',
    'sub/index.html: /rooted (it is not relative)',
    'sub/index.html: gone.html (there is no such file)',
  ])
})

describe.skipIf(!hasBrowser)('the pages of the browser guide draw a tree', () => {
  let package_: Installed
  beforeAll(() => {
    package_ = build()
    const guide = readFileSync(join(house, 'docs', 'browser.md'), 'utf8')
    for (const [, name, text] of guide.matchAll(/^```\w+ (\S+)\n([^]*?)^```$/gm))
      writeFileSync(join(package_.folder, name), text)
  })
  afterAll(() => package_.remove())

  test.each(['page.html', 'worker.html'])('without a bundler: %s', async (page) => {
    expect(await seen(package_.folder, page, 'main svg')).toContain('market')
  })

  test('with Vite', async () => {
    const vite = join(house, 'node_modules', '.bin', 'vite')
    execFileSync(vite, ['build', '--base', './'], {
      cwd: package_.folder,
      stdio: 'pipe',
      timeout: MAX_PROGRAM_MS,
    })
    expect(await seen(join(package_.folder, 'dist'), 'index.html', 'main svg')).toContain('market')
  })
})

/** The contrast of two colors such as `#00aff4`, as WCAG 2 reckons. */
function contrast(one: string, other: string): number {
  const luminance = (color: string): number => {
    const digits = color.length === 4 ? color.replaceAll(/[\da-f]/gi, '$&$&') : color
    const [red, green, blue] = [1, 3, 5].map((at) => {
      const part = parseInt(digits.slice(at, at + 2), 16) / 255
      return part <= 0.03928 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
    })
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue
  }
  const [dark, light] = [luminance(one), luminance(other)].sort((a, b) => a - b)
  return (light + 0.05) / (dark + 0.05)
}
