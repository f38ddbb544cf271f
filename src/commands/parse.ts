/** `rbparse parse`: trees for sentences. */
import { Command, Option } from 'commander'
import { mostBacktracking } from '../../parser/search/backtracking.ts'
import { widestBeam } from '../../parser/search/beam.ts'
import { ModelError, readModel } from '../../parser/model/model-file.ts'
import type { Model } from '../../parser/model/model.ts'
import { registered, registry } from '../../parser/registry.ts'
import { CallError, RunError } from '../files/failures.ts'
import { readAll } from '../files/input.ts'
import { modelPath } from '../files/model-path.ts'
import { invalidUtf8Choices } from '../files/text-file.ts'
import type { Terminal } from '../files/terminal.ts'
import type { StartThread } from '../jobs/thread.ts'
import { SentenceParser } from '../parsing/sentence-parser.ts'
import type { PipelineModel } from '../pipeline/pipeline-model.ts'
import { isPipeline, readPipeline } from '../pipeline/pipeline-file.ts'
import { treeFormats } from '../parsing/tree-formats.ts'
import type { ConlluCall } from './parse-conllu.ts'
import { addTreeOutput, checkTreeOutput, example, MOST_JOBS, wholeNumber } from './options.ts'
import { checkTextCall, type TextCall } from './text-call.ts'

interface Options extends TextCall, ConlluCall {
  readonly model?: string
}

export function parseCommand(terminal: Terminal, start: StartThread): Command {
  const systems = registry.map((system) => system.name)
  return addTreeOutput(new Command('parse'))
    .summary('trees for sentences')
    .description('Fills in HEAD and DEPREL; what stood there is ignored.')
    .option('--model <file>', 'what `rbparse train` wrote, or the name of an installed model (default: en)')
    .addOption(
      new Option('--system <name>', "decode with another system of the model's family").choices(systems),
    )
    .option('--single-root', 'exactly one word hangs on the artificial root (default: as trained)')
    .option('--no-single-root', 'any number of words may hang on it')
    .addOption(
      new Option('--beam <n>', 'how many hypotheses are pursued at once (default: as trained)').argParser(
        wholeNumber(1, widestBeam),
      ),
    )
    .addOption(
      new Option(
        '--backtrack <n>',
        'without a beam: go back to what was least certain, up to so many further configurations a word',
      )
        .argParser(wholeNumber(1, mostBacktracking))
        .conflicts(['nbest', 'scores']),
    )
    .addOption(
      new Option('--nbest <n>', 'the best so many trees of a sentence, each with `# parse = k`').argParser(
        wholeNumber(1, widestBeam),
      ),
    )
    .option('--scores', 'how sure trees and arcs are: `# score = …`, and `Score=…` from 0 to 1 in MISC')
    .option('--raw', 'the file is plain text, in which a blank line ends a paragraph; writes CoNLL-U')
    .addOption(
      new Option(
        '--invalid-utf8 <how>',
        'with --raw, what happens to bytes that are not UTF-8: error ends the run, replace puts U+FFFD in their place (default: error)',
      ).choices(invalidUtf8Choices),
    )
    .option('--text <text>', 'parse this text, and draw its trees')
    .addOption(
      new Option(
        '--format <name>',
        'trees as CoNLL-U, drawn, as SVG, or a line of JSON each (default: conllu, text with --text)',
      ).choices(treeFormats),
    )
    .option('--tag', 'give the words of the CoNLL-U tags and features first, as the pipeline was taught')
    .addOption(
      new Option('--jobs <n>', 'how many threads parse; the output is the same')
        .argParser(wholeNumber(1, MOST_JOBS))
        .default(1),
    )
    .option('--constraints', 'honour the heads, labels, spans and roots that the input demands')
    .option('--keep-marks', 'leave the trees as they were parsed: right-branching, with marks and lifts')
    .addHelpText(
      'after',
      example(
        'rbparse sample --sentences 300 > sample.conllu && rbparse train --model sample.rb sample.conllu &&\n' +
          '  rbparse sample --dev | rbparse parse --model sample.rb',
      ),
    )
    .action((path: string, options: Options) => parseFile(path, options, terminal, start))
}

/**
 * The pipeline in a file, or the model where it holds one of the parser alone. Throws CallError where there is no such
 * file, RunError where it is neither.
 */
export async function loadPipeline(path: string, terminal: Terminal): Promise<PipelineModel | Model> {
  const bytes = await readAll(path, terminal)
  try {
    return isPipeline(bytes) ? readPipeline(bytes) : readModel(bytes)
  } catch (error) {
    if (error instanceof ModelError) throw new RunError(`${path}: ${error.message}`)
    throw error
  }
}

async function parseFile(
  path: string,
  options: Options,
  terminal: Terminal,
  start: StartThread,
): Promise<void> {
  const began = performance.now()
  checkTreeOutput(options)
  checkTextCall(path, options)
  const file = await modelPath(options.model)
  const loaded = await loadPipeline(file, terminal)
  const model = 'parser' in loaded ? loaded.parser : loaded
  const parser = parserFor(file, model, options)
  const searches = parser.parser.beam > 1 || (options.nbest ?? 1) > 1
  if (searches && model.header.beam === 1)
    terminal.stderr.write(`note: ${file} was trained greedily, without a beam\n`)
  if (parser.parser.backtrack > 0 && model.header.beam > 1)
    terminal.stderr.write(`note: ${file} was trained with a beam, which backtracking does without\n`)
  if (options.raw || options.text !== undefined) {
    const { parseText } = await import('./parse-text.ts')
    return parseText(path, loaded, options, terminal, start)
  }
  if (options.tag && !('parser' in loaded))
    throw new CallError(`${file} has no tagger, expected a pipeline with --tag`)
  const pipeline = options.tag && 'parser' in loaded ? loaded : undefined
  const { parseConllu } = await import('./parse-conllu.ts')
  await parseConllu(path, parser, pipeline ?? model, options, terminal, start, began)
}

function parserFor(
  file: string,
  model: Model,
  { system, singleRoot, beam, backtrack, keepMarks, constraints }: Options,
): SentenceParser {
  const name = system ?? model.header.system
  if (constraints && !registered(name).constrained) {
    const able = registry.filter((entry) => entry.constrained).map((entry) => entry.name)
    throw new CallError(`${name} does not take constraints, expected one of: ${able.join(', ')}`)
  }
  try {
    return new SentenceParser(model, { system, singleRoot, beam, backtrack, keepMarks })
  } catch (error) {
    if (error instanceof RangeError) throw new CallError(error.message)
    if (error instanceof ModelError) throw new RunError(`${file}: ${error.message}`)
    throw error
  }
}
