/** Serves the demo page: only the folders `page`, `chunks` and `models` of the build. */
import { serve, type ServerType } from '@hono/node-server'
import { serveStatic } from '@hono/node-server/serve-static'
import { Hono } from 'hono'
import type { AddressInfo } from 'node:net'
import { fileURLToPath } from 'node:url'
import { reasonOf, RunError } from '../files/failures.ts'

/** The content security policy: scripts only from this server, with WebAssembly; inline styles for drawings. */
const SECURITY_POLICY =
  "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self' 'unsafe-inline'; img-src data:"

/** Serves the build in this folder on 127.0.0.1. Rejects with RunError. */
export async function servePage(
  build: URL,
  port: number,
): Promise<{ readonly server: ServerType; readonly port: number }> {
  const app = new Hono()
  app.use(async (c, next) => {
    await next()
    c.header('Content-Security-Policy', SECURITY_POLICY)
    c.header('X-Content-Type-Options', 'nosniff')
  })
  app.get('/', (c) => c.redirect('/page/'))
  for (const folder of ['page', 'chunks', 'models'])
    app.get(`/${folder}/*`, serveStatic({ root: fileURLToPath(build) }))
  app.all('*', (c) => (c.req.method === 'GET' ? c.notFound() : c.body(null, 405, { Allow: 'GET, HEAD' })))
  return new Promise((resolve, reject) => {
    const server = serve({ fetch: app.fetch, hostname: '127.0.0.1', port }, (address: AddressInfo) =>
      resolve({ server, port: address.port }),
    )
    server.once('error', (error) =>
      reject(new RunError(`127.0.0.1:${port}: cannot be listened on (${reasonOf(error)})`)),
    )
  })
}
