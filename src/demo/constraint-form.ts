/** The form in which the user constrains the tree: words to select, and the list of constraints. */
import {
  chooseKind,
  withDetail,
  nothingPicked,
  pick,
  withConstraint,
  wordingOf,
  type PickedConstraint,
  type Picking,
} from './constraint-picker.ts'
import { byId, make, optionsOf, replaceIn } from './drawing.ts'

/** Shows the tree under constraints and `message`. If no tree satisfies the constraints, shows the reason and returns false. */
export type Constrain = (constraints: readonly PickedConstraint[], message: string) => boolean

type Choices = readonly (readonly [value: string, text: string])[]

const conditionChoices: Choices = [
  ['plain', 'may all have dependents outside'],
  ['root', 'have none outside, but its root may'],
  ['none', 'have no dependents outside'],
]

export class ConstraintForm {
  readonly #constrain: Constrain
  readonly #words = byId('words')
  #picking: Picking = nothingPicked
  #forms: readonly string[] = []
  #labels: Choices = []

  constructor(constrain: Constrain) {
    this.#constrain = constrain
    for (const radio of document.querySelectorAll<HTMLInputElement>('input[name=kind]'))
      radio.addEventListener('change', () => {
        this.#picking = chooseKind(this.#picking, radio.value as PickedConstraint['kind'])
        this.#showWords()
      })
  }

  /** Resets the form to a sentence of these words without constraints. @param labels the labels that an arc can have */
  start(forms: readonly string[], labels: readonly string[]): void {
    this.#picking = chooseKind(nothingPicked, this.#picking.kind)
    this.#forms = forms
    this.#labels = [['', 'any label'], ...labels.map((label) => [label, label] as const)]
    this.#show()
  }

  pick(word: number): void {
    const next = pick(this.#picking, word)
    if (next.constraints !== this.#picking.constraints) return this.#add(next)
    this.#picking = next
    this.#showWords()
  }

  keepArc(head: number, dependent: number): void {
    const { constraints, kind } = this.#picking
    const arc = { kind: 'arc', head, dependent, label: '' } as const
    this.#add({ kind, constraints: withConstraint(constraints, arc) })
  }

  /** @param next the new state, with the new constraint at the end */
  #add(next: Picking): void {
    this.#change(next, `Constraint added: ${this.#wordingOf(next.constraints.at(-1)!)}.`)
  }

  #change(next: Picking, message: string): void {
    const { constraints, kind } = this.#picking
    this.#picking = this.#constrain(next.constraints, message) ? next : { constraints, kind }
    this.#show()
  }

  #show(): void {
    this.#showWords()
    const { constraints } = this.#picking
    replaceIn(
      byId('constraints'),
      constraints.map((constraint) => this.#itemOf(constraint)),
    )
    byId('no-constraints').hidden = constraints.length > 0
  }

  #showWords(): void {
    const { kind, picked } = this.#picking
    const root = kind === 'arc' && picked !== undefined ? [[0, 'ROOT'] as const] : []
    const choices = [...root, ...this.#forms.map((form, i) => [i + 1, form] as const)]
    replaceIn(
      this.#words,
      choices.map(([word, form]) => {
        const button = make('button', form, { type: 'button', onclick: () => this.pick(word) })
        if (word > 0) button.prepend(make('small', String(word)), ' ')
        button.dataset.key = String(word)
        button.setAttribute('aria-pressed', String(word === picked))
        return button
      }),
    )
    byId('hint').textContent = hintFor(
      kind,
      picked === undefined ? undefined : `“${this.#forms[picked - 1]}”`,
    )
  }

  #itemOf(constraint: PickedConstraint): HTMLLIElement {
    const { constraints } = this.#picking
    const wording = this.#wordingOf(constraint)
    const [item, sentence] = [make('li'), make('span', wording)]
    const key = constraint.kind === 'arc' ? `arc ${constraint.dependent}` : `span ${constraint.first}`
    if (constraint.kind === 'span')
      sentence.append(' whose words ', this.#choiceOf(constraint, conditionChoices))
    else if (constraint.head > 0) sentence.append(' as ', this.#choiceOf(constraint, this.#labels))
    const remove = make('button', '✕', { type: 'button' })
    remove.setAttribute('aria-label', `Remove the constraint: ${wording}`)
    remove.dataset.key = `remove ${key}`
    remove.onclick = () => {
      const others = constraints.filter((other) => other !== constraint)
      this.#change({ kind: this.#picking.kind, constraints: others }, `Constraint removed: ${wording}.`)
    }
    item.append(sentence, remove)
    for (const select of item.querySelectorAll('select')) select.dataset.key = `choose ${key}`
    return item
  }

  /** Chooses the label of an arc or the condition of a span. */
  #choiceOf(constraint: PickedConstraint, choices: Choices): HTMLSelectElement {
    const wording = this.#wordingOf(constraint)
    const select = make('select')
    select.append(...optionsOf(choices))
    select.value = constraint.kind === 'arc' ? constraint.label : constraint.condition
    select.setAttribute('aria-label', `${constraint.kind === 'arc' ? 'Label' : 'Condition'}: ${wording}`)
    select.onchange = () => {
      const changedConstraint = withDetail(constraint, select.value)
      const constraints = this.#picking.constraints.map((other) =>
        other === constraint ? changedConstraint : other,
      )
      const text = select.selectedOptions[0].textContent
      const conjunction = constraint.kind === 'arc' ? 'as' : 'whose words'
      this.#change(
        { kind: this.#picking.kind, constraints },
        `Constraint changed: ${wording} ${conjunction} ${text}.`,
      )
    }
    return select
  }

  #wordingOf(constraint: PickedConstraint): string {
    return wordingOf(constraint, this.#forms)
  }
}

function hintFor(kind: PickedConstraint['kind'], form: string | undefined): string {
  if (kind === 'arc')
    return form === undefined ? 'Choose the dependent.' : `Choose the head of ${form}, or ROOT.`
  return form === undefined
    ? 'Choose the first word of the span.'
    : `The span starts with ${form}. Choose its last word.`
}
