/** The command `rbparse experiment`: runs a whole study or single cells. */
import { join } from 'node:path'
import type { Command } from 'commander'
import {
  CallError,
  checked,
  commandOf,
  positiveNumber,
  parseSolver,
  readAll,
  wholeNumber,
  withOutput,
  type Terminal,
} from '../src/lab-node.ts'
import { registered, widestBeam } from '../src/lab.ts'
import type { Cell } from './cells/cell.ts'
import { planOf, printPlan, readPlan } from './studies/plan.ts'
import { collect, runOne, runPlan, type Reporting, type Run } from './runs/run.ts'
import { checkFolder, makeFolder } from './cells/store.ts'
import { findTreebanks, type TreebankOptions } from './cells/treebanks.ts'
import { plannedStudy, readStudy, treebanksOf } from './studies/declared.ts'
import { studyParsersOf } from './studies/expand.ts'
import { studies, studyOf } from './studies/index.ts'
import type { Study, StudyOptions } from './study.ts'

interface DataOptions extends TreebankOptions, Omit<StudyOptions, 'quick'> {
  readonly seed?: readonly number[]
  readonly quick?: boolean
}

interface PlannedOptions {
  readonly plan: string
  readonly out: string
}

interface RunOptions {
  readonly out: string
  readonly jobs?: number
}

const DATA_OPTIONS = `<name> || one of the experiments, several with commas, all, or study
[file] || of \`study\`: a study in JSON, or a JavaScript module that exports one
--treebank <folders...> || folders with train.conllu and dev.conllu, or with such folders in them
--train <file>          || a treebank to train on (default: the embedded one)
--test <file>           || a treebank to test on (default: a tenth of the one to train on)
--quick                 || a few hundred sentences only
--parses                || keep the parses as CoNLL-U, parses/CELL.conllu in the folder of the run
--seed <numbers>        || random seed; several with commas (default: 1)
--sizes <percents>      || training sizes, where sizes are compared
--beams <widths>        || beam widths, where beams are compared
--systems <names>       || only these systems, where systems are compared
--features <set>        | paper, rich | instead of that of the experiment
--tags <columns>        | both, upos, xpos | the tags that features read (default: both)
--solver <which>        || LIBLINEAR solver, instead of that of the experiment
-C <cost>               | > 0 | cost of errors, instead of that of the experiment`
const JOBS_OPTION =
  '--jobs <n> | 1.. | cells that run at the same time (default: 1, or the number of cores if all cells are quick)'
const JSON_OPTION = '--json || print the content of results.json'
const PLAN_OPTIONS = `--plan <file> | ! | output of \`experiment plan\`
--out <folder> | ! | folder for results and report`
const RUN_EXAMPLE =
  'rbparse experiment plan shape --quick > plan.jsonl && rbparse experiment run --plan plan.jsonl'

/**
 * @param program the command line of this program, for cells that run in separate processes. Default: none
 */
export function experimentCommand(terminal: Terminal, program?: readonly string[]): Command {
  const list = studies
    .map(({ name, reproduces }) => `> ${`  ${name.padEnd(16)}${reproduces}`.trimEnd()}`)
    .join('\n')
  const help = `
experiment | the tables of the papers, measured
> Runs an experiment, or all of them, and writes results.json, report.md and report.html to a folder.
> Cells that have a result in the folder are not measured again.
> \n${list}
${DATA_OPTIONS}
--out <folder> | = experiment | folder for results and report
${JOBS_OPTION}
${JSON_OPTION}
$ rbparse experiment shape --quick --out shape`
  return commandOf(help, parsers)
    .action(async (name: string, file: string | undefined, options: DataOptions & RunOptions & Reporting) => {
      const cells = await cellsOf(name, file, options)
      await checkFolder(options.out)
      await makeFolder(options.out)
      const plan = join(options.out, 'plan.jsonl')
      await withOutput(plan, terminal, (output) => output.write(printPlan(cells)))
      await runPlan({ cells, plan, folder: options.out, terminal, program }, options.jobs, options)
    })
    .addCommand(planCommand(terminal))
    .addCommand(runCommand(terminal, program))
    .addCommand(collectCommand(terminal))
}

function planCommand(terminal: Terminal): Command {
  const help = `
plan | the cells of an experiment, as JSON lines
> Prints the cells to measure, one per line. Cells do not depend on each other.
${DATA_OPTIONS}
-o, --output <file> || output file (default: standard output)
$ rbparse experiment plan shape --quick`
  type Options = DataOptions & { readonly output?: string }
  return commandOf(help, parsers).action(async (name: string, file: string | undefined, options: Options) => {
    const cells = await cellsOf(name, file, options)
    await withOutput(options.output, terminal, (output) => output.write(printPlan(cells)))
  })
}

function runCommand(terminal: Terminal, program?: readonly string[]): Command {
  const help = `
run | one cell of a plan, or all of them
> Measures the cells of a plan that have no result yet.
${PLAN_OPTIONS}
--index <n> | 1.. | only the cell on this line of the plan
${JOBS_OPTION}
$ ${RUN_EXAMPLE} --index 1 --out shape`
  return commandOf(help).action(
    async (options: PlannedOptions & RunOptions & { readonly index?: number }) => {
      const run = { ...(await openPlan(options, terminal)), program }
      if (options.index === undefined) await runPlan(run, options.jobs)
      else await runOne(run, options.index)
    },
  )
}

function collectCommand(terminal: Terminal): Command {
  const help = `
collect | the report of what was measured
> Writes results.json, report.md and report.html from the results of a plan.
${PLAN_OPTIONS}
${JSON_OPTION}
$ ${RUN_EXAMPLE} --out shape &&
$ rbparse experiment collect --plan plan.jsonl --out shape`
  return commandOf(help).action(async (options: PlannedOptions & Reporting) => {
    await checkFolder(options.out)
    await collect(await openPlan(options, terminal), options)
  })
}

async function openPlan({ plan, out }: PlannedOptions, terminal: Terminal): Promise<Run> {
  const cells = readPlan(new TextDecoder().decode(await readAll(plan, terminal)), plan)
  return { cells, plan, folder: out, terminal }
}

async function cellsOf(name: string, file: string | undefined, options: DataOptions): Promise<Cell[]> {
  const selection = { ...options, quick: options.quick ?? false }
  if ((name === 'study') !== (file !== undefined))
    throw new CallError('a study file goes with `experiment study`, expected both or neither')
  const declaredStudy = file === undefined ? undefined : await readStudy(file)
  const isAsked = options.treebank !== undefined || options.train !== undefined
  const declaredTreebanks = declaredStudy && !isAsked ? await treebanksOf(declaredStudy, file!) : undefined
  const treebanks = declaredTreebanks ?? (await findTreebanks(options))
  const chosen = (): readonly Study[] => (name === 'all' ? studies : name.split(',').map(studyOf))
  const chosenStudies = declaredStudy ? [declaredStudy] : chosen()
  for (const [option, isUsed] of selectingOptions) {
    if (options[option] !== undefined && !chosenStudies.some(isUsed))
      throw new CallError(
        `--${option}: nothing in ${name} depends on it, expected an experiment that compares ${option}`,
      )
  }
  const planned = declaredStudy
    ? [await plannedStudy(declaredStudy, file!, treebanks, selection)]
    : chosenStudies.map((study) => ({ study, studyParsers: studyParsersOf(study, selection) }))
  const cells = planOf(planned, treebanks, options.seed ?? declaredStudy?.seeds ?? [1], selection)
  if (cells.length === 0)
    throw new CallError('nothing is left to measure, expected other systems or treebanks')
  return cells
}

/** The options that select from a list, and a test whether a study has that list. */
const selectingOptions: readonly (readonly ['beams' | 'sizes' | 'systems', (study: Study) => boolean])[] = [
  ['beams', ({ parsers }) => parsers.some(({ beam, width }) => [beam, width].some(Array.isArray))],
  ['sizes', ({ sizes }) => sizes !== undefined],
  [
    'systems',
    ({ parsers, defaults }) =>
      [...parsers, defaults ?? {}].some((one) => 'system' in one || 'systems' in one),
  ],
]

const parsers = {
  seed: listOf(wholeNumber(0)),
  sizes: listOf(percentage),
  beams: listOf(wholeNumber(1, widestBeam)),
  systems: listOf(checked((text) => registered(text).name)),
  solver: parseSolver,
}

function listOf<T>(parse: (text: string) => T): (text: string) => T[] {
  return (text) => text.split(',').map((item) => parse(item.trim()))
}

function percentage(text: string): number {
  const value = positiveNumber(text)
  if (value > 100) throw new CallError(`--sizes has ${text}, expected percents of at most 100`)
  return value
}
