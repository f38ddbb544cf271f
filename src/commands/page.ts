/** `rbparse page`: serves the demo page to browsers on this machine. */
import { Command } from 'commander'
import packageJson from '../../package.json' with { type: 'json' }
import { readConllu } from '../conllu/reader.ts'
import { embeddedTrain } from '../embedded/treebank.ts'
import { RunError } from '../files/failures.ts'
import type { Served } from '../files/static-server.ts'
import type { Terminal } from '../files/terminal.ts'
import { writePipeline } from '../pipeline/pipeline-file.ts'
import { trainPipeline } from '../pipeline/pipeline-training.ts'
import { builtInTemplates } from '../training/features.ts'
import { trainingDefaults } from '../training/train-model.ts'
import { addOptions, example, HIGHEST_PORT } from './options.ts'

/** The number of sentences to train on, which takes a few seconds. */
const SENTENCES = 600

const OPTIONS = `--port <n> | 0..${HIGHEST_PORT} = 8080 | the port to listen on; 0 takes a free one`

export function pageCommand(terminal: Terminal): Command {
  return addOptions(new Command('page'), OPTIONS)
    .summary('serve the demo page, which shows the trees of a sentence')
    .description(
      'Serves the demo page to browsers on this machine. If the model en is not installed, trains one on the embedded treebank first.',
    )
    .addHelpText('after', example('{ rbparse page --port 8766 & } && sleep 1 && kill %1'))
    .action(async ({ port }: { readonly port: number }) => {
      const { addFolder, serveFiles } = await import('../files/static-server.ts')
      // The page is built beside the program.
      const built = new URL('../', import.meta.url)
      const served: Served = new Map()
      for (const folder of ['page', 'chunks', 'models'])
        await addFolder(served, `/${folder}/`, new URL(`${folder}/`, built))
      const page = served.get('/page/index.html')
      if (!page || !served.has('/page/page.js'))
        throw new RunError('the page is not built: `npm run build` does it')
      served.set('/page/', page)
      if (!served.has('/models/en.rbp')) {
        terminal.stderr.write('no model en is installed: training one on the embedded treebank\n')
        served.set('/models/en.rbp', writePipeline(embeddedModel()))
      }
      const server = await serveFiles(served, '/page/', port)
      terminal.stderr.write(`the page is at http://127.0.0.1:${server.port}/\n`)
      await new Promise<void>((resolve) => {
        for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, resolve)
      })
      await server.close()
    })
}

function embeddedModel(): ReturnType<typeof trainPipeline>['model'] {
  const templates = builtInTemplates('rich', trainingDefaults)!
  const facts = { treebank: 'the embedded treebank', version: packageJson.version }
  return trainPipeline(readConllu(embeddedTrain(SENTENCES)), { ...trainingDefaults, templates, facts }).model
}
