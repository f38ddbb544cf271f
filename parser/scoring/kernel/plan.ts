/**
 * The integers by which assembly/decide.ts gets from a configuration to a transition: a header, a record for each
 * classifier, and the lists of atoms for assembly/feature-lookup.ts. Places are addresses in bytes.
 */
import { cascadeMarginOf, partOf, type Classifiers } from '../../model/classifiers.ts'
import { divide, sourcesOf } from '../../features/sources.ts'
import { parts, type CompiledTemplates } from '../../features/templates.ts'
import { CONTENT_WORD, COUNT, DISTANCE, FIELD, WORD_OF_BUFFER, WORD_OF_NODE } from '../../features/atoms.ts'
import type { Atom } from '../../features/atoms.ts'
import type { ClassifierPlace } from './places.ts'

/** Where the front of the buffer stands that was looked up last, an index into the plan. */
export const FRONT_LOOKED_UP = 5

/** How many transition types a system may have; see ../../core/transition-system.ts. */
const TYPES = 8
/** The integers before the records, and those of a record. */
const HEADER = 12 + TYPES + Object.keys(parts).length
const RECORD = 13

const forms = ['six', 'thirtyTwo', 'pairs', 'perceptron'] as const

/** Where the record of a classifier begins, an index into the plan. */
export function recordOf(classifier: number): number {
  return HEADER + RECORD * classifier
}

/** How many integers the plan has. */
export function sizeOfPlan(templates: CompiledTemplates, classifiers: number): number {
  const { buffer, common, others } = divide(templates)
  const lists = [buffer, common, ...others].map((atoms) => 7 + 6 * atoms.length)
  return HEADER + RECORD * classifiers + lists.reduce((sum, length) => sum + length, 0)
}

/** Where everything lies that a plan refers to. */
export interface PlanPlaces {
  readonly plan: number
  readonly keys: number
  readonly scratch: number
  /** The nodes of the configuration. */
  readonly nodes: number
  /** Room for the addresses of the nodes that atoms refer to. */
  readonly places: number
  readonly words: number
  readonly atoms: number
  readonly contentWords: number
  /** By attribute of the sentence. */
  readonly columns: readonly number[]
  /** By part of the templates. */
  readonly programs: readonly number[]
  readonly classifiers: readonly ClassifierPlace[]
  /** By classifier: where its sums are written. */
  readonly scores: readonly number[]
}

export function planOf(
  at: PlanPlaces,
  templates: CompiledTemplates,
  classifiers: Classifiers,
): Int32Array<ArrayBuffer> {
  const { form, firstStage, ofLabels } = classifiers
  const lists: number[] = []
  const first = at.plan + 4 * (HEADER + RECORD * at.classifiers.length)
  const division = divide(templates)
  const list = (atoms: readonly number[]): number => {
    const place = first + 4 * lists.length
    lists.push(...listOf(templates.atoms, atoms, at))
    return place
  }
  const [buffer, common] = [list(division.buffer), list(division.common)]
  const byPart = division.others.map(list)
  const header = [
    at.keys,
    at.scratch,
    at.nodes,
    at.places,
    at.contentWords,
    -1, // the front and the end of the buffer that was looked up last
    -1,
    buffer,
    common,
    firstStage,
    form === 'factored' ? 1 : 0,
    ...Array.from({ length: TYPES }, (_, type) => ofLabels[type] ?? -1),
    ...byPart,
    -1, // the word at this front
  ]
  const { firstStage: stage } = templates.set
  const records = at.classifiers.flatMap((place, index) => {
    const part = partOf(classifiers, index)
    const isFirst = stage && firstStage > 0 && index >= firstStage
    return [
      ...tableOf(place),
      at.scores[index],
      (place.form === 'perceptron' ? 4 : 2) * place.width,
      place.masks,
      isFirst ? cascadeMarginOf(classifiers, index, place.scale, stage) : 0,
      place.transitionsAt,
      at.programs[part],
      byPart[part],
      place.transitions.length,
    ]
  })
  return Int32Array.from([...header, ...records, ...lists])
}

/** The first integers of the record of a classifier. */
export function tableOf({ form, lines, spread, classBits, rows }: ClassifierPlace): number[] {
  return [forms.indexOf(form), lines, spread, classBits, rows]
}

/** The seven lists that assembly/feature-lookup.ts looks up, one after another, each with its length before it. */
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
