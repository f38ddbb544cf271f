/**
 * Writes the plan, the data with which assembly/decide.ts computes a transition for a configuration: fields, a record for
 * each classifier, and the lists of atoms for assembly/feature-lookup.ts. records.ts declares the layout.
 */
import { cascadeMarginOf, partOf, type Classifiers } from '../../features/classifiers.ts'
import { divide, sourcesOf } from '../../features/program.ts'
import {
  type CompiledTemplates,
  CONTENT_WORD,
  COUNT,
  DISTANCE,
  FIELD,
  WORD_OF_BUFFER,
  WORD_OF_NODE,
  type Atom,
} from '../../features/templates.ts'
import type { ClassifierPlace } from './table.ts'
import * as Layout from './records.ts'

const forms = {
  six: Layout.FORM_SIX,
  thirtyTwo: Layout.FORM_THIRTY_TWO,
  pairs: Layout.FORM_PAIRS,
  perceptron: Layout.FORM_PERCEPTRON,
} as const

/** The address of the record of a classifier in the plan at `plan`. */
export function recordOf(plan: number, classifier: number): number {
  return plan + Layout.PLAN_CLASSIFIERS + Layout.CLASSIFIER_BYTES * classifier
}

/** The size of the plan, in bytes. */
export function sizeOfPlan(templates: CompiledTemplates, classifiers: number): number {
  const { buffer, common, others } = divide(templates)
  const lists = [buffer, common, ...others].map((atoms) => 7 + 6 * atoms.length)
  return recordOf(0, classifiers) + 4 * lists.reduce((sum, length) => sum + length, 0)
}

/** The addresses in a plan. */
export interface PlanPlaces {
  readonly plan: number
  readonly keys: number
  readonly scratch: number
  /** The nodes of the configuration. */
  readonly nodes: number
  /** Memory for the addresses of the nodes that atoms read. */
  readonly places: number
  readonly words: number
  readonly atoms: number
  readonly contentWords: number
  /** By attribute of the sentence. */
  readonly columns: readonly number[]
  /** By part of the templates. */
  readonly programs: readonly number[]
  readonly classifiers: readonly ClassifierPlace[]
  /** By classifier: the address of its sums. */
  readonly scores: readonly number[]
}

/** Writes the plan to the memory. */
export function writePlan(
  memory: ArrayBuffer,
  at: PlanPlaces,
  templates: CompiledTemplates,
  classifiers: Classifiers,
): void {
  const { form, firstStage, ofLabels } = classifiers
  const plan = new Int32Array(memory, at.plan, sizeOfPlan(templates, at.classifiers.length) / 4)
  let end = recordOf(0, at.classifiers.length)
  const list = (atoms: readonly number[]): number => {
    const integers = listOf(templates.atoms, atoms, at)
    const place = at.plan + end
    plan.set(integers, end / 4)
    end += 4 * integers.length
    return place
  }
  const { buffer, common, others } = divide(templates)
  const set = (field: number, value: number): void => {
    plan[field / 4] = value
  }
  set(Layout.PLAN_KEYS, at.keys)
  set(Layout.PLAN_SCRATCH, at.scratch)
  set(Layout.PLAN_NODES, at.nodes)
  set(Layout.PLAN_PLACES, at.places)
  set(Layout.PLAN_CONTENT_WORDS, at.contentWords)
  set(Layout.PLAN_FRONT, -1)
  set(Layout.PLAN_LIMIT, -1)
  set(Layout.PLAN_BUFFER, list(buffer))
  set(Layout.PLAN_COMMON, list(common))
  set(Layout.PLAN_FIRST_STAGE, firstStage)
  set(Layout.PLAN_FACTORED, form === 'factored' ? 1 : 0)
  for (let type = 0; type < Layout.MAX_TYPE_COUNT; type++)
    set(Layout.PLAN_OF_LABELS + 4 * type, ofLabels[type] ?? -1)
  const lists = others.map(list)
  lists.forEach((place, part) => set(Layout.PLAN_OTHERS + 4 * part, place))
  set(Layout.PLAN_FRONT_WORD, -1)
  const { firstStage: stage } = templates.set
  at.classifiers.forEach((place, index) => {
    const part = partOf(classifiers, index)
    const isFirst = stage && firstStage > 0 && index >= firstStage
    const margin = isFirst ? cascadeMarginOf(classifiers, index, place.scale, stage) : 0
    const record = recordOf(0, index)
    writeTable(plan, record, place)
    set(record + Layout.CLASSIFIER_SCORES, at.scores[index])
    set(record + Layout.CLASSIFIER_WIDTH, (place.form === 'perceptron' ? 4 : 2) * place.width)
    set(record + Layout.CLASSIFIER_MASKS, place.masks)
    set(record + Layout.CLASSIFIER_MARGIN, margin)
    set(record + Layout.CLASSIFIER_TRANSITIONS, place.transitionsAt)
    set(record + Layout.CLASSIFIER_PROGRAM, at.programs[part])
    set(record + Layout.CLASSIFIER_LIST, lists[part])
    set(record + Layout.CLASSIFIER_CLASSES, place.transitions.length)
  })
}

/** Writes the addresses of the table of a classifier to its record. @param record an offset in bytes */
export function writeTable(integers: Int32Array, record: number, place: ClassifierPlace): void {
  integers[(record + Layout.CLASSIFIER_FORM) / 4] = forms[place.form]
  integers[(record + Layout.CLASSIFIER_LINES) / 4] = place.lines
  integers[(record + Layout.CLASSIFIER_SPREAD) / 4] = place.spread
  integers[(record + Layout.CLASSIFIER_CLASS_BITS) / 4] = place.classBits
  integers[(record + Layout.CLASSIFIER_ROWS) / 4] = place.rows
}

/** The seven lists that assembly/feature-lookup.ts reads, one after another, each after its length. */
function listOf(atoms: readonly Atom[], wanted: readonly number[], at: PlanPlaces): number[] {
  const { words, attributes, numbers } = sourcesOf(atoms, wanted)
  const fieldOf = ({ place, field }: Atom): number[] => [at.places + 4 * place, 4 * field]
  const wordAt = (index: number): number => at.words + 4 * index
  const atomAt = (index: number): number => at.atoms + 4 * index
  const wordsFrom = (source: number): number[][] =>
    words.flatMap((word, index) => {
      if (word.source !== source) return []
      return [[...(source === WORD_OF_NODE ? fieldOf(word) : [word.place]), wordAt(index)]]
    })
  const numbersFrom = (source: number): number[][] =>
    numbers
      .filter((atom) => atoms[atom].source === source)
      .map((atom) => [...fieldOf(atoms[atom]), atomAt(atom)])
  return [
    ...[WORD_OF_NODE, WORD_OF_BUFFER, CONTENT_WORD].map(wordsFrom),
    attributes.map(({ column, word, atom }) => [at.columns[column], wordAt(word), atomAt(atom)]),
    ...[FIELD, COUNT, DISTANCE].map(numbersFrom),
  ].flatMap((list) => [list.length, ...list.flat()])
}
