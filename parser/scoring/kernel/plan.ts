/**
 * What assembly/decide.ts follows from a configuration to a transition: one list of integers, all places in bytes of its
 * memory. First what there is one of, then a record for each classifier, then the lists of atoms that assembly/feature-lookup.ts
 * looks up. The nodes of a configuration and the columns of a sentence have room for WORDS words; longer sentences are
 * looked at in JavaScript.
 */
import { NODE_SIZE } from '../../core/configuration.ts'
import { cascadeMarginOf, partOf, type Classifiers } from '../../model/classifiers.ts'
import { divide, sourcesOf, type Sources } from '../../features/sources.ts'
import {
  COUNT,
  DISTANCE,
  FIELD,
  WORD_OF_BUFFER,
  WORD_OF_NODE,
  CONTENT_WORD,
  type CompiledTemplates,
} from '../../features/templates.ts'
import { ROOMS } from '../tables/narrow-table.ts'
import type { ClassifierPlace, Layout } from './layout.ts'

/** The longest sentence that there is room for. */
export const WORDS = 16384
/** Bytes of the nodes: the sentinel, the artificial root, and the words. */
export const NODES_BYTES = 4 * NODE_SIZE * (WORDS + 2)
/** Bytes of a column: nothing for word -1, then words 0 to size + 1. */
export const COLUMN_BYTES = 4 * (WORDS + 3)

/** Where the front of the buffer stands that was looked up last, an index into the plan. */
export const FRONT_LOOKED_UP = 5

/** How many kinds of transitions a system may have; see ../../core/transition-system.ts. */
const KINDS = 8
/** The integers before the records, and those of a record. */
const HEADER = 11 + KINDS
const RECORD = 13

const FORMS = { six: 0, thirtyTwo: 1, wide: 2, sparse: 3 } as const

/** How many integers the plan has. */
export function sizeOfPlan(templates: CompiledTemplates, classifiers: number): number {
  const { buffer, common, others } = divide(templates)
  const lists = [buffer, common, ...others].map((atoms) => 7 + 6 * atoms.length)
  return HEADER + RECORD * classifiers + lists.reduce((sum, length) => sum + length, 0)
}

/** The plan of the thread whose area begins at `area`. */
export function planOf(
  layout: Layout,
  area: number,
  templates: CompiledTemplates,
  classifiers: Classifiers,
): Int32Array<ArrayBuffer> {
  const { form, firstStage, ofLabels } = classifiers
  const records = layout.classifiers
  const lists: number[] = []
  const first = area + layout.plan + 4 * (HEADER + RECORD * records.length)
  const division = divide(templates)
  const list = (atoms: readonly number[]): number => {
    const at = first + 4 * lists.length
    lists.push(...listOf(sourcesOf(templates.atoms, atoms), layout, area))
    return at
  }
  const header = [
    area + layout.keys,
    area + layout.scratch,
    area + layout.nodes,
    area + layout.places,
    area + layout.anchors,
    -1, // the front and the end of the buffer that was looked up last
    -1,
    list(division.buffer),
    list(division.common),
    firstStage,
    form === 'factored' ? 1 : 0,
    ...Array.from({ length: KINDS }, (_, type) => ofLabels[type] ?? -1),
  ]
  const byPart = division.others.map(list)
  const seen = templates.set.firstStage
  const described = records.flatMap((at, index) => {
    const part = partOf(classifiers, index)
    const lead =
      seen && firstStage > 0 && index >= firstStage ? cascadeMarginOf(classifiers, index, at.scale, seen) : 0
    const table = tableOf(at)
    return [
      ...table,
      area + at.scores,
      2 * at.width,
      at.masks,
      lead,
      at.movesAt,
      area + layout.programs[part],
      byPart[part],
    ]
  })
  return Int32Array.from([...header, ...described, ...lists])
}

function tableOf(at: ClassifierPlace): number[] {
  const { lines } = at
  if (at.form === 'wide') return [FORMS.wide, lines, at.regions, at.codes, at.classBits, at.rows]
  if (at.form === 'sparse') return [FORMS.sparse, lines, at.spread, 0, 0, at.rows]
  return [at.room === ROOMS[0] ? FORMS.six : FORMS.thirtyTwo, lines, at.spread, 0, 0, 0]
}

/** The seven lists that assembly/feature-lookup.ts looks up, one after another, each with its length before it. */
function listOf({ words, attributes, numbers }: Sources, layout: Layout, area: number): number[] {
  const wordsBySource = new Map(
    [WORD_OF_NODE, WORD_OF_BUFFER, CONTENT_WORD].map((source) => [source, [] as number[][]]),
  )
  const place = (index: number): number => area + layout.places + 4 * index
  const word = (index: number): number => area + layout.words + 4 * index
  const atom = (index: number): number => area + layout.atoms + 4 * index
  for (let i = 0; i < words.length; i += 3) {
    const [source, where, field] = words.subarray(i, i + 3)
    const found = wordsBySource.get(source)!
    if (source === WORD_OF_NODE) found.push([place(where), 4 * field, word(i / 3)])
    else found.push([where, word(i / 3)])
  }
  const columns: number[][] = []
  for (let i = 0; i < attributes.length;) {
    const column = area + layout.columns[attributes[i]]
    const end = i + 2 + 2 * attributes[i + 1]
    for (i += 2; i < end; i += 2) columns.push([column, word(attributes[i]), atom(attributes[i + 1])])
  }
  const numbersBySource = new Map([FIELD, COUNT, DISTANCE].map((source) => [source, [] as number[][]]))
  for (let i = 0; i < numbers.length; i += 4) {
    const [source, where, field, index] = numbers.subarray(i, i + 4)
    numbersBySource.get(source)!.push([place(where), 4 * field, atom(index)])
  }
  return [...wordsBySource.values(), columns, ...numbersBySource.values()].flatMap((list) => [
    list.length,
    ...list.flat(),
  ])
}
