/**
 * `npm run accuracy -- NAME=FILE.conllu…`: parses the text of treebanks with the shipped models and writes docs/accuracy.md:
 * F1 as in the CoNLL 2018 shared task, what kinds of errors cost how much, and how many trees break rules of annotation.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { format, resolveConfig } from 'prettier'
import { evaluate, load, readCoNLLU } from '../../dist/src/node.js'

const page = fileURLToPath(new URL('../accuracy.md', import.meta.url))
const models = ['en', 'en-small']

const columns = {
  Words: 'wordsF1',
  Sentences: 'sentencesF1',
  UPOS: 'upos',
  UFeats: 'ufeats',
  Lemmas: 'lemmas',
  UAS: 'uas',
  LAS: 'las',
  CLAS: 'clas',
}

/** What others print about English EWT, test part, from text, in the same measures; empty where they print nothing. */
const others = [
  [
    'UDPipe 1',
    '2.5',
    [98.9, 77.4, 93.3, 94.2, 95.5, 80.2, 77.0],
    'github.com/ufal/udpipe, doc/manual_model_ud-2.5.t2t',
  ],
  [
    'Stanza 1.0',
    '2.5',
    [99.01, 81.13, 95.4, 96.11, 97.21, 86.22, 83.59, 80.21],
    'stanfordnlp.github.io/stanza/v100performance.html',
  ],
  [
    'Stanza 1.5.1',
    '2.12',
    [98.92, 89.16, 96.2, 96.39, 96.63, 88.9, 86.77, 84.11],
    'stanfordnlp.github.io/stanza/performance.html',
  ],
  [
    'UDPipe 2',
    '2.12',
    [99.09, 87.82, 96.69, 96.7, 97.26, 90.71, 88.81],
    'github.com/ufal/udpipe, branch udpipe-2, docs/models_ud212.md',
  ],
  [
    'UDPipe 2',
    '2.17',
    [99.07, 88.42, 96.75, 97.21, 97.13, 91.59, 89.91, 87.0],
    'the same, models-2.17/EVALUATION-server.txt',
  ],
  [
    'spaCy 3.2 with XLM-RoBERTa',
    '2.5',
    [undefined, 90.62, 96.94, 96.91, 97.36, 91.9, 89.42],
    'huggingface.co/explosion/en_udv25_englishewt_trf',
  ],
]

/** The kinds of errors, in the order in which they are asked for: a word counts where it first fits. */
const kinds = {
  'token: the words are cut otherwise': ({ word, other }) => other === undefined || word.form !== other.form,
  'sentence: it begins or ends elsewhere': ({ isSameSentence }) => !isSameSentence,
  'tag: the universal tag is wrong, too': ({ word, other }) => word.upos !== other.upos,
  'head: the head is wrong': ({ word, other }) => headOf(word) !== headOf(other),
  'label: only the label is wrong': () => true,
}

const leaves = /^(?:aux|cop|punct|fixed|cc|mark)$/
const ofLeaves = /^(?:conj|cc|punct|fixed|goeswith|reparandum|advmod|discourse|parataxis|case)$/
const tags = {
  advmod: /^(?:ADV|ADJ|CCONJ|DET|PART|SYM)$/,
  aux: /^AUX$/,
  cc: /^(?!NOUN|PROPN|ADJ|PRON|DET|NUM|VERB|AUX|INTJ)/,
  cop: /^(?:AUX|PRON|DET|SYM)$/,
  det: /^(?:DET|PRON)$/,
  expl: /^(?:PRON|DET|PART)$/,
  mark: /^(?!NOUN|PROPN|ADJ|PRON|DET|NUM|VERB|AUX|INTJ)/,
  nummod: /^(?:NUM|NOUN|SYM)$/,
  punct: /^PUNCT$/,
}

/** Rules of annotation, among those of the official validator at level 3; each takes a word with its relation. */
const rules = {
  'relation and tag do not go together': ({ word, relation, children }) =>
    !(tags[relation]?.test(word.upos) ?? true) &&
    !children.some((child) => /^(?:fixed|goeswith)$/.test(baseOf(child))),
  'PUNCT without `punct`': ({ word, relation }) =>
    word.upos === 'PUNCT' && !/^(?:punct|root)$/.test(relation),
  'a second subject': ({ children }) =>
    children.filter((child) => /^[nc]subj(?!.*:outer)/.test(child.deprel)).length > 1,
  'from right to left': ({ word, relation }) =>
    /^(?:conj|fixed|flat|goeswith|appos)$/.test(relation) && word.head > word.id,
  'a dependent of a function word': ({ relation, children }) =>
    leaves.test(relation) && children.some((child) => !ofLeaves.test(baseOf(child))),
}

const baseOf = ({ deprel }) => deprel.split(':', 1)[0]

/** A treebank or the output of a model: words with the place of their tokens in the characters without white space. */
function read(conllu) {
  const sentences = []
  let at = 0
  for (const sentence of readCoNLLU(conllu)) {
    const start = at
    const words = []
    for (const { first, last, form } of sentence.tokens()) {
      const end = at + form.replaceAll(/\s/g, '').length
      for (let id = first; id <= last; id++)
        words.push({
          id,
          place: `${at}-${end}-${id - first}-${last - first}`,
          form: sentence.form(id),
          upos: sentence.upos(id),
          head: sentence.head[id],
          deprel: sentence.deprel(id),
          words,
        })
      at = end
    }
    sentences.push({ place: `${start}-${at}`, words })
  }
  return sentences
}

/** The place of the head. */
const headOf = ({ words, head }) => (head === 0 ? 'root' : words[head - 1].place)

/** By kind: the share of the words of the treebank with such an error, in percent. */
function errors(gold, system) {
  const found = new Map(system.flatMap(({ words }) => words.map((word) => [word.place, word])))
  const places = new Set(system.map(({ place }) => place))
  const counts = Object.fromEntries(Object.keys(kinds).map((kind) => [kind, 0]))
  let size = 0
  for (const { place, words } of gold)
    for (const word of words) {
      size++
      const other = found.get(word.place)
      if (other && headOf(word) === headOf(other) && word.deprel === other.deprel) continue
      const one = { word, other, isSameSentence: places.has(place) }
      const [kind] = Object.entries(kinds).find(([, fits]) => fits(one))
      counts[kind]++
    }
  return Object.values(counts).map((count) => (100 * count) / size)
}

/** By rule: how many words of 1,000 sentences break it. */
function broken(sentences) {
  const counts = Object.values(rules).map((breaks) => {
    let count = 0
    for (const { words } of sentences)
      for (const word of words) {
        const children = words.filter(({ head }) => head === word.id)
        if (breaks({ word, relation: baseOf(word), children })) count++
      }
    return (1000 * count) / sentences.length
  })
  return [...counts, counts.reduce((sum, count) => sum + count, 0)]
}

/** The text of a treebank: a blank line is before each paragraph. */
function textOf(conllu) {
  let text = ''
  for (const sentence of readCoNLLU(conllu)) {
    if (text !== '' && sentence.beginsParagraph()) text += '\n\n'
    for (const { form, misc } of sentence.tokens())
      text += misc.split('|').includes('SpaceAfter=No') ? form : `${form} `
  }
  return text
}

const table = (head, rows) =>
  [head, head.map((_, i) => (i === 0 ? '-' : '-:')), ...rows]
    .map((row) => `| ${row.join(' | ')} |`)
    .join('\n')
const decimals = (figures, count = 2) => Array.from(figures, (figure) => figure?.toFixed(count) ?? '')

const treebanks = process.argv.slice(2).map((argument) => argument.split('='))
const measured = []
for (const [treebank, file] of treebanks) {
  const conllu = readFileSync(file, 'utf8')
  const gold = read(conllu)
  const text = textOf(conllu)
  for (const name of models) {
    const parser = await load(name)
    const parsed = parser.parse(text).toCoNLLU()
    const evaluation = evaluate(readCoNLLU(conllu), readCoNLLU(parsed))
    const system = read(parsed)
    measured.push({
      name: `${name}, ${treebank}`,
      scores: decimals(Object.values(columns).map((column) => evaluation[column])),
      errors: decimals(errors(gold, system)),
      broken: decimals(broken(system), 1),
    })
  }
  measured.push({ name: `the treebank, ${treebank}`, broken: decimals(broken(gold), 1) })
}
const systems = measured.filter(({ scores }) => scores)
const turned = (names, rows, field) => names.map((name, i) => [name, ...rows.map((row) => row[field][i])])
const text = `# Accuracy

\`npm run accuracy -- ${treebanks.map(([name]) => `"${name}"=FILE`).join(' ')}\` made this page: it parses the text of the dev parts of these treebanks of Universal Dependencies and compares. The models learned from the training part of EWT, text of the web. GUM has academic texts, fiction, interviews, speeches and more, by other annotators; the models have seen nothing of it.

${table(
  ['model, text', ...Object.keys(columns)],
  systems.map(({ name, scores }) => [name, ...scores]),
)}

F1 in percent, words aligned as in the CoNLL 2018 shared task. UAS are right heads, LAS right heads with the full label, CLAS those of content words.

## Kinds of errors

Words of the treebank whose head or label is wrong, in percent. A word counts in the first line that fits.

${table(['kind', ...systems.map(({ name }) => name)], turned(Object.keys(kinds), systems, 'errors'))}

## Rules of annotation

Words in 1,000 sentences that break rules which annotators keep. They are some of those that the [official validator](https://github.com/UniversalDependencies/tools) tests at level 3, counted by the command of this page.

${table(['rule', ...measured.map(({ name }) => name)], turned([...Object.keys(rules), 'all'], measured, 'broken'))}

## What others print

English EWT, its **test** part, from text, in the same measures, as the authors print them. Versions and parts of the treebank differ, so a difference of a point says little.

${table(
  ['system', 'UD', ...Object.keys(columns), 'where it is printed'],
  others.map(([name, version, figures, where]) => [
    name,
    version,
    ...decimals(Array.from({ length: Object.keys(columns).length }, (_, i) => figures[i])),
    where,
  ]),
)}

UDPipe 1 prints one decimal. spaCy's figures are of a pipeline for benchmarks; that of \`en_core_web_sm\` 3.7.1 (huggingface.co/spacy/en_core_web_sm) prints LAS 89.87 and UAS 91.75, measured on OntoNotes 5, with labels and text of another kind, which cannot be compared. What else the systems do: [comparison](comparison.md).
`
writeFileSync(page, await format(text, { ...(await resolveConfig(page)), parser: 'markdown' }))
