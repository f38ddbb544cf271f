/** A small server for files that are known before it starts; it serves these and nothing else. */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { readdir, readFile } from 'node:fs/promises'
import { extname } from 'node:path'
import { codeOf, reasonOf, RunError } from './failures.ts'

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.rbp': 'application/octet-stream',
}

/** Scripts are the server's own; WebAssembly is compiled by them. Drawings bring their styles. */
const POLICY =
  "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self' 'unsafe-inline'; img-src data:"

/** What can be asked for, by path: a file, or its bytes. */
export type Served = Map<string, URL | Uint8Array>

export interface StaticServer {
  readonly port: number
  close(): Promise<void>
}

/** Adds the files that lie directly in a folder under `path`, which ends in a slash. A folder that is not there has none. */
export async function addFolder(served: Served, path: string, folder: URL): Promise<void> {
  let entries
  try {
    entries = await readdir(folder, { withFileTypes: true })
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return
    throw error
  }
  for (const entry of entries)
    if (entry.isFile() && extname(entry.name) in types)
      served.set(path + entry.name, new URL(entry.name, folder))
}

/** Listens on 127.0.0.1; `/` leads to `home`. Throws RunError where it cannot listen. */
export async function serveFiles(served: Served, home: string, port: number): Promise<StaticServer> {
  const server = createServer(async (request, response) => {
    const [path] = (request.url ?? '/').split('?')
    const file = served.get(path)
    const headers = { 'content-security-policy': POLICY, 'x-content-type-options': 'nosniff' }
    if (request.method !== 'GET' && request.method !== 'HEAD')
      return response.writeHead(405, { ...headers, allow: 'GET, HEAD' }).end()
    if (path === '/') return response.writeHead(302, { ...headers, location: home }).end()
    if (!file) return response.writeHead(404, headers).end('There is nothing here.\n')
    try {
      const bytes = file instanceof URL ? await readFile(file) : file
      const name = file instanceof URL ? file.pathname : path
      response.writeHead(200, {
        ...headers,
        'content-type': types[extname(name)],
        'content-length': bytes.length,
      })
      response.end(request.method === 'GET' ? bytes : undefined)
    } catch {
      response.writeHead(404, headers).end('There is nothing here any more.\n')
    }
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error) =>
      reject(new RunError(`127.0.0.1:${port}: cannot be listened on (${reasonOf(error)})`)),
    )
    server.listen(port, '127.0.0.1', resolve)
  })
  return {
    port: (server.address() as AddressInfo).port,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
