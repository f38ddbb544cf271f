/** Elements of the page, and trees on it: SVG whose words and arcs can be clicked. */
import type { View } from '../../transform/drawing/draw.ts'
import { drawSvgRows } from '../../transform/drawing/svg-rows.ts'
import { drawSvg } from '../../transform/drawing/svg.ts'

export interface DrawingOptions {
  /** The prefix of all ids in the drawing. */
  readonly id: string
  readonly title: string
  /** The dependents of the arcs to emphasize. */
  readonly constrained?: ReadonlySet<number>
  /** The words to emphasize. */
  readonly highlighted?: ReadonlySet<number>
}

/** Draws a tree in an element, as wide as it is. Words have `data-word`, arcs `data-dependent`. */
export function showTree(
  place: Element,
  forms: readonly string[],
  view: View,
  { id, title, constrained, highlighted }: DrawingOptions,
): void {
  // Both functions escape the text of words and labels.
  place.innerHTML = drawSvg(forms, [view], { id, title })
  if (place.querySelector('svg')!.width.baseVal.value <= place.clientWidth) addNumbers(place, view)
  else place.innerHTML = drawSvgRows(forms, view, { id, title })
  for (const element of place.querySelectorAll<SVGElement>('[data-word]'))
    element.classList.toggle('highlighted', highlighted?.has(Number(element.dataset.word)) ?? false)
  for (const element of place.querySelectorAll<SVGElement>('[data-dependent]'))
    element.classList.toggle('constrained', constrained?.has(Number(element.dataset.dependent)) ?? false)
}

/** drawSvg draws arcs in the order of their dependents, those from the artificial root after the others. */
function addNumbers(place: Element, { tree: { size, head } }: View): void {
  const words = Array.from({ length: size }, (_, i) => i + 1)
  const dependents = [...words.filter((word) => head[word] > 0), ...words.filter((word) => head[word] === 0)]
  place.querySelectorAll<SVGElement>('.form').forEach((element, i) => (element.dataset.word = String(i + 1)))
  for (const class_ of ['arc', 'tip', 'label'])
    place
      .querySelectorAll<SVGElement>(`.${class_}`)
      .forEach((element, i) => (element.dataset.dependent = String(dependents[i])))
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
