/**
 * The header of a model file, with all checks. Files use older names: `stepwise` is a factored model, `joint` a labelled
 * model, `late` are relabelling templates, `glance` is a first stage.
 */
import { nonProjectiveChoices } from '../../transform/decoding.ts'
import { parseLabel } from '../../transform/label.ts'
import { Lifts } from '../../transform/lifting/lifts.ts'
import { Symbols } from '../../transform/symbols.ts'
import { headSteps, makeStepOf } from '../../transform/steps/registry.ts'
import { PLAIN, treeOf } from '../../transform/tree.ts'
import { checkedTemplates } from '../features/templates.ts'
import { compileRelabelling } from '../features/arc-templates.ts'
import { compileFor, isName, registered, registry } from '../registry.ts'
import { ModelError } from './container.ts'
import { widestBeam, type ModelFacts, type ModelHeader } from './model.ts'

export function headerToJson(header: ModelHeader): Record<string, unknown> {
  const { system, singleRoot, direction, form, relabelling, nonProjective, tags, templates, ...rest } = header
  const { firstStage: glance, ...set } = templates
  const decision = form === 'labelled' ? 'joint' : 'stepwise'
  const late = relabelling && { late: relabelling }
  const sets = glance ? { ...set, glance } : set
  return { system, singleRoot, direction, decision, ...late, nonProjective, tags, templates: sets, ...rest }
}

/** The facts in the header of a model file. Throws RangeError or SyntaxError if the header is not valid. */
export function factsFromJson(json: unknown): ModelFacts {
  if (!isRecord(json)) throw new RangeError('its header is not an object')
  const header = headerFromJson(json)
  const labels = labelsFromJson(json.labels, header.steps)
  const { defaults, rootLabel } = json
  const isLabel = (value: unknown): value is number =>
    typeof value === 'number' && Number.isInteger(value) && value >= 0 && value < labels.size
  if (!isListOf(defaults, isLabel)) throw new RangeError('no default labels')
  if (!isLabel(rootLabel)) throw new RangeError('no label of the root')
  const { transitionTypes } = registered(header.system).make({ singleRoot: header.singleRoot })
  if (defaults.length !== transitionTypes.length) throw new RangeError('the defaults do not fit the system')
  return { header, labels, defaults: Int32Array.from(defaults), rootLabel }
}

/** Throws RangeError if a text has control characters. @param textName the name of the text in the error message */
export function checkPrintable(text: string, textName: string): void {
  if (/[\p{Cc}\p{Cs}\u2028\u2029]/u.test(text))
    throw new RangeError(
      `${textName} ${JSON.stringify(text)} has a control character, expected printable text`,
    )
}

/** Checks and copies the facts of a training. Throws RangeError. */
export function checkFacts(facts: unknown): ModelHeader['training'] {
  if (!isRecord(facts)) throw new RangeError('training facts')
  const checked: Record<string, string | number | boolean> = {}
  for (const [name, value] of Object.entries(facts)) {
    if (typeof value !== 'string' && typeof value !== 'number' && typeof value !== 'boolean')
      throw new RangeError(`the training fact '${name}' is neither text nor a number nor true nor false`)
    checkPrintable(name, 'the name of the training fact')
    checkPrintable(String(value), `the training fact '${name}'`)
    checked[name] = value
  }
  return checked
}

function headerFromJson(json: Readonly<Record<string, unknown>>): ModelHeader {
  const { system, singleRoot, direction, decision, late: relabelling, steps, tags, beam, confidences } = json
  if (!isText(system)) throw new RangeError('no system')
  if (isName(system) && !registry.some(({ name }) => name === system))
    throw new ModelError(`the model needs the system '${system}', expected --use with its module`)
  if (typeof singleRoot !== 'boolean') throw new RangeError('singleRoot')
  if (direction !== 'right' && direction !== 'left') throw new RangeError('direction')
  const nonProjective = nonProjectiveChoices.find((choice) => choice === json.nonProjective)
  if (!nonProjective) throw new RangeError('nonProjective')
  if (decision !== 'joint' && decision !== 'stepwise') throw new RangeError('decision')
  if (tags !== 'upos' && tags !== 'xpos' && tags !== 'both') throw new RangeError('tags')
  if (typeof beam !== 'number' || !Number.isInteger(beam) || beam < 1 || beam > widestBeam)
    throw new RangeError('beam')
  if (relabelling !== undefined && !isListOf(relabelling, isText)) throw new RangeError('late')
  if (steps !== undefined && !isListOf(steps, isText)) throw new RangeError('steps')
  if (confidences !== undefined && !(isListOf(confidences, isProbability) && confidences.length > 1))
    throw new RangeError('confidences')
  if (relabelling) compileRelabelling(relabelling)
  const templates = checkedTemplates(json.templates)
  if (!templates) throw new RangeError('templates')
  checkPrintable(templates.name, 'the name of the templates')
  compileFor(system, templates)
  const training = checkFacts(json.training)
  const form = decision === 'joint' ? 'labelled' : 'factored'
  const requiredFields = {
    system,
    singleRoot,
    direction,
    form,
    nonProjective,
    tags,
    templates,
    beam,
    training,
  } as const
  return {
    ...requiredFields,
    ...(steps && { steps }),
    ...(relabelling && { relabelling }),
    ...(confidences && { confidences }),
  }
}

/** Checks that labels follow the grammar of transform/label.ts without marks, and that the bases of all lifts and signs exist. */
function labelsFromJson(texts: unknown, steps: readonly string[] = []): Symbols {
  if (!isListOf(texts, isText)) throw new RangeError('no labels')
  const labels = new Symbols(texts).freeze()
  if (labels.size !== texts.length || labels.size === 0)
    throw new RangeError('a label is there twice, or there is none')
  for (const text of texts) {
    checkPrintable(text, 'the label')
    if (parseLabel(text).mark !== PLAIN) throw new RangeError(`the label '${text}' has a mark`)
  }
  new Lifts(labels).bases()
  // The decoding of a tree with all labels requires every label without signs.
  const tree = treeOf(
    texts.map(() => 0),
    texts.map((_, label) => label),
  )
  for (const step of steps) makeStepOf(headSteps, step, labels).decode(tree)
  return labels
}

function isProbability(value: unknown): value is number {
  return typeof value === 'number' && value >= 0 && value <= 1
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function isText(value: unknown): value is string {
  return typeof value === 'string'
}

function isListOf<Item>(list: unknown, isItem: (item: unknown) => item is Item): list is readonly Item[] {
  return Array.isArray(list) && list.every(isItem)
}
