/** `rbparse models pack`: makes an npm package of a pipeline. */
import { randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { basename, dirname, join, resolve } from 'node:path'
import packageJson from '../../package.json' with { type: 'json' }
import { ModelError } from '../../parser/model/model-file.ts'
import { readAll } from '../files/text-file.ts'
import { MODEL_EXTENSION } from '../api/installed.ts'
import { MODEL_PACKAGE, modelPath } from '../files/model-packages.ts'
import { CallError, naming, reasonOf, RunError } from '../files/failures.ts'
import type { Terminal } from '../files/terminal.ts'
import { scoresFromText } from '../pipeline/text-scores.ts'
import { PIPELINE_VERSION, readPipeline, writePipeline } from '../pipeline/pipeline-file.ts'
import { Pipeline } from '../pipeline/pipeline.ts'
import { isPipeline, type PipelineModel } from '../pipeline/text-model.ts'
import { commandFor, type CommandContext } from './options.ts'
import { TrainingInput } from './training-input.ts'

interface Options {
  readonly name?: string
  readonly licence?: string
  readonly authors?: string
  readonly treebank?: string
  readonly dev?: string
  readonly output?: string
}

const HELP = `
pack | make an npm package of a pipeline
> Makes the npm package ${MODEL_PACKAGE}NAME of a pipeline: model, licence, authors and figures. Where it is installed, \`load('NAME')\`, \`parse --model NAME\` and \`serve\` find the model.
<model> || a pipeline of \`rbparse train --pipeline\`, NAME for NAME.rbp, or an installed model
--name <name> || the name for \`load\`, lower case (default: that of the file)
--licence <text> || the licence, such as "CC BY-SA 4.0" (default: that of the model, or of the treebank)
--authors <text> || the authors of the treebank (default: those of the model, or of the treebank)
--treebank <folder> || take licence and authors from README.md, and the text of the licence from LICENSE.txt, in this folder
--dev <file> || write into the README what the model reaches on this treebank, from its text
-o, --output <folder> || the folder of the package, which must not exist (default: ${MODEL_PACKAGE}NAME)
$ rbparse models pack en --authors "N. Silveira and others" -o packed-en`

export const packCommand = commandFor(HELP, pack)

async function pack(modelArgument: string, options: Options, { terminal }: CommandContext): Promise<void> {
  const file = await modelPath(
    !existsSync(modelArgument) && existsSync(modelArgument + MODEL_EXTENSION)
      ? modelArgument + MODEL_EXTENSION
      : modelArgument,
  )
  const name = options.name ?? basename(file, MODEL_EXTENSION)
  if (!/^[a-z\d][a-z\d_-]*$/.test(name))
    throw new CallError(`the name ${name}, expected --name with lower-case letters, digits, - and _`)
  const folder = resolve(options.output ?? MODEL_PACKAGE + name)
  if (existsSync(folder)) throw new CallError(`${folder} exists, expected -o with a new folder`)
  const fileBytes = await readAll(file, terminal)
  if (!isPipeline(fileBytes)) throw new RunError(`${file} has no pipeline, expected one of train --pipeline`)
  const model = await naming(file, ModelError, () => readPipeline(fileBytes))
  const { training } = model
  const readme = await textIn(options.treebank, 'README.md')
  const facts = {
    licence: options.licence ?? training.licence ?? readmeValue('License', readme),
    authors: options.authors ?? training.authors ?? readmeValue('Contributors', readme),
  }
  for (const [fact, value] of Object.entries(facts))
    if (value === undefined)
      throw new CallError(`${file} does not state its ${fact}, expected --${fact} or --treebank FOLDER`)
  const [licence, authors] = [String(facts.licence), String(facts.authors)]
  const scores = options.dev === undefined ? {} : await scoresOn(options.dev, model, terminal)
  const bytes = writePipeline({ ...model, training: { ...training, licence, authors } })
  const size = `${(bytes.length / 1e6).toFixed(1)} MB`
  const treebank = training.treebank ?? 'unknown'
  const { sentences, words } = training
  const rows = { treebank, sentences, words, authors, licence, size, ...scores }
  const licenceText = `The model ${name} learned from the treebank ${treebank} by ${authors}.\n\nLicence: ${licence}${addressOf(licence)}\n`
  await writeFolder(folder, {
    [name + MODEL_EXTENSION]: bytes,
    LICENSE: (await textIn(options.treebank, 'LICENSE.txt')) ?? licenceText,
    'README.md': readmeOf(name, rows),
    'package.json': `${JSON.stringify(manifestOf(name, licence, authors), undefined, 2)}\n`,
  })
  terminal.stderr.write(`${folder}: ${size}; \`npm pack ${folder}\` makes a tarball\n`)
}

/** The value of a line `KEY: value` in a README of Universal Dependencies. */
function readmeValue(key: string, text: string | undefined): string | undefined {
  return new RegExp(`^${key}:[ \\t]*(\\S.*)$`, 'm').exec(text ?? '')?.[1].trim()
}

/** The text of a file in a folder; undefined if the file does not exist. */
async function textIn(folder: string | undefined, name: string): Promise<string | undefined> {
  if (folder === undefined) return undefined
  if (!existsSync(folder)) throw new CallError(`${folder} does not exist, expected the folder of a treebank`)
  const path = join(folder, name)
  return existsSync(path) ? readFile(path, 'utf8') : undefined
}

async function scoresOn(path: string, model: PipelineModel, terminal: Terminal): Promise<object> {
  const input = new TrainingInput({ tags: 'both', nonProjective: 'skip' }, terminal)
  const { sentences } = await input.sentences([path], 'tree')
  const scores = scoresFromText(new Pipeline(model), sentences)
  const { wordsF1, sentencesF1, upos: UPOS, ufeats: UFeats, lemmas, uas: UAS, las: LAS } = scores
  const figures = { 'words (F1)': wordsF1, 'sentences (F1)': sentencesF1, UPOS, UFeats, lemmas, UAS, LAS }
  const formattedFigures = Object.entries(figures).map(([name, figure]) => [name, figure.toFixed(2)])
  return {
    'measured on': `${basename(dirname(resolve(path)))}/${basename(path)}, from its text`,
    ...Object.fromEntries(formattedFigures),
  }
}

/** The address of a Creative Commons licence on a separate line; empty for other licences. */
function addressOf(licence: string): string {
  const [, kind, version] = /^CC[ -](BY(?:-[A-Z]+)*)[ -](\d\.\d)$/i.exec(licence) ?? []
  return kind ? `\nhttps://creativecommons.org/licenses/${kind.toLowerCase()}/${version}/` : ''
}

function readmeOf(name: string, rows: object): string {
  const table = Object.entries(rows).map(
    ([key, value]) => `| ${key} | ${String(value).replaceAll('|', '\\|')} |\n`,
  )
  return `# ${MODEL_PACKAGE}${name}

A model for the dependency parser right-branching ${packageJson.version} (pipeline format ${PIPELINE_VERSION}): tokenizer, tagger, lemmatizer and parser.

\`\`\`js
import { load } from 'right-branching'

const parser = await load('${name}')
\`\`\`

| | |
| --- | --- |
${table.join('')}`
}

function manifestOf(name: string, licence: string, authors: string): object {
  const spdx = /^CC[ -]/.test(licence) ? licence.replaceAll(' ', '-') : licence
  const model = `./${name}${MODEL_EXTENSION}`
  return {
    name: MODEL_PACKAGE + name,
    version: packageJson.version,
    description: `The model ${name} for right-branching: tokenizer, tagger, lemmatizer and dependency parser`,
    license: /^[\w.+-]+$/.test(spdx) ? spdx : 'SEE LICENSE IN LICENSE',
    author: authors,
    exports: { '.': model, [model]: model, './package.json': './package.json' },
    files: [name + MODEL_EXTENSION],
  }
}

/** Writes a folder under a temporary name, and renames it when it is complete. */
async function writeFolder(
  folder: string,
  files: Readonly<Record<string, Uint8Array | string>>,
): Promise<void> {
  const draft = `${folder}.${randomUUID()}.part` // a random name, because a killed run can leave a draft behind
  try {
    await mkdir(draft, { recursive: true })
    for (const [name, content] of Object.entries(files)) await writeFile(join(draft, name), content)
    await rename(draft, folder)
  } catch (error) {
    await rm(draft, { recursive: true, force: true })
    throw new RunError(`${folder}: cannot be written (${reasonOf(error)})`)
  }
}
