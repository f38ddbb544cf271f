/** The demo page: a sentence, its tree, its right-branching tree, its derivation, and constraints on the tree. */
import { ConstraintError } from '../../parser/core/constraints.ts'
import { load } from '../api/load.ts'
import type { Sentence } from '../api/sentence.ts'
import type { Condition } from '../api/text-constraints.ts'
import type { TextParser } from '../api/text-parser.ts'
import { analyse, type Analysis } from './analysis.ts'
import {
  chooseKind,
  nothingPicked,
  pick,
  textConstraints,
  wordingOf,
  withConstraint,
} from './constraint-picker.ts'
import type { PickedConstraint, Picking } from './constraint-picker.ts'
import { showTree, byId, make } from './drawing.ts'
import { Stepper } from './stepper.ts'

const input = byId<HTMLTextAreaElement>('text')
const sentences = byId<HTMLSelectElement>('sentence')
const stepper = new Stepper()

let parser: TextParser
let picking: Picking = nothingPicked
/** What the page shows: the tree of the last constraints that a tree satisfied. */
let shown: Analysis | undefined

function read(): void {
  picking = { ...nothingPicked, kind: picking.kind }
  const parsed = parser.parse(input.value).sentences
  sentences.replaceChildren(
    ...parsed.map(({ text }, i) => make('option', `${i + 1}: ${text}`, { value: String(i) })),
  )
  byId('sentence-field').hidden = parsed.length < 2
  parse('')
}

/** Parses with the constraints. The status line begins with `message`. */
function parse(message: string): void {
  const index = Math.max(0, sentences.selectedIndex)
  let sentence: Sentence | undefined
  try {
    sentence = parser.parse(input.value, { constraints: textConstraints(picking.constraints, index) })
      .sentences[index]
  } catch (error) {
    if (!(error instanceof ConstraintError || error instanceof RangeError)) throw error
    if (picking.constraints.length > 0) return say(`${reasonOf(error)}. The tree stays as it was.`, 'refused')
  }
  shown = sentence && analyse(sentence, parser)
  show()
  const count = picking.constraints.length
  if (!sentence) say('Type a sentence.')
  else if (count > 0)
    say(
      `${message} The tree satisfies ${count === 1 ? 'the constraint' : `all ${count} constraints`}.`,
      'satisfied',
    )
  else say(message)
}

/** The message without the index of the sentence. */
function reasonOf({ cause, message }: Error): string {
  return cause instanceof Error ? cause.message : message
}

function say(text: string, outcome = ''): void {
  const status = byId('status')
  status.textContent = text
  status.dataset.outcome = outcome
}

function show(): void {
  showWords()
  showConstraints()
  byId('trees').hidden = shown === undefined
  stepper.show(shown)
  showTrees()
}

function showTrees(): void {
  if (!shown) return
  const { forms, tree, rightBranching, direction } = shown
  const constrained = new Set(
    picking.constraints.flatMap((constraint) => (constraint.kind === 'arc' ? [constraint.dependent] : [])),
  )
  const highlighted = new Set(picking.constraints.flatMap(wordsIn))
  const options = { id: 'tree', title: 'The dependency tree', constrained, highlighted }
  showTree(byId('tree'), forms, tree, options)
  byId('direction').textContent = direction
  showTree(byId('right-branching'), forms, rightBranching, {
    id: 'branching',
    title: `The ${direction}-branching tree`,
  })
}

function wordsIn(constraint: PickedConstraint): number[] {
  if (constraint.kind === 'arc') return []
  const { first, last } = constraint
  return Array.from({ length: last - first + 1 }, (_, i) => first + i)
}

/** Shows a button for each word. */
function showWords(): void {
  const { kind, picked } = picking
  const choices = (shown?.forms ?? []).map((form, i) => [i + 1, form] as const)
  const root = kind === 'arc' && picked !== undefined ? [[0, 'ROOT'] as const] : []
  const focused =
    document.activeElement instanceof HTMLElement ? document.activeElement.dataset.pick : undefined
  byId('words').replaceChildren(
    ...[...root, ...choices].map(([word, form]) => {
      const button = make('button', form, { type: 'button', onclick: () => pickWord(word) })
      button.dataset.pick = String(word)
      button.setAttribute('aria-pressed', String(word === picked))
      return button
    }),
  )
  if (focused !== undefined) byId('words').querySelector<HTMLElement>(`[data-pick="${focused}"]`)?.focus()
  byId('hint').textContent = hintFor(kind, picked === undefined ? undefined : `“${shown?.forms[picked - 1]}”`)
}

function hintFor(kind: PickedConstraint['kind'], form: string | undefined): string {
  if (kind === 'arc')
    return form === undefined ? 'Choose the dependent.' : `Choose the head of ${form}, or ROOT.`
  return form === undefined
    ? 'Choose the first word of the span.'
    : `The span starts with ${form}. Choose its last word.`
}

function showConstraints(): void {
  const forms = shown?.forms ?? []
  byId('constraints').replaceChildren(
    ...picking.constraints.map((constraint) => {
      const item = make('li', wordingOf(constraint, forms) + ' ')
      const button = make('button', '✕', { type: 'button', onclick: () => remove(constraint) })
      button.setAttribute('aria-label', `Remove the constraint: ${wordingOf(constraint, forms)}`)
      item.append(button)
      return item
    }),
  )
  byId('no-constraints').hidden = picking.constraints.length > 0
}

function pickWord(word: number): void {
  const before = picking
  const condition = byId<HTMLSelectElement>('condition').value as Condition
  picking = pick(picking, word, condition)
  if (picking.constraints === before.constraints) return showWords()
  parseWithNew(before)
}

/** Parses with the constraint that was added last. If no tree satisfies all constraints, removes it. */
function parseWithNew(before: Picking): void {
  parse(`Constraint added: ${wordingOf(picking.constraints.at(-1)!, shown?.forms ?? [])}.`)
  if (byId('status').dataset.outcome !== 'refused') return
  picking = { constraints: before.constraints, kind: before.kind }
  showWords()
}

function remove(constraint: PickedConstraint): void {
  picking = { ...picking, constraints: picking.constraints.filter((other) => other !== constraint) }
  parse(`Constraint removed: ${wordingOf(constraint, shown?.forms ?? [])}.`)
  byId('words').querySelector<HTMLElement>('button')?.focus()
}

/** A click on a word picks it; a click on an arc adds a constraint that keeps it. */
function clickTree(event: Event): void {
  const { word, dependent } = (event.target as SVGElement).dataset ?? {}
  if (word !== undefined) return pickWord(Number(word))
  if (dependent === undefined || !shown) return
  const before = picking
  const head = shown.tree.tree.head[Number(dependent)]
  const arc = { kind: 'arc', head, dependent: Number(dependent) } as const
  picking = { kind: picking.kind, constraints: withConstraint(picking.constraints, arc) }
  parseWithNew(before)
}

async function start(): Promise<void> {
  try {
    parser = await load('en-small')
  } catch (error) {
    return say(error instanceof Error ? error.message : String(error), 'refused')
  }
  const { treebank, sentences: count, licence } = parser.training
  byId('model').textContent =
    `The model was trained on ${Number(count).toLocaleString('en-US')} sentences of ${treebank}` +
    (licence === undefined ? '.' : ` (${licence}).`)
  for (const radio of document.querySelectorAll<HTMLInputElement>('input[name=kind]'))
    radio.addEventListener('change', () => {
      picking = chooseKind(picking, radio.value as PickedConstraint['kind'])
      byId('condition-field').hidden = radio.value !== 'span'
      showWords()
    })
  input.addEventListener('input', read)
  sentences.addEventListener('change', () => {
    picking = { ...nothingPicked, kind: picking.kind }
    parse('')
  })
  byId('tree').addEventListener('click', clickTree)
  addEventListener('resize', () => {
    showTrees()
    stepper.draw()
  })
  input.disabled = false
  read()
  document.documentElement.dataset.ready = 'true'
}

void start()
