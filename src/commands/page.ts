/** `rbparse page`: serves the demo page to browsers on this machine. */
import { existsSync } from 'node:fs'
import { RunError, needingHono } from '../files/failures.ts'
import { nextSignal } from '../files/terminal.ts'
import { commandFor, HIGHEST_PORT, type CommandContext } from './options.ts'

const HELP = `
page | serve the demo page, which shows the trees of a sentence
> Serves the demo page to browsers on this machine.
--port <n> | 0..${HIGHEST_PORT} = 8080 | the port to listen on; 0 takes a free one
$ { rbparse page --port 8766 & } && sleep 1 && kill %1`

export const pageCommand = commandFor(HELP, page)

async function page({ port }: { readonly port: number }, { terminal }: CommandContext): Promise<void> {
  const { servePage } = await needingHono(() => import('../server/page-server.ts'))
  // The page is built into the folder of the program.
  const buildFolder = new URL('../', import.meta.url)
  if (!existsSync(new URL('page/page.js', buildFolder)))
    throw new RunError('the page is not built: `npm run build` does it')
  const { server, port: actualPort } = await servePage(buildFolder, port)
  terminal.stderr.write(`the page is at http://127.0.0.1:${actualPort}/\n`)
  await nextSignal()
  server.close()
  if ('closeAllConnections' in server) server.closeAllConnections()
}
