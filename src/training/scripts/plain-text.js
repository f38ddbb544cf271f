/**
 * `node src/training/scripts/plain-text.js --like TREEBANK PATH...`: prints the running text of documents in one language, one
 * paragraph a line, for `rbparse cluster`. Reads Markdown (.md), translations (.po), TEI (.xml) and plain text (.txt) in the
 * files and folders. Leaves out code, tables, headings, fragments, what it has printed before, and paragraphs that are
 * mostly in another language: less than LEAST_KNOWN of their words are in TREEBANK (CoNLL-U).
 */
import { readdirSync, readFileSync, statSync, writeSync } from 'node:fs'
import { extname, join } from 'node:path'
import { parseArgs } from 'node:util'

const LEAST_WORDS = 5
const LEAST_KNOWN = 0.35
/** The least share of letters in the characters that are no spaces. */
const LEAST_LETTERS = 0.75

const { values, positionals } = parseArgs({ options: { like: { type: 'string' } }, allowPositionals: true })
if (values.like === undefined || positionals.length === 0) {
  console.error('usage: node src/training/scripts/plain-text.js --like TREEBANK PATH...')
  process.exit(2)
}

const wordsOf = (text) => text.toLowerCase().match(/[\p{L}\p{M}]+/gu) ?? []

const entities = { lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ', amp: '&' }
const decoded = (text) => text.replace(/&(lt|gt|quot|apos|nbsp|amp);/g, (_, name) => entities[name])
const withoutTags = (text) => decoded(text.replace(/<[^<>]*>/g, ' '))

/** The paragraphs of a document, by the end of its file name. */
const readers = {
  '.md': (text) =>
    text
      .replace(/^---\r?\n[^]*?\n---\r?$/m, '')
      .replace(/^ *(```|~~~)[^]*?^ *\1.*$/gm, '\n')
      .replace(/<!--[^]*?-->/g, '')
      .replace(/^ *(#|\||\[!|:::).*$/gm, '\n')
      .replace(/!\[[^\]]*\]\([^)]*\)/g, '')
      .replace(/\[([^\]]*)\](\([^)]*\)|\[[^\]]*\])/g, '$1')
      .replace(/^[ >]*([-*+]|\d+[.)]) /gm, '\n')
      .replace(/^[ >]+/gm, '')
      .replace(/[*`]+|\b_|_\b/g, '')
      .split(/\n\s*\n/)
      .map(withoutTags),
  '.po': (text) =>
    Array.from(text.matchAll(/^msgstr ((?:".*"\s*)+)/gm), ([, quoted]) =>
      withoutTags(
        quoted.replace(/"\s*"/g, '').trim().slice(1, -1).replace(/\\n/g, ' ').replace(/\\(.)/g, '$1'),
      ),
    ),
  '.xml': (text) => Array.from(text.matchAll(/<p\b[^>]*>([^]*?)<\/p>/g), ([, inner]) => withoutTags(inner)),
  '.txt': (text) => text.split('\n'),
}

const known = new Set(wordsOf((readFileSync(values.like, 'utf8').match(/^# text =.*/gm) ?? []).join('\n')))
const printed = new Set()

function isRunningText(paragraph) {
  const words = wordsOf(paragraph)
  const letters = words.reduce((sum, word) => sum + word.length, 0)
  return (
    words.length >= LEAST_WORDS &&
    letters >= LEAST_LETTERS * paragraph.replaceAll(' ', '').length &&
    words.filter((word) => known.has(word)).length >= LEAST_KNOWN * words.length &&
    /[.!?…][\p{Pe}\p{Pf}"']*$/u.test(paragraph) &&
    !printed.has(paragraph)
  )
}

function print(path) {
  if (statSync(path).isDirectory()) for (const name of readdirSync(path).sort()) print(join(path, name))
  else
    for (const raw of readers[extname(path)]?.(readFileSync(path, 'utf8')) ?? []) {
      const paragraph = raw.replace(/\s+/g, ' ').trim()
      if (!isRunningText(paragraph)) continue
      printed.add(paragraph)
      writeSync(1, `${paragraph}\n`)
    }
}

for (const path of positionals) print(path)
