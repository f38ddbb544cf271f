/** Vega-Lite to SVG. Only reports need Vega and Vega-Lite, so both are optional and loaded here. */
import type { TopLevelSpec } from 'vega-lite'
import type { Terminal } from '../../src/files/command-line.ts'
import type { Plot } from './blocks.ts'

/** The SVG of each plot by its id. If Vega is not installed: none, and a hint on standard error. */
export async function renderPlots(plots: readonly Plot[], terminal: Terminal): Promise<Map<string, string>> {
  const drawn = new Map<string, string>()
  if (plots.length === 0) return drawn
  const engine = await loadVega()
  if (!engine) {
    terminal.stderr.write(
      'no plots: they are drawn by vega-lite, expected after: npm install vega vega-lite\n',
    )
    return drawn
  }
  const { vega, vegaLite } = engine
  for (const { id, spec } of plots) {
    const { spec: compiled } = vegaLite.compile(spec as TopLevelSpec)
    const view = new vega.View(vega.parse(compiled), { renderer: 'none' })
    drawn.set(id, await view.toSVG())
    view.finalize()
  }
  return drawn
}

async function loadVega(): Promise<
  { readonly vega: typeof import('vega'); readonly vegaLite: typeof import('vega-lite') } | undefined
> {
  try {
    const [vega, vegaLite] = await Promise.all([import('vega'), import('vega-lite')])
    return { vega, vegaLite }
  } catch {
    return undefined
  }
}
