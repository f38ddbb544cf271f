/** Shows the derivation on the page, step by step. */
import type { Analysis, ShownStep } from './analysis.ts'
import { describe } from '../../transform/drawing/svg.ts'
import { classify, showTree, byId, make } from './drawing.ts'

/** The time between two steps of the animation, in milliseconds. */
const STEP_MILLISECONDS = 900

export class Stepper {
  #analysis: Analysis | undefined
  #at = 0
  #timer: ReturnType<typeof setInterval> | undefined
  readonly #slider = byId<HTMLInputElement>('step')
  readonly #play = byId<HTMLButtonElement>('play')

  constructor() {
    this.#slider.addEventListener('input', () => this.#go(Number(this.#slider.value)))
    byId('first').addEventListener('click', () => this.#go(0))
    byId('back').addEventListener('click', () => this.#go(this.#at - 1))
    byId('forth').addEventListener('click', () => this.#go(this.#at + 1))
    byId('last').addEventListener('click', () => this.#go(Number.POSITIVE_INFINITY))
    this.#play.addEventListener('click', () => (this.#timer === undefined ? this.#start() : this.#stop()))
  }

  /** Shows the start of a derivation, or hides the section if there is none. */
  show(analysis: Analysis | undefined): void {
    this.#stop()
    this.#analysis = analysis?.steps.length ? analysis : undefined
    byId('derivation').hidden = !this.#analysis
    if (!analysis || !this.#analysis) return
    const { steps, forms, system } = analysis
    byId('system').textContent = system
    this.#slider.max = String(steps.length - 1)
    byId('steps').replaceChildren(
      ...steps.map(({ transition, stack, buffer }, at) => {
        const row = make('tr')
        const go = make('button', transition || 'start', { type: 'button', onclick: () => this.#go(at) })
        const first = make('th', '', { scope: 'row' })
        first.append(go)
        row.append(first, make('td', wordsOf(stack, forms)), make('td', wordsOf(buffer, forms)))
        return row
      }),
    )
    this.#go(0)
  }

  /** Draws the arcs of the current step in the available width. */
  draw(): void {
    if (!this.#analysis) return
    const { steps, forms } = this.#analysis
    const { tree } = steps[this.#at].view
    const last = steps.at(-1)!.view
    // If all arcs are final, draw the last step and hide later arcs, so that words do not move between steps.
    const areArcsFinal = tree.head.every((head, word) => head < 0 || head === last.tree.head[word])
    const [view, place] = [arcsOf(steps[this.#at]), byId('so-far')]
    showTree(place, forms, areArcsFinal ? last : view, { title: 'The arcs so far' })
    classify(place, 'dependent', 'absent', (word) => tree.head[word] < 0)
    place.querySelector('desc')!.textContent = describe(forms, view)
  }

  #go(to: number): void {
    if (!this.#analysis) return
    const { steps, forms } = this.#analysis
    const at = (this.#at = Math.max(0, Math.min(steps.length - 1, to)))
    if (at === steps.length - 1) this.#stop()
    const step = steps[at]
    this.#slider.value = String(at)
    this.#slider.setAttribute(
      'aria-valuetext',
      `step ${at} of ${steps.length - 1}: ${step.transition || 'start'}`,
    )
    byId('transition').textContent = `${at}/${steps.length - 1} ${step.transition || 'start'}`
    for (const id of ['first', 'back']) byId<HTMLButtonElement>(id).disabled = at === 0
    for (const id of ['forth', 'last']) byId<HTMLButtonElement>(id).disabled = at === steps.length - 1
    byId('stack').replaceChildren(...itemsOf(step.stack, forms))
    byId('stack').scrollLeft = byId('stack').scrollWidth
    byId('buffer').replaceChildren(...itemsOf(step.buffer, forms))
    this.draw()
    const rows = byId('steps').querySelectorAll('tr')
    rows.forEach((row, i) => {
      if (i === at) row.setAttribute('aria-current', 'step')
      else row.removeAttribute('aria-current')
    })
    // Set scrollTop, because scrollIntoView would also scroll the page.
    const table = byId('table')
    const [top, height] = [rows[at].offsetTop, rows[at].offsetHeight]
    if (at === 0) table.scrollTop = 0
    else if (top - height < table.scrollTop || top + height > table.scrollTop + table.clientHeight)
      table.scrollTop = top - table.clientHeight / 2
  }

  #start(): void {
    if (!this.#analysis) return
    if (this.#at === this.#analysis.steps.length - 1) this.#go(0)
    this.#timer = setInterval(() => this.#go(this.#at + 1), STEP_MILLISECONDS)
    this.#play.textContent = 'Pause'
  }

  #stop(): void {
    clearInterval(this.#timer)
    this.#timer = undefined
    this.#play.textContent = 'Play'
  }
}

/** The arcs of a step. Words without a head have no label. */
function arcsOf({ view }: ShownStep): ShownStep['view'] {
  return { tree: view.tree, labels: view.labels.map((label, i) => (view.tree.head[i + 1] < 0 ? '' : label)) }
}

function wordsOf(words: readonly number[], forms: readonly string[]): string {
  return words.map((word) => forms[word - 1] ?? 'ROOT').join(' ')
}

function itemsOf(words: readonly number[], forms: readonly string[]): HTMLLIElement[] {
  if (words.length === 0) return [make('li', 'empty', { className: 'empty' })]
  return words.map((word) => make('li', forms[word - 1] ?? 'ROOT'))
}
