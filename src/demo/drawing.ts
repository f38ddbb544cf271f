/** Elements of the page, and trees on it: SVG whose words and arcs can be clicked. */
import { drawSvg, drawSvgRows, type SvgOptions, type View } from '../../transform/index.ts'

/** Draws a tree in an element, as wide as it is. Words have `data-word`, arcs `data-dependent`. */
export function showTree(place: Element, forms: readonly string[], view: View, options: SvgOptions): void {
  // Both functions escape the text of words, labels and notes.
  place.innerHTML = drawSvg(forms, [view], options)
  if (place.querySelector('svg')!.width.baseVal.value > place.clientWidth)
    place.innerHTML = drawSvgRows(forms, view, options)
}

/** Gives a class to the elements of some words, or of the arcs of some dependents. */
export function classify(
  place: Element,
  kind: 'word' | 'dependent',
  name: string,
  has: (number: number) => boolean,
): void {
  for (const element of place.querySelectorAll<SVGElement>(`[data-${kind}]`))
    element.classList.toggle(name, has(Number(element.dataset[kind])))
}

/** The element with an id. Throws Error if there is none. */
export function byId<T extends HTMLElement = HTMLElement>(id: string): T {
  const element = document.getElementById(id)
  if (!element) throw new Error(`the page has no #${id}`)
  return element as T
}

export function make<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  text = '',
  properties: Partial<HTMLElementTagNameMap[Name]> = {},
): HTMLElementTagNameMap[Name] {
  const element = document.createElement(name)
  element.textContent = text
  return Object.assign(element, properties)
}

/** The options of a select element: their values, and what the user reads. */
export function optionsOf(texts: Iterable<readonly [string, string]>): HTMLOptionElement[] {
  return Array.from(texts, ([value, text]) => make('option', text, { value }))
}

/** Replaces what is in an element. The element in it with the same `data-key` as before keeps the focus. */
export function replaceIn(place: HTMLElement, children: readonly Node[]): void {
  const { activeElement } = document
  const key =
    activeElement instanceof HTMLElement && place.contains(activeElement)
      ? activeElement.dataset.key
      : undefined
  place.replaceChildren(...children)
  if (key === undefined) return
  const next = [...place.querySelectorAll<HTMLElement>('[data-key]')].find(
    ({ dataset }) => dataset.key === key,
  )
  ;(next ?? place).focus()
}

/** One line for people. */
export function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
