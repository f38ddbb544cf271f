#!/usr/bin/env node
/**
 * Measures a finding again with the program in dist/, shows what changed, and writes its results and its page:
 *
 *     npm run findings -- NAME [folder of treebanks, default ../shared/treebanks] [options of `rbparse experiment`]
 *
 * A finding is a folder in experiments/findings: `finding.json` has its title, a sentence, the arguments of
 * `rbparse experiment` (`run`) and the names of treebanks; `results.json` the tables that were measured; `page.md` the text with
 * those tables. Tables that a run does not print stay as they are, with the build that measured them.
 */
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { changesOf, formatted, rendered, titlesOf } from './pages.js'

const house = join(import.meta.dirname, '../..')
const findings = join(house, 'experiments/findings')
const [name, ...args] = process.argv.slice(2)
const all = readdirSync(findings)
if (!name || !all.includes(name)) fail(`unknown finding '${name ?? ''}', expected one of: ${all.join(', ')}`)
const [treebanks, options] =
  args[0] === undefined || args[0].startsWith('-')
    ? [join(house, '../shared/treebanks'), args]
    : [args[0], args.slice(1)]

const folder = join(findings, name)
const read = (file) => readFileSync(join(folder, file), 'utf8')
const finding = JSON.parse(read('finding.json'))
const results = JSON.parse(read('results.json'))
if (finding.run.length === 0) fail(`${name} was not measured by one command: its page says how`)
const missing = finding.treebanks.filter((one) => !existsSync(join(treebanks, one)))
if (missing.length > 0)
  fail(`${treebanks}: ${missing.join(', ')} not there, expected a folder with treebanks`)

const out = join(tmpdir(), 'right-branching-findings', name)
mkdirSync(out, { recursive: true })
const run = finding.run.map((one) => (existsSync(join(folder, one)) ? join(folder, one) : one))
const folders = finding.treebanks.map((one) => join(treebanks, one))
const data = folders.length > 0 ? ['--treebank', ...folders] : []
const program = join(house, 'dist/src/main.js')
const { status } = spawnSync(
  process.execPath,
  [program, 'experiment', ...run, ...data, ...options, '--out', out],
  {
    stdio: 'inherit',
  },
)
if (status !== 0) process.exit(status ?? 1)

const { version, build, times, tables } = JSON.parse(readFileSync(join(out, 'results.json'), 'utf8'))
const measured = { version, build, commit: times.commit, date: times.date.slice(0, 10) }
const titles = titlesOf(read('page.md'))
const printed = [...tables, ...times.tables].map(({ title, columns, rows, note }) => ({
  title,
  measured,
  columns,
  rows: rows.map((row) => row.map(({ text }) => text)),
  ...(note !== undefined && { note }),
}))
const found = printed.filter(({ title }) => titles.includes(title))
const kept = results.tables.filter(({ title }) => !found.some((one) => one.title === title))
for (const change of changesOf(results.tables, found)) console.log(change)
for (const { title } of kept) console.log(`${title}: not printed by this run, left as it was`)
for (const { title } of printed) if (!titles.includes(title)) console.log(`${title}: not on the page`)
const placeOf = ({ title }) => titles.indexOf(title)
const now = { tables: [...kept, ...found].sort((one, other) => placeOf(one) - placeOf(other)) }
writeFileSync(join(folder, 'results.json'), await formatted(now))
writeFileSync(join(folder, 'page.md'), await rendered(read('page.md'), now.tables))

/** @param {string} message */
function fail(message) {
  console.error(message)
  process.exit(2)
}
