/** A folder on a read-only file system: Node says ENOENT of `mkdir` with `recursive`, and EROFS without it. */
import { afterAll, beforeAll, expect, test, vi } from 'vitest'

// Test files share modules: what is mocked here is loaded anew, and forgotten at the end.
beforeAll(() => {
  vi.resetModules()
  vi.doMock('node:fs/promises', async (load) => ({
    ...(await load<typeof import('node:fs/promises')>()),
    mkdir: (path: string, options?: { readonly recursive?: boolean }) => {
      const code = options?.recursive || path === '/read-only/a/b' ? 'ENOENT' : 'EROFS'
      return Promise.reject(Object.assign(new Error(code), { code }))
    },
  }))
})
afterAll(() => {
  vi.doUnmock('node:fs/promises')
  vi.resetModules()
})

test('is named as such', async () => {
  const { makeFolder } = await import('../../../experiments/cells/store.ts')
  await expect(makeFolder('/read-only/a/b')).rejects.toThrow(
    '/read-only/a/b: cannot be made (the file system is read-only), expected a folder to write to',
  )
})
