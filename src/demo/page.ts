/** The demo page: a text, its trees, constraints on a tree, its right-branching tree and derivation, and own treebanks. */
import { ConstraintError, load, type Document, type TextParser } from '../browser.ts'
import { addressOf, LONGEST_TEXT, parseAddress } from './address.ts'
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
const form = new ConstraintForm(parse)
/** By name the models that can be chosen: files in the folder of the page, which `models.json` lists, and those trained here. */
const models = new Map<string, URL | Uint8Array>()
const firstText = input.value

let parser: TextParser | undefined
/** The model and the beam of the parser. */
let inUse = ['', '']
/** The text, parsed without constraints. */
let parsed: Document | undefined
/** What the page shows: the tree of the last constraints that a tree satisfied. */
let shown: Shown | undefined
let addressTimer: ReturnType<typeof setTimeout> | undefined

/** Parses the text with the chosen model, once it is loaded. If that fails, the model and the trees stay as they were. */
async function parseWithModel(): Promise<void> {
  const chosen = [model.value, beam.value]
  const isStale = (): boolean => model.value !== chosen[0] || beam.value !== chosen[1]
  delete document.documentElement.dataset.ready
  say(`Loading ${model.value} …`)
  try {
    const options = beam.value === '' ? {} : { beam: Number(beam.value) }
    const loaded = await load(models.get(model.value)!, options)
    if (isStale()) return
    parser = loaded
    inUse = chosen
  } catch (error) {
    if (isStale()) return
    ;[model.value, beam.value] = inUse
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
  // Lifts and marks are of the transform, not of trees.
  form.start(shown?.analysis.forms ?? [], labels.filter((label) => !/[↑↓*^]/u.test(label)).toSorted())
}

/** Parses with the constraints. The status line begins with `message`. Returns whether a tree satisfies them. */
function parse(constraints: readonly PickedConstraint[], message: string): boolean {
  const index = Math.max(0, sentences.selectedIndex)
  try {
    const demanded = textConstraints(constraints, index)
    const document =
      constraints.length === 0 ? parsed! : parser!.parse(input.value, { constraints: demanded })
    const sentence = document.sentences[index]
    shown = sentence && { document, constraints, analysis: analyse(sentence, parser!) }
  } catch (error) {
    if (!(error instanceof ConstraintError || error instanceof RangeError)) throw error
    // The cause has the message without the index of the sentence.
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

/** Picks the word that was clicked, or keeps the arc. */
function clickTree({ target }: Event): void {
  const { word, dependent } = (target as SVGElement).dataset ?? {}
  if (word !== undefined) form.pick(Number(word))
  else if (dependent !== undefined && shown)
    form.keepArc(shown.analysis.tree.tree.head[Number(dependent)], Number(dependent))
}

/** Fills the form from the address. Names that the page does not have are left out. */
function takeAddress(): void {
  const address = parseAddress(location.hash)
  input.value = address.text || firstText
  model.value = models.has(address.model) ? address.model : model.options[0].value
  beam.value = address.beam
  if (beam.selectedIndex < 0) beam.value = ''
}

/** The address of what the page shows. A model that was trained here is in no address. */
function address(): string {
  const isTrained = models.get(model.value) instanceof Uint8Array || model.selectedIndex === 0
  return addressOf({ text: input.value, model: isTrained ? '' : model.value, beam: beam.value })
}

/** Changes the address, but not with each key: browsers allow only so many changes. */
function keepAddress(): void {
  clearTimeout(addressTimer)
  addressTimer = setTimeout(() => history.replaceState(null, '', address()), 300)
}

function offer(name: string, source: URL | Uint8Array): void {
  if (!models.has(name)) model.append(...optionsOf([[name, name]]))
  models.set(name, source)
}

async function copy(text: string, what: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text)
    say(`${what} is copied.`)
  } catch (error) {
    say(`${what} cannot be copied: ${reasonOf(error)}`, 'refused')
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
  input.maxLength = LONGEST_TEXT
  const changed = (): void => {
    keepAddress()
    void parseWithModel()
  }
  for (const select of [model, beam]) select.addEventListener('change', changed)
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
    const trained = models.get(name) instanceof URL ? `${name} (yours)` : name
    offer(trained, bytes)
    byId('examples').prepend(make('button', example, { type: 'button' }))
    model.value = trained
    changed()
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

/** Offers the models in the folder of the page: `models.json` is a list of their addresses, the default one first. */
async function readModels(): Promise<void> {
  const response = await fetch(new URL('models.json', document.baseURI))
  if (!response.ok) throw new Error(`${response.url}: cannot be fetched (status ${response.status})`)
  for (const path of (await response.json()) as string[]) {
    const file = new URL(path, response.url)
    offer(decodeURIComponent(file.pathname.replace(/^.*\/|\.rbp$/g, '')), file)
  }
}

void start()
