/** Elements of the page, and trees as SVG with clickable words and arcs. */
import { drawSvg, drawSvgRows, type SvgOptions, type View } from '../../transform/index.ts'

/** Draws a tree that fits the width of an element. Words have the attribute `data-word`, arcs `data-dependent`. */
export function showTree(place: Element, forms: readonly string[], view: View, options: SvgOptions): void {
  // Both functions escape the text of words, labels and notes.
  place.innerHTML = drawSvg(forms, [view], options)
  if (place.querySelector('svg')!.width.baseVal.value > place.clientWidth)
    place.innerHTML = drawSvgRows(forms, view, options)
}

/** Sets or removes a class on the elements of words, or of arcs by their dependents. */
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

/** The options of a select element from pairs of value and text. */
export function optionsOf(texts: Iterable<readonly [string, string]>): HTMLOptionElement[] {
  return Array.from(texts, ([value, text]) => make('option', text, { value }))
}

/** Replaces the children of an element. The focus stays on the child with the same `data-key`. */
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

/** The message of an error. */
export function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
