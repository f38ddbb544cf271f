/** Trees of sentences as SVG. */
import type { View } from '../../transform/draw.ts'
import { drawSvgRows } from '../../transform/svg-rows.ts'
import { drawSvg, type SvgOptions } from '../../transform/svg.ts'
import { oneOf, optional, record, string } from './arguments.ts'

export interface SentenceSvgOptions extends SvgOptions {
  /**
   * `arcs` draws arcs above a line of words; `rows` draws one word a line, which stays narrow for long sentences. By
   * default `arcs` for up to 16 words, `rows` for more.
   */
  readonly layout?: 'arcs' | 'rows'
}

const MOST_WORDS_IN_A_LINE = 16
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
  const { layout = forms.length > MOST_WORDS_IN_A_LINE ? 'rows' : 'arcs' } = options
  const named = { title: text, ...options }
  return layout === 'rows' ? drawSvgRows(forms, view, named) : drawSvg(forms, [view], named)
}
