/** `rbparse transform` and `rbparse reverse`: convert original trees to marked right-branching trees, and back. */
import { betterDirection, directionTally, tallyDirection, type Direction } from '../../transform/direction.ts'
import { nonProjectiveChoices, type NonProjective } from '../../transform/decoding.ts'
import { planSteps } from '../../transform/steps/plan.ts'
import { createTree } from '../../transform/tree.ts'
import type { CoNLLUSentence } from '../conllu/conllu-sentence.ts'
import { Conversion } from '../conllu/conversion.ts'
import { counted, type Terminal } from '../files/terminal.ts'
import { CallError } from '../files/failures.ts'
import { checkOutput } from '../files/output.ts'
import { SentenceFile } from '../files/sentence-file.ts'
import { checkTreeOutput, commandFor, parseSteps, stepNames, TREES_HELP } from './options.ts'
import type { CommandContext, TreeOutput } from './options.ts'
import { reportFigures, sizeOf, skippedOf, writeSentences, type Summary } from './report.ts'

interface Options<Side> extends TreeOutput {
  readonly nonProjective?: NonProjective
  readonly direction: Side
  readonly steps: string
}

const TRANSFORM_HELP = `
transform | transform trees to right-branching trees
> Transforms trees so that every head is before its dependents. Marks on the labels make this reversible.
${TREES_HELP}
--non-projective <how> | ${nonProjectiveChoices.join(', ')} | how trees that are not projective are treated (default: projectivize:head)
--direction <side> | right, left, auto = right | right puts heads before their dependents, left after them; auto takes the one that fits the treebank better
--steps <list> | = right-branching | what is done, in this order, separated by commas: ${stepNames}
$ rbparse sample | rbparse transform | rbparse reverse`

const REVERSE_HELP = `
reverse | restore the original trees of right-branching trees
> Restores the original trees of marked right-branching trees. Lifted words return to the heads that their labels name.
${TREES_HELP}
--direction <side> | right, left = right | the direction of trees without the comment \`# direction = left\`
--steps <list> | = right-branching | what is undone: the list that transform was given
$ rbparse sample | rbparse transform | rbparse reverse`

export const transformCommand = commandFor(TRANSFORM_HELP, transformFile, { steps: parseSteps })

export const reverseCommand = commandFor(REVERSE_HELP, reverseFile, { steps: parseSteps })

async function transformFile(
  path: string,
  call: Options<Direction | 'auto'>,
  { terminal }: CommandContext,
): Promise<void> {
  await checkTreeOutput(path, call)
  checkSteps(call)
  const { skipBad, steps } = call
  const file = await SentenceFile.open(path, terminal, { doing: 'transforming', skipBad })
  const isAuto = call.direction === 'auto'
  if (isAuto) await checkOutput(call.output, terminal)
  const sentences = isAuto ? await file.all() : undefined
  const requestedDirection = call.direction === 'auto' ? directionOf(sentences!) : call.direction
  const conversion = new Conversion({ ...call, direction: requestedDirection })
  const { direction } = conversion
  const print: Conversion['transform'] = (sentence, writer) => conversion.transform(sentence, writer)
  await writeSentences(file, { print, rest: true, sentences }, call, terminal)
  const counts = conversion.transformCounts
  const { projectivized, restored, skipped } = counts
  const figures = { steps: steps.split(',').map((step) => step.trim()), direction, ...counts }
  await reportConversion(file, figures, call, terminal, [
    `${sizeOf(file)}, direction ${direction}`,
    projectivized > 0 &&
      `${counted(projectivized, 'tree')} projectivized, of which ${restored} come back exactly`,
    skipped > 0 && `${counted(skipped, 'tree')} left out (not projective)`,
  ])
}

async function reverseFile(
  path: string,
  call: Options<Direction>,
  { terminal }: CommandContext,
): Promise<void> {
  await checkTreeOutput(path, call)
  checkSteps(call)
  const file = await SentenceFile.open(path, terminal, { doing: 'reversing', skipBad: call.skipBad })
  const conversion = new Conversion(call)
  const print: Conversion['reverse'] = (sentence, writer) => conversion.reverse(sentence, writer)
  await writeSentences(file, { print, rest: true }, call, terminal)
  const { vestigialArcs, nonProjective, unresolvedLifts, unresolvedSigns } = conversion.reverseCounts
  await reportConversion(file, conversion.reverseCounts, call, terminal, [
    sizeOf(file),
    counted(vestigialArcs, 'vestigial arc'),
    `${counted(nonProjective, 'tree')} not projective`,
    unresolvedLifts > 0 && `${counted(unresolvedLifts, 'lifted word')} left in place`,
    unresolvedSigns > 0 && `${counted(unresolvedSigns, 'sign')} dropped`,
  ])
}

/** Throws CallError for options that have no effect because of the steps. */
function checkSteps({ nonProjective, direction, steps }: Options<Direction | 'auto'>): void {
  const plan = planSteps(steps)
  if (nonProjective !== undefined && (plan.nonProjective || !plan.transforms))
    throw new CallError(
      '--non-projective is for right-branching, expected --steps with right-branching and without projectivize',
    )
  if (direction !== 'right' && (plan.direction ? direction === 'auto' : !plan.transforms))
    throw new CallError(
      `--direction ${direction} is for right-branching, expected --steps with right-branching and without mirror`,
    )
}

/** Reports the figures of a conversion and of its file. */
async function reportConversion(
  file: SentenceFile,
  figures: object,
  call: TreeOutput,
  terminal: Terminal,
  summary: Summary,
): Promise<void> {
  const { sentences, words, skipped: bad } = file
  await reportFigures({ sentences, words, ...figures, bad }, call, [...summary, skippedOf(bad)], terminal)
}

/** The direction that fits the arcs of the sentences better. */
function directionOf(sentences: readonly CoNLLUSentence[]): Direction {
  const tally = directionTally()
  for (const sentence of sentences) {
    const tree = createTree(sentence.size)
    tree.head.set(sentence.head)
    tallyDirection(tree, tally)
  }
  return betterDirection(tally)
}
