/** Trees on the page: drawn as SVG, then told apart word by word and arc by arc, so that they can be clicked. */
import type { View } from '../../transform/draw.ts'
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

/** Puts a drawing into an element, in place of what is there. Its words have `data-word`, its arcs `data-dependent`. */
export function showTree(
  place: Element,
  forms: readonly string[],
  view: View,
  { id, title, demanded, highlighted }: DrawingOptions,
): void {
  // The drawing escapes whatever text there is.
  place.innerHTML = drawSvg(forms, [view], { id, title })
  place.querySelectorAll<SVGElement>('text.form').forEach((element, i) => {
    element.dataset.word = String(i + 1)
    element.classList.toggle('highlighted', highlighted?.has(i + 1) ?? false)
  })
  // Arcs are drawn in the order of their dependents, those from the artificial root behind the others.
  const { size, head } = view.tree
  const words = Array.from({ length: size }, (_, i) => i + 1)
  const dependents = [...words.filter((word) => head[word] > 0), ...words.filter((word) => head[word] === 0)]
  for (const class_ of ['arc', 'tip', 'label'])
    place.querySelectorAll<SVGElement>(`.${class_}`).forEach((element, i) => {
      element.dataset.dependent = String(dependents[i])
      element.classList.toggle('demanded', demanded?.has(dependents[i]) ?? false)
    })
}
