/**
 * Chooses the sentences of the embedded treebank from the training part of English EWT. Equal input gives an equal file;
 * ../treebank.ts describes its format. Called by `npm run embedded` as: choose.js TRAIN.conllu OUT.json
 */
import { readFileSync, writeFileSync } from 'node:fs'

const TRAIN_SENTENCES = 1200
const DEV_SENTENCES = 300
const MIN_WORDS = 3
const MAX_WORDS = 30
const SEED = 2003
/** Addresses of persons and sites, telephone numbers, and words that do not suit examples. */
const UNWANTED =
  /@|https?:|www\.|\d{3}[-.]\d{4}|\b(?:fuck|shit|bitch|crap|damn|sex|rape|raping|porn|kill|murder|suicid|terror|bomb|slaughter|nazi|jew|muslim|islam|al-?qaeda)/i

/** Each block of 25 consecutive sentences contains this many sentences of each kind. */
const QUOTAS = { nonProjective: 1, question: 2, command: 2, name: 8, other: 12 }
const BLOCK = Object.values(QUOTAS).reduce((sum, quota) => sum + quota)

const SOURCE = {
  source: 'Universal Dependencies, English EWT, training part',
  address: 'https://github.com/UniversalDependencies/UD_English-EWT',
  licence: 'CC BY-SA 4.0',
  authors:
    'Natalia Silveira, Timothy Dozat, Christopher Manning, Sebastian Schuster, Ethan Chi, John Bauer, ' +
    'Miriam Connor, Marie-Catherine de Marneffe, Nathan Schneider, Sam Bowman, Hanzhi Zhu, Daniel Galbraith',
}

const [input, output] = process.argv.slice(2)
const treebank = readFileSync(input, 'utf8').trimEnd().split('\n\n').map(parse)
const chosen = choose(treebank.filter(isSuitable), TRAIN_SENTENCES + DEV_SENTENCES)
const stored = { ...SOURCE, ...pack(chosen) }
writeFileSync(output, `${JSON.stringify(stored, null, 2)}\n`)

/** A sentence: its id and text, and its lines as arrays of columns. */
function parse(block) {
  const lines = block.split('\n')
  const comment = (key) => lines.find((line) => line.startsWith(`# ${key} = `)).slice(key.length + 5)
  const rows = lines.filter((line) => line[0] !== '#').map((line) => line.split('\t'))
  return {
    id: comment('sent_id'),
    text: comment('text'),
    rows,
    words: rows.filter(([id]) => /^\d+$/.test(id)),
  }
}

/** True for sentences of the wanted length that the compact format can hold and whose text suits examples. */
function isSuitable({ rows, words, text }) {
  return (
    words.length >= MIN_WORDS &&
    words.length <= MAX_WORDS &&
    rows.every(([id, form, lemma]) => !id.includes('.') && !/[\s|]/.test(form + lemma)) &&
    !UNWANTED.test(text) &&
    textOf(rows) === text
  )
}

/** The text that the surface tokens give. */
function textOf(rows) {
  let text = ''
  let rangeEnd = 0
  for (const row of rows) {
    const [first, last] = row[0].split('-').map(Number)
    if (first <= rangeEnd) continue
    if (last) rangeEnd = last
    text += row[1] + (isGlued(row) ? '' : ' ')
  }
  return text.trimEnd()
}

function isGlued(row) {
  return row[9].split('|').includes('SpaceAfter=No')
}

function kindOf({ words }) {
  const heads = [0, ...words.map((word) => Number(word[6]))]
  const arcs = heads.map((head, word) => [Math.min(head, word), Math.max(head, word)]).slice(1)
  if (arcs.some(([a, b]) => arcs.some(([c, d]) => a < c && c < b && b < d))) return 'nonProjective'
  if (words.at(-1)[1] === '?') return 'question'
  if (words.some((word) => word[6] === '0' && word[5].includes('Mood=Imp'))) return 'command'
  return words.some((word) => word[3] === 'PROPN') ? 'name' : 'other'
}

/** A sample without repeated texts, in which every block meets the quotas. */
function choose(sentences, count) {
  const random = generator(SEED)
  const pools = Object.fromEntries(Object.keys(QUOTAS).map((kind) => [kind, []]))
  const texts = new Set()
  for (const sentence of shuffle(sentences, random)) {
    if (texts.has(sentence.text)) continue
    texts.add(sentence.text)
    pools[kindOf(sentence)].push(sentence)
  }
  return Array.from({ length: count / BLOCK }, () => {
    const block = Object.entries(QUOTAS).flatMap(([kind, quota]) => pools[kind].splice(0, quota))
    if (block.length < BLOCK)
      throw new Error('too few sentences of one kind, expected the whole training part')
    return shuffle(block, random)
  }).flat()
}

/** A shuffled copy (Fisher and Yates). */
function shuffle(items, random) {
  const shuffled = [...items]
  for (let i = shuffled.length - 1; i > 0; i--) {
    const j = Math.floor(random() * (i + 1))
    ;[shuffled[i], shuffled[j]] = [shuffled[j], shuffled[i]]
  }
  return shuffled
}

/** Numbers from 0 to 1, 1 excluded: a linear congruential generator (Numerical Recipes, 2nd edition, page 284). */
function generator(seed) {
  let state = seed
  return () => (state = (Math.imul(state, 1664525) + 1013904223) >>> 0) / 2 ** 32
}

/** The tables of tags and relations, the most frequent entries first, and the sentences that refer to them. */
function pack(sentences) {
  const words = sentences.flatMap((sentence) => sentence.words)
  const tags = byFrequency(words.map(tagOf))
  const relations = byFrequency(words.map((word) => word[7]))
  const entry = (row) => {
    const [id, form, lemma, , , , head, relation] = row
    const [first, last] = id.split('-').map(Number)
    const fields = last
      ? [form, last - first + 1]
      : [form, lemma === form ? '' : lemma, tags.indexOf(tagOf(row)), head, relations.indexOf(relation)]
    return fields.join('|') + (isGlued(row) ? '+' : '')
  }
  const packed = sentences.map(({ id, rows }) => [id, ...rows.map(entry)].join(' '))
  return { tags, relations, train: packed.slice(0, TRAIN_SENTENCES), dev: packed.slice(TRAIN_SENTENCES) }
}

function tagOf(row) {
  return row.slice(3, 6).join(' ')
}

function byFrequency(items) {
  const counts = new Map()
  for (const item of items) counts.set(item, (counts.get(item) ?? 0) + 1)
  return [...counts.keys()].sort((a, b) => counts.get(b) - counts.get(a))
}
