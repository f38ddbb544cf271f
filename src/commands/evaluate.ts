/** `rbparse evaluate`: compares the trees of a system with gold trees. */
import { cycleOf } from '../../transform/check.ts'
import type { CoNLLUSentence } from '../conllu/conllu-sentence.ts'
import { CoNLLUError } from '../conllu/error.ts'
import { Evaluator } from '../evaluation/evaluate.ts'
import type { Evaluation, EvaluationOptions } from '../evaluation/comparison.ts'
import { counted } from '../files/terminal.ts'
import { CallError, RunError } from '../files/failures.ts'
import { SentenceFile } from '../files/sentence-file.ts'
import { commandFor, type CommandContext } from './options.ts'
import { print } from './report.ts'

interface Options {
  readonly punct: boolean
  readonly universal?: boolean
  readonly json?: boolean
}

const HELP = `
evaluate | compare trees of a system with gold trees
> Compares trees of the same text. Words are aligned by their characters if the two files have different words.
> All figures are in percent, and F1 if the words differ, as the CoNLL 2018 shared task defines them. The labels of LAS, UAS and LA are compared with their subtypes, those of CLAS, MLAS and BLEX without; the shared task leaves them out of LAS, too: \`--universal\`.
<gold> || CoNLL-U with gold trees
<system> || CoNLL-U with the system's trees, - for standard input
--no-punct || leave words tagged PUNCT out of the attachment scores
--universal || compare labels without their subtypes
--json || print the figures as JSON
$ rbparse sample > sample.conllu && rbparse evaluate sample.conllu sample.conllu`

export const evaluateCommand = commandFor(HELP, evaluateFiles)

async function evaluateFiles(
  goldPath: string,
  systemPath: string,
  options: Options,
  { terminal }: CommandContext,
): Promise<void> {
  if (goldPath === '-' && systemPath === '-')
    throw new CallError('gold and system are both standard input, expected a file for one of them')
  const { punct, universal } = options
  const gold = await SentenceFile.open(goldPath, terminal, { doing: 'evaluating' })
  const system = await SentenceFile.open(systemPath, terminal, { doing: 'evaluating', heads: 'partial' })
  const evaluation = await compare(gold, system, { noPunct: !punct, universal })
  if (evaluation.words === 0)
    throw new RunError(`${goldPath}: there is no sentence in it, expected gold trees`)
  const text = options.json ? JSON.stringify(evaluation) : tableOf(evaluation, universal)
  await print(text, terminal)
}

/** Evaluates both files. Always reads from the file with fewer characters read, so that memory stays constant. */
async function compare(
  gold: SentenceFile,
  system: SentenceFile,
  options: EvaluationOptions,
): Promise<Evaluation> {
  const evaluator = new Evaluator(options)
  const goldBatches = gold.batches()
  const systemBatches = system.batches()
  let goldDone = false
  let systemDone = false
  while (!goldDone || !systemDone) {
    if (systemDone || (!goldDone && evaluator.goldAhead <= 0)) {
      const batch = await goldBatches.next()
      if (batch.done) goldDone = true
      else for (const sentence of batch.value) evaluator.addGold(sentence)
    } else {
      const batch = await systemBatches.next()
      if (batch.done) systemDone = true
      else
        for (const sentence of batch.value) {
          checkAcyclic(sentence)
          evaluator.addSystem(sentence)
        }
    }
  }
  return evaluator.finish()
}

/** Throws CoNLLUError if the heads contain a cycle. Words may have no head. */
function checkAcyclic(sentence: CoNLLUSentence): void {
  const cycle = cycleOf(sentence.head, sentence.size)
  if (cycle)
    throw new CoNLLUError(sentence.file, sentence.lineOf(cycle.word), `${cycle.reason}, expected a tree`)
}

function tableOf(e: Evaluation, universal?: boolean): string {
  const labels = universal ? 'labels without subtypes' : 'labels, subtypes included (--universal: not)'
  const rows: [string, number, string][] = [
    ['LAS', e.las, `heads and ${labels}`],
    ['UAS', e.uas, 'heads'],
    ['LA', e.la, 'labels'],
    ['CLAS', e.clas, 'heads and labels of content words'],
    ['exact', e.exact, 'whole sentences'],
    ['MLAS', e.mlas, 'CLAS with tags, features and function words'],
    ['BLEX', e.blex, 'CLAS with lemmas'],
    ['UPOS', e.upos, ''],
    ['XPOS', e.xpos, ''],
    ['UFeats', e.ufeats, ''],
    ['AllTags', e.allTags, ''],
    ['Lemmas', e.lemmas, ''],
    ['Tokens', e.tokensF1, ''],
    ['Words', e.wordsF1, ''],
    ['Sentences', e.sentencesF1, ''],
    ...Object.entries(e.metrics ?? {}).map(([name, value]): [string, number, string] => [name, value, '']),
  ]
  const width = Math.max(9, ...rows.map(([name]) => name.length)) + 1
  const { zero, one, many } = e.roots
  return [
    `${counted(e.sentences, 'sentence')}, ${counted(e.words, 'word')}`,
    `${one} system trees with one root, ${many} with several, ${zero} with none; ${counted(e.markedLabels, 'marked label')}`,
    ...rows.map(([name, figure, description]) =>
      `${name.padEnd(width)}${figure.toFixed(2).padStart(6)}  ${description}`.trimEnd(),
    ),
  ].join('\n')
}
