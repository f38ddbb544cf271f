/**
 * `npm run models`: makes `en` and `en-small`, which are committed, from UD English EWT, to the byte. With names of folders
 * behind it, `npm run models -- pt_bosque hu_szeged`, it makes a pipeline of each treebank in build/models, and prints a
 * table of what they reach on their dev parts. The treebanks lie in the folder TREEBANKS (default ../shared/treebanks).
 */
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const treebanks = process.env.TREEBANKS ?? '../shared/treebanks'
const search = ['--beam', '8', '--epochs', '8']

/** Trains a pipeline; returns its figures. */
function train(folder, model, options) {
  const part = (name) => join(treebanks, folder, `${name}.conllu`)
  const dev = existsSync(part('dev')) ? ['--dev', part('dev')] : []
  const output = ['--model', model, '--stats', 'build/models/stats.json']
  const args = ['dist/src/main.js', 'train', '--pipeline', ...options, ...output, ...dev, part('train')]
  const { status } = spawnSync(process.execPath, args, { stdio: ['ignore', 'inherit', 'inherit'] })
  if (status !== 0) process.exit(status ?? 1)
  return JSON.parse(readFileSync('build/models/stats.json', 'utf8'))
}

mkdirSync('build/models', { recursive: true })
const folders = process.argv.slice(2)
if (folders.length === 0) {
  const facts = ['--fact', 'treebank=UD English EWT, train', '--fact', 'licence=CC BY-SA 4.0']
  const clusters = ['--clusters', 'src/clustering/english/clusters.txt']
  train('en_ewt', 'src/models/en-small.rbp', [...facts, ...clusters])
  train('en_ewt', 'src/models/en.rbp', [...facts, ...clusters, ...search])
}
const rows = folders.map((folder) => {
  const { dev, modelBytes } = train(folder, join('build/models', `${folder}.rbp`), search)
  const figures = dev
    ? [dev.wordsF1, dev.sentencesF1, dev.upos, dev.lemmas, dev.las].map((figure) => figure.toFixed(2))
    : ['', '', '', '', '']
  return `| ${[folder, ...figures, `${(modelBytes / 1e6).toFixed(1)} MB`].join(' | ')} |`
})
const columns = ['treebank', 'words', 'sentences', 'UPOS', 'lemmas', 'LAS', 'size']
if (rows.length > 0)
  console.log([`| ${columns.join(' | ')} |`, `|${' --- |'.repeat(columns.length)}`, ...rows].join('\n'))
