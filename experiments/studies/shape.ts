/** The right-branching paper, sections 2 and 3.1: what the transform does to trees, and how predictable they become. */
import type { FiguresOf } from '../measurements/index.ts'
import { sum } from '../measurements/scores.ts'
import { forms, type Form, type FormShape } from '../measurements/shape.ts'
import { count, figure, percent, type ReportedClaim } from '../reports/blocks.ts'
import { holds, isBelow } from '../reports/claims.ts'
import * as column from '../reports/columns.ts'
import { barPlot } from '../reports/plots.ts'
import type { TreebankResults } from '../reports/results.ts'
import { table } from '../reports/table.ts'
import { distances } from '../statistics/bins.ts'
import type { Study } from '../study.ts'

type Figures = FiguresOf<'shape'>
type Shapes = Figures['shapes']

const LABELS_SHOWN = 15
const SYSTEMS = ['arc-eager', 'rb']
const formNames: Readonly<Record<Form, string>> = {
  original: 'original',
  right: 'right-branching',
  left: 'left-branching',
}

export const shape: Study = {
  name: 'shape',
  title: 'The shape of transformed trees',
  reproduces: 'right-branching paper, sections 2 and 3.1',
  intro:
    'The original training set (non-projective trees made projective), the same with all heads before their dependents, and the same with all heads after them. Entropies are of what a parser predicts, given the context that it sees: the tags of a word and its neighbours for arcs, the tags around the stack top and the buffer’s front for transitions, with Miller’s correction for rare observations. The transform is one to one, so whole trees cannot become more predictable, but single decisions can.',
  conditions: () => [{ title: 'shape', measurement: 'shape', settings: {} }],
  overall: (all) => ({
    blocks: [
      barPlot(
        'shape-labels',
        'Labels before and after',
        'labels',
        all.flatMap((results) =>
          forms.map((form) => ({
            group: results.treebank,
            series: formNames[form],
            value: figuresOf(results)?.shapes[form].labels,
          })),
        ),
      ),
    ],
  }),
  each: (results) => {
    const figures = figuresOf(results)
    if (!figures) return { blocks: [] }
    const { treebank } = results
    return {
      blocks: [treesTable(treebank, figures), bitsTable(treebank, figures), labelsTable(treebank, figures)],
      claims: claimsOf(figures),
    }
  },
}

/** The figures of the first seed. */
function figuresOf(results: TreebankResults): Figures | undefined {
  return results.find('shape')[0]?.figures
}

/** A figure of each form of the trees. */
type Row = readonly [name: string, of: (form: FormShape) => string]

function formsTable(title: string, head: string, shapes: Shapes, rows: readonly Row[], note?: string) {
  const columns = [
    column.names<Row>(head, ([name]) => name),
    ...forms.map((form) => column.text<Row>(formNames[form], ([, of]) => of(shapes[form]))),
  ]
  return table(rows, { title, columns, note })
}

const share = (part: number, whole: number): string => figure(percent(part, whole), 1)

function treesTable(treebank: string, { shapes, sentences, words, projective }: Figures) {
  const rows: Row[] = [
    ['labels', ({ labels }) => count(labels)],
    ['relocated arcs, %', ({ marks }) => share(marks.relocated, words)],
    ['reversed arcs, %', ({ marks }) => share(marks.reversed, words)],
    ['arcs that point left, %', ({ leftArcs, arcs }) => share(leftArcs, arcs)],
    ['mean length of arcs', ({ length, arcs }) => figure(length / arcs)],
    ...distances.map((distance, i): Row => [
      `arcs of length ${distance}, %`,
      (form) => share(form.distances[i], form.arcs),
    ]),
    ...SYSTEMS.flatMap((system): Row[] => [
      [`mean stack height, ${system}`, (form) => figure(meanHeight(form, system))],
      [`highest stack, ${system}`, ({ derivations }) => count(derivations[system]?.highest)],
    ]),
  ]
  const note = `${count(sentences)} sentences, ${count(words)} words; ${count(projective)} trees are projective. The stack contains the artificial root; heights are over all transitions of gold derivations.`
  return formsTable(`Trees: ${treebank}`, 'figure', shapes, rows, note)
}

function bitsTable(treebank: string, { shapes, words }: Figures) {
  const rows: Row[] = [
    ['place of the head', ({ bits }) => figure(bits.head, 3)],
    ['label with mark', ({ bits }) => figure(bits.label, 3)],
    ['both', ({ bits }) => figure(bits.arc, 3)],
    ...SYSTEMS.flatMap((system): Row[] => [
      [`transition, ${system}`, ({ derivations }) => figure(derivations[system]?.bits, 3)],
      [`all transitions of a word, ${system}`, (form) => figure(bitsPerWord(form, system, words), 3)],
    ]),
  ]
  return formsTable(`Predictability, bits: ${treebank}`, 'entropy of', shapes, rows)
}

/** The mean height of the stack; undefined if the system cannot derive the form. */
function meanHeight({ derivations }: FormShape, system: string): number | undefined {
  const derivation = derivations[system]
  return derivation && derivation.heights / derivation.transitions
}

/** The bits of all transitions, per word; undefined if the system cannot derive the form. */
function bitsPerWord({ derivations }: FormShape, system: string, words: number): number | undefined {
  const derivation = derivations[system]
  return derivation && (derivation.bits * derivation.transitions) / words
}

function labelsTable(treebank: string, { marksOfLabels }: Figures) {
  const labels = Object.entries(marksOfLabels)
  const rows = labels.slice(0, LABELS_SHOWN).map(([label, marks]) => ({
    label,
    words: sum(marks),
    parts: marks.map((one) => percent(one, sum(marks))),
  }))
  return table(rows, {
    title: `Marks of the most frequent labels, right-branching: ${treebank}`,
    columns: [
      column.names('label', ({ label }) => label),
      column.whole('words', ({ words }) => words),
      ...['% plain', '% relocated', '% reversed'].map((head, i) =>
        column.figure<(typeof rows)[0]>(head, ({ parts }) => parts[i], undefined, 1),
      ),
    ],
    note: `${count(labels.length)} labels without marks, lifted ones included; the ${rows.length} most frequent.`,
  })
}

function claimsOf({ shapes, words }: Figures): ReportedClaim[] {
  const { original, right, left } = shapes
  const before = bitsPerWord(original, 'arc-eager', words)
  const [after, mirrored] = [right, left].map((form) => bitsPerWord(form, 'rb', words))
  const bitsOf = (what: 'head' | 'label') => ({
    verdict: holds(right.bits[what] < original.bits[what]),
    evidence: `${forms.map((form) => `${form} ${figure(shapes[form].bits[what], 3)}`).join(', ')} bits`,
  })
  return [
    {
      claim: 'The heads of transformed trees are more predictable',
      source: 'right-branching paper, section 3.1',
      ...bitsOf('head'),
    },
    {
      claim: 'The labels of transformed trees are more predictable, marks included',
      source: 'right-branching paper, section 3.1',
      ...bitsOf('label'),
    },
    {
      claim: 'What a parser has to decide for a word is more predictable in transformed trees',
      source: 'right-branching paper, sections 3 and 4',
      verdict: holds(isBelow(after, before)),
      evidence: `arc-eager on original trees ${figure(before, 3)}, rb right ${figure(after, 3)}, rb left ${figure(mirrored, 3)} bits`,
    },
  ]
}
