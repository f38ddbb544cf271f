/** `rbparse page`: serves the demo page to browsers on this machine. */
import { existsSync } from 'node:fs'
import type { Command } from 'commander'
import packageJson from '../../package.json' with { type: 'json' }
import { readConllu } from '../conllu/reader.ts'
import { embeddedTrain } from '../embedded/treebank.ts'
import { RunError, needingHono } from '../files/failures.ts'
import { nextSignal, type Terminal } from '../files/terminal.ts'
import { writePipeline } from '../pipeline/pipeline-file.ts'
import { trainPipeline } from '../pipeline/pipeline-training.ts'
import { builtInTemplates, trainingDefaults } from '../training/train-model.ts'
import { commandOf, HIGHEST_PORT } from './options.ts'

/** The number of sentences to train on, which takes a few seconds. */
const TRAINED = 600

const HELP = `
page | serve the demo page, which shows the trees of a sentence
> Serves the demo page to browsers on this machine. If the model en-small is not installed, trains one on the embedded treebank first.
--port <n> | 0..${HIGHEST_PORT} = 8080 | the port to listen on; 0 takes a free one
$ { rbparse page --port 8766 & } && sleep 1 && kill %1`

export function pageCommand(terminal: Terminal): Command {
  return commandOf(HELP).action(({ port }: { readonly port: number }) => page(port, terminal))
}

async function page(port: number, terminal: Terminal): Promise<void> {
  const { servePage } = await needingHono(() => import('../server/page-server.ts'))
  // The page is built beside the program.
  const build = new URL('../', import.meta.url)
  if (!existsSync(new URL('page/page.js', build)))
    throw new RunError('the page is not built: `npm run build` does it')
  const isInstalled = existsSync(new URL('models/en-small.rbp', build))
  if (!isInstalled)
    terminal.stderr.write('no model en-small is installed: training one on the embedded treebank\n')
  const model = isInstalled ? undefined : writePipeline(embeddedModel())
  const { server, port: taken } = await servePage(build, port, model)
  terminal.stderr.write(`the page is at http://127.0.0.1:${taken}/\n`)
  await nextSignal()
  server.close()
  if ('closeAllConnections' in server) server.closeAllConnections()
}

function embeddedModel(): ReturnType<typeof trainPipeline>['model'] {
  const templates = builtInTemplates('rich', trainingDefaults)!
  const facts = { treebank: 'the embedded treebank', version: packageJson.version }
  return trainPipeline(readConllu(embeddedTrain(TRAINED)), { ...trainingDefaults, templates, facts }).model
}
