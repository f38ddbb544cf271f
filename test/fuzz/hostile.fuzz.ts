/** CoNLL-U that is allowed and that nobody expects: every command that reads it ends, with a result or with one line. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, expect } from 'vitest'
import { writeModel } from '../../parser/model/model-file.ts'
import { registry } from '../../parser/registry.ts'
import { Document } from '../../src/document/document.ts'
import { parserOf } from '../../src/api/text-parser.ts'
import { CoNLLUError } from '../../src/conllu/error.ts'
import { readCoNLLU } from '../../src/conllu/reader.ts'
import { embeddedTrain } from '../../src/embedded/treebank.ts'
import { writePipeline } from '../../src/pipeline/pipeline-file.ts'
import { RequestHandler } from '../../src/server/request-handler.ts'
import { trainModel } from '../../src/training/train-model.ts'
import { tinyPipeline } from '../src/pipeline/tiny.ts'
import { program, tinyServed } from '../src/server/serving.ts'
import { called } from './called.ts'
import { target } from './campaign.ts'
import { cuts, retokenized, sentence, textOf } from './hostile-conllu.ts'

const folder = mkdtempSync(join(tmpdir(), 'hostile-'))
afterAll(() => rmSync(folder, { recursive: true }))
const at = (name: string): string => join(folder, name)
const treebank = [...readCoNLLU(embeddedTrain(60))]
const systems = registry.filter(({ name }) => name !== 'rb-oracle').map(({ name }) => name)
for (const system of systems) {
  const { model } = trainModel(treebank, { system, learner: 'perceptron', epochs: 1 })
  writeFileSync(at(system), writeModel(model))
}
writeFileSync(at('pipeline'), writePipeline(tinyPipeline()))
const pattern = [
  { RIGHT_ID: 'a', RIGHT_ATTRS: {} },
  { LEFT_ID: 'a', REL_OP: '>>', RIGHT_ID: 'b', RIGHT_ATTRS: { DEP: { REGEX: '^(d|:)+' } } },
]
writeFileSync(at('spacy.json'), JSON.stringify(pattern))

/** Requests as the server reads them, without a connection. */
const handler = new RequestHandler({ task: 'requests', models: [tinyServed()], program })
const parser = parserOf(writePipeline(tinyPipeline()))

function ask(fields: Readonly<Record<string, string>>): void {
  const body = new TextEncoder().encode(JSON.stringify(fields))
  const { status } = handler.answer({ query: '', type: 'application/json', body })
  if (status === 200 || status === 400) return
  throw new Error(`${JSON.stringify(fields)}: status ${status}`)
}

/** What the JavaScript interface makes of the file. */
function view(text: string): void {
  let document
  try {
    document = Document.fromCoNLLU(text)
  } catch (error) {
    if (error instanceof CoNLLUError || error instanceof RangeError) return
    throw error
  }
  for (const one of document) {
    one.draw()
    one.toSVG()
    expect(one.nounPhrases().length + one.clauses().length).toBeGreaterThan(0)
  }
  document.triples()
  document.toSpaCy()
  document.toDisplaCy()
  for (let offset = -1; offset <= document.text.length; offset++) document.wordAt(offset)
  expect(Document.fromJSON(structuredClone(document.toJSON())).draw()).toBe(document.draw())
}

/** Parts of a call; each is one argument or several. */
const one = {
  system: fc.constantFrom(...systems).map(at),
  format: fc.constantFrom('conllu', 'text', 'svg', 'json'),
  steps: fc.constantFrom(
    'function-heads:case+cc',
    'verb-groups',
    'coordination:chain',
    'projectivize:path,mirror',
  ),
  semgrex: fc.constantFrom('{}', '{}>>{}=b', '{word:/.*/} > ({} $+ {})', '{}=a << {tag:/^$/}', '! {} . {}'),
}
const calls = fc.oneof(
  fc.constantFrom([], ['--svg'], ['--transformed']).map((more) => ['draw', ...more]),
  fc.constantFrom(...systems).map((system) => ['derive', '--system', system]),
  one.semgrex.map((pattern) => ['match', '--format', 'text', '--semgrex', pattern]),
  fc.constant(['match', '--count', '--spacy', at('spacy.json')]),
  fc.constant(['reverse', '--skip-bad']),
  fc
    .tuple(one.system, one.format)
    .map(([model, format]) => ['parse', '--nbest', '3', '--scores', '--model', model, '--format', format]),
  one.system.map((model) => ['parse', '--constraints', '--skip-bad', '--model', model]),
  fc.constant(['parse', '--tag', '--leaves', 'PUNCT,DET', '--model', at('pipeline')]),
  one.format.map((format) => ['parse', '--raw', '--model', at('pipeline'), '--format', format]),
)
const conversions = fc.oneof(
  fc.constantFrom('left', 'right').map((side) => [['--direction', side], []]),
  one.steps.map((steps) => [
    ['--steps', steps],
    ['--steps', steps],
  ]),
)
const requests = fc.record({
  output: fc.constantFrom(
    'conllu',
    'conllu=v1',
    'horizontal=paragraphs',
    'vertical',
    'plaintext',
    'plaintext=normalized_spaces',
    'matxin',
    'epe',
  ),
  stages: fc.constantFrom<Record<string, string>>(
    {},
    { tagger: '' },
    { parser: '' },
    { tagger: '', parser: '' },
    { tokenizer: 'ranges' },
  ),
})
const inputs = fc.record({
  sentences: fc.array(sentence, { minLength: 1, maxLength: 3 }),
  pieces: cuts,
  call: calls,
  conversion: conversions,
  request: requests,
})

target('hostile', inputs, async ({ sentences, pieces, call, conversion, request }) => {
  const text = sentences.map(textOf).join('')
  writeFileSync(at('gold'), text)
  writeFileSync(at('other'), retokenized(text, pieces))
  const figures = await called(['evaluate', '--json', at('gold'), at('gold')])
  if (figures) expect(JSON.parse(figures)).toMatchObject({ las: 100, wordsF1: 100, sentencesF1: 100 })
  await called(['evaluate', at('gold'), at('other')])
  await called(['evaluate', '--no-punct', '--universal', at('other'), at('gold')])
  const [there, back] = conversion
  const converted = await called(['transform', '--skip-bad', ...there, at('gold')])
  await called(['reverse', ...back], { stdin: converted })
  await called([...call, at('gold')], { refused: [1, 2] })
  const { output, stages } = request
  ask({ data: text, output, ...stages })
  view(text)
  expect([...parser.parse(text)].length).toBeGreaterThan(0)
})
