/** `rbparse derive`: prints the derivation of each tree. */
import { defaultSystem, registered, registry } from '../../parser/registry.ts'
import type { TransitionSystem } from '../../parser/core/transition-system.ts'
import type { Direction } from '../../transform/direction.ts'
import { createEncoding } from '../../transform/encoding.ts'
import type { Symbols } from '../../transform/symbols.ts'
import type { Tree } from '../../transform/tree.ts'
import type { CoNLLUSentence } from '../conllu/conllu-sentence.ts'
import { CoNLLUError } from '../conllu/error.ts'
import { TreeReader } from '../conllu/trees.ts'
import { encode } from '../conllu/utf8.ts'
import type { CoNLLUWriter } from '../conllu/writer.ts'
import { checkDistinct } from '../files/output.ts'
import { SentenceFile } from '../files/sentence-file.ts'
import { bufferOf, eachConfiguration, stackOf } from '../parsing/derivation.ts'
import { commandFor, SENTENCES_HELP, type OutputCall, type CommandContext } from './options.ts'
import { checkTrainingCall } from './train-options.ts'
import { writeSentences } from './report.ts'

/** The maximum number of printed words of a stack or buffer; without a limit, the output is quadratic in the sentence length. */
const MAX_PRINTED_WORDS = 40

interface Options extends OutputCall {
  readonly system: string
  readonly direction: Direction
  readonly singleRoot: boolean
}

const HELP = `
derive | print the derivation of each gold tree
> Prints the static oracle's derivation of each tree: on each line a transition, the stack and the buffer after it.
${SENTENCES_HELP}
--system <name> | ${registry.map(({ name }) => name).join(', ')} = ${defaultSystem} | the transition system, see \`rbparse systems\`
--direction <side> | right, left = right | the direction of the right-branching systems
--no-single-root || allow several dependents of the artificial root
$ rbparse sample --dev --sentences 1 | rbparse derive --system rb`

export const deriveCommand = commandFor(HELP, deriveFile)

async function deriveFile(path: string, options: Options, { terminal }: CommandContext): Promise<void> {
  const { skipBad, singleRoot, direction } = options
  checkTrainingCall({ system: options.system, direction })
  const system = registered(options.system).make({ singleRoot })
  const { transformsTrees: transforms = false } = system
  await checkDistinct({ '-o': options.output }, [path])
  const file = await SentenceFile.open(path, terminal, { doing: 'deriving', skipBad })
  const reader = new TreeReader()
  const projective = !system.nonProjective
  const encoding = createEncoding({ labels: reader.labels, direction, transforms, projective })
  const print = (sentence: CoNLLUSentence, writer: CoNLLUWriter): void => {
    const forms = sentence.forms()
    if (direction === 'left') forms.reverse()
    const gold = encoding.encode(reader.original(sentence))!
    const derivation = linesOf(system, forms, gold, reader.labels)
    if (!derivation) throw underivable(sentence, options)
    for (const line of [...derivation, '']) writer.bytes(encode(`${line}\n`))
  }
  await writeSentences(file, { print }, options, terminal)
}

/** The error for a projective tree that the system cannot derive: the tree has several roots. */
function underivable({ file, line, head }: CoNLLUSentence, { system }: Options): CoNLLUError {
  const roots = head.filter((word) => word === 0).length
  const problem = `the tree has ${roots} roots, expected one, which ${system} holds to, or --no-single-root`
  return new CoNLLUError(file, line, problem)
}

/** The lines of the derivation of `gold`, one per configuration; undefined if a transition is not allowed. */
function linesOf(
  system: TransitionSystem,
  forms: readonly string[],
  gold: Tree,
  labels: Symbols,
): string[] | undefined {
  // The artificial root at either end is printed as 0.
  const form = (word: number): string => forms[word - 1] ?? '0'
  const rows: string[][] = []
  const widths = [0, 0]
  let allowed = 0
  let isAllowed = true
  eachConfiguration(system, gold, (c, transition, label) => {
    const kind = system.transitionTypes.findIndex(({ name }) => name === transition)
    isAllowed &&= kind < 0 || ((allowed >> kind) & 1) === 1
    allowed = system.allowed(c)
    // Request one more word than is printed, to detect whether words are left out.
    const stack = stackOf(c, MAX_PRINTED_WORDS + 1).map(form)
    if (stack.length > MAX_PRINTED_WORDS) stack[0] = '…'
    const buffer = bufferOf(c, MAX_PRINTED_WORDS + 1).map(form)
    if (buffer.length > MAX_PRINTED_WORDS) buffer[MAX_PRINTED_WORDS] = '…'
    const move = label < 0 ? transition : `${transition} ${labels.text(label)}`
    const row = [move, `[${stack.join(' ')}]`, `[${buffer.join(' ')}]`]
    for (const column of [0, 1]) widths[column] = Math.max(widths[column], row[column].length)
    rows.push(row)
  })
  if (!isAllowed) return undefined
  return rows.map(([transition, stack, buffer]) =>
    `${transition.padEnd(widths[0])}  ${stack.padEnd(widths[1])}  ${buffer}`.trimEnd(),
  )
}
