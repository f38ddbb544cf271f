/** `rbparse models`: lists the installed models. */
import { Command } from 'commander'
import { ModelError } from '../../parser/model/model-file.ts'
import { RunError } from '../files/failures.ts'
import { installedModels, type InstalledModel } from '../files/load.ts'
import { withOutput } from '../files/output.ts'
import { counted } from '../files/counted.ts'
import type { Terminal } from '../files/terminal.ts'
import { example } from './options.ts'

/** @param folder the folder of the models, with a slash at its end. Default: that of the package */
export function modelsCommand(terminal: Terminal, _start?: unknown, folder?: URL): Command {
  return new Command('models')
    .summary('list the installed models')
    .description('Lists the models that can be used by name: size, treebank, licence, system and file.')
    .option('--json', 'print the list as JSON')
    .addHelpText('after', example('rbparse models'))
    .action(async (options: { readonly json?: boolean }) => {
      const models = await modelsIn(folder)
      const text = options.json ? JSON.stringify(models) + '\n' : models.map(described).join('\n')
      await withOutput(undefined, terminal, (output) => output.write(text))
      if (models.length === 0) terminal.stderr.write('no model is installed; `rbparse train` makes some\n')
    })
}

function described({ name, path, bytes, training, system }: InstalledModel): string {
  const facts: [string, unknown][] = [
    ['size', counted(bytes, 'byte')],
    ['treebank', training.treebank ?? 'unknown'],
    ['licence', training.licence ?? 'unknown'],
    ['system', system],
    ['file', path],
  ]
  return `${name}\n${facts.map(([fact, value]) => `  ${fact.padEnd(8)}  ${String(value)}\n`).join('')}`
}

async function modelsIn(folder: URL | undefined): Promise<InstalledModel[]> {
  try {
    return await installedModels(folder)
  } catch (error) {
    if (error instanceof ModelError) throw new RunError(error.message)
    throw error
  }
}
