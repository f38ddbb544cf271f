/** Saves the content of the page to files. */
import { make } from './drawing.ts'

/** Offers a file to the user's browser, which saves it. */
export function saveFile(name: string, contents: Blob): void {
  const address = URL.createObjectURL(contents)
  make('a', '', { href: address, download: name }).click()
  setTimeout(() => URL.revokeObjectURL(address), 60_000)
}

/** A drawing as an SVG file. The colours depend on the system of the viewer. */
export function svgOf(drawing: SVGSVGElement): Blob {
  return new Blob([textOf(drawing)], { type: 'image/svg+xml' })
}

/** The maximum width and height in pixels of a canvas in all browsers. */
const MAX_CANVAS_PIXELS = 8192

/** A drawing as PNG in the colours of the page, with two pixels for each page pixel. Rejects if the drawing is too large. */
export async function pngOf(drawing: SVGSVGElement, background: string): Promise<Blob> {
  const copy = drawing.cloneNode(true) as SVGSVGElement
  copy.style.color = getComputedStyle(drawing).color
  const image = new Image()
  image.src = `data:image/svg+xml,${encodeURIComponent(textOf(copy))}`
  await image.decode()
  const scale = Math.min(2, MAX_CANVAS_PIXELS / image.width, MAX_CANVAS_PIXELS / image.height)
  const canvas = document.createElement('canvas')
  canvas.width = Math.ceil(scale * image.width)
  canvas.height = Math.ceil(scale * image.height)
  const context = canvas.getContext('2d')!
  context.fillStyle = background
  context.fillRect(0, 0, canvas.width, canvas.height)
  context.drawImage(image, 0, 0, canvas.width, canvas.height)
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve))
  if (blob) return blob
  throw new RangeError('the drawing is too large for a PNG')
}

function textOf(drawing: SVGSVGElement): string {
  return new XMLSerializer().serializeToString(drawing)
}
