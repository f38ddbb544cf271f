/** The right-branching paper, sections 2 and 3.1: what the transform does to trees, and whether it makes them surer. */
import { cellsFor } from './cells.ts'
import type { Experiment } from './experiment.ts'
import { forms, type FormShape, type ShapeFigures } from './measurements/shape.ts'
import {
  count,
  figure,
  names,
  NONE,
  nothing,
  ours,
  type Block,
  type Claim,
  type Report,
  type Table,
} from './reports/blocks.ts'
import { barPlot } from './reports/plots.ts'
import type { Results } from './reports/results.ts'
import { distances } from './statistics/bins.ts'
import { sum } from './reports/scores.ts'

const LABELS_SHOWN = 15
const formNames = { original: 'original', right: 'right-branching', left: 'left-branching' } as const

export const shape: Experiment = {
  name: 'shape',
  title: 'The shape of transformed trees',
  reproduces: 'right-branching paper, sections 2 and 3.1',
  intro: [
    'The training set as it is (non-projective trees made projective), with all heads before their dependents, and with all heads after them. Entropies are of what has to be predicted, given what is seen of the context: the tags of a word and its neighbours for arcs, the tags around the stack top and the buffer’s front for transitions, with Miller’s correction for what was seen too seldom. The transform is one to one, so whole trees cannot become surer; single decisions can.',
  ],
  wanted: (treebank, options) => cellsFor('shape', 'shape', treebank, options, {}),
  report,
  reportAll,
}

function firstOf(results: Results, treebank: string): ShapeFigures | undefined {
  return results.find<ShapeFigures>({ measurement: 'shape', treebank })[0]?.figures
}

function report(results: Results, treebank: string): Report {
  const figures = firstOf(results, treebank)
  if (!figures) return nothing
  return {
    blocks: [treesTable(treebank, figures), bitsTable(treebank, figures), labelsTable(treebank, figures)],
    claims: judge(treebank, figures),
    comparisons: [],
  }
}

const share = (part: number, all: number): string => figure(all === 0 ? undefined : (100 * part) / all, 1)

function treesTable(treebank: string, { shapes, sentences, words, projective }: ShapeFigures): Table {
  const row = (name: string, of: (form: FormShape) => string): string[] => [
    name,
    ...forms.map((form) => of(shapes[form])),
  ]
  return {
    kind: 'table',
    title: `Trees: ${treebank}`,
    columns: [names('figure'), ...forms.map((form) => ours(formNames[form]))],
    rows: [
      row('labels', ({ labels }) => count(labels)),
      row('relocated arcs, %', ({ marks }) => share(marks.relocated, words)),
      row('reversed arcs, %', ({ marks }) => share(marks.reversed, words)),
      row('arcs that point left, %', ({ leftArcs, arcs }) => share(leftArcs, arcs)),
      row('mean length of arcs', ({ length, arcs }) => figure(arcs === 0 ? undefined : length / arcs)),
      ...distances.map((distance, i) =>
        row(`arcs of length ${distance}, %`, (form) => share(form.distances[i], form.arcs)),
      ),
      ...(['arc-eager', 'rb'] as const).flatMap((system) => [
        row(`mean stack height, ${system}`, ({ derivations }) => {
          const derivation = derivations[system]
          return derivation ? figure(derivation.heights / derivation.transitions) : NONE
        }),
        row(`highest stack, ${system}`, ({ derivations }) => count(derivations[system]?.highest)),
      ]),
    ],
    note: `${count(sentences)} sentences, ${count(words)} words; ${count(projective)} trees are projective. The stack holds the artificial root too; heights are over all transitions of gold derivations.`,
  }
}

function bitsTable(treebank: string, { shapes, words }: ShapeFigures): Table {
  const row = (name: string, of: (form: FormShape) => number | undefined): string[] => [
    name,
    ...forms.map((form) => figure(of(shapes[form]), 3)),
  ]
  const transitions =
    (system: string) =>
    (form: FormShape): number | undefined =>
      form.derivations[system]?.bits
  const perWord =
    (system: string) =>
    (form: FormShape): number | undefined => {
      const derivation = form.derivations[system]
      return derivation && (derivation.bits * derivation.transitions) / words
    }
  return {
    kind: 'table',
    title: `Predictability, bits: ${treebank}`,
    columns: [names('entropy of'), ...forms.map((form) => ours(formNames[form]))],
    rows: [
      row('place of the head', ({ bits }) => bits.head),
      row('label with mark', ({ bits }) => bits.label),
      row('both', ({ bits }) => bits.arc),
      ...(['arc-eager', 'rb'] as const).flatMap((system) => [
        row(`transition, ${system}`, transitions(system)),
        row(`all transitions of a word, ${system}`, perWord(system)),
      ]),
    ],
  }
}

function labelsTable(treebank: string, { marksOfLabels }: ShapeFigures): Table {
  const rows = Object.entries(marksOfLabels).slice(0, LABELS_SHOWN)
  return {
    kind: 'table',
    title: `Marks of the most frequent labels, right-branching: ${treebank}`,
    columns: [names('label'), ours('words'), ours('% plain'), ours('% relocated'), ours('% reversed')],
    rows: rows.map(([label, marks]) => [
      label,
      count(sum(marks)),
      ...marks.map((mark) => share(mark, sum(marks))),
    ]),
    note: `${count(Object.keys(marksOfLabels).length)} labels without marks, lifted ones included; the ${rows.length} most frequent.`,
  }
}

function judge(treebank: string, { shapes, words }: ShapeFigures): Claim[] {
  const { original, right, left } = shapes
  const perWord = (form: FormShape, system: string): number =>
    (form.derivations[system].bits * form.derivations[system].transitions) / words
  const list = (of: (form: FormShape) => number): string =>
    `original ${figure(of(original), 3)}, right ${figure(of(right), 3)}, left ${figure(of(left), 3)} bits`
  return [
    {
      claim: 'The heads of transformed trees are more predictable',
      source: 'right-branching paper, section 3.1',
      treebank,
      verdict: right.bits.head < original.bits.head ? 'held' : 'not held',
      evidence: list(({ bits }) => bits.head),
    },
    {
      claim: 'The labels of transformed trees are more predictable, marks included',
      source: 'right-branching paper, section 3.1',
      treebank,
      verdict: right.bits.label < original.bits.label ? 'held' : 'not held',
      evidence: list(({ bits }) => bits.label),
    },
    {
      claim: 'What a parser has to decide for a word is more predictable in transformed trees',
      source: 'right-branching paper, sections 3 and 4',
      treebank,
      verdict: perWord(right, 'rb') < perWord(original, 'arc-eager') ? 'held' : 'not held',
      evidence: `arc-eager on original trees ${figure(perWord(original, 'arc-eager'), 3)}, rb right ${figure(perWord(right, 'rb'), 3)}, rb left ${figure(perWord(left, 'rb'), 3)} bits`,
    },
  ]
}

/** How the label set grows, on every treebank. */
function reportAll(results: Results): Report {
  const values = results.treebanks.flatMap(({ name }) => {
    const figures = firstOf(results, name)
    return figures
      ? forms.map((form) => ({ group: name, series: formNames[form], value: figures.shapes[form].labels }))
      : []
  })
  const blocks: Block[] =
    values.length > 0 ? [barPlot('shape-labels', 'Labels before and after', 'labels', values)] : []
  return { blocks, claims: [], comparisons: [] }
}
