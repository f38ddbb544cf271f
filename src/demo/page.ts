/** The demo page: a sentence, its tree, its right-branching tree, its derivation, and demands that the parse obeys. */
import { ConstraintError } from '../../parser/core/constraints.ts'
import type { Condition } from '../api/demands.ts'
import { load } from '../api/load.ts'
import type { Sentence } from '../api/sentence.ts'
import type { TextParser } from '../api/text-parser.ts'
import { analyse, type Analysis } from './analysis.ts'
import { showTree } from './drawing.ts'
import { byId, make } from './elements.ts'
import { Stepper } from './stepper.ts'
import {
  choose,
  demand,
  demandsOf,
  nothingPicked,
  pick,
  wordingOf,
  type Picking,
  type Wish,
} from './wishes.ts'

const input = byId<HTMLTextAreaElement>('text')
const sentences = byId<HTMLSelectElement>('sentence')
const stepper = new Stepper()

let parser: TextParser
let picking: Picking = nothingPicked
/** What is shown: it is that of the last demands that could be met. */
let shown: Analysis | undefined

/** New text: nothing is demanded of it yet. */
function read(): void {
  picking = { ...nothingPicked, kind: picking.kind }
  const parsed = parser.parse(input.value).sentences
  sentences.replaceChildren(
    ...parsed.map(({ text }, i) => make('option', `${i + 1}: ${text}`, { value: String(i) })),
  )
  byId('sentence-field').hidden = parsed.length < 2
  parse('')
}

/** Parses as it is demanded, and says how it went. */
function parse(before: string): void {
  const index = Math.max(0, sentences.selectedIndex)
  let sentence: Sentence | undefined
  try {
    sentence = parser.parse(input.value, { constraints: demandsOf(picking.wishes, index) }).sentences[index]
  } catch (error) {
    if (!(error instanceof ConstraintError || error instanceof RangeError)) throw error
    // An empty text has no sentence to demand anything of.
    if (picking.wishes.length > 0) return say(`${reasonOf(error)}. The tree stays as it was.`, 'refused')
  }
  shown = sentence && analyse(sentence, parser)
  show()
  const count = picking.wishes.length
  if (!sentence) say('Type a sentence.')
  else if (count > 0)
    say(`${before} The parse obeys ${count === 1 ? 'the demand' : `all ${count} demands`}.`.trim(), 'obeyed')
  else say(before)
}

/** Without the number of the sentence, of which there is one. */
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
  showWishes()
  byId('trees').hidden = shown === undefined
  stepper.show(shown)
  showTrees()
}

function showTrees(): void {
  if (!shown) return
  const { forms, tree, rightBranching, direction } = shown
  const demanded = new Set(picking.wishes.flatMap((wish) => (wish.kind === 'arc' ? [wish.dependent] : [])))
  const highlighted = new Set(picking.wishes.flatMap(wordsIn))
  const options = { id: 'tree', title: 'The dependency tree', demanded, highlighted }
  showTree(byId('tree'), forms, tree, options)
  byId('direction').textContent = direction
  showTree(byId('right-branching'), forms, rightBranching, {
    id: 'branching',
    title: `The ${direction}-branching tree`,
  })
}

function wordsIn(wish: Wish): number[] {
  if (wish.kind === 'arc') return []
  return Array.from({ length: wish.last - wish.first + 1 }, (_, i) => wish.first + i)
}

/** The buttons to pick words with. */
function showWords(): void {
  const { kind, picked } = picking
  const choices = (shown?.forms ?? []).map((form, i) => [i + 1, form] as const)
  const root = kind === 'arc' && picked !== undefined ? [[0, 'ROOT'] as const] : []
  const focused =
    document.activeElement instanceof HTMLElement ? document.activeElement.dataset.pick : undefined
  byId('words').replaceChildren(
    ...[...root, ...choices].map(([word, form]) => {
      const button = make('button', form, { type: 'button', onclick: () => take(word) })
      button.dataset.pick = String(word)
      button.setAttribute('aria-pressed', String(word === picked))
      return button
    }),
  )
  if (focused !== undefined) byId('words').querySelector<HTMLElement>(`[data-pick="${focused}"]`)?.focus()
  const form = picked === undefined ? '' : `“${shown?.forms[picked - 1]}”`
  byId('hint').textContent =
    kind === 'arc'
      ? picked === undefined
        ? 'Choose the dependent.'
        : `Choose the head of ${form}, or ROOT.`
      : picked === undefined
        ? 'Choose the first word of the span.'
        : `From ${form} to where? Choose the last word.`
}

function showWishes(): void {
  const forms = shown?.forms ?? []
  byId('wishes').replaceChildren(
    ...picking.wishes.map((wish) => {
      const item = make('li', wordingOf(wish, forms) + ' ')
      const remove = make('button', '✕', { type: 'button', onclick: () => drop(wish) })
      remove.setAttribute('aria-label', `No longer demand: ${wordingOf(wish, forms)}`)
      item.append(remove)
      return item
    }),
  )
  byId('no-wishes').hidden = picking.wishes.length > 0
}

function take(word: number): void {
  const before = picking
  const condition = byId<HTMLSelectElement>('condition').value as Condition
  picking = pick(picking, word, condition)
  if (picking.wishes === before.wishes) return showWords()
  settle(before, picking.wishes.at(-1)!)
}

/** Parses under new demands; what no tree can meet is not kept. */
function settle(before: Picking, wish: Wish): void {
  const forms = shown?.forms ?? []
  parse(`Demanded: ${wordingOf(wish, forms)}.`)
  if (byId('status').dataset.outcome !== 'refused') return
  picking = { wishes: before.wishes, kind: before.kind }
  showWords()
}

function drop(wish: Wish): void {
  picking = { ...picking, wishes: picking.wishes.filter((other) => other !== wish) }
  parse(`No longer demanded: ${wordingOf(wish, shown?.forms ?? [])}.`)
  byId('words').querySelector<HTMLElement>('button')?.focus()
}

/** Words are picked in the drawing too, and an arc that is clicked has to stay. */
function clickTree(event: Event): void {
  const { word, dependent } = (event.target as SVGElement).dataset ?? {}
  if (word !== undefined) return take(Number(word))
  if (dependent === undefined || !shown) return
  const before = picking
  const wish = {
    kind: 'arc',
    head: shown.tree.tree.head[Number(dependent)],
    dependent: Number(dependent),
  } as const
  picking = { kind: picking.kind, wishes: demand(picking.wishes, wish) }
  settle(before, wish)
}

async function start(): Promise<void> {
  try {
    parser = await load('en')
  } catch (error) {
    return say(error instanceof Error ? error.message : String(error), 'refused')
  }
  const { treebank, sentences: count, licence } = parser.training
  byId('model').textContent =
    `The model has learned from ${Number(count).toLocaleString('en-US')} sentences of ${treebank}` +
    (licence === undefined ? '.' : ` (${licence}).`)
  for (const radio of document.querySelectorAll<HTMLInputElement>('input[name=kind]'))
    radio.addEventListener('change', () => {
      picking = choose(picking, radio.value as Wish['kind'])
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
