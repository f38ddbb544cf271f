/**
 * The demo page: parses a text, and shows trees, constraints, right-branching trees and derivations; trains on treebanks of
 * the user.
 */
import { ConstraintError, load, type Document, type TextParser } from '../browser.ts'
import { addressOf, MAX_TEXT_LENGTH, parseAddress } from './address.ts'
import { analyse, type Analysis } from './analysis.ts'
import { ConstraintForm } from './constraint-form.ts'
import { textConstraints, type PickedConstraint } from './constraint-picker.ts'
import { byId, classify, make, optionsOf, reasonOf, showTree } from './drawing.ts'
import { pngOf, saveFile, svgOf } from './exports.ts'
import { Stepper } from './stepper.ts'
import { offerTraining } from './treebank-form.ts'

interface Shown {
  readonly document: Document
  readonly analysis: Analysis
  readonly constraints: readonly PickedConstraint[]
}

const input = byId<HTMLTextAreaElement>('text')
const [sentences, model, beam] = ['sentence', 'model', 'beam'].map((id) => byId<HTMLSelectElement>(id))
const tree = byId('tree')
const stepper = new Stepper()
const constraintForm = new ConstraintForm(parse)
/** The models by name: files in the folder of the page, which `models.json` lists, and models trained on the page. */
const models = new Map<string, URL | Uint8Array>()
const firstText = input.value

let parser: TextParser | undefined
/** The selected model and beam of the current parser. */
let activeChoice = ['', '']
/** The text, parsed without constraints. */
let parsed: Document | undefined
/** The content of the page: the tree of the last satisfiable constraints. */
let shown: Shown | undefined
let addressTimer: ReturnType<typeof setTimeout> | undefined

/** Loads the selected model and parses the text. If loading fails, the page keeps the previous model and trees. */
async function parseWithModel(): Promise<void> {
  const choice = [model.value, beam.value]
  const isStale = (): boolean => model.value !== choice[0] || beam.value !== choice[1]
  delete document.documentElement.dataset.ready
  say(`Loading ${model.value} …`)
  try {
    const options = beam.value === '' ? {} : { beam: Number(beam.value) }
    const loaded = await load(models.get(model.value)!, options)
    if (isStale()) return
    parser = loaded
    activeChoice = choice
  } catch (error) {
    if (isStale()) return
    ;[model.value, beam.value] = activeChoice
    return say(reasonOf(error), 'refused')
  }
  const { treebank = 'a treebank', sentences: count, licence } = parser.training
  byId('about').textContent =
    `The model was trained on ${Number(count).toLocaleString('en-US')} sentences of ${treebank}` +
    (licence === undefined ? '.' : ` (${licence}).`)
  beam.options[0].text = `as trained: ${parser.pipeline.parser.model.header.beam}`
  read()
  document.documentElement.dataset.ready = 'true'
}

/** Parses the text without constraints. */
function read(): void {
  if (!parser) return
  parsed = parser.parse(input.value)
  const texts = parsed.sentences.map(({ text }, i) => [String(i), `${i + 1}: ${text}`] as const)
  sentences.replaceChildren(...optionsOf(texts))
  byId('sentence-field').hidden = texts.length < 2
  readSentence()
}

function readSentence(): void {
  parse([], '')
  const labels = parser!.pipeline.parser.model.labels.texts()
  // Leave out labels with lifts and marks, which belong to the transform.
  constraintForm.start(
    shown?.analysis.forms ?? [],
    labels.filter((label) => !/[↑↓*^]/u.test(label)).toSorted(),
  )
}

/** Parses with the constraints. The status line begins with `message`. Returns whether a tree satisfies them. */
function parse(constraints: readonly PickedConstraint[], message: string): boolean {
  const index = Math.max(0, sentences.selectedIndex)
  try {
    const textForm = textConstraints(constraints, index)
    const document =
      constraints.length === 0 ? parsed! : parser!.parse(input.value, { constraints: textForm })
    const sentence = document.sentences[index]
    shown = sentence && { document, constraints, analysis: analyse(sentence, parser!) }
  } catch (error) {
    if (!(error instanceof ConstraintError || error instanceof RangeError)) throw error
    // The message of the cause does not contain the index of the sentence.
    say(`${reasonOf(error.cause ?? error)}. The tree stays as it was.`, 'refused')
    return false
  }
  for (const results of document.querySelectorAll<HTMLElement>('.results')) results.hidden = !shown
  stepper.show(shown?.analysis)
  showTrees()
  const count = constraints.length
  if (!shown) say('Type a sentence.')
  else if (count === 0) say(message)
  else
    say(
      `${message} The tree satisfies ${count === 1 ? 'the constraint' : `all ${count} constraints`}.`,
      'satisfied',
    )
  return true
}

function say(text: string, outcome = ''): void {
  const status = byId('status')
  status.textContent = text
  status.dataset.outcome = outcome
}

function showTrees(): void {
  if (!shown) return tree.replaceChildren()
  const { analysis, constraints } = shown
  const { forms, notes, direction, rightBranching } = analysis
  showTree(tree, forms, analysis.tree, { title: 'The dependency tree', notes })
  classify(tree, 'dependent', 'constrained', (word) =>
    constraints.some((one) => one.kind === 'arc' && one.dependent === word),
  )
  classify(tree, 'word', 'highlighted', (word) =>
    constraints.some((one) => one.kind === 'span' && one.first <= word && word <= one.last),
  )
  byId('direction').textContent = direction
  showTree(byId('right-branching'), forms, rightBranching, { title: `The ${direction}-branching tree` })
}

/** Selects the clicked word, or constrains the clicked arc. */
function clickTree({ target }: Event): void {
  const { word, dependent } = (target as SVGElement).dataset ?? {}
  if (word !== undefined) constraintForm.pick(Number(word))
  else if (dependent !== undefined && shown)
    constraintForm.keepArc(shown.analysis.tree.tree.head[Number(dependent)], Number(dependent))
}

/** Fills the form from the address. Ignores unknown models and beams. */
function takeAddress(): void {
  const address = parseAddress(location.hash)
  input.value = address.text || firstText
  model.value = models.has(address.model) ? address.model : model.options[0].value
  beam.value = address.beam
  if (beam.selectedIndex < 0) beam.value = ''
}

/** The address of the current content. It does not contain models that were trained on the page. */
function address(): string {
  const isTrained = models.get(model.value) instanceof Uint8Array || model.selectedIndex === 0
  return addressOf({ text: input.value, model: isTrained ? '' : model.value, beam: beam.value })
}

/** Updates the address with a delay, because browsers limit the number of changes. */
function keepAddress(): void {
  clearTimeout(addressTimer)
  addressTimer = setTimeout(() => history.replaceState(null, '', address()), 300)
}

function offer(name: string, source: URL | Uint8Array): void {
  if (!models.has(name)) model.append(...optionsOf([[name, name]]))
  models.set(name, source)
}

async function copy(text: string, subject: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text)
    say(`${subject} is copied.`)
  } catch (error) {
    say(`${subject} cannot be copied: ${reasonOf(error)}`, 'refused')
  }
}

function offerExports(): void {
  const drawing = (): SVGSVGElement => tree.querySelector('svg')!
  const background = (): string => getComputedStyle(tree.closest('section')!).backgroundColor
  const conllu = (): string => shown!.document.toCoNLLU()
  byId('copy-conllu').onclick = () => copy(conllu(), 'The CoNLL-U')
  byId('copy-address').onclick = () => copy(new URL(address(), location.href).href, 'The address')
  byId('save-conllu').onclick = () => saveFile('trees.conllu', new Blob([conllu()]))
  byId('save-svg').onclick = () => saveFile('tree.svg', svgOf(drawing()))
  byId('save-png').onclick = () =>
    pngOf(drawing(), background()).then(
      (png) => saveFile('tree.png', png),
      (error: unknown) => say(reasonOf(error), 'refused'),
    )
}

async function start(): Promise<void> {
  input.maxLength = MAX_TEXT_LENGTH
  const onChange = (): void => {
    keepAddress()
    void parseWithModel()
  }
  for (const select of [model, beam]) select.addEventListener('change', onChange)
  input.addEventListener('input', () => {
    read()
    keepAddress()
  })
  sentences.addEventListener('change', readSentence)
  tree.addEventListener('click', clickTree)
  addEventListener('hashchange', () => {
    takeAddress()
    read()
    void parseWithModel()
  })
  addEventListener('resize', () => {
    showTrees()
    stepper.draw()
  })
  offerExports()
  byId('examples').addEventListener('click', ({ target }) => {
    if (!(target instanceof HTMLButtonElement)) return
    input.value = target.textContent
    read()
    keepAddress()
  })
  offerTraining((name, { bytes, example }) => {
    const modelName = models.get(name) instanceof URL ? `${name} (yours)` : name
    offer(modelName, bytes)
    byId('examples').prepend(make('button', example, { type: 'button' }))
    model.value = modelName
    onChange()
  })
  try {
    await readModels()
    takeAddress()
    await parseWithModel()
  } catch (error) {
    say(reasonOf(error), 'refused')
  }
  document.body.classList.add('started')
}

/** Offers the models in the folder of the page. `models.json` lists their addresses, the default model first. */
async function readModels(): Promise<void> {
  const response = await fetch(new URL('models.json', document.baseURI))
  if (!response.ok) throw new Error(`${response.url}: cannot be fetched (status ${response.status})`)
  for (const path of (await response.json()) as string[]) {
    const file = new URL(path, response.url)
    offer(decodeURIComponent(file.pathname.replace(/^.*\/|\.rbp$/g, '')), file)
  }
}

void start()
