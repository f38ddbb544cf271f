/** `rbparse parse`: trees for sentences. */
import { Command, Option } from 'commander'
import { widestBeam } from '../../parser/search/beam-options.ts'
import { ModelError, readModel } from '../../parser/model/model-file.ts'
import type { Model } from '../../parser/model/model.ts'
import { registered, registry } from '../../parser/registry.ts'
import { CallError, RunError } from '../files/failures.ts'
import { readAll } from '../files/input.ts'
import { modelPath } from '../files/model-path.ts'
import { invalidUtf8Choices } from '../files/text-file.ts'
import type { Terminal } from '../files/terminal.ts'
import { modelsOf } from '../jobs/shared-models.ts'
import type { StartThread } from '../jobs/thread.ts'
import { SentenceParser } from '../parsing/sentence-parser.ts'
import type { PipelineModel } from '../pipeline/pipeline-model.ts'
import { isPipeline, readPipeline } from '../pipeline/pipeline-file.ts'
import { treeFormats } from '../parsing/output-formats.ts'
import type { ConlluCall } from './parse-conllu.ts'
import { addTreeOutput, checkTreeOutput, example, MOST_JOBS, numberOption } from './options.ts'
import { checkTextCall, type TextCall } from './text-call.ts'

interface Options extends TextCall, ConlluCall {
  readonly model?: string
}

export function parseCommand(terminal: Terminal, start: StartThread): Command {
  return addFormatOptions(addDecodingOptions(addTreeOutput(new Command('parse'))))
    .summary('parse sentences of CoNLL-U, or plain text')
    .description('Fills in HEAD and DEPREL. Heads and labels of the input are ignored without --constraints.')
    .addHelpText(
      'after',
      example(
        'rbparse sample --sentences 300 > sample.conllu && rbparse train --model sample.rb sample.conllu &&\n' +
          '  rbparse sample --dev | rbparse parse --model sample.rb',
      ),
    )
    .action((path: string, options: Options) => parseFile(path, options, terminal, start))
}

function addDecodingOptions(command: Command): Command {
  const systems = registry.map((system) => system.name)
  return command
    .option('--model <file>', 'a file of `rbparse train`, or the name of an installed model (default: en)')
    .addOption(
      new Option('--system <name>', "decode with another system of the model's family").choices(systems),
    )
    .option('--single-root', 'allow only one dependent of the artificial root (default: as trained)')
    .option('--no-single-root', 'allow several dependents of the artificial root')
    .addOption(
      numberOption('--beam <n>', 'the number of hypotheses in the beam (default: as trained)', 1, widestBeam),
    )
    .addOption(
      numberOption(
        '--nbest <n>',
        'write the n best trees of a sentence, each with `# parse = k`',
        1,
        widestBeam,
      ),
    )
    .option('--constraints', 'keep the heads, labels, spans and roots that the input states')
    .option('--tag', 'predict tags and features of the words first, with the tagger of the pipeline')
    .addOption(
      numberOption('--jobs <n>', 'the number of threads; the output is the same', 1, MOST_JOBS).default(1),
    )
}

function addFormatOptions(command: Command): Command {
  return command
    .option('--raw', 'read plain text, in which a blank line ends a paragraph, and write CoNLL-U')
    .addOption(
      new Option(
        '--invalid-utf8 <how>',
        'with --raw, how bytes that are not UTF-8 are treated: error ends the run, replace writes U+FFFD (default: error)',
      ).choices(invalidUtf8Choices),
    )
    .option('--text <text>', 'parse this text, and draw its trees')
    .addOption(
      new Option(
        '--format <name>',
        'the format of the trees: CoNLL-U, drawings as text or SVG, or one line of JSON each (default: conllu, text with --text)',
      ).choices(treeFormats),
    )
    .option(
      '--scores',
      'write confidences: `# score = …` for trees, and `Score=…` from 0 to 1 in MISC for arcs',
    )
    .option('--keep-marks', 'write the trees as they were parsed: right-branching, with marks and lifts')
}

/**
 * The pipeline or the parser model in a file. Throws CallError if the file cannot be read, RunError if it contains
 * neither.
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
  if (options.raw || options.text !== undefined) {
    const { parseText } = await import('./parse-text.ts')
    return parseText(path, loaded, options, terminal, start)
  }
  if (options.tag && !('parser' in loaded))
    throw new CallError(`${file} has no tagger, expected a pipeline with --tag`)
  const { conlluPool, parseConllu } = await import('./parse-conllu.ts')
  const pool = await conlluPool(parser, modelsOf(options.tag ? loaded : model), options, start)
  try {
    await parseConllu(path, pool, options, terminal, began)
  } finally {
    await pool.close()
  }
}

function parserFor(
  file: string,
  model: Model,
  { system, singleRoot, beam, keepMarks, constraints }: Options,
): SentenceParser {
  const name = system ?? model.header.system
  if (constraints && !registered(name).constrained) {
    const able = registry.filter((entry) => entry.constrained).map((entry) => entry.name)
    throw new CallError(`${name} does not take constraints, expected one of: ${able.join(', ')}`)
  }
  try {
    return new SentenceParser(model, { system, singleRoot, beam, keepMarks })
  } catch (error) {
    if (error instanceof RangeError) throw new CallError(error.message)
    if (error instanceof ModelError) throw new RunError(`${file}: ${error.message}`)
    throw error
  }
}
