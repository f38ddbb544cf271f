/** The demo page as it is built and served, and a browser to see it with. */
import { spawn } from 'node:child_process'
import { existsSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { chromium, type Browser, type Locator, type Page } from 'playwright-core'
import { build, type Installed } from '../../installed.ts'

export const browserPath = '/usr/bin/chromium'
export const hasBrowser = existsSync(browserPath)

export interface OpenOptions {
  readonly scheme?: 'light' | 'dark'
  /** The part of the address behind `#`: that of the text `sentence` by default. */
  readonly hash?: string
  /** Prepares the page before it is loaded. */
  readonly prepare?: (page: Page) => Promise<void>
}

/** A sentence that the page shows. */
export const sentence = 'Clara said Bruno saw the old dog yesterday.'

export interface Served {
  readonly origin: string
  /** Where the package was built to. */
  readonly dist: string
  /** The page in a window of this size; whatever it complains of is added to `complaints`. */
  open(width: number, options?: OpenOptions): Promise<Page>
  readonly complaints: string[]
  /** Runs a line of shell where the package was built. */
  readonly shell: Installed['shell']
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
    shell: package_.shell,
    async open(width, { scheme = 'light', hash = `text=${encodeURIComponent(sentence)}`, prepare } = {}) {
      // Its sandbox is not for the superuser.
      browser ??= await chromium.launch({ executablePath: browserPath, args: ['--no-sandbox'] })
      const page = await browser.newPage({ viewport: { width, height: 900 }, colorScheme: scheme })
      page.setDefaultTimeout(120_000)
      page.on('pageerror', (error) => complaints.push(error.message))
      page.on('console', (message) => {
        if (message.type() === 'error' || message.type() === 'warning') complaints.push(message.text())
      })
      await prepare?.(page)
      await page.goto(`${origin}/page/#${hash}`)
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

/** Types into the page. */
export async function type(page: Page, text: string): Promise<void> {
  await page.getByRole('textbox', { name: 'Your text' }).fill(text)
}

/** What the line under the tree says. */
export async function statusOf(page: Page): Promise<string> {
  return (await page.locator('#status[role=status]').textContent())!
}

/** The button of a word. */
export function wordButton(page: Page, form: string): Locator {
  const name = new RegExp(`^(?:\\d+ )?${form.replace('.', '\\.')}$`)
  return page.getByRole('group', { name: 'Words to choose from' }).getByRole('button', { name })
}

/** The heads of the tree that is shown, by form, as screen readers tell it. */
export async function headsOf(page: Page, place = '#tree'): Promise<Record<string, string>> {
  const told = (await page.locator(`${place} desc`).textContent())!.replace(/\.$/, '')
  const clauses = told
    .split('; ')
    .map((clause) => /^(.*?) (?:depends on (.*)|is the root) \(.*\)$/.exec(clause)!)
  return Object.fromEntries(clauses.map(([, form, head]) => [form, head ?? 'ROOT']))
}
