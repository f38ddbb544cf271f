/** Trees on the page: drawn as SVG whose words and arcs can be clicked. */
import type { View } from '../../transform/draw.ts'
import { drawSvgRows } from '../../transform/svg-rows.ts'
import { drawSvg } from '../../transform/svg.ts'

export interface DrawingOptions {
  /** Begins the ids of the drawing. */
  readonly id: string
  /** What it is called by those who do not see it. */
  readonly title: string
  /** The dependents of the arcs that stand out. */
  readonly demanded?: ReadonlySet<number>
  /** The words that stand out. */
  readonly highlighted?: ReadonlySet<number>
}

/**
 * Puts a drawing into an element, in place of what is there: in a line where there is room for that, else in rows. Its
 * words have `data-word`, its arcs `data-dependent`.
 */
export function showTree(
  place: Element,
  forms: readonly string[],
  view: View,
  { id, title, demanded, highlighted }: DrawingOptions,
): void {
  // The drawings escape whatever text there is.
  place.innerHTML = drawSvg(forms, [view], { id, title })
  if (place.querySelector('svg')!.width.baseVal.value <= place.clientWidth) number(place, view)
  else place.innerHTML = drawSvgRows(forms, view, { id, title })
  for (const element of place.querySelectorAll<SVGElement>('[data-word]'))
    element.classList.toggle('highlighted', highlighted?.has(Number(element.dataset.word)) ?? false)
  for (const element of place.querySelectorAll<SVGElement>('[data-dependent]'))
    element.classList.toggle('demanded', demanded?.has(Number(element.dataset.dependent)) ?? false)
}

/** Arcs in a line are drawn in the order of their dependents, those from the artificial root behind the others. */
function number(place: Element, { tree: { size, head } }: View): void {
  const words = Array.from({ length: size }, (_, i) => i + 1)
  const dependents = [...words.filter((word) => head[word] > 0), ...words.filter((word) => head[word] === 0)]
  place.querySelectorAll<SVGElement>('.form').forEach((element, i) => (element.dataset.word = String(i + 1)))
  for (const class_ of ['arc', 'tip', 'label'])
    place
      .querySelectorAll<SVGElement>(`.${class_}`)
      .forEach((element, i) => (element.dataset.dependent = String(dependents[i])))
}
