/**
 * `npm run models`: makes `en` and `en-small` in src/models, which are committed, from UD English EWT, to the byte, and in
 * build/models a pipeline of every other treebank that has a training part. `npm run models -- en_ewt` makes English alone,
 * `npm run models -- pt_bosque hu_szeged` these two. Prints a table of what the models reach on the dev parts, from plain
 * text. The treebanks lie in the folder TREEBANKS (default ../shared/treebanks).
 */
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const treebanks = process.env.TREEBANKS ?? '../shared/treebanks'
const english = 'en_ewt'
const search = ['--beam', '8', '--epochs', '8']
const stats = 'build/models/stats.json'

/** Runs a command of rbparse; returns its figures. */
function rbparse(...args) {
  const output = ['--stats', stats]
  const stdio = ['ignore', 'inherit', 'inherit']
  const { status } = spawnSync(process.execPath, ['dist/src/main.js', ...args, ...output], { stdio })
  if (status !== 0) process.exit(status ?? 1)
  return JSON.parse(readFileSync(stats, 'utf8'))
}

const part = (folder, name) => join(treebanks, folder, `${name}.conllu`)

/** How many words a second a model parses, of the text of a treebank, ten times over. */
function speed(model, treebank) {
  const lines = readFileSync(treebank, 'utf8').match(/^# text = .*/gm) ?? []
  const text = lines.map((line) => `${line.slice('# text = '.length)}\n\n`).join('')
  writeFileSync('build/models/text.txt', text.repeat(10))
  const output = 'build/models/parsed.conllu'
  return rbparse('parse', '--raw', '--model', model, '-o', output, 'build/models/text.txt').wordsPerSecond
}

/** Trains a pipeline; returns its row of the table. */
function train(folder, model, options) {
  const hasDev = existsSync(part(folder, 'dev'))
  const evaluation = hasDev ? ['--dev', part(folder, 'dev')] : []
  const args = ['--pipeline', ...options, '--model', model, ...evaluation, part(folder, 'train')]
  const { dev, modelBytes } = rbparse('train', ...args)
  const figures = dev && [dev.wordsF1, dev.sentencesF1, dev.upos, dev.ufeats, dev.lemmas, dev.uas, dev.las]
  const row = [
    ...(figures?.map((figure) => figure.toFixed(2)) ?? ['', '', '', '', '', '', '']),
    hasDev ? speed(model, part(folder, 'dev')).toLocaleString('en') : '',
    `${(modelBytes / 1e6).toFixed(1)} MB`,
  ]
  return `| ${[model.replace(/.*\//, '').replace('.rbp', ''), ...row].join(' | ')} |`
}

function trainEnglish() {
  const facts = ['--fact', 'treebank=UD English EWT, train', '--fact', 'licence=CC BY-SA 4.0']
  const known = 'src/clustering/english'
  const files = ['clusters', 'lexicon', 'lemmas', 'abbreviations'].flatMap((name) => [
    `--${name}`,
    `${known}/${name}.txt`,
  ])
  const common = [...facts, ...files]
  return [
    train(english, 'src/models/en-small.rbp', [...common, '--fast']),
    train(english, 'src/models/en.rbp', [...common, ...search]),
  ]
}

mkdirSync('build/models', { recursive: true })
const all = readdirSync(treebanks).filter((folder) => existsSync(part(folder, 'train')))
const folders = process.argv.length > 2 ? process.argv.slice(2) : all
const rows = folders.flatMap((folder) =>
  folder === english ? trainEnglish() : [train(folder, join('build/models', `${folder}.rbp`), [])],
)
const columns = [
  'model',
  'words',
  'sentences',
  'UPOS',
  'UFeats',
  'lemmas',
  'UAS',
  'LAS',
  'words a second',
  'size',
]
console.log([`| ${columns.join(' | ')} |`, `|${' --- |'.repeat(columns.length)}`, ...rows].join('\n'))
