/** The demo page in Chromium. With SCREENSHOTS set to a folder, what it looks like is kept there. */
import fc from 'fast-check'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { embeddedDev } from '../../../src/embedded/treebank.ts'
import { readConllu } from '../../../src/conllu/reader.ts'
import { load } from '../../../src/files/load.ts'
import { hasBrowser, servePage, type Served } from './served.ts'

describe.skipIf(!hasBrowser)('the page', () => {
  let served: Served
  beforeAll(async () => {
    served = await servePage()
  })
  afterAll(() => served?.close())

  const sentence = 'Clara said Bruno saw the old dog yesterday.'
  const words = (page: Page) => page.getByRole('group', { name: 'Words to choose from' })
  const word = (page: Page, form: string) => words(page).getByRole('button', { name: form, exact: true })
  const status = (page: Page) => page.locator('#status[role=status]')
  /** The heads of the tree that is shown, by form, as screen readers tell it. */
  async function heads(page: Page, place = '#tree'): Promise<Record<string, string>> {
    const told = (await page.locator(`${place} desc`).textContent())!.replace(/\.$/, '')
    const clauses = told
      .split('; ')
      .map((clause) => /^(.*?) (?:depends on (.*)|is the root) \(.*\)$/.exec(clause)!)
    return Object.fromEntries(clauses.map(([, form, head]) => [form, head ?? 'ROOT']))
  }
  async function type(page: Page, text: string): Promise<void> {
    await page.getByRole('textbox', { name: 'Your text' }).fill(text)
  }

  test.each([
    [1280, 'light'],
    [400, 'dark'],
  ] as const)('fits a window of %i pixels, %s, and can be read', async (width, scheme) => {
    const page = await served.open(width, scheme)
    await word(page, 'yesterday').click()
    await word(page, 'said').click()
    await served.keep(page, `page-${width}-${scheme}`)
    const wide = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
    expect(wide).toBeLessThanOrEqual(0)
    const outside = await page.evaluate(() =>
      [...document.querySelectorAll('button, input, select, textarea, h1, h2, .drawing')]
        .filter((element) => !element.closest('#table'))
        .map((element) => element.getBoundingClientRect())
        .filter(({ left, right }) => left < 0 || right > window.innerWidth),
    )
    expect(outside).toEqual([])
    const contrasts = await page.evaluate(contrastsOfTexts)
    expect(Math.min(...contrasts)).toBeGreaterThan(4.5)
    await page.close()
  })

  test('everything that can be used has a name, and the trees are told in words', async () => {
    const page = await served.open(1280)
    for (const role of ['button', 'radio', 'slider', 'textbox', 'region', 'group', 'img'] as const) {
      const [all, nameless] = [page.getByRole(role), page.getByRole(role, { name: /^$/ })]
      expect([role, (await all.count()) > 0]).toEqual([role, true])
      expect([role, await nameless.count()]).toEqual([role, 0])
    }
    expect(Object.keys(await heads(page))).toEqual([
      'Clara',
      'said',
      'Bruno',
      'saw',
      'the',
      'old',
      'dog',
      'yesterday',
      '.',
    ])
    await page.close()
  })

  test('the parse obeys an arc that is clicked together', async () => {
    const page = await served.open(1280)
    for (const [dependent, head] of [
      ['yesterday', 'said'],
      ['yesterday', 'dog'],
      ['dog', 'said'],
    ]) {
      await word(page, dependent).click()
      await expect(page.locator('#hint').textContent()).resolves.toContain(
        `Choose the head of “${dependent}”`,
      )
      await word(page, head).click()
      expect(await status(page).textContent()).toMatch(
        / The tree satisfies (?:the constraint|all 2 constraints)\.$/,
      )
      expect((await heads(page))[dependent]).toBe(head)
    }
    await word(page, 'Clara').click()
    await word(page, 'ROOT').click()
    expect((await heads(page)).Clara).toBe('ROOT')
    await page.getByRole('button', { name: 'Remove the constraint: “Clara” is the root' }).click()
    expect(await page.getByRole('list', { name: 'Constraints' }).getByRole('listitem').count()).toBe(2)
    await page.close()
  })

  test('a click on an arc of the drawing keeps it; words can be picked there too', async () => {
    const page = await served.open(1280)
    const before = await heads(page)
    await page.locator('#tree .label[data-dependent="3"]').click()
    expect(await status(page).textContent()).toContain(
      `Constraint added: “Bruno” depends on “${before.Bruno}”.`,
    )
    expect(await page.locator('#tree .arc.constrained').count()).toBe(1)
    await page.locator('#tree [data-word="8"]').click()
    await page.locator('#tree [data-word="2"]').click()
    expect(await heads(page)).toMatchObject({ Bruno: before.Bruno, yesterday: 'said' })
    await page.close()
  })

  test('the parse obeys a span', async () => {
    const page = await served.open(400)
    await page.getByRole('radio', { name: 'a span' }).check()
    await page.getByRole('combobox', { name: 'whose words' }).selectOption('none')
    await word(page, 'dog').click()
    await word(page, 'yesterday').click()
    expect(await status(page).textContent()).toContain(
      '“dog yesterday” is a subtree, without dependents outside',
    )
    const found = await heads(page)
    const inside = ['dog', 'yesterday']
    expect(inside.filter((form) => !inside.includes(found[form]))).toHaveLength(1)
    expect(
      Object.entries(found).filter(([form, head]) => !inside.includes(form) && inside.includes(head)),
    ).toEqual([])
    await served.keep(page, 'span-400')
    await page.close()
  })

  test('what no tree can have is refused, and the tree stays', async () => {
    const page = await served.open(1280)
    await word(page, 'Bruno').click()
    await word(page, 'dog').click()
    const before = await heads(page)
    await word(page, 'dog').click()
    await word(page, 'Bruno').click()
    expect(await status(page).textContent()).toMatch(/The tree stays as it was\.$/)
    expect(await heads(page)).toEqual(before)
    expect(await page.getByRole('list', { name: 'Constraints' }).getByRole('listitem').count()).toBe(1)
    await served.keep(page, 'refused-1280')
    await page.close()
  })

  test('with the keyboard alone', async () => {
    const page = await served.open(400)
    await page.getByRole('textbox').focus()
    const press = async (...keys: string[]) => {
      for (const key of keys) await page.keyboard.press(key)
    }
    await press('Tab', 'Tab', 'Tab', 'Enter') // the arcs, the first word, the second
    expect(await word(page, 'said').getAttribute('aria-pressed')).toBe('true')
    await press('Tab', 'Enter')
    expect((await heads(page)).said).toBe('Bruno')
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Bruno')
    await page.getByRole('slider', { name: 'Step' }).focus()
    await press('Home')
    expect(await page.locator('#transition').textContent()).toMatch(/^0\/\d+ start$/)
    await page.close()
  })

  test('the derivation goes from the empty tree to the right-branching one', async () => {
    const page = await served.open(1280)
    const list = (name: string) =>
      page.getByRole('list', { name, exact: true }).getByRole('listitem').allTextContents()
    await page.getByRole('button', { name: 'To the start' }).click()
    expect(await list('Stack')).toEqual(['ROOT'])
    expect(await list('Buffer')).toEqual([
      'Clara',
      'said',
      'Bruno',
      'saw',
      'the',
      'old',
      'dog',
      'yesterday',
      '.',
    ])
    expect(await heads(page, '#so-far').catch(() => 'none')).toBe('none')
    await page.getByRole('button', { name: 'One step on' }).click()
    expect(await list('Stack')).toEqual(['ROOT', 'Clara'])
    await served.keep(page, 'step-1280')
    const rows = page.locator('#steps tr')
    const count = await rows.count()
    for (let at = 2; at < count; at++) await page.getByRole('button', { name: 'One step on' }).click()
    expect(await page.getByRole('button', { name: 'One step on' }).isDisabled()).toBe(true)
    expect(await heads(page, '#so-far')).toEqual(await heads(page, '#right-branching'))
    expect(await list('Buffer')).toEqual(['empty'])
    await rows.nth(1).getByRole('button').click()
    expect(await rows.nth(1).getAttribute('aria-current')).toBe('step')
    await page.getByRole('button', { name: 'Play' }).click()
    await page.waitForFunction(() => document.getElementById('transition')!.textContent!.startsWith('3/'))
    await page.getByRole('button', { name: 'Pause' }).click()
    await page.close()
  })

  test('takes whatever is typed: nothing, several sentences, code', async () => {
    const page = await served.open(1280)
    await type(page, ' ')
    expect(await status(page).textContent()).toBe('Type a sentence.')
    expect(await page.locator('#trees').isVisible()).toBe(false)
    await type(page, `${sentence} The dog slept.`)
    const choice = page.getByRole('combobox', { name: 'Sentence' })
    expect(await choice.locator('option').count()).toBe(2)
    await choice.selectOption('1')
    expect(Object.keys(await heads(page))).toEqual(['The', 'dog', 'slept', '.'])
    await word(page, 'slept').click()
    await word(page, 'dog').click()
    expect((await heads(page)).slept).toBe('dog')
    await type(page, '<img src=x onerror="document.title=1"> & <b>"bold"</b>')
    expect(await page.locator('main img, main b').count()).toBe(0)
    expect(await page.title()).toBe('right-branching: parse a sentence')
    await type(page, 'שלום 👩‍👩‍👧 \0 é')
    await type(page, 'and the old dog saw the harbour '.repeat(40))
    expect(await page.locator('#tree .form').count()).toBeGreaterThan(6)
    expect(
      await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth),
    ).toBeLessThanOrEqual(0)
    await page.close()
  })

  test('complained of nothing', () => {
    expect(served.complaints).toEqual([])
  })

  test('the same text has the same trees as in Node', async () => {
    const parser = await load(`${served.origin}/models/en.rbp`)
    const dev = [...readConllu(embeddedDev(60))].map((one) => one.commentValues('text')[0]).join(' ')
    const texts = [dev, sentence, ...fc.sample(knownText, 80)]
    const page = await served.open(1280)
    await page.route('**/src/browser.js', (route) =>
      route.fulfill({ path: join(served.dist, 'src', 'browser.js'), contentType: 'text/javascript' }),
    )
    // Half characters go through JSON only.
    const parsed = await page.evaluate<string[]>(`(async () => {
      const { load } = await import('/src/browser.js')
      const parser = await load('en')
      return JSON.parse(${JSON.stringify(JSON.stringify(texts))}).map((text) => {
        const document = parser.parse(text)
        return JSON.stringify([document, document.toCoNLLU()])
      })
    })()`)
    const here = texts.map((text) => JSON.stringify([parser.parse(text), parser.parse(text).toCoNLLU()]))
    expect(parsed).toEqual(here)
    await page.close()
  })

  test('serves the page and nothing else', async () => {
    const ask = (path: string, init?: RequestInit) =>
      fetch(served.origin + path, { redirect: 'manual', ...init })
    for (const path of [
      '/package.json',
      '/src/main.js',
      '/page/../src/main.js',
      '/page/%2e%2e/src/main.js',
      '/models/',
    ])
      expect([path, (await ask(path)).status]).toEqual([path, 404])
    expect((await ask('/')).headers.get('location')).toBe('/page/')
    expect((await ask('/page/', { method: 'POST' })).status).toBe(405)
    const head = await ask('/page/page.css?x', { method: 'HEAD' })
    expect([head.status, head.headers.get('content-type'), await head.text()]).toEqual([
      200,
      'text/css; charset=utf-8',
      '',
    ])
    expect(head.headers.get('content-length')).toBe(
      String(readFileSync(join(served.dist, 'page', 'page.css')).length),
    )
  })
})

const knownPieces = [
  ...'abXYZ 019.,;:!?()"\'-\n\t\0\ud83d\ude00\u2029\u202e\ufeff',
  'The dog sleeps',
  " don't",
  '\n\n',
  '👩‍👩‍👧',
  '🇸🇪',
  'e\u0301',
  'שלום',
  'مرحبا،',
  '日本語です。',
  'http://x.org/?q=1',
]

/** Hard texts of characters that have been in Unicode for long: the engines have its tables of different years. */
const knownText = fc.array(fc.constantFrom(...knownPieces)).map((parts) => parts.join(''))

/** The contrast of each piece of text with what is behind it, as WCAG reckons; runs in the page. */
function contrastsOfTexts(): number[] {
  const channels = (color: string): number[] => (color.match(/[\d.]+/g) ?? []).map(Number)
  const luminance = (color: string): number => {
    const [r, g, b] = channels(color).map((value) => {
      const share = value / 255
      return share <= 0.03928 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
    })
    return 0.2126 * r + 0.7152 * g + 0.0722 * b
  }
  const behind = (element: Element): string => {
    for (let at: Element | null = element; at; at = at.parentElement) {
      const { backgroundColor } = getComputedStyle(at)
      if (channels(backgroundColor)[3] !== 0 && backgroundColor.startsWith('rgb')) return backgroundColor
    }
    return 'rgb(255, 255, 255)'
  }
  return [
    ...document.querySelectorAll('h1, h2, h3, p, button:enabled, label, textarea, svg text, td, li, output'),
  ]
    .filter((element) => element.textContent?.trim() && element.getClientRects().length > 0)
    .map((element) => {
      const style = getComputedStyle(element)
      const front = luminance(element instanceof SVGElement ? style.fill : style.color)
      const back = luminance(behind(element))
      return (Math.max(front, back) + 0.05) / (Math.min(front, back) + 0.05)
    })
}
