/** `rbparse transform`: trees to right-branching trees. */
import { Command } from 'commander'
import {
  betterDirection,
  directionTally,
  tallyDirection,
  type Direction,
  type DirectionTally,
} from '../../transform/direction.ts'
import { nonProjectiveChoices, type NonProjective } from '../../transform/encoding.ts'
import { createTree, type Tree } from '../../transform/tree.ts'
import type { ConlluSentence } from '../conllu/sentence.ts'
import { ConlluWriter, WRITE_SIZE } from '../conllu/writer.ts'
import { Transformer } from '../conversion/transform.ts'
import { withOutput } from '../files/output.ts'
import { SentenceFile } from '../files/sentence-file.ts'
import type { Terminal } from '../files/terminal.ts'
import {
  addTreeOutput,
  checkTreeOutput,
  choiceOption,
  counted,
  example,
  reportFigures,
  type TreeOutput,
} from './shared.ts'

interface Options extends TreeOutput {
  readonly nonProjective: NonProjective
  readonly direction: Direction | 'auto'
}

export function transformCommand(terminal: Terminal): Command {
  const command = new Command('transform')
    .summary('trees to right-branching trees')
    .description(
      'Transforms trees so that every head stands before its dependents; marks on the labels keep the rest.',
    )
    .argument('[file]', 'CoNLL-U, - for standard input', '-')
    .addOption(
      choiceOption(
        '--non-projective <how>',
        'what is done with trees that are not projective',
        nonProjectiveChoices,
        'projectivize:head',
      ),
    )
    .addOption(
      choiceOption(
        '--direction <side>',
        'left: heads after dependents; auto: what fits the treebank',
        ['right', 'left', 'auto'],
        'right',
      ),
    )
  return addTreeOutput(command)
    .addHelpText('after', example('rbparse sample | rbparse transform | rbparse reverse'))
    .action((path: string, options: Options) => transformFile(path, options, terminal))
}

async function transformFile(path: string, options: Options, terminal: Terminal): Promise<void> {
  checkTreeOutput(options)
  const { skipBad, nonProjective } = options
  const file = await SentenceFile.open(path, terminal, { doing: 'transforming', skipBad })
  const figures = await withOutput(options.output, terminal, async (output) => {
    const whole = options.direction === 'auto' ? await readWhole(file) : undefined
    const direction = options.direction === 'auto' ? betterDirection(whole!.tally) : options.direction
    const transformer = new Transformer({ nonProjective, direction })
    const writer = new ConlluWriter()
    const visit = (sentence: ConlluSentence): void => void transformer.write(sentence, writer)
    const flush = async (): Promise<void> => {
      if (writer.size >= WRITE_SIZE) await output.write(writer.take())
    }
    if (whole) await visitAll(file, whole.sentences, visit, flush)
    else await file.each(visit, flush)
    writer.bytes(file.rest)
    await output.write(writer.take())
    const { sentences, words, skipped: bad } = file
    return { sentences, words, direction, ...transformer.counts, bad }
  })
  const { sentences, words, direction, projectivized, restored, skipped, bad } = figures
  const parts = [
    `${counted(sentences, 'sentence')}, ${counted(words, 'word')}, direction ${direction}`,
    projectivized > 0 &&
      `${counted(projectivized, 'tree')} projectivized, of which ${restored} come back exactly`,
    skipped > 0 && `${counted(skipped, 'tree')} left out (not projective)`,
    bad > 0 && `${counted(bad, 'bad sentence')} skipped`,
  ]
  await reportFigures(figures, options, parts.filter(Boolean).join('; '), terminal)
}

/** All sentences, and which way their arcs point. */
async function readWhole(
  file: SentenceFile,
): Promise<{ sentences: ConlluSentence[]; tally: DirectionTally }> {
  const sentences: ConlluSentence[] = []
  const tally = directionTally()
  for await (const batch of file.batches()) {
    for (const sentence of batch) {
      sentences.push(sentence)
      tallyDirection(headsOf(sentence), tally)
    }
  }
  return { sentences, tally }
}

/** A tree without labels. */
function headsOf(sentence: ConlluSentence): Tree {
  const tree = createTree(sentence.size)
  tree.head.set(sentence.head)
  return tree
}

async function visitAll(
  file: SentenceFile,
  sentences: readonly ConlluSentence[],
  visit: (sentence: ConlluSentence) => void,
  flush: () => Promise<void>,
): Promise<void> {
  for (const sentence of sentences) {
    file.visit(sentence, visit)
    await flush()
  }
}
