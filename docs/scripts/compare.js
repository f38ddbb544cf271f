/**
 * `npm run compare -- FOLDER FILE.conllu`: words a second of other packages for English and of ours, on the text of a treebank,
 * in turns. FOLDER has them installed: `npm install wink-nlp wink-eng-lite-web-model compromise`.
 */
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join, resolve } from 'node:path'
import { load, readCoNLLU } from '../../dist/src/node.js'

const ROUNDS = 7

const [folder, file] = process.argv.slice(2)
const require = createRequire(join(resolve(folder), 'x.js'))
const texts = []
let words = 0
for (const sentence of readCoNLLU(readFileSync(file))) {
  const [text] = sentence.commentValues('text')
  if (texts.length === 0 || sentence.beginsParagraph()) texts.push(text)
  else texts[texts.length - 1] += ` ${text}`
  words += sentence.size
}

const wink = require('wink-nlp')(require('wink-eng-lite-web-model'))
const compromise = require('compromise')
const ours = await Promise.all(['en', 'en-small'].map((name) => load(name)))
const works = {
  'wink-nlp: tags and lemmas': (text) => {
    const tokens = wink.readDoc(text).tokens()
    return [tokens.out(wink.its.pos), tokens.out(wink.its.lemma)]
  },
  'compromise: tags': (text) => compromise(text).json(),
  'en: tags, lemmas and trees': (text) => ours[0].parse(text).sentences,
  'en-small: tags, lemmas and trees': (text) => ours[1].parse(text).sentences,
}
// Seconds of the processor: other programs that run do not count.
const seconds = Object.fromEntries(Object.keys(works).map((name) => [name, []]))
for (let round = 0; round < ROUNDS; round++)
  for (const [name, work] of Object.entries(works)) {
    const before = process.cpuUsage()
    for (const text of texts) work(text)
    const { user, system } = process.cpuUsage(before)
    seconds[name].push((user + system) / 1e6)
  }
const median = (times) => times.slice(1).sort((a, b) => a - b)[Math.floor((ROUNDS - 1) / 2)]
const [, , en] = Object.values(seconds).map(median)
for (const [name, times] of Object.entries(seconds)) {
  const speed = Math.round(words / median(times) / 1000)
  console.log(`${name}: ${speed},000 words a second, ${(en / median(times)).toFixed(1)} times as fast as en`)
}
