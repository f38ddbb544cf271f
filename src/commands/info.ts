/** `rbparse info`: prints the header of a model file. */
import { Command } from 'commander'
import { headerToJson, ModelError, readModelHeader } from '../../parser/model/model-file.ts'
import { RunError } from '../files/failures.ts'
import { readAll } from '../files/input.ts'
import type { Terminal } from '../files/terminal.ts'
import { isPipeline, readPipeline } from '../pipeline/pipeline-file.ts'
import { example } from './options.ts'
import { print } from './report.ts'

export function infoCommand(terminal: Terminal): Command {
  return new Command('info')
    .summary('print the header of a model file')
    .description('Prints the header of a model file: system, features, labels, and facts about the training.')
    .argument('<model>', 'a model file of `rbparse train`')
    .option('--json', 'print the header as JSON')
    .addHelpText(
      'after',
      example(
        'rbparse sample --sentences 300 > sample.conllu && rbparse train --model sample.rb sample.conllu && rbparse info sample.rb',
      ),
    )
    .action(async (path: string, options: { readonly json?: boolean }) => {
      const bytes = await readAll(path, terminal)
      const { holds, header, labels } = headerOf(path, bytes)
      const { templates, relabelling, training } = header
      const { templates: _, late: __, training: ___, ...settings } = headerToJson(header)
      const facts: [string, unknown][] = [
        ...Object.entries(settings),
        ['holds', holds],
        ['features', `${templates.name}, ${templates.templates.length} templates`],
        ['labelling', relabelling ? `late, ${relabelling.length} templates` : 'early'],
        ['labels', labels.length],
        ['bytes', bytes.length],
        ...Object.entries(training),
      ]
      const width = Math.max(...facts.map(([name]) => name.length))
      const text = options.json
        ? JSON.stringify({ holds, ...headerToJson(header), labels, bytes: bytes.length })
        : facts.map(([name, value]) => `${name.padEnd(width)}  ${String(value)}`).join('\n')
      await print(text, terminal)
    })
}

interface Header extends ReturnType<typeof readModelHeader> {
  readonly holds: string
}

function headerOf(path: string, bytes: Uint8Array): Header {
  try {
    if (!isPipeline(bytes)) return { holds: 'parser', ...readModelHeader(bytes) }
    const { training, parser } = readPipeline(bytes)
    const header = { ...parser.header, training: { ...parser.header.training, ...training } }
    return { holds: 'tokenizer, tagger and parser', header, labels: parser.labels.texts() }
  } catch (error) {
    if (error instanceof ModelError) throw new RunError(`${path}: ${error.message}`)
    throw error
  }
}
