/** `rbparse systems`, `info` and `models`: list systems and models, and print the header of a model. */
import type { Command } from 'commander'
import { headerToJson, ModelError } from '../../parser/model/model-file.ts'
import type { ModelHeader } from '../../parser/model/model.ts'
import { listNorms } from '../../parser/norms/norms.ts'
import { registry } from '../../parser/registry.ts'
import { counted } from '../files/terminal.ts'
import { naming } from '../files/failures.ts'
import { readAll } from '../files/text-file.ts'
import { installedModels, type InstalledModel } from '../files/model-reader.ts'
import { modelPath } from '../files/model-packages.ts'
import { withOutput } from '../files/output.ts'
import { readTextModel } from '../pipeline/pipeline-file.ts'
import { commandFor, type CommandContext } from './options.ts'
import { packCommand } from './pack.ts'
import { print } from './report.ts'

interface Options {
  readonly json?: boolean
}

const SYSTEMS_HELP = `
systems | list the transition systems
> Lists the transition systems: transitions, guarantees and paper.
--json || print the list as JSON
$ rbparse systems`

export const systemsCommand = commandFor(
  SYSTEMS_HELP,
  async ({ json }: Options, { terminal }: CommandContext) => {
    const systems = registry.map(({ name, guarantees, paper, traits }) => {
      const { family, transitionTypes } = traits
      return { name, family, transitions: transitionTypes.map((type) => type.name), guarantees, paper }
    })
    const entry = ({ name, transitions, guarantees, paper: after }: (typeof systems)[number]): string =>
      `${name}\n${rows(Object.entries({ transitions: transitions.join(', '), guarantees, after }))}`
    await print(json ? JSON.stringify(systems) : systems.map(entry).join('\n\n'), terminal)
  },
)

const MODELS_HELP = `
models | list the installed models
> Lists the models that can be used by name: size, treebank, licence, system and file.
--json || print the list as JSON
$ rbparse models`

/** @param folder the folder of the models, with a final slash. Default: the models folder of the package */
export function modelsCommand(context: CommandContext, folder?: URL): Command {
  const list = async ({ json }: Options, { terminal }: CommandContext): Promise<void> => {
    const models = await installedModels(folder)
    const entry = ({ name, path: file, bytes, training, system }: InstalledModel): string => {
      const { treebank = 'unknown', licence = 'unknown' } = training
      const facts = { size: counted(bytes, 'byte'), treebank, licence, system, file }
      return `${name}\n${rows(Object.entries(facts))}\n`
    }
    const text = json ? JSON.stringify(models) + '\n' : models.map(entry).join('\n')
    await withOutput(undefined, terminal, (output) => output.write(text))
    if (models.length === 0) terminal.stderr.write('no model is installed; `rbparse train` makes some\n')
  }
  return commandFor(MODELS_HELP, list)(context).addCommand(packCommand(context))
}

const INFO_HELP = `
info | print the header of a model file
> Prints the header of a model file: system, features, labels, and facts about the training.
<model> || a model file of \`rbparse train\`, or the name of an installed model
--json || print the header as JSON, with the norms: by kind and place, the relations that the treebank never has there
$ rbparse sample --sentences 300 > sample.conllu && rbparse train --fast --model sample.rb sample.conllu && rbparse info sample.rb`

export const infoCommand = commandFor(
  INFO_HELP,
  async (path: string, { json }: Options, { terminal }: CommandContext) => {
    const bytes = await readAll(await modelPath(path), terminal)
    const { training, parser, tagger } = await naming(path, ModelError, () => readTextModel(bytes))
    const holds = tagger ? 'tokenizer, tagger and parser' : 'parser'
    const header = { ...parser.header, training: { ...parser.header.training, ...training } }
    const helpers = (parser.helpers ?? []).map((helper) => helper.header)
    const labels = parser.labels.texts()
    const norms = parser.norms && listNorms(parser.norms, parser.labels)
    const { templates, relabelling } = header
    const { templates: _, late: __, training: ___, ...settings } = headerToJson(header)
    const contents = {
      holds,
      features: `${templates.name}, ${templates.templates.length} templates`,
      labelling: relabelling ? `late, ${relabelling.length} templates` : 'early',
      labels: labels.length,
      norms: norms ? normsText(norms) : 'none',
      bytes: bytes.length,
      ...Object.fromEntries(helpers.map((helper, i) => [`member ${i + 2}`, memberText(helper)])),
    }
    const facts = [settings, contents, header.training].flatMap((part) =>
      Object.entries<unknown>({ ...part }),
    )
    const helperHeaders = helpers.length > 0 && { helpers: helpers.map(headerToJson) }
    const headerJson = {
      holds,
      ...headerToJson(header),
      labels,
      bytes: bytes.length,
      ...helperHeaders,
      norms,
    }
    await print(json ? JSON.stringify(headerJson) : rows(facts, ''), terminal)
  },
)

/** How many norms there are of each kind. */
function normsText(norms: ReturnType<typeof listNorms>): string {
  const sizes = Object.entries(norms).map(([kind, at]) => `${Object.values(at).flat().length} ${kind}`)
  return `${sizes.join(', ')} (--json lists them)`
}

/** The description of a committee member after the first member. */
function memberText({ system, direction, beam, templates }: ModelHeader): string {
  const search = beam > 1 ? `beam ${beam}` : 'greedy'
  return `${system}, direction ${direction}, ${search}, ${templates.name}, ${templates.templates.length} templates`
}

function rows(facts: readonly (readonly [string, unknown])[], indent = '  '): string {
  const width = Math.max(...facts.map(([name]) => name.length))
  return facts.map(([name, value]) => `${indent}${name.padEnd(width)}  ${String(value)}`).join('\n')
}
