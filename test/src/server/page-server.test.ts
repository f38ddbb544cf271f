import { mkdirSync, writeFileSync } from 'node:fs'
import { pathToFileURL } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'
import { servePage } from '../../../src/server/page-server.ts'
import { newFolder } from '../commands/rbparse.ts'
import { raw } from './serving.ts'

test('serves the page and nothing else of the build', async () => {
  const file = newFolder()
  for (const folder of ['page', 'src', 'models']) mkdirSync(file(folder))
  for (const path of ['package.json', 'src/main.js', 'page/page.css']) writeFileSync(file(path), 'text')
  const { server, port } = await servePage(pathToFileURL(`${file('')}/`), 0)
  onTestFinished(() => void server.close())
  const ask = (path: string, init?: RequestInit) =>
    fetch(`http://127.0.0.1:${port}${path}`, { redirect: 'manual', ...init })
  const paths = [
    '/package.json',
    '/src/main.js',
    '/page/../src/main.js',
    '/page/%2e%2e/src/main.js',
    '/page/%2e%2e%2fsrc/main.js',
    '/models/',
  ]
  // Not by fetch, which shortens paths with two dots.
  for (const path of paths)
    expect(await raw(port, `GET ${path} HTTP/1.0\r\nHost: localhost\r\n\r\n`)).toMatch(/^HTTP\/1.1 404 /)
  expect((await ask('/')).headers.get('location')).toBe('/page/')
  expect((await ask('/page/', { method: 'POST' })).status).toBe(405)
  const { status, headers } = await ask('/page/page.css?x', { method: 'HEAD' })
  expect(status).toBe(200)
  expect(Object.fromEntries(headers)).toMatchObject({
    'content-type': 'text/css; charset=utf-8',
    'content-length': '4',
    'x-content-type-options': 'nosniff',
    'content-security-policy': expect.stringContaining("default-src 'self'") as string,
  })
})
