import { expect, test } from 'vitest'
import { drawTree } from '../../../src/formats/output-formats.ts'
import { svgDrawing, svgRowsDrawing } from '../../../transform/drawing/svg.ts'
import { labelledTree } from '../../trees.ts'

test('a tree of up to 16 words has arcs above a line, a larger one has rows, unless it is said', () => {
  for (const size of [1, 16, 17]) {
    const tree = labelledTree(Array.from({ length: size }, (_, i) => i))
    const forms = Array.from({ length: size }, (_, i) => `w${i}`)
    const view = { tree, labels: forms }
    const [arcs, rows] = [svgDrawing(forms, [view]), svgRowsDrawing(forms, view)]
    expect(drawTree(forms, view, {})).toEqual(size > 16 ? rows : arcs)
    expect(drawTree(forms, view, {}, 'rows')).toEqual(rows)
    expect(drawTree(forms, view, {}, 'arcs')).toEqual(arcs)
  }
})
