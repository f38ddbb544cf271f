/** The demo page as it is built and served, and a browser to see it with. */
import { spawn } from 'node:child_process'
import { existsSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { chromium, type Browser, type Page } from 'playwright-core'
import { build } from '../../installed.ts'

export const browserPath = '/usr/bin/chromium'
export const hasBrowser = existsSync(browserPath)

export interface Served {
  readonly origin: string
  /** Where the package was built to. */
  readonly dist: string
  /** The page in a window of this size; whatever it complains of is added to `complaints`. */
  open(width: number, scheme?: 'light' | 'dark'): Promise<Page>
  readonly complaints: string[]
  /** Keeps a screenshot in the folder that SCREENSHOTS names, if it names one. */
  keep(page: Page, name: string): Promise<void>
  close(): Promise<void>
}

export async function servePage(): Promise<Served> {
  const package_ = build()
  const dist = join(package_.folder, 'node_modules', 'right-branching', 'dist')
  const server = spawn(process.execPath, [join(dist, 'src', 'main.js'), 'page', '--port', '0'], {
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  let said = ''
  const origin = await new Promise<string>((resolve, reject) => {
    server.stderr.on('data', (chunk) => {
      said += chunk
      const found = /the page is at (http:\/\/127\.0\.0\.1:\d+)\//.exec(said)
      if (found) resolve(found[1])
    })
    server.once('exit', () => reject(new Error(`the server ended: ${said}`)))
  })
  const complaints: string[] = []
  let browser: Browser | undefined
  return {
    origin,
    dist,
    complaints,
    async open(width, scheme = 'light') {
      // Its sandbox is not for the superuser.
      browser ??= await chromium.launch({ executablePath: browserPath, args: ['--no-sandbox'] })
      const page = await browser.newPage({ viewport: { width, height: 900 }, colorScheme: scheme })
      page.setDefaultTimeout(120_000)
      page.on('pageerror', (error) => complaints.push(error.message))
      page.on('console', (message) => {
        if (message.type() === 'error' || message.type() === 'warning') complaints.push(message.text())
      })
      await page.goto(`${origin}/`)
      await page.waitForSelector('html[data-ready]')
      return page
    },
    async keep(page, name) {
      const folder = process.env.SCREENSHOTS
      if (folder === undefined) return
      mkdirSync(folder, { recursive: true })
      await page.screenshot({ path: join(folder, `${name}.png`), fullPage: true })
    },
    async close() {
      await browser?.close()
      const ended = new Promise((resolve) => server.once('exit', resolve))
      server.kill('SIGTERM')
      await ended
      package_.remove()
    },
  }
}
