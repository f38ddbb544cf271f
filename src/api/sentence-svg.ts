/** Trees of sentences as SVG. */
import type { View } from '../../transform/drawing/draw.ts'
import type { SvgOptions } from '../../transform/drawing/svg.ts'
import { drawTree } from '../parsing/output-formats.ts'
import { oneOf, optional, record, string } from './arguments.ts'

export interface SentenceSvgOptions extends SvgOptions {
  /**
   * `arcs` draws arcs above a line of words; `rows` draws one word a line, which stays narrow for long sentences. By
   * default `arcs` for up to 16 words, `rows` for more.
   */
  readonly layout?: 'arcs' | 'rows'
}

const checkOptions = record({
  title: optional(string),
  id: optional(string),
  layout: optional(oneOf('arcs', 'rows')),
})

/** Throws TypeError for invalid options. */
export function sentenceSvg(
  forms: readonly string[],
  view: View,
  text: string,
  options: SentenceSvgOptions,
): string {
  checkOptions(options, 'options')
  return drawTree(forms, view, { title: text, ...options }, options.layout)
}
