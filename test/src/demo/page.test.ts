/** The demo page in Chromium. With SCREENSHOTS set to a folder, what it looks like is kept there. */
import fc from 'fast-check'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { embeddedDev } from '../../../src/embedded/treebank.ts'
import { readCoNLLU } from '../../../src/conllu/reader.ts'
import { load } from '../../../src/files/node.ts'
import {
  hasBrowser,
  headsOf as heads,
  sentence,
  servePage,
  statusOf as status,
  type,
  wordButton as word,
  type Served,
} from './served.ts'

describe.skipIf(!hasBrowser)('the page', { tags: ['slow'] }, () => {
  let served: Served
  beforeAll(async () => {
    served = await servePage()
  })
  afterAll(() => served?.close())

  test.each([
    [1280, 'light'],
    [800, 'dark'],
    [400, 'light'],
    [400, 'dark'],
  ] as const)('fits a window of %i pixels, %s, and can be read', async (width, scheme) => {
    const page = await served.open(width, { scheme })
    await word(page, 'yesterday').click()
    await word(page, 'said').click()
    await page.getByRole('radio', { name: 'a span' }).check()
    await word(page, 'the').click()
    await word(page, 'dog').click()
    await served.keep(page, `page-${width}-${scheme}`)
    const wide = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
    expect(wide).toBeLessThanOrEqual(0)
    const outside = await page.evaluate(() =>
      [...document.querySelectorAll('button, input, select, textarea, h1, h2, .drawing')]
        .filter((element) => !element.closest('#table, #examples'))
        .map((element) => element.getBoundingClientRect())
        .filter(({ left, right }) => left < 0 || right > window.innerWidth),
    )
    expect(outside).toEqual([])
    const contrasts = await page.evaluate(contrastsOfTexts)
    expect(Math.min(...contrasts)).toBeGreaterThan(4.5)
    await page.close()
  })

  test('the tree comes first: above the fold of a telephone, and nothing moves while the page loads', async () => {
    for (const width of [400, 800, 1280]) {
      const page = await served.open(width, { hash: '', prepare: watchShifts })
      const [top, bottom] = await page.evaluate(() => {
        const { y, height } = document.querySelector('#tree svg')!.getBoundingClientRect()
        return [y, y + height]
      })
      expect(top).toBeLessThan(400)
      expect(bottom).toBeLessThan(800)
      expect(await page.locator('#tree').evaluate(isBefore, '#words')).toBe(true)
      expect([width, await shiftsOf(page)]).toEqual([width, 0])
      await page.close()
    }
  })

  test('everything that can be used has a name, and the trees are told in words', async () => {
    const page = await served.open(1280)
    for (const role of [
      'button',
      'radio',
      'slider',
      'textbox',
      'combobox',
      'region',
      'group',
      'list',
      'img',
    ] as const) {
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
      expect(await status(page)).toMatch(/ The tree satisfies (?:the constraint|all 2 constraints)\.$/)
      expect((await heads(page))[dependent]).toBe(head)
    }
    await word(page, 'Clara').click()
    await word(page, 'ROOT').click()
    expect((await heads(page)).Clara).toBe('ROOT')
    await page.getByRole('button', { name: 'Remove the constraint: “Clara” (1) is the root' }).click()
    expect(await page.getByRole('list', { name: 'Constraints' }).getByRole('listitem').count()).toBe(2)
    await page.close()
  })

  test('a click on an arc of the drawing keeps it; words can be picked there too', async () => {
    const page = await served.open(1280)
    const before = await heads(page)
    await page.locator('#tree .label[data-dependent="3"]').click()
    expect(await status(page)).toContain(`Constraint added: “Bruno” (3) depends on “${before.Bruno}” (4).`)
    expect(await page.locator('#tree .arc.constrained').count()).toBe(1)
    await page.locator('#tree .form[data-word="8"]').click()
    await page.locator('#tree .form[data-word="2"]').click()
    expect(await heads(page)).toMatchObject({ Bruno: before.Bruno, yesterday: 'said' })
    await page.close()
  })

  test('the parse obeys a label, which is chosen in the list of constraints', async () => {
    const page = await served.open(800)
    await word(page, 'Clara').click()
    await word(page, 'said').click()
    const label = page.getByRole('combobox', { name: 'Label: “Clara” (1) depends on “said” (2)' })
    expect(await label.locator('option').allTextContents()).toEqual(
      expect.arrayContaining(['any label', 'vocative', 'nsubj']),
    )
    expect((await label.locator('option').allTextContents()).filter((text) => /[↑↓*^]/u.test(text))).toEqual(
      [],
    )
    await label.selectOption('vocative')
    expect(await status(page)).toBe(
      'Constraint changed: “Clara” (1) depends on “said” (2) as vocative. The tree satisfies the constraint.',
    )
    expect(await page.locator('#tree .label[data-dependent="1"]').textContent()).toBe('vocative')
    expect(await label.inputValue()).toBe('vocative')
    await page.getByRole('button', { name: 'Remove the constraint' }).click()
    expect(await page.evaluate(() => document.activeElement?.id)).toBe('constraints')
    expect(await page.locator('#tree .label[data-dependent="1"]').textContent()).toBe('nsubj')
    await page.close()
  })

  test('the parse obeys a span', async () => {
    const page = await served.open(400)
    await page.getByRole('radio', { name: 'a span' }).check()
    await word(page, 'dog').click()
    await word(page, 'yesterday').click()
    await page.getByRole('combobox', { name: 'Condition: “dog yesterday”' }).selectOption('none')
    expect(await status(page)).toContain(
      '“dog yesterday” (7–8) is a subtree whose words have no dependents outside',
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
    // The clash names words by the numbers that the tree and the buttons show.
    expect(await status(page)).toMatch(/\b3\b.*\b7\b.*The tree stays as it was\.$/)
    expect(await page.locator('#tree .note[data-word="7"]').allTextContents()).toEqual(['7 NOUN', 'dog'])
    expect(await heads(page)).toEqual(before)
    expect(await page.getByRole('list', { name: 'Constraints' }).getByRole('listitem').count()).toBe(1)
    await served.keep(page, 'refused-1280')
    await page.close()
  })

  test('with the keyboard alone', async () => {
    const page = await served.open(400)
    await page.getByRole('radio', { name: 'an arc' }).focus()
    const press = async (...keys: string[]) => {
      for (const key of keys) await page.keyboard.press(key)
    }
    await press('Tab', 'Tab', 'Enter') // the first word, the second
    expect(await word(page, 'said').getAttribute('aria-pressed')).toBe('true')
    await press('Tab', 'Enter')
    expect((await heads(page)).said).toBe('Bruno')
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('3 Bruno')
    await page.getByRole('slider', { name: 'Step' }).focus()
    await press('Home')
    expect(await page.locator('#transition').textContent()).toMatch(/^0\/\d+ start$/)
    await page.close()
  })

  test('the derivation goes from the empty tree to the right-branching one', async () => {
    const page = await served.open(1280)
    expect(await page.locator('#table').evaluate((table) => table.scrollTop)).toBe(0)
    expect(await page.locator('#steps tr').first().getAttribute('aria-current')).toBe('step')
    const list = (name: string) =>
      page.getByRole('list', { name, exact: true }).getByRole('listitem').allTextContents()
    expect(await page.getByRole('button', { name: 'To the start' }).isDisabled()).toBe(true)
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
    expect(await page.locator('#so-far desc').textContent()).toBe('.')
    expect(await page.locator('#so-far .arc:visible').count()).toBe(0)
    await page.getByRole('button', { name: 'One step on' }).click()
    expect(await list('Stack')).toEqual(['ROOT', 'Clara'])
    await served.keep(page, 'step-1280')
    const rows = page.locator('#steps tr')
    const [scrolled, size] = await page.evaluate(() => [
      window.scrollY,
      document.querySelector('#so-far')!.clientHeight,
    ])
    const count = await rows.count()
    for (let at = 2; at < count; at++) await page.getByRole('button', { name: 'One step on' }).click()
    expect(await page.getByRole('button', { name: 'One step on' }).isDisabled()).toBe(true)
    expect(await heads(page, '#so-far')).toEqual(await heads(page, '#right-branching'))
    expect(await list('Buffer')).toEqual(['empty'])
    // The table scrolls, the page and the drawing stay.
    expect(await page.locator('#table').evaluate((table) => table.scrollTop)).toBeGreaterThan(0)
    expect(
      await page.evaluate(() => [window.scrollY, document.querySelector('#so-far')!.clientHeight]),
    ).toEqual([scrolled, size])
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
    expect(await status(page)).toBe('Type a sentence.')
    expect(await page.locator('#tree svg').count()).toBe(0)
    expect(await page.locator('.results:visible').count()).toBe(0)
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
    const dev = [...readCoNLLU(embeddedDev(60))].map((one) => one.commentValues('text')[0]).join(' ')
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
})

/** Sums up the layout shifts of a page, as browsers measure them. */
async function watchShifts(page: Page): Promise<void> {
  await page.addInitScript(() => {
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries())
        document.documentElement.dataset.shift = String(
          Number(document.documentElement.dataset.shift ?? 0) +
            (entry as PerformanceEntry & { value: number }).value,
        )
    }).observe({ type: 'layout-shift', buffered: true })
  })
}

async function shiftsOf(page: Page): Promise<number> {
  await page.waitForTimeout(200)
  return page.evaluate(() => Number(document.documentElement.dataset.shift ?? 0))
}

function isBefore(one: Element, other: string): boolean {
  const position = one.compareDocumentPosition(document.querySelector(other)!)
  return (position & Node.DOCUMENT_POSITION_FOLLOWING) !== 0
}

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
